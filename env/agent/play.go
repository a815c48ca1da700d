package agent

import (
	"context"

	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/trajectory"
)

// Play plays an episode to its end and returns its record.
func Play(ctx context.Context, p *env.Prepared, a Agent, seed uint64) (*trajectory.Trajectory, error) {
	e, _, err := p.Reset(ctx, seed)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	player := a.Meet(e, seed)
	for !e.Done() {
		v, err := player.Act(ctx)
		if err == nil {
			_, err = e.Step(ctx, v)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err // the end of the run interrupted the episode, so that its record is not complete
	}
	return e.Trajectory(), nil
}
