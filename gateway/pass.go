package gateway

import (
	"context"

	"github.com/voi-rl/voi/decision"
)

// pass keeps the model's own reply; its signals are recorded all the same.
type pass struct{ rule decision.Policy }

func newPass(argument string, _ *Options) (Policy, error) {
	if err := bare(argument); err != nil {
		return nil, err
	}
	return pass{decision.PassAll()}, nil
}

func (p pass) Rule() decision.Policy { return p.rule }

// Look returns the reply's signals.
func (p pass) Look(_ context.Context, t *Turn, r *Reply, _ *Model) (Sight, error) {
	return Sight{Signals: t.signals(r)}, nil
}
