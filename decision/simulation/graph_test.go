package simulation

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// testSeeds is large enough for a tolerance of four standard errors.
const testSeeds = 3000

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return c
}

// drawn is the probability of k hits among n draws without replacement from all, of which
// some are hits.
func drawn(all, some, n, k int) float64 {
	return choose(some, k) * choose(all-some, n-k) / choose(all, n)
}

// retryOracle averages over every order of visits.
func retryOracle(candidates, budget int, decoy bool) (success, wasted float64) {
	first := 0
	if decoy {
		first, candidates, budget = 1, candidates-1, budget-1
	}
	for place := range candidates { // of the target
		if place < budget {
			success++
		}
		wasted += float64(first + min(place, budget))
	}
	return success / float64(candidates), wasted / float64(candidates)
}

// figures are an oracle's expectations for a scenario under a controller.
type figures struct{ success, wasted, clarify float64 }

// s2Oracle follows the policy over every pool: x others share the first attribute asked, y
// of them also the second. If two candidates with two hidden attributes remain, the wrong
// one is visited first half of the time, and shares one of the two with the target in 6 of
// 15 profiles: p_corr is then 1/2.
func s2Oracle(strict bool) (f figures) {
	for x := range 13 {
		p := drawn(63, 15, 12, x)
		switch x {
		case 0:
			f.success, f.clarify = f.success+p, f.clarify+p
		case 1:
			accepts := 0.5 * 6 / 15
			if strict {
				accepts = 0
			}
			f.success += p * (1 - accepts)
			f.wasted += p / 2
			f.clarify += p
		default:
			for y := range min(x, 3) + 1 {
				q := p * drawn(15, 3, x, y)
				f.success += q
				// With four left, the first visit is wrong in 3 of 4 cases, and one more
				// question then leaves the target. With fewer left they are visited in
				// random order.
				f.wasted += q * [...]float64{0, 0.5, 1, 0.75}[y]
				f.clarify += q * [...]float64{2, 2, 2, 2.75}[y]
			}
		}
	}
	return f
}

// s4Oracle is the probability that only the decoy and the target remain after one
// question. Nine others are drawn, at least one of them with one of three decoy profiles;
// exactly one must be a decoy, and the other eight must have another department than the
// target.
func s4Oracle(strict bool) float64 {
	if strict {
		return 1
	}
	return 1 - 3*choose(48, 8)/choose(63, 9)/(1-choose(60, 9)/choose(63, 9))
}

func tallies(t *testing.T, s Simulation, seeds int) map[string]Tally {
	t.Helper()
	all := sharedtest.Need(Run(t.Context(), s, seeds, 2, nil))(t)
	m := map[string]Tally{}
	for _, x := range all {
		m[x.Scenario+" "+x.Controller] = x
	}
	return m
}

// near compares a share or a mean over n runs with the truth, within four standard errors.
func near(t *testing.T, what string, got, want, sd float64, n int) {
	t.Helper()
	if sd == 0 && got != want || math.Abs(got-want) > 4*sd/math.Sqrt(float64(n))+1e-12 {
		t.Errorf("%s is %.4f, and %.4f by the oracle", what, got, want)
	}
}

func TestGraphAgainstOracles(t *testing.T) {
	seeds := testSeeds
	m := tallies(t, Graph{}, seeds)
	rate := func(key string, want float64) {
		x := m[key]
		near(t, key+" success", x.Row().Success, want, math.Sqrt(want*(1-want)), seeds)
	}
	for scenario, n := range map[string]int{"S1": 1, "S2": 13, "S3": 2, "S4": 10, "S5": 12} {
		budget, decoy := 5, scenario == "S5"
		if s, ok := specs[scenario]; ok {
			budget, decoy = s.budget, s.decoy
		}
		success, wasted := retryOracle(n, budget, decoy)
		rate(scenario+" retry", success)
		x := m[scenario+" retry"]
		near(t, scenario+" retry wasted", x.Row().Wasted, wasted, zero(x.Wasted.SD()), seeds)
	}
	for _, strict := range []bool{false, true} {
		controller := map[bool]string{false: "dc", true: "dc-strict"}[strict]
		want := s2Oracle(strict)
		rate("S2 "+controller, want.success)
		x := m["S2 "+controller]
		near(t, "S2 wasted", x.Row().Wasted, want.wasted, x.Wasted.SD(), seeds)
		near(t, "S2 clarify", x.Row().Clarify, want.clarify, x.Clarify.SD(), seeds)
		rate("S4 "+controller, s4Oracle(strict))
		for _, sure := range []string{"S1", "S3", "S5"} {
			rate(sure+" "+controller, 1)
		}
	}
	// The figures of the table, computed by the oracles.
	for _, test := range []struct {
		got  float64
		want string
	}{{s2Oracle(false).success, "0.975"}, {s4Oracle(false), "0.873"}} {
		if fmt.Sprintf("%.3f", test.got) != test.want {
			t.Errorf("an oracle says %.4f, not %s", test.got, test.want)
		}
	}
}

