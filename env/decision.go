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

// before is the conversation before a step. The value of the decision, the user and the step's
// reward share it. It is read when the first of them needs its reading.
type before struct {
	messages int // in the run
	sample   *dataset.Sample
	sets     map[string]domains.Set
	read     *grounding.Reading // without slots; nil: not yet
}

func (e *Episode) standing() *before {
	turn := &e.p.turns[e.turn]
	return &before{messages: len(e.run.Messages), sets: turn.sets, sample: &dataset.Sample{Messages: e.Conversation(), Tools: turn.acts, Reference: e.Due()}}
}

func (b *before) reading() *grounding.Reading {
	if b.read == nil {
		b.read = grounding.ReadText(label.Input(b.sample, b.sets))
	}
	return b.read
}

// decide is the value of the decision alone (F11), nil if it is not known. The completion is scored
// as the episode has read it: in the given grammar, and a call of ask_user as a question. Labels are
// made only if the decision is a question that is due.
func (e *Episode) decide(ctx context.Context, v domains.Value, grammar completion.Grammar) (worth *float64) {
	b := e.before
	var failed error
	x, err := e.p.env.Profile.PrepareLater(b.sample, b.sets, reward.Later{
		Reading: b.reading,
		Asker:   e.p.Asker(e.turn),
		Weigher: e.p.turns[e.turn].weigh,
		Labels: func() *label.Labels {
			var labeler label.Labeler
			var labels label.Labels
			labels, _, failed = labeler.Believe(ctx, b.sample, b.sets, b.reading())
			return &labels
		},
	})
	if err != nil {
		return nil
	}
	in := reward.Input{Grammar: grammar, Asks: e.p.env.Critical.Asks}
	if v.Kind() == jsonvalue.String {
		in.Completion = v.Str()
	} else {
		in.Messages = &v
	}
	r, unscored := x.Worth(in)
	if unscored != nil || failed != nil {
		return nil
	}
	return &r
}
