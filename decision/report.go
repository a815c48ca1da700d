package decision

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/stats"
)

// Figures are the results of a cell over episodes.
type Figures struct {
	Episodes int64          `json:"episodes"`
	Covered  int64          `json:"covered"` // episodes for which the policy's result is known
	Coverage float64        `json:"coverage"`
	Success  stats.Estimate `json:"success"` // over covered and scored episodes
	Cost     stats.Estimate `json:"cost"`    // mean over covered episodes
	Gate     *GateFigures   `json:"gate,omitempty"`
}

// GateFigures say what a gate saves, less the forced answers, and what it may lose.
type GateFigures struct {
	Fired       int64 `json:"fired"`
	StepsSaved  int64 `json:"steps_saved"`
	TokensSaved int64 `json:"tokens_saved"`
	// Lost counts successful runs that were stopped before the reference answer was
	// observed; AtMost counts successful runs that were stopped with more acts to come.
	Lost   int64 `json:"answers_lost"`
	AtMost int64 `json:"answers_lost_at_most"`
}

// CellReport is one cell of a grid.
type CellReport struct {
	Params map[string]float64 `json:"params"`
	Figures
	Front bool `json:"front"` // no cell has as much success at less cost, or more at the same cost
}

// Best is the best cell of one half of the episodes, with its figures there and on the
// other half, which had no part in the choice.
type Best struct {
	Cell    int                `json:"cell"` // index in Cells
	Params  map[string]float64 `json:"params"`
	Chosen  Figures            `json:"chosen_on"`
	HeldOut Figures            `json:"held_out"`
}

// Report is the result of a replay.
type Report struct {
	Policy    string  `json:"policy"`
	Version   int     `json:"policy_version"`
	SHA256    string  `json:"policy_sha256"`
	Price     float64 `json:"price"`
	Episodes  int64   `json:"episodes"`
	Decisions int64   `json:"decisions"`
	Recorded  Figures `json:"recorded"` // the recording itself
	Given     Figures `json:"as_given"` // the policy as it was given
	// HeldOut is the policy as given, on the half on which Best is reported.
	HeldOut Figures      `json:"as_given_held_out"`
	Cells   []CellReport `json:"cells"`
	Best    *Best        `json:"best"` // nil without a grid, or for the reason in NoBest
	NoBest  string       `json:"no_best,omitempty"`
}

// leastCoverage is the share of the highest coverage that the best cell must have. Success
// on the few episodes where a policy happens to agree with the recording says little.
const leastCoverage = 0.5

// Report computes the report.
func (r *Replay) Report() *Report {
	out := &Report{Policy: r.identity.Name, Version: r.identity.Version, SHA256: r.identity.SHA256, Price: r.Price, Episodes: r.episodes, Decisions: r.decisions, Cells: []CellReport{}}
	out.Recorded = r.recorded.report(false)
	given := r.cells[0].halves
	out.Given, out.HeldOut = merge(&given[0], &given[1]).report(r.gate), given[1].report(r.gate)
	for i := range r.cells[1:] {
		c := &r.cells[1+i]
		params := make(map[string]float64, len(c.params))
		for _, p := range c.params {
			params[p.Name] = p.Value
		}
		out.Cells = append(out.Cells, CellReport{Params: params, Figures: merge(&c.halves[0], &c.halves[1]).report(r.gate)})
	}
	front(out.Cells)
	out.Best, out.NoBest = r.best(out.Cells)
	return out
}

// merge adds two halves.
func merge(a, b *figures) *figures {
	return &figures{
		episodes: a.episodes + b.episodes, covered: a.covered + b.covered, wins: a.wins + b.wins, graded: a.graded || b.graded,
		success: a.success.Merge(b.success), cost: a.cost.Merge(b.cost),
		halts: halts{a.halts.fired + b.halts.fired, a.halts.lost + b.halts.lost, a.halts.lostAtMost + b.halts.lostAtMost, a.halts.steps + b.halts.steps, a.halts.tokens + b.halts.tokens},
	}
}

func (f *figures) report(gate bool) Figures {
	out := Figures{Episodes: f.episodes, Covered: f.covered, Success: f.success.Mean(), Cost: f.cost.Mean()}
	if f.episodes > 0 {
		out.Coverage = float64(f.covered) / float64(f.episodes)
	}
	if !f.graded {
		out.Success = stats.Wilson(f.wins, f.success.N())
	}
	if gate {
		out.Gate = &GateFigures{f.halts.fired, f.halts.steps, f.halts.tokens, f.halts.lost, f.halts.lostAtMost}
	}
	return out
}

// mostCovered is the highest coverage of a cell.
func mostCovered(cells []CellReport) (most float64) {
	for i := range cells {
		most = max(most, cells[i].Coverage)
	}
	return most
}

// front marks the Pareto-optimal cells among those with enough coverage: from the cheapest
// on, each cell with more success than all cheaper ones.
func front(cells []CellReport) {
	least := leastCoverage * mostCovered(cells)
	var order []int
	for i := range cells {
		if c := &cells[i]; c.Coverage >= least && !math.IsNaN(c.Success.Value) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &cells[i], &cells[j]
		return cmp.Or(cmp.Compare(a.Cost.Value, b.Cost.Value), cmp.Compare(b.Success.Value, a.Success.Value))
	})
	most := math.Inf(-1)
	for _, i := range order {
		if c := &cells[i]; c.Success.Value > most {
			c.Front, most = true, c.Success.Value
		}
	}
}

// best chooses on the first half, or returns the reason why it cannot.
func (r *Replay) best(cells []CellReport) (*Best, string) {
	switch halves := &r.cells[0].halves; {
	case len(cells) == 0:
		return nil, ""
	case halves[0].episodes == 0 || halves[1].episodes == 0:
		return nil, fmt.Sprintf("all %d episodes are of tasks of one half, and nothing is left to hold out; give more tasks", r.episodes)
	}
	chosen := make([]CellReport, len(cells))
	for i := range cells {
		chosen[i].Figures = r.cells[1+i].halves[0].report(r.gate)
	}
	least := leastCoverage * mostCovered(chosen)
	at, worth, cost := -1, math.Inf(-1), math.Inf(1)
	for i := range chosen {
		f := &chosen[i].Figures
		value := f.Success.Value - r.Price*f.Cost.Value
		if f.Coverage < least || math.IsNaN(value) {
			continue
		}
		if value > worth || value == worth && f.Cost.Value < cost {
			at, worth, cost = i, value, f.Cost.Value
		}
	}
	if at < 0 {
		return nil, "on the half that it is chosen on, no cell covers an episode whose success is known"
	}
	return &Best{at, cells[at].Params, chosen[at].Figures, r.cells[1+at].halves[1].report(r.gate)}, ""
}
