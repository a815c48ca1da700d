package ledger

import (
	"context"
	"math"
	"runtime"

	"github.com/voi-rl/voi/decision/simulation"
	"github.com/voi-rl/voi/internal/stats"
)

const decisionCentric = "Decision-Centric Design"

// metric is a column of the paper's tables.
type metric struct {
	name   string
	unit   string
	digits int
	of     func(*simulation.Tally) (stats.Estimate, float64)
}

func mean(of func(*simulation.Tally) *stats.Moments) func(*simulation.Tally) (stats.Estimate, float64) {
	return func(t *simulation.Tally) (stats.Estimate, float64) {
		m := of(t)
		return m.Mean(), m.SD()
	}
}

var (
	success   = metric{"success", "%", 0, func(t *simulation.Tally) (stats.Estimate, float64) { return rate(t.Success, t.Turns.N()) }}
	first     = metric{"first action optimal", "%", 0, func(t *simulation.Tally) (stats.Estimate, float64) { return rate(t.First, t.Turns.N()) }}
	wasted    = metric{"wasted", "", 2, mean(func(t *simulation.Tally) *stats.Moments { return &t.Wasted })}
	clarify   = metric{"clarify", "", 2, mean(func(t *simulation.Tally) *stats.Moments { return &t.Clarify })}
	backtrack = metric{"backtrack", "", 2, mean(func(t *simulation.Tally) *stats.Moments { return &t.Backtrack })}
	turns     = metric{"turns", "", 2, mean(func(t *simulation.Tally) *stats.Moments { return &t.Turns })}
)

// claim is a figure in a table: a metric of a scenario under a controller.
type claim struct {
	where, scenario, controller string
	metric                      metric
	printed                     float64
	runs                        int // in the paper
	why                         string
	inconsistent                bool
}

// simulated compares claims with a simulation.
func simulated(s simulation.Simulation, seeds int, claims []claim) ([]Entry, error) {
	list, err := simulation.Run(context.Background(), s, seeds, runtime.GOMAXPROCS(0), nil)
	if err != nil {
		return nil, err
	}
	tallies := map[string]*simulation.Tally{}
	for i := range list {
		tallies[list[i].Scenario+" "+list[i].Controller] = &list[i]
	}
	entries := make([]Entry, 0, len(claims))
	for _, c := range claims {
		e := Entry{
			Paper: decisionCentric, Where: c.where, Quantity: s.Name() + " " + c.scenario + ", " + c.controller + ": " + c.metric.name,
			Printed: c.printed, Unit: c.metric.unit, Runs: c.runs, digits: c.metric.digits,
		}
		e.Ours, e.sd = c.metric.of(tallies[c.scenario+" "+c.controller])
		entries = append(entries, e.judge(c.why, c.inconsistent))
	}
	return entries, nil
}

// calendarRuns and graphRuns are the numbers of runs in the paper's experiments.
const (
	calendarRuns = 10
	graphRuns    = 20
)

func calendar(seeds int) ([]Entry, error) {
	sim := simulation.Calendar{}
	var claims []claim
	add := func(where, scenario, controller string, m metric, printed float64) *claim {
		claims = append(claims, claim{where: where, scenario: scenario, controller: controller, metric: m, printed: printed, runs: calendarRuns})
		return &claims[len(claims)-1]
	}
	for _, scenario := range sim.Scenarios() {
		waste, length, rate := 6.0, 6.0, 0.0
		if scenario == "k0" {
			waste, length, rate = 0, 1, 100
		}
		add("Table 7", scenario, "retry", success, rate)
		add("Table 7", scenario, "retry", wasted, waste)
		add("Table 7", scenario, "retry", turns, length)
		add("Table 2", scenario, "dc", first, 100)
		add("Table 7", scenario, "dc", success, 100)
	}
	for _, scenario := range []string{"k0", "k2-absent", "k2-unresolvable", "k3-absent"} {
		length := 2.0
		if scenario == "k0" {
			length = 1
		}
		add("Table 7", scenario, "dc", wasted, 0)
		add("Table 7", scenario, "dc", turns, length)
	}
	// One component broken.
	add("Figure 1", "k1-absent", "dc-question", success, 0)
	add("Figure 1", "k1-absent", "dc-question", wasted, 0)
	add("Figure 1", "k1-absent", "dc-question", turns, 6)
	add("Figure 1", "k1-absent", "dc", turns, 2)
	add("Table 8", "k1-absent", "dc-question-half", success, 50)
	add("Table 8", "k1-absent", "dc", success, 100)
	const fitted = "k3-unresolvable"
	add("Table 7", fitted, "dc-estimator", turns, 4.2) // the fault is fitted on this figure
	add("Table 7", fitted, "dc-estimator", wasted, 1.1)
	add("Table 7", fitted, "dc-estimator", success, 100)
	add("Table 7", "k1-unresolvable", "dc-estimator", turns, 4.4) // with the same fault
	add("Table 7", "k1-unresolvable", "dc-estimator", wasted, 1.2)
	add("Table 7", "k1-unresolvable", "dc-estimator", success, 100)
	const another = "another model: the fault is fitted on Granite, and LLaMA's user confirms without a name more often; its turns, which would tell how often, are not given"
	add("Table 8", fitted, "dc-estimator", success, 80).why = another
	add("Table 8, constrained", fitted, "dc-estimator", success, 90).why = another
	entries, err := simulated(sim, seeds, claims)
	if err != nil {
		return nil, err
	}
	e := simulation.WithFault(simulation.Fault{Name: "question", Question: 1}, "k1-absent", 0)
	stays := 0.0
	for _, p := range e.Trace("p_suff") {
		stays = max(stays, p)
	}
	return append(entries, Entry{Paper: decisionCentric, Where: "Figure 1", Quantity: "calendar k1-absent, dc-question: highest p_suff", Printed: 0.75, digits: 2, Ours: exact(stays)}.judge("", false)), nil
}

