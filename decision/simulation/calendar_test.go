package simulation

import (
	"math"
	"slices"
	"testing"
)

// The exact cells of Table 7, Table 8 and Figure 1.
func TestCalendar(t *testing.T) {
	m := tallies(t, Calendar{}, 200)
	for _, scenario := range (Calendar{}).Scenarios() {
		for controller, want := range map[string][5]float64{"retry": {0, 6, 0, 6, 0}, "dc": {1, 0, 1, 2, 1}} {
			if scenario == "k0" {
				want = [5]float64{1, 0, 0, 1, 1}
			}
			x := m[scenario+" "+controller]
			r := x.Row()
			if got := [5]float64{r.Success, r.Wasted, r.Clarify, r.Turns, float64(x.First) / float64(r.N)}; got != want {
				t.Errorf("%s %s: success, wasted, clarify, turns, first are %v, want %v", scenario, controller, got, want)
			}
		}
	}
	if q := m["k1-absent dc-question"]; q.Row().Turns != 6 || q.Row().Wasted != 0 || q.Success != 0 {
		t.Errorf("Figure 1: %+v", q.Row())
	}
	e := WithFault(Fault{Name: "question", Question: 1}, "k1-absent", 0)
	for _, p := range e.Trace("p_suff") {
		if p != 0.75 {
			t.Errorf("p_suff of Figure 1 is %v", p)
		}
	}
}

// The broken components against closed forms, which sum the probabilities of all
// paths through a run.
func TestFaultsAgainstClosedForms(t *testing.T) {
	seeds := testSeeds
	m := tallies(t, Calendar{}, seeds)
	empty := FitConfirm(graniteTurns)
	if math.Abs(empty-0.1) > 1e-9 {
		t.Fatalf("an empty confirmation is fitted at %v", empty)
	}
	half := 0.5
	for key, want := range map[string]struct{ success, turns float64 }{
		"k1-absent dc-question-half":   {half, (2 + 6) / 2.0},
		"k3-unresolvable dc-estimator": {1 - empty*empty, 4*(1-empty) + 6*empty},
		"k1-unresolvable dc-estimator": {1 - empty*empty, 4*(1-empty) + 6*empty},
		"k3-absent dc-estimator":       {1, 2},
		// Executions happen in turns 1, 3 and 5; after a third failure turn 6 is a
		// question.
		"k0 dc-executor":            {1 - math.Pow(half, 3), 1*half + 3*half*half + (5+6)*half*half*half},
		"k4 dc-user":                {1 - math.Pow(half, 5), userTurns(half)},
		"k2-absent dc-unknown":      {0, 6},
		"k1-absent dc-policy":       {0, 6},
		"k2-absent dc-policy":       {1, 2},
		"k3-unresolvable dc-policy": {1, 2},
	} {
		x, ok := m[key]
		if !ok {
			t.Fatalf("there is no %s", key)
		}
		near(t, key+" success", x.Row().Success, want.success, math.Sqrt(want.success*(1-want.success)), seeds)
		near(t, key+" turns", x.Row().Turns, want.turns, zero(x.Turns.SD()), seeds)
	}
}

// userTurns: the question succeeds at try i with probability 2^-i, and execution
// follows; the sixth turn is the last.
func userTurns(half float64) (turns float64) {
	for i := 1; i <= 5; i++ {
		turns += math.Pow(half, float64(i)) * float64(i+1)
	}
	return turns + math.Pow(half, 5)*6
}

// The records show every wrong decision and every faulty result of a run.
func TestFaultsStandInTheRecords(t *testing.T) {
	for _, f := range DefaultFaults() {
		for _, scenario := range (Calendar{}).Scenarios() {
			for seed := range uint64(50) {
				e := WithFault(f, scenario, seed)
				if e.Success {
					continue
				}
				blamed := map[string]bool{}
				for i := range e.Records {
					r := &e.Records[i]
					switch {
					case len(r.Best) == 0:
						blamed["hopeless"] = true
					case !slices.Contains(r.Best, r.Action):
						blamed["wrong"] = true
					case r.Sound != nil && !*r.Sound:
						blamed["unsound"] = true
					}
				}
				if len(blamed) == 0 {
					t.Fatalf("%s %s %d fails, and nothing is wrong in %+v", f.Name, scenario, seed, e.Records)
				}
			}
		}
	}
}
