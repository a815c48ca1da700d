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

// Due is the right action now: ask while a hidden value of the turn is untold; refuse if
// the turn has no gold call; make the remaining gold calls; else answer.
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

// decide is the value of the decision alone (F11), nil if it is not known. Labels are made
// only if the decision is a question; read is then the reading that they are based on.
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