func zero(sd float64) float64 {
	if math.IsNaN(sd) {
		return 0
	}
	return sd
}

// Every drawn world has the numbers that its scenario fixes.
func TestWorlds(t *testing.T) {
	for _, scenario := range (Graph{}).Scenarios() {
		want := map[string]int{"S1": 1, "S2": 13, "S3": 2, "S4": 10, "S5": 12}[scenario]
		for seed := range uint64(200) {
			w := drawWorld(scenario, source("graph", scenario, seed))
			seen := map[person]int{}
			for _, p := range w.people {
				seen[p]++
			}
			distinct := people
			if scenario == "S5" {
				distinct-- // D and E
			}
			if len(w.people) != people || len(seen) != distinct || len(w.matches()) != want {
				t.Fatalf("%s %d: %d people with %d profiles, %d candidates", scenario, seed, len(w.people), len(seen), len(w.matches()))
			}
			if s := specs[scenario]; s.decoy {
				hidden := w.hidden()
				last := hidden[len(hidden)-1]
				for _, a := range hidden {
					if same := w.people[w.decoy][a] == w.people[w.target][a]; same != (a != last) {
						t.Fatalf("%s %d: the decoy is %v, the target %v", scenario, seed, w.people[w.decoy], w.people[w.target])
					}
				}
			}
		}
	}
}

func round(values []float64) (texts []string) {
	for _, v := range values {
		texts = append(texts, fmt.Sprintf("%.3f", v))
	}
	return texts
}

func TestTraces(t *testing.T) {
	s4 := S4Trace("dc")
	if got, want := round(s4.Trace("p_suff"))[:3], []string{"0.100", "0.333", "0.500"}; !slices.Equal(got, want) {
		t.Errorf("p_suff of the trace of S4 is %v, want %v", got, want)
	}
	if got, want := s4.Actions(), []string{"clarify", "clarify", "execute", "backtrack"}; !slices.Equal(got, want) || !s4.Success || s4.Turns != 4 {
		t.Errorf("the trace of S4 goes %v, want %v", got, want)
	}
	s5 := Graph{}.Run("S5", "dc", 7)
	if got, want := round(s5.Trace("p_suff"))[:3], []string{"0.083", "0.200", "0.333"}; !slices.Equal(got, want) {
		t.Errorf("p_suff of S5 is %v, want %v", got, want)
	}
	if got := s5.Trace("p_corr")[2]; got != 0.25 || s5.Clarify != 2 || s5.Backtrack != 0 {
		t.Errorf("S5: p_corr %v, %d questions, %d steps back", got, s5.Clarify, s5.Backtrack)
	}
}

// A controller that takes only actions in Best succeeds in every world that has such an
// action at its start.
func TestBestActionsAreSure(t *testing.T) {
	for _, scenario := range (Graph{}).Scenarios() {
		begun := 0
		for seed := range uint64(300) {
			rng := source("graph", scenario, seed)
			w := drawWorld(scenario, rng)
			s := newSearch(w, rng)
			reached := false
			for turn := 1; turn <= w.budget && !reached; turn++ {
				best := s.best(w.budget - turn + 1)
				if len(best) == 0 && turn > 1 {
					t.Fatalf("%s %d: nothing is best at turn %d, and something was before", scenario, seed, turn)
				}
				if len(best) == 0 {
					break
				}
				begun++
				if best[rng.IntN(len(best))] == decision.Clarify {
					s.clarify()
				} else {
					reached = s.visit()
				}
				if !reached && turn == w.budget {
					t.Fatalf("%s %d: what is best does not reach the target", scenario, seed)
				}
			}
		}
		if begun == 0 {
			t.Errorf("%s: nothing is ever best", scenario)
		}
	}
}

func TestEpisodesDependOnTheSeedAlone(t *testing.T) {
	for _, s := range []Simulation{Graph{}, Calendar{}} {
		for _, scenario := range s.Scenarios() {
			for _, controller := range s.Controllers() {
				one, two := s.Run(scenario, controller, 5), s.Run(scenario, controller, 5)
				if !reflect.DeepEqual(one, two) || len(one.Records) == 0 {
					t.Errorf("%s %s is two episodes for one seed", scenario, controller)
				}
				for i := range one.Records {
					if r := &one.Records[i]; r.Action == "" || r.Result == "" || r.SHA256 == "" || r.Outcome == nil {
						t.Errorf("%s %s: a decision is not all there: %+v", scenario, controller, r)
					}
				}
			}
		}
	}
}
