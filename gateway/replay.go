package gateway

import (
	"context"
	"errors"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/trajectory"
)

// Replay has chains decide on each message of the agent in a recorded run, as if a model
// had just proposed it: all[i][k] is what chain k makes of step i (Trajectory.Steps). What
// they decide is not carried out, since nobody knows what would have followed. No model is
// asked, so that a policy that needs one fails (Decision.Failed); the plan of sdp is that of
// the run's reference. Each step is decided on by all that stands before it: where that adds
// up to more than mostReplayed, the steps behind are not decided on.
func Replay(ctx context.Context, chains []Chain, run *trajectory.Trajectory, o Options) (all [][]Decision, err error) {
	o.memo = newMemo()
	size, before, at := 0, 0, 0
	for _, step := range run.Steps() {
		for ; at < step.Message; at++ {
			before += len(run.Messages[at].Content) + 64 // as much as a message takes beside its text
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

// mostReplayed bounds the text that the steps of a run take to be read, in bytes: some
// seconds for each chain.
const mostReplayed = 64 << 20

var errReplayed = errors.New("the run is too long to be read again for each of its steps")
