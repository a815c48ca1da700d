package decision

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestGrids(t *testing.T) {
	for text, want := range map[string]string{
		"tau=0.5:0.9:0.1": "{tau [0.5 0.6 0.7 0.8 0.9]}", "p=1:3:1": "{p [1 2 3]}", "x=1,inf,-2": "{x [1 +Inf -2]}", "x=3:3:1": "{x [3]}", " x = 0.1:0.35:0.1": "{x [0.1 0.2 0.3]}",
		"x": "error", "=1": "error", "x=": "error", "x=1:2": "error", "x=1:2:0": "error", "x=1:2:-1": "error", "x=2:1:1": "error", "x=1:2:nan": "error", "x=nan": "error", "x=0:1:1e-9": "error", "x=1:2,3": "error", "x=-inf:inf:1": "error", "x=a": "error",
	} {
		g, err := ParseGrid(text)
		got := fmt.Sprint(g)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	wide := Grid{"a", make([]float64, 1000)}
	if _, err := NewReplay(Threshold("p", 0.5, Stop, Expand), []Grid{wide, {"tau", make([]float64, 200)}}); err == nil {
		t.Error("200,000 cells are accepted")
	}
	for _, g := range [][]Grid{{{"x", []float64{1}}}, {{"tau", []float64{1}}, {"tau", []float64{2}}}} {
		if _, err := NewReplay(Threshold("p", 0.5, Stop, Expand), g); err == nil {
			t.Errorf("%v is accepted", g)
		}
	}
	if _, err := NewReplay(Director(settings()), []Grid{{"x", []float64{1}}}); err == nil {
		t.Error("a grid of a policy without parameters is accepted")
	}
	if _, err := NewGateReplay(DefaultGate, []Grid{{"p", []float64{0}}}); err == nil {
		t.Error("a gate that cannot be is accepted")
	}
}

// randomEpisode has records of every kind: with and without ends, without signals, with
// a single action.
func randomEpisode(rng *rand.Rand, id int) []*Record {
	outcome := float64(rng.IntN(2))
	records := make([]*Record, 1+rng.IntN(4))
	ending := rng.IntN(2) == 0
	for i := range records {
		r := &Record{Episode: fmt.Sprint(id), Step: int64(i), Actions: []string{Stop, Expand}, Action: []string{Stop, Expand, "wait"}[rng.IntN(3)], Cost: float64(rng.IntN(3)), Outcome: &outcome}
		if rng.IntN(4) > 0 {
			r.Signals = append(r.Signals, Signal{"a", float64(rng.IntN(5)) / 4})
		}
		if rng.IntN(4) > 0 {
			r.Signals = append(r.Signals, Signal{"b", float64(rng.IntN(5)) / 4})
		}
		if ending {
			r.Ends = Signals{{Stop, float64(rng.IntN(2))}}
		}
		if rng.IntN(6) == 0 {
			r.Actions = []string{Stop}
		}
		records[i] = r
	}
	if rng.IntN(8) == 0 {
		for _, r := range records {
			r.Outcome = nil
		}
	}
	return records
}

// bruteReplay asks the policy about each record with Decide and follows T5 alone.
func bruteReplay(p Policy, records []*Record) (covered bool, cost, success float64) {
	over := false // the recording itself has ended
	for i, r := range records {
		cost += r.Cost
		over = over || !math.IsNaN(r.Ends.Get(r.Action))
		action := ""
		a, b := r.Signals.Get("a"), r.Signals.Get("b")
		switch {
		case len(r.Actions) == 1:
			action = r.Actions[0]
			if len(r.Ends) == 0 {
				continue
			}
		case math.IsNaN(a) && math.IsNaN(b):
			continue
		default:
			var err error
			if action, err = Decide(p, r.Actions, r.Signals); err != nil {
				return false, 0, 0
			}
		}
		if end := r.Ends.Get(action); !math.IsNaN(end) {
			return true, cost, end
		}
		if next := i < len(records)-1; action != r.Action && (len(r.Ends) == 0 || !next) || len(r.Ends) > 0 && !next && over {
			return false, 0, 0
		}
	}
	if records[0].Outcome == nil {
		return true, cost, math.NaN()
	}
	return true, cost, *records[0].Outcome
}

// A policy that decides as the recording did has the recording's result, also where the recording
// was cut off by its last action. Who goes on behind the recording's end has none.
func TestReplayOfTheRecordedDecisions(t *testing.T) {
	success := 1.0
	first := Record{Episode: "a", Actions: []string{Stop, Expand}, Action: Expand, Cost: 1, Signals: Signals{{"p", 0}}, Ends: Signals{{Stop, 0}}, Outcome: &success}
	second, stopped := first, first
	second.Step, stopped.Action = 1, Stop
	for name, c := range map[string]struct {
		records []*Record
		want    Play
	}{
		"cut off": {[]*Record{&first, &second}, Play{Covered: true, Cost: 2, Success: 1}},
		"stopped": {[]*Record{&stopped, &second}, Play{}},
	} {
		replay := sharedtest.Need(NewReplay(Threshold("p", 0.5, Stop, Expand), nil))(t)
		if got := replay.Play(c.records)[0]; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// Every cell of a grid gives the same result as its policy alone.
func TestReplayAgreesWithEachPolicyAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 18))
	base := Mixed("a", "b", 0.4, 0.8)
	alphas, taus := Grid{"alpha", []float64{0, 0.25, 0.5, 1}}, Grid{"tau", []float64{0, 0.3, 0.5, 0.75, 1, 2}}
	replay := sharedtest.Need(NewReplay(base, []Grid{alphas, taus}))(t)
	type sums struct{ n, covered, judged, won, cost float64 }
	want := make([]sums, len(alphas.Values)*len(taus.Values))
	for id := range 3000 {
		records := randomEpisode(rng, id)
		plays := replay.Play(records)
		replay.Add(records[0].Episode, len(records), plays)
		for i, alpha := range alphas.Values {
			for j, tau := range taus.Values {
				k := i*len(taus.Values) + j
				covered, cost, success := bruteReplay(Mixed("a", "b", alpha, tau), records)
				want[k].n++
				if !covered {
					continue
				}
				want[k].covered++
				want[k].cost += cost
				if !math.IsNaN(success) {
					want[k].judged++
					want[k].won += success
				}
			}
		}
	}
	report := replay.Report()
	for k, c := range report.Cells {
		w := want[k]
		if float64(c.Episodes) != w.n || float64(c.Covered) != w.covered || float64(c.Success.N) != w.judged || math.Abs(c.Success.Value-w.won/w.judged) > 1e-9 || math.Abs(c.Cost.Value-w.cost/w.covered) > 1e-9 {
			t.Errorf("%v: %+v, want %+v", c.Params, c.Figures, w)
		}
		beaten := slices.ContainsFunc(report.Cells, func(o CellReport) bool {
			return o.Coverage >= leastCoverage*mostCovered(report.Cells) && (o.Success.Value > c.Success.Value && o.Cost.Value <= c.Cost.Value || o.Success.Value >= c.Success.Value && o.Cost.Value < c.Cost.Value)
		})
		if c.Front && beaten {
			t.Errorf("%v is on the front, and beaten", c.Params)
		}
	}
	if b := report.Best; b == nil || b.Chosen.Episodes+b.HeldOut.Episodes != 3000 || b.HeldOut.Episodes < 1300 || b.HeldOut.Episodes > 1700 {
		t.Errorf("best %+v", b)
	}
	if !slices.ContainsFunc(report.Cells, func(c CellReport) bool { return c.Front }) {
		t.Error("there is no front")
	}
	sharedtest.Need(json.Marshal(report))(t)
}

