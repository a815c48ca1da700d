package trajectory

import "math"

// FigureNames are the figures of a run in tables, reports and comparisons. success is the
// outcome; coverage, tmr, pmr and questions are T6's; cost counts steps; reward is the
// environment's; wasted counts calls that match no gold call; cap and car are T2's.
var FigureNames = [...]string{"success", "coverage", "tmr", "pmr", "questions", "cost", "reward", "wasted", "cap", "car"}

// Figures are a run's values in the order of FigureNames, NaN for a missing one.
type Figures [len(FigureNames)]float64

// FigureLimits are the ranges of the figures.
var FigureLimits = [len(FigureNames)][2]float64{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, math.Inf(1)}, {0, math.Inf(1)}, {math.Inf(-1), math.Inf(1)}, {0, math.Inf(1)}, {0, 1}, {0, 1}}

// Figures computes the figures of a run.
func (c *Counter) Figures(t *Trajectory) (f Figures) {
	n := c.Tally(t)
	questions, steps := float64(n.Questions), float64(n.Steps)
	var wasted *float64
	if x, ok := t.Environment.Field("wasted").Float(); ok {
		wasted = &x
	}
	for k, v := range [len(FigureNames)]*float64{n.Success(), n.Coverage, n.TMR, n.PMR, &questions, &steps, earned(t), wasted, n.CAP, n.CAR} {
		if f[k] = math.NaN(); v != nil {
			f[k] = *v
		}
	}
	return f
}

// earned is the sum of the rewards of a run's steps, nil if it has none.
func earned(t *Trajectory) *float64 {
	rewards := t.Environment.Field("rewards").Items()
	if rewards == nil {
		return nil
	}
	sum := 0.0
	for _, r := range rewards {
		f, _ := r.Float()
		sum += f
	}
	return &sum
}
