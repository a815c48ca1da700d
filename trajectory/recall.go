package trajectory

import (
	"context"
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
)

// Recall is what Last keeps of a run between steps: a few numbers for each reference action and
// each question, and no text. The zero Recall is empty. It belongs to one run, and to one
// goroutine.
type Recall struct {
	tools *Toolbox

	// After the first steps steps: for each reference action the step that made it, and its
	// known bits, frozen when it was made.
	steps int
	made  []int
	bits  []float64

	// After the first believed steps: the aspects asked about, and the steps that asked.
	believed int
	asked    map[string]int
	turns    int

	before *grounding.Reading // while Last runs, the reading before the last step; nil: not made yet
}

// Last computes the components of the last step's reward, unweighted and without the outcome, as
// Credit does. tools are the run's. recall holds the results of the steps before, so that they
// need not be read again; a Recall of another run or other tools, or one that missed a step,
// saves nothing. before is an existing reading, with slots, of the conversation before the step;
// nil, or a reading of anything else, is not used. ok is false if the run has no step, or is too
// long to be read that often.
func (c *Counter) Last(ctx context.Context, t *Trajectory, tools *Toolbox, recall *Recall, before *grounding.Reading) (earned Components, ok bool, err error) {
	last := len(t.Steps()) - 1
	if last < 0 {
		return earned, false, nil
	}
	if recall.tools != tools {
		*recall = Recall{tools: tools}
	}
	recall.before = before
	credit, err := c.earn(ctx, t, nil, &Plans{unnamed: true}, tools, recall)
	recall.before = nil // a Recall holds no text
	if err != nil || credit == nil {
		return earned, false, err
	}
	earned = credit.Steps[last].Components
	return earned, true, nil
}

// state reports whether the kept numbers are those before a step. made gives the step that made
// each reference action.
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

// keep stores the numbers after all steps.
func (r *Recall) keep(steps int, made []int, bits []float64) {
	if r != nil {
		r.steps, r.made, r.bits = steps, slices.Clone(made), slices.Clone(bits)
	}
}
