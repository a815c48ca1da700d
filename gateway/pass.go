package gateway

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/decision"
)

// pass gives the model's own reply; its signals are recorded all the same.
type pass struct{ rule decision.Policy }

func newPass(argument string, _ *Options) (Policy, error) {
	if argument != "" {
		return nil, fmt.Errorf("it takes no argument, and %.40q was given", argument)
	}
	return pass{decision.PassAll()}, nil
}

func (p pass) Rule() decision.Policy                      { return p.rule }
func (p pass) Signals(t *Turn, r *Reply) decision.Signals { return t.signals(r) }
func (p pass) Do(context.Context, *Turn, *Reply, string, *Model) (Done, error) {
	return Done{}, fmt.Errorf("it does nothing")
}
