package agent

import (
	"context"
	"errors"

	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/trajectory"
)

// LostError is the error of a player without a next completion. It ends the episode, and no other.
type LostError struct {
	Reason string // one that trajectory knows: infrastructure_error, context_window_exceeded
	Err    error
}

func (e *LostError) Error() string { return e.Reason + ": " + e.Err.Error() }
func (e *LostError) Unwrap() error { return e.Err }

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
		var lost *LostError
		switch {
		case errors.As(err, &lost):
			e.Abandon(lost.Reason, lost.Err)
			continue
		case err == nil:
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
