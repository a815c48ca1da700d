package trajectory

import (
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
)

// Turns returns a run's messages as turns for a reading (F4). A tool that asks the user
// counts as the agent's words, and its result as the user's.
func (c *Counter) Turns(t *Trajectory) []grounding.Turn {
	return newBacking(t, &Toolbox{}, c.critical.Asks).turns
}

// Sets returns the domains of the parameters of a run's tools (Offered), by the tool's
// name. The caller must not change them.
func (c *Counter) Sets(t *Trajectory) map[string]domains.Set { return c.offered(t).sets }