// table10 is the paper's table 10: success, wasted, clarify, backtrack of Retry and DC.
var table10 = []struct {
	scenario  string
	retry, dc [4]float64
}{
	{"S1", [4]float64{100, 0, 0, 0}, [4]float64{100, 0, 0, 0}},
	{"S2", [4]float64{45, 3.7, 0, 0}, [4]float64{100, 1, 2, 1}},
	{"S3", [4]float64{100, 1, 0, 0}, [4]float64{100, 1, 0, 1}},
	{"S4", [4]float64{65, 4.2, 0, 0}, [4]float64{100, 1, 2, 1}},
	{"S5", [4]float64{60, 3.5, 0, 0.05}, [4]float64{100, 0.6, 2, 0}},
}

// differences say what the paper leaves open if a figure is outside, by scenario,
// controller and metric.
var differences = map[string]string{
	"S5 retry success":   "4/11 where D is visited first and then anybody; 12 of 20 has a chance of 1 in 37",
	"S5 retry wasted":    "likewise: 45/11",
	"S5 retry backtrack": "one step back in 20 runs, by a controller that has none",
	"S2 dc wasted":       "which of the candidates is visited is left open; 1.00 is a wrong first visit in every run",
	"S2 dc backtrack":    "likewise",
	"S2 dc clarify":      "likewise: two questions in every run",
	"S5 dc wasted":       "with D visited first (section B.1) no run wastes less than one visit",
}

// contradictions are the differences that no reading of the paper explains.
var contradictions = map[string]bool{"S5 retry backtrack": true, "S5 dc wasted": true}

func graph(seeds int) ([]Entry, error) {
	sim := simulation.Graph{}
	columns := []metric{success, wasted, clarify, backtrack}
	var claims []claim
	for _, row := range table10 {
		for i, m := range columns {
			claims = append(claims, claim{where: "Table 10", scenario: row.scenario, controller: "retry", metric: m, printed: row.retry[i], runs: graphRuns})
		}
		for i, m := range columns {
			claims = append(claims, claim{where: "Table 10", scenario: row.scenario, controller: "dc", metric: m, printed: row.dc[i], runs: graphRuns})
		}
		claims = append(claims, claim{where: "Table 10", scenario: row.scenario, controller: "dc-strict", metric: success, printed: row.dc[0], runs: graphRuns})
	}
	for i := range claims {
		c := &claims[i]
		c.why = differences[c.scenario+" "+c.controller+" "+c.metric.name]
		c.inconsistent = contradictions[c.scenario+" "+c.controller+" "+c.metric.name]
	}
	entries, err := simulated(sim, seeds, claims)
	if err != nil {
		return nil, err
	}
	s2, s4, s5 := sim.Run("S2", "dc", 0), simulation.S4Trace("dc"), sim.Run("S5", "dc", 0)
	at := func(where, what string, printed float64, digits int, ours []float64, step int, why string) {
		value := math.NaN()
		if step < len(ours) {
			value = ours[step]
		}
		entries = append(entries, Entry{Paper: decisionCentric, Where: where, Quantity: what, Printed: printed, digits: digits, Ours: exact(value)}.judge(why, why != ""))
	}
	at("B.1", "graph S2: p_suff at t=1", 0.077, 3, s2.Trace("p_suff"), 0, "")
	for t, p := range []float64{0.1, 0.333, 0.5} {
		at("B.5", "graph S4 trace: p_suff at t="+string(rune('1'+t)), p, 3, s4.Trace("p_suff"), t, "")
	}
	for t, p := range []float64{0.083, 0.2, 0.333} {
		at("B.5", "graph S5 trace: p_suff at t="+string(rune('1'+t)), p, 3, s5.Trace("p_suff"), t, "")
	}
	at("Table 9", "graph S5: p_corr of D", 0.25, 3, s5.Trace("p_corr"), 2, "")
	at("B.5", "graph S4 trace: p_corr of the decoy", 0.375, 3, s4.Trace("p_corr"), 3, "with one peer and one hidden attribute the share is 0 or 1, and 0.05 or 0.95 after clamping")
	at("B.5", "graph S5 trace: clarify", 1, 0, []float64{float64(s5.Clarify)}, 0, "Table 10 has 2, as ours: the trace's untried is off by one, and it backtracks where p_suff < tau_suff and turns > 2")
	at("B.5", "graph S5 trace: backtrack", 2, 0, []float64{float64(s5.Backtrack)}, 0, "Table 10 has 0, as ours; likewise")
	return entries, nil
}
