package trajectory

import (
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
)

// Turns are the messages of a run as a reading of them takes them (F4): a tool that asks
// the user speaks for the agent, and its result for the user.
func (c *Counter) Turns(t *Trajectory) []grounding.Turn {
	return newBacking(t, &Toolbox{}, c.critical.Asks).turns
}

// Sets are the domains of the parameters of the tools of a run (Offered), by the tool's
// name. They may not be changed.
func (c *Counter) Sets(t *Trajectory) map[string]domains.Set { return c.offered(t).sets }
