package decision

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

func counter(t testing.TB) *trajectory.Counter {
	t.Helper()
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	return sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
}

// run parses a run in voi's own form.
func run(t testing.TB, format string, args ...any) *trajectory.Trajectory {
	t.Helper()
	return sharedtest.Need(trajectory.Parse(value(t, fmt.Sprintf(format, args...))))(t)
}

func value(t testing.TB, text string) domains.Value {
	t.Helper()
	return sharedtest.Need(jsonvalue.Parse(text, jsonvalue.Options{}))(t)
}

// searching is a run that makes each query, observes each result, and then answers.
func searching(t testing.TB, outcome, answer string, queriesAndResults ...string) *trajectory.Trajectory {
	var b strings.Builder
	for i := 0; i < len(queriesAndResults); i += 2 {
		fmt.Fprintf(&b, `,{"role":"assistant","tool_calls":[{"name":"search","arguments":{"query":%q}}]},{"role":"tool","content":%q}`, queriesAndResults[i], queriesAndResults[i+1])
	}
	return run(t, `{"trajectory_id":"s","messages":[{"role":"user","content":"Which river runs through the capital of Austria?"}%s,{"role":"assistant","content":%q}],"reference":{"answer":"Danube"},"outcome":%s}`, b.String(), answer, outcome)
}

func TestActs(t *testing.T) {
	s := NewSearch(counter(t), searching(t, "1", "The Danube.",
		"capital of Austria", "Vienna is the capital.\n\nIt has two million inhabitants.",
		"Capital of Austria?", "Vienna is  the CAPITAL.\n\nIt lies in the east.",
		"river Vienna", `[{"id":7,"text":"The Danube."},{"id":8,"text":"The Wien."}]`,
		"Vienna river", `{"results":[{"id":8,"text":"The Wien, again."}],"total":1}`,
		"river", ""))
	var got []string
	for _, a := range s.Acts {
		got = append(got, fmt.Sprintf("%d %.3f %.2f", a.Step, a.Jaccard, a.UPR))
	}
	want := []string{"0 0.000 1.00", "1 1.000 0.50", "2 0.000 1.00", "3 1.000 0.00", "4 0.500 0.00"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	stop := s.Apply(Gate{TauJ: 0.5, TauU: 0.3, P: 2})
	if !stop.Fired || stop.Step != 4 || stop.Cut || stop.Unseen || stop.Steps != 0 || stop.Tokens != tokens(int64(len("The Danube."))) {
		t.Errorf("at the last act: %+v", stop)
	}
	if stop = s.Apply(Gate{TauJ: 0.9, TauU: 0.5, P: 1}); stop.Step != 1 || stop.Steps != 3 || !stop.Cut || !stop.Unseen {
		t.Errorf("before the answer was seen: %+v", stop)
	}
	if stop = s.Apply(Gate{TauJ: 0.9, TauU: 0, P: 1}); stop.Step != 3 || stop.Steps != 1 || !stop.Cut || stop.Unseen {
		t.Errorf("behind it: %+v", stop)
	}
}

// The paper's own example of goal displacement: two acts with five and two content
// words of the question.
func TestPatterns(t *testing.T) {
	const question = "How were people from whom new coins were a proclamation of independence by the Somali Muslim Ajuran Empire expelled from the natural boundary between Thailand and A Magne's country?"
	far := searching(t, "null", "?", "Ajuran Empire proclamation of independence and expulsion of people", "a", "Ajuran Empire Southeast Asia history", "b")
	far.Messages[0].Content = question
	s := NewSearch(counter(t), far)
	if q := s.question(); trajectory.Common(q, s.Acts[0].Words) != 5 || trajectory.Common(q, s.Acts[1].Words) != 2 {
		t.Errorf("of %q the acts carry %v and %v", q, s.Acts[0].Words, s.Acts[1].Words)
	}
	for _, c := range []struct {
		run  *trajectory.Trajectory
		want string
	}{
		{far, "[goal_displacement]"},
		{searching(t, "0", "The Rhine.", "river Austria", "x"), "[premature_stop]"},
		{searching(t, "1", "The Rhine.", "river Austria", "x"), "[]"},
		{searching(t, "null", "The Rhine.", "river Austria", "x"), "[]"},
		{searching(t, "0", "?", "river capital Austria", "x", "river capital Austria", "y", "the river capital Austria", "z"), "[stagnation]"},
		{searching(t, "1", "?", "river a b", "x", "river a b", "y", "river e f", "z", "river e f", "z"), "[]"}, // pairs that are not consecutive
		{searching(t, "0", "?", "river capital Austria", "x", "Vienna", "y", "its river", "z", "dams", "w", "lakes", "w"), "[goal_displacement]"},
	} {
		if got := fmt.Sprint(NewSearch(counter(t), c.run).Patterns()); got != c.want {
			t.Errorf("%s: %s, want %s", c.run.MessagesValue().JSON(), got, c.want)
		}
	}
}

// randomActs draws acts whose signals often equal a threshold.
func randomActs(rng *rand.Rand) []trajectory.Act {
	acts := make([]trajectory.Act, rng.IntN(12))
	for i := range acts {
		acts[i] = trajectory.Act{Step: i, Jaccard: float64(rng.IntN(6)) / 5, UPR: float64(rng.IntN(6)) / 5}
	}
	return acts
}

// orNever is the act at which a gate fires; the number of acts if it never does.
func orNever(g Gate, acts []trajectory.Act) int {
	if at := g.Fire(acts); at >= 0 {
		return at
	}
	return len(acts)
}

func TestGatesAreMonotone(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 3))
	for range 20000 {
		acts := randomActs(rng)
		g := Gate{TauJ: float64(rng.IntN(6)) / 5, TauU: float64(rng.IntN(6)) / 5, P: 1 + rng.IntN(4), Beta: float64(rng.IntN(3)) * 0.3}
		at := orNever(g, acts)
		for _, stricter := range []Gate{
			{g.TauJ + rng.Float64(), g.TauU, g.P, g.Beta}, {g.TauJ, g.TauU - rng.Float64(), g.P, g.Beta}, {g.TauJ, g.TauU, g.P + 1, g.Beta},
		} {
			if later := orNever(stricter, acts); later < at {
				t.Fatalf("%+v fires at %d, and the stricter %+v at %d, of %+v", g, at, stricter, later, acts)
			}
		}
		if never := orNever(Gate{math.Inf(1), g.TauU, g.P, g.Beta}, acts); never != len(acts) {
			t.Fatalf("with tau_j at infinity it fires at %d", never)
		}
		if g.Beta == 0 {
			if brute := plainFire(g, acts); brute != at {
				t.Fatalf("%+v fires at %d, by the definition at %d, of %+v", g, at, brute, acts)
			}
		}
	}
}

