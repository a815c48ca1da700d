package trajectory

import (
	"context"
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
)

// Recall is what Last keeps of a run between its steps: numbers, a few for each action of the
// reference and each question, and no text. The zero Recall keeps nothing yet. It is of one
// run, and for one goroutine.
type Recall struct {
	tools *Toolbox

	// What was known at the end of so many steps of each reference action that had not been made
	// by then, and what had been when it was: the step that made it, and the bits.
	steps int
	made  []int
	bits  []float64

	// What the questions of so many steps asked for.
	believed int
	asked    map[string]int
	turns    int

	before *grounding.Reading // while Last runs, of what stands before the last step; nil: not read yet
}

// Last computes what the last step of a run earns, as Credit does, before it is weighed: its
// components but for the outcome. The run has the tools; recall is what the steps before left,
// and saves reading again what they read. A Recall of another run, of other tools, or of a run
// that went on without it saves nothing. before is the reading, with its slots, of what stands
// before the step, where there is one already; nil, or one of anything else, is not used. ok is
// false where the run has no step, or is too long to be read that often.
func (c *Counter) Last(ctx context.Context, t *Trajectory, tools *Toolbox, recall *Recall, before *grounding.Reading) (earned Components, ok bool, err error) {
	last := len(t.Steps()) - 1
	if last < 0 {
		return earned, false, nil
	}
	if recall.tools != tools {
		*recall = Recall{tools: tools}
	}
	recall.before = before
	credit, err := c.earn(ctx, t, nil, &Plans{}, tools, recall)
	recall.before = nil // a Recall holds no text
	if err != nil || credit == nil {
		return earned, false, err
	}
	earned = credit.Steps[last].Components
	return earned, true, nil
}

// state reports whether what is kept is the state before a step, for actions of which made says
// which step made them.
func (r *Recall) state(step int, made []int) bool {
	if r == nil || r.bits == nil || r.steps != step || len(r.made) != len(made) {
		return false
	}
	for i, by := range r.made {
		if made[i] != by && (by != step || made[i] < step) {
			return false
		}
	}
	return true
}

// keep keeps the state after all steps.
func (r *Recall) keep(steps int, made []int, bits []float64) {
	if r != nil {
		r.steps, r.made, r.bits = steps, slices.Clone(made), slices.Clone(bits)
	}
}