// The best cell of a half is the best one computed by hand, at every price.
func TestBestCell(t *testing.T) {
	for price, want := range map[float64]float64{0: 0.9, 0.5: 0.2} {
		replay := sharedtest.Need(NewReplay(Threshold("p", 0.5, Stop, Expand), []Grid{{"tau", []float64{0.2, 0.9}}}))(t)
		replay.Price = price
		success := 1.0
		for id := range 40 { // stop at once: right half of the time; one round later: always
			records := []*Record{
				{Episode: fmt.Sprint(id), Actions: []string{Stop, Expand}, Action: Expand, Signals: Signals{{"p", 0.5}}, Cost: 1, Ends: Signals{{Stop, float64(id % 2)}}, Outcome: &success},
				{Episode: fmt.Sprint(id), Step: 1, Actions: []string{Stop}, Action: Stop, Signals: Signals{{"p", 1}}, Cost: 1.5, Ends: Signals{{Stop, 1}}, Outcome: &success},
			}
			replay.Add(records[0].Episode, 2, replay.Play(records))
		}
		if b := replay.Report().Best; b == nil || b.Params["tau"] != want {
			t.Errorf("at a price of %v: %+v, want tau %v", price, b, want)
		}
	}
}

// Episodes of one task are in one half, whatever their ids. If a half is empty nothing
// is chosen, and the report says why.
func TestHalvesAreOfTasks(t *testing.T) {
	half := func(task string, episodes int) [2]int64 {
		replay := sharedtest.Need(NewReplay(Threshold("p", 0.5, Stop, Expand), []Grid{{"tau", []float64{0.2, 0.9}}}))(t)
		for range episodes {
			success := 1.0
			replay.Add(task, 1, replay.Play([]*Record{{Actions: []string{Stop, Expand}, Action: Stop, Signals: Signals{{"p", 0.5}}, Ends: Signals{{Stop, 1}}, Outcome: &success}}))
		}
		if r := replay.Report(); r.Best != nil || r.NoBest == "" {
			t.Errorf("%s: best %+v, %q", task, r.Best, r.NoBest)
		}
		return [2]int64{replay.cells[1].halves[0].episodes, replay.cells[1].halves[1].episodes}
	}
	var sides [2]int
	for i := range 64 {
		switch half(fmt.Sprint("task ", i), 5) {
		case [2]int64{5, 0}:
			sides[0]++
		case [2]int64{0, 5}:
			sides[1]++
		default:
			t.Errorf("task %d stands on both sides", i)
		}
	}
	if sides[0] < 16 || sides[1] < 16 {
		t.Errorf("%v tasks on the two sides", sides)
	}
}