// plainFire is T3 word by word: the first t that ends p stagnated steps.
func plainFire(g Gate, acts []trajectory.Act) int {
	for at := g.P - 1; at < len(acts); at++ {
		all := true
		for _, a := range acts[at-g.P+1 : at+1] {
			all = all && a.Jaccard >= g.TauJ && a.UPR <= g.TauU
		}
		if all {
			return at
		}
	}
	return len(acts)
}

func TestGatesSayWhatIsWrong(t *testing.T) {
	for _, g := range []Gate{{math.NaN(), 0, 1, 0}, {0, math.NaN(), 1, 0}, {0, 0, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, -0.1}, {0, 0, 1, math.NaN()}} {
		if g.Check() == nil {
			t.Errorf("%+v is accepted", g)
		}
	}
	if err := DefaultGate.Check(); err != nil {
		t.Error(err)
	}
}

// Searches without acts, without messages, or with results of any shape are measured.
func TestSearchesOfAnyShape(t *testing.T) {
	for _, messages := range []string{`[]`, `[{"role":"user","content":""}]`, `[{"role":"assistant","content":"x"}]`,
		`[{"role":"assistant","tool_calls":[{"name":"","arguments":"[["},{"name":"a","arguments":{"query":""}}]},{"role":"tool","content":"[1,{\"id\":null}]"},{"role":"tool","content":"{\"a\":[{}],\"b\":[]}"},{"role":"tool","content":"[{\"id\":{\"a\":1}}]"}]`} {
		s := NewSearch(counter(t), run(t, `{"trajectory_id":"x","messages":%s,"outcome":1}`, messages))
		for _, g := range []Gate{DefaultGate, {-1, 2, 1, 0}, {-1, 2, 1, 0.9}} {
			s.Apply(g)
		}
		s.Patterns()
		for _, a := range s.Acts {
			if !(a.Jaccard >= 0 && a.Jaccard <= 1 && a.UPR >= 0 && a.UPR <= 1) {
				t.Errorf("%s: %+v", messages, a)
			}
		}
	}
}

// FuzzGates fires random gates on random acts. None panics, none fires outside the
// acts, and a larger p never fires earlier.
func FuzzGates(f *testing.F) {
	f.Add("default", []byte{200, 10, 210, 0, 255, 255})
	f.Add("tau_j=0.5,tau_u=0.2,p=3", []byte{128, 51, 127, 52, 128, 51, 129, 0})
	f.Add("tau_j=-inf,tau_u=inf,p=1,beta=0.99", []byte{1, 2})
	f.Add("tau_j=nan", []byte{})
	f.Add("p=1e300", []byte{3})
	f.Fuzz(func(t *testing.T, text string, likeness []byte) {
		g, err := ParseGate(text)
		if err != nil {
			return
		}
		acts := make([]trajectory.Act, len(likeness)/2)
		for i := range acts {
			acts[i] = trajectory.Act{Step: i, Jaccard: float64(likeness[2*i]) / 255, UPR: float64(likeness[2*i+1]) / 255}
		}
		at := orNever(g, acts)
		if at < 0 || at > len(acts) {
			t.Fatalf("%+v fires at %d of %d", g, at, len(acts))
		}
		if g.Beta == 0 && at != plainFire(g, acts) {
			t.Fatalf("%+v fires at %d, by hand at %d", g, at, plainFire(g, acts))
		}
		if g.P++; orNever(g, acts) < at {
			t.Fatalf("with p = %d it fires at %d, before %d", g.P, orNever(g, acts), at)
		}
	})
}

// A rule on the number of stalled acts stops a search where the gate fires.
func TestStalledIsTheGate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		g := Gate{TauJ: rng.Float64(), TauU: rng.Float64(), P: 1 + rng.IntN(3), Beta: []float64{0, 0.5}[rng.IntN(2)]}
		acts := make([]trajectory.Act, rng.IntN(8))
		for i := range acts {
			acts[i] = trajectory.Act{Jaccard: rng.Float64(), UPR: rng.Float64()}
		}
		rule, first := Exhausted(g.P), -1
		for i := range acts {
			action := sharedtest.Need(Decide(rule, rule.Actions(), NewSignals(map[string]float64{"calls": 1, "stalled": float64(g.Stalled(acts[:i+1]))})))(t)
			if action == Stop && first < 0 {
				first = i
			}
		}
		if at := g.Fire(acts); at != first {
			t.Fatalf("%+v on %+v fires at %d, and the rule stops at %d", g, acts, at, first)
		}
	}
}
