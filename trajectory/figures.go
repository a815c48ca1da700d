package trajectory

import "math"

// FigureNames are the figures of a run that tables, reports and comparisons show: success is
// the outcome, coverage, tmr, pmr and questions are T6's, cost counts steps, reward is what
// the environment paid, wasted counts calls that are no gold ones, cap and car are T2's.
var FigureNames = [...]string{"success", "coverage", "tmr", "pmr", "questions", "cost", "reward", "wasted", "cap", "car"}

// Figures are the values of a run by FigureNames, NaN where it has none.
type Figures [len(FigureNames)]float64

// FigureLimits are the ranges of the figures.
var FigureLimits = [len(FigureNames)][2]float64{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, math.Inf(1)}, {0, math.Inf(1)}, {math.Inf(-1), math.Inf(1)}, {0, math.Inf(1)}, {0, 1}, {0, 1}}

// Figures counts what a run came to.
func (c *Counter) Figures(t *Trajectory) (f Figures) {
	n := c.Tally(t)
	questions, steps := float64(n.Questions), float64(n.Steps)
	var wasted *float64
	if x, ok := t.Environment.Field("wasted").Float(); ok {
		wasted = &x
	}
	for k, v := range [len(FigureNames)]*float64{n.Outcome, n.Coverage, n.TMR, n.PMR, &questions, &steps, earned(t), wasted, n.CAP, n.CAR} {
		if f[k] = math.NaN(); v != nil {
			f[k] = *v
		}
	}
	return f
}

// earned is the sum of what the steps of a run earned, nil where nothing was paid.
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