// manyGates are a thousand parameter combinations.
func manyGates() []Grid {
	return []Grid{
		sharedGrid("tau_j=0.05:0.95:0.1"), sharedGrid("tau_u=0:0.9:0.1"), sharedGrid("p=1:5:1"), sharedGrid("beta=0,0.5"),
	}
}

func sharedGrid(text string) Grid {
	g, err := ParseGrid(text)
	if err != nil {
		panic(err)
	}
	return g
}

// recordedSearches are runs with four acts each.
func recordedSearches(t testing.TB, n int) []*Search {
	rng := rand.New(rand.NewPCG(1, 1))
	words := strings.Fields("river capital bridge tower harbour mill canal light school valley engineer painter year house")
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[rng.IntN(len(words))] + " ")
		}
		return b.String()
	}
	c := counter(t)
	searches := make([]*Search, n)
	for i := range searches {
		var steps []string
		for range 4 {
			steps = append(steps, text(4), text(60))
		}
		searches[i] = NewSearch(c, searching(t, fmt.Sprint(i%2), "Danube", steps...))
	}
	return searches
}

// A thousand gates on ten times as many episodes take no more memory.
func TestReplayIsFlat(t *testing.T) {
	searches := recordedSearches(t, 50)
	replay := sharedtest.Need(NewGateReplay(DefaultGate, manyGates()))(t)
	if len(replay.cells) != 1001 {
		t.Fatalf("%d cells", len(replay.cells))
	}
	heap := func(rounds int) uint64 {
		for i := range rounds {
			for k, s := range searches {
				replay.Add(fmt.Sprint(i, k), len(s.Acts), replay.PlaySearch(s))
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	few := heap(2)
	if many := heap(20); many > few+1<<20 {
		t.Errorf("%d bytes, before %d", many, few)
	}
}

// BenchmarkReplay plays 1,000 gates on 100,000 recorded decisions in one pass, and
// compares that with computing the signals again for each gate.
func BenchmarkReplay(b *testing.B) {
	const decisions, again = 100_000, 4
	c := counter(b)
	searches := recordedSearches(b, 500)
	for b.Loop() {
		replay := sharedtest.Need(NewGateReplay(DefaultGate, manyGates()))(b)
		began := time.Now()
		for n := 0; n < decisions; n += 4 {
			s := NewSearch(c, searches[n/4%len(searches)].Run)
			replay.Add(fmt.Sprint(n), len(s.Acts), replay.PlaySearch(s))
		}
		once := time.Since(began)
		began = time.Now()
		for k := range again {
			for n := 0; n < decisions; n += 4 {
				s := NewSearch(c, searches[n/4%len(searches)].Run)
				s.Apply(replay.cells[1+k].gate)
			}
		}
		each := time.Since(began) / again
		b.ReportMetric(once.Seconds(), "s/pass")
		b.ReportMetric(float64(each)*float64(len(replay.cells))/float64(once), "times-recomputing")
		if r := replay.Report(); r.Decisions != decisions || len(r.Cells) != 1000 {
			b.Fatal(r.Decisions, len(r.Cells))
		}
	}
}
