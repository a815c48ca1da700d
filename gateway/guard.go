package gateway

import (
	"context"
	"fmt"
	"strconv"

	"github.com/voi-rl/voi/decision"
)

// guard lets a call through unless the conversation does not back a value that it needs
// (F4): then the user is asked the best question (F6, F7) in its place. It makes no call to
// the model. A call that was proposed before, or that was asked about and answered, goes
// through: asking once more would teach nothing.
type guard struct{ rule decision.Policy }

func newGuard(argument string, _ *Options) (Policy, error) {
	tau := decision.GuardTau
	if argument != "" {
		var err error
		if tau, err = strconv.ParseFloat(argument, 64); err != nil || !(tau >= 0 && tau <= 1) {
			return nil, fmt.Errorf("%.40q is no threshold; give the least support that a value needs, between 0 and 1", argument)
		}
	}
	return guard{decision.Guard(tau)}, nil
}

func (g guard) Rule() decision.Policy                      { return g.rule }
func (g guard) Signals(t *Turn, r *Reply) decision.Signals { return t.signals(r) }

// Do asks.
func (g guard) Do(_ context.Context, t *Turn, r *Reply, _ string, _ *Model) (Done, error) {
	q := t.look(r).question
	if q == nil {
		return Done{}, fmt.Errorf("there is nothing to ask")
	}
	return Done{Reply: newReply(t.words(q)), Why: "nothing backs " + q.Name()}, nil
}
