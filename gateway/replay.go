package gateway

import (
	"context"
	"errors"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/trajectory"
)

// Replay lets chains decide on each message of the agent in a recorded run, as if a model
// had just proposed it. all[i][k] is the decision of chain k on step i (Trajectory.Steps).
// Actions are not carried out, since nobody knows what would have followed. No model is
// asked, so that a policy that needs one fails (Decision.Failed); sdp uses the plan of the
// run's reference. Each step needs the whole conversation before it; when the sum of these
// texts exceeds mostReplayed, later steps are not decided on.
func Replay(ctx context.Context, chains []Chain, run *trajectory.Trajectory, o Options) (all [][]Decision, err error) {
	o.memo = newMemo()
	size, before, at := 0, 0, 0
	for _, step := range run.Steps() {
		for ; at < step.Message; at++ {
			before += len(run.Messages[at].Content) + 64 // 64 is the fixed cost of a message
		}
		so := *run
		so.Messages = run.Messages[:step.Message]
		t := o.turn(domains.Value{}, &so)
		proposed := &Reply{Message: run.Messages[step.Message]}
		made := make([]Decision, len(chains))
		for k, c := range chains {
			if size += before; size > mostReplayed*len(chains) {
				made[k].Failed = errReplayed
				continue
			}
			_, made[k] = c.Decide(ctx, t, proposed, nil)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, made)
	}
	return all, nil
}

// mostReplayed is the most text to be read for the steps of a run, in bytes: some seconds
// for each chain.
const mostReplayed = 64 << 20

var errReplayed = errors.New("the run is too long to be read again for each of its steps")
