package gateway

import (
	"context"
	"fmt"
	"strconv"

	"github.com/voi-rl/voi/decision"
)

// guard passes a call unless the conversation does not support one of its required values
// (F4); then it asks the best question (F6, F7) instead. It makes no call to the model,
// unless a model reads the conversation. A call that was proposed before, or that the user
// answered a question about, passes, because asking again would teach nothing.
type guard struct {
	rule  decision.Policy
	reads bool // a model reads the conversation
}

func newGuard(argument string, _ *Options) (Policy, error) {
	g, tau := guard{}, decision.GuardTau
	err := each(argument, func(name, value string) (err error) {
		if name == "reader" && value == byModel {
			g.reads = true
			return nil
		}
		if tau, err = strconv.ParseFloat(name, 64); err != nil || !(tau >= 0 && tau <= 1) || value != "" {
			return fmt.Errorf("give the least support that a value needs, between 0 and 1, or reader=model")
		}
		return nil
	})
	g.rule = decision.Guard(tau)
	return g, err
}

// byModel is the setting that gives a part to a model.
const byModel = "model"

func (g guard) Rule() decision.Policy { return g.rule }

// Look returns the reply's signals, by a model's reading if g.reads, and carries out the
// question.
func (g guard) Look(ctx context.Context, t *Turn, r *Reply, m *Model) (Sight, error) {
	if g.reads && m != nil {
		if err := t.readBy(ctx, m); err != nil {
			return Sight{}, err
		}
	}
	return Sight{Signals: t.signals(r), Do: func(context.Context, string) (Done, error) {
		return t.ask(t.look(r).question, "nothing backs ")
	}}, nil
}
