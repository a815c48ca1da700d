package gateway

import (
	"context"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/trajectory"
)

// Replay has chains decide on each message of the agent in a recorded run, as if a model
// had just proposed it: all[i][k] is what chain k makes of step i (Trajectory.Steps). What
// they decide is not carried out, since nobody knows what would have followed. No model is
// asked, so that a policy that needs one fails (Decision.Failed); the plan of sdp is that of
// the run's reference.
func Replay(ctx context.Context, chains []Chain, run *trajectory.Trajectory, o Options) (all [][]Decision, err error) {
	o.asking = lru.New[[32]byte, bool](mostAsking)
	for _, step := range run.Steps() {
		so := *run
		so.Messages = run.Messages[:step.Message]
		t := o.turn(domains.Value{}, &so)
		proposed := &Reply{Message: run.Messages[step.Message]}
		made := make([]Decision, len(chains))
		for k, c := range chains {
			_, made[k] = c.Decide(ctx, t, proposed, nil)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, made)
	}
	return all, nil
}
