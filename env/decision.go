package env

import (
	"context"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// Due is what is right now: to ask while a hidden value of the turn has not been told, to
// refuse where nothing is to be called, to make the gold calls that are left, else to
// answer.
func (e *Episode) Due() dataset.Reference {
	turn := &e.p.task.Turns[e.turn]
	if len(turn.Gold) == 0 {
		return dataset.Reference{Action: completion.Refuse}
	}
	for _, told := range e.told[e.turn] {
		if !told {
			return dataset.Reference{Action: completion.Ask}
		}
	}
	if left := e.Left(); len(left) > 0 {
		return dataset.Reference{Action: completion.ToolCall, ToolCalls: left}
	}
	return dataset.Reference{Action: completion.Directly}
}

// decide is what the decision is worth alone (F11), nil where that is not known. Its labels
// are made where the decision is a question, and then read is what they rest on.
func (e *Episode) decide(ctx context.Context, v domains.Value) (worth *float64, read *grounding.Reading) {
	s := &dataset.Sample{Messages: e.Conversation(), Tools: e.run.Tools, Reference: e.Due()}
	sets := e.p.turns[e.turn].sets
	var failed error
	x, err := e.p.env.Profile.PrepareUnlabelled(s, sets, func(r *grounding.Reading) *label.Labels {
		var labeler label.Labeler
		var labels label.Labels
		read = r
		labels, failed = labeler.LabelContext(ctx, s, sets, r)
		return &labels
	})
	if err != nil {
		return nil, read
	}
	in := reward.Input{Messages: &v}
	if v.Kind() == jsonvalue.String {
		in = reward.Input{Completion: v.Str()}
	}
	r := x.Score(in)
	if r.Err != nil || failed != nil {
		return nil, read
	}
	return &r.Reward, read
}
