package decision_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
)

func parse(t *testing.T, text string) (*decision.Rules, error) {
	t.Helper()
	v := sharedtest.Need(yamlvalue.Parse(text, jsonvalue.Options{}))(t)
	return decision.Parse(v)
}

func signals(pairs ...any) decision.Signals {
	m := map[string]float64{}
	for i := 0; i < len(pairs); i += 2 {
		switch v := pairs[i+1].(type) {
		case int:
			m[pairs[i].(string)] = float64(v)
		case float64:
			m[pairs[i].(string)] = v
		}
	}
	return decision.NewSignals(m)
}

// The box of appendix B.2 as the paper prints it.
func graphBox(traversed bool, pCorr, pSuff float64, untried, hidden, turns int, strict bool) string {
	if traversed {
		if pCorr > 0.5 || !strict && pCorr == 0.5 {
			return "accept"
		}
		if untried == 0 {
			return "accept"
		}
		if pSuff < 0.4 && turns > 2 {
			return "clarify"
		} else if untried > 0 {
			return "backtrack"
		}
		return "clarify"
	}
	if pSuff >= 0.4 || hidden <= 1 {
		return "execute"
	}
	return "clarify"
}

func TestGraphIsTheBoxOfThePaper(t *testing.T) {
	for _, strict := range []bool{false, true} {
		p := decision.Graph(0.4, 0.5, strict)
		for range 2000 {
			traversed, turn, untried, hidden := rand.IntN(2), rand.IntN(6)+1, rand.IntN(4), rand.IntN(4)
			corr, suff := float64(rand.IntN(9))/8, float64(rand.IntN(11))/10
			got, err := decision.Decide(p, p.Actions(), signals("traversed", traversed, "p_corr", corr, "p_suff", suff, "untried", untried, "hidden", hidden, "turn", turn))
			if want := graphBox(traversed == 1, corr, suff, untried, hidden, turn, strict); got != want || err != nil {
				t.Fatalf("strict %t, traversed %d, p_corr %v, p_suff %v, untried %d, hidden %d, turn %d: %q (%v), want %q", strict, traversed, corr, suff, untried, hidden, turn, got, err, want)
			}
		}
	}
}

func TestBuiltInPolicies(t *testing.T) {
	evpi, err := decision.EVPI(certainty.DefaultPolicy())
	sharedtest.OK(t, err)
	for _, test := range []struct {
		policy decision.Policy
		s      decision.Signals
		open   []string
		want   string
	}{
		{decision.Calendar(), signals("failed", 0, "p_suff", 1), nil, "execute"},
		{decision.Calendar(), signals("failed", 1, "p_suff", 1), nil, "clarify"},
		{decision.Calendar(), signals("failed", 0, "p_suff", 0.75), nil, "clarify"},
		{decision.Calendar(), signals("p_suff", 1), nil, "reads the signal \"failed\""},
		{decision.Threshold("p", 0.8, "stop", "expand"), signals("p", 0.8), nil, "stop"},
		{decision.Threshold("p", 0.8, "stop", "expand"), signals("p", 0.9), []string{"expand"}, "expand"},
		{decision.Threshold("p", 0.8, "stop", "expand"), signals("p", 0.9), []string{"fly"}, "nothing that fits is open"},
		{decision.Mixed("dense", "llm", 0.4, 0.8), signals("dense", 0.9, "llm", 0.75), nil, "stop"},
		{decision.Mixed("dense", "llm", 0.4, 0.8), signals("dense", 0.9, "llm", 0.7), nil, "expand"},
		{evpi, signals("v_now", 0.9, "score", 0.5, "questions", 1, "asked", 0), nil, "call"},
		{evpi, signals("v_now", 0.5, "score", 0.05, "questions", 1, "asked", 0), nil, "ask"},
		{evpi, signals("v_now", 0.5, "score", 0.04, "questions", 1, "asked", 0), nil, "call"},
		{evpi, signals("v_now", 0.1, "score", 0.9, "questions", 1, "asked", 5), nil, "call"},
		{evpi, signals("v_now", 0.1, "score", 0, "questions", 0, "asked", 0), nil, "call"},
	} {
		open := test.open
		if open == nil {
			open = test.policy.Actions()
		}
		got, err := decision.Decide(test.policy, open, test.s)
		if got != test.want && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s on %v: %q, %v; want %q", test.policy.Identity(), test.s, got, err, test.want)
		}
	}
}

// The policy Director agrees with package trajectory's Verdict.
func TestDirector(t *testing.T) {
	for range 3000 {
		flag := func() bool { return rand.IntN(5) == 0 }
		names := func() []string {
			if flag() {
				return []string{"a", "b"}
			}
			return nil
		}
		s := trajectory.Signals{
			NotOffered: flag(), Refused: names(), Support: rand.Float64(), Unbacked: names(), Confirmed: rand.IntN(2) == 0,
			Denied: flag(), FailedBefore: flag(), MadeBefore: flag(), Preconditions: names(),
		}
		for _, by := range trajectory.Settings {
			p := decision.Director(by)
			got, err := decision.Decide(p, p.Actions(), decision.CritiqueSignals(&s))
			if got != string(s.Verdict(by)) || err != nil {
				t.Fatalf("%s on %+v: %q (%v), want %s", by.Name, s, got, err, s.Verdict(by))
			}
		}
	}
}

const routing = `
name: route
version: 3
params: {lambda: 0.5, budget: 10}
utilities:
  small: {quality_small: 1, price_small: -lambda}
  large: {quality_large: 1, price_large: -lambda, constant: 0.01}
needs:
  large: [price_large <= budget]
`

func TestExpectedUtilityOverWhatIsFeasible(t *testing.T) {
	p := sharedtest.Need(parse(t, routing))(t)
	cheaper := sharedtest.Need(p.With("lambda", 0.01))(t)
	bound := sharedtest.Need(p.With("budget", 0.5))(t)
	s := signals("quality_small", 0.6, "price_small", 0.1, "quality_large", 0.9, "price_large", 1)
	for _, test := range []struct {
		p    *decision.Rules
		want string
	}{{p, "small"}, {cheaper, "large"}, {bound, "small"}} {
		if got, err := decision.Decide(test.p, test.p.Actions(), s); got != test.want {
			t.Errorf("%v: %q (%v), want %q", test.p.Params(), got, err, test.want)
		}
	}
	if i := p.Choose([]float64{0.6, 0.1, 0.9, math.NaN()}, decision.AllOpen); i != decision.Undecided {
		t.Errorf("a signal that is not known decides for %d", i)
	}
	if got, err := decision.Decide(cheaper, []string{"small"}, s); got != "small" {
		t.Errorf("what is not open is chosen: %q %v", got, err)
	}
}

func TestHashesNameWhatDecides(t *testing.T) {
	p := sharedtest.Need(parse(t, routing))(t)
	again, err := parse(t, strings.NewReplacer("lambda: 0.5, budget: 10", "budget: 10.0, lambda: 0.50").Replace(routing))
	sharedtest.OK(t, err)
	if p.Identity() != again.Identity() {
		t.Errorf("one policy written twice is two: %v %v", p.Identity(), again.Identity())
	}
	seen := map[string]bool{p.Identity().SHA256: true}
	for _, change := range [][2]string{{"lambda: 0.5", "lambda: 0.6"}, {"version: 3", "version: 4"}, {"-lambda", "lambda"}, {"<=", "<"}, {"small: {q", "tiny: {q"}} {
		other := sharedtest.Need(parse(t, strings.Replace(routing, change[0], change[1], 1)))(t)
		if h := other.Identity().SHA256; seen[h] {
			t.Errorf("%q for %q leaves the hash", change[1], change[0])
		} else {
			seen[h] = true
		}
	}
	for _, built := range []*decision.Rules{decision.Calendar(), decision.Graph(0.4, 0.5, false), decision.Graph(0.4, 0.5, true), decision.Mixed("a", "b", 0.4, 0.8), p} {
		back, err := decision.Parse(built.Value())
		if err != nil || back.Identity() != built.Identity() {
			t.Errorf("%v is written as %s, which is %v (%v)", built.Identity(), built.Value().JSON(), back, err)
		}
	}
}

func TestPoliciesThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{name: a}`:          "neither rules nor utilities",
		`{rules: [{do: x}]}`: "no name",
		`{name: a, rules: [{when: [p >= ], do: x}]}`:                                 "no condition",
		`{name: a, rules: [{when: [p => 1], do: x}]}`:                                "no condition",
		`{name: a, rules: [{when: [p >= tau], do: x}]}`:                              "neither a number nor a parameter",
		`{name: a, rules: [{when: [p >= nan], do: x}]}`:                              "neither a number nor a parameter",
		`{name: a, rules: [{when: p, do: x}]}`:                                       "no list",
		`{name: a, rules: [{when: [p >= 1]}]}`:                                       "it does nothing",
		`{name: a, version: 1.5, rules: [{do: x}]}`:                                  "whole number",
		`{name: a, params: {t: x}, rules: [{do: x}]}`:                                "give a number",
		`{name: a, rule: [{do: x}]}`:                                                 "there is no key",
		`{name: a, rules: [{do: x, if: y}]}`:                                         "there is no key",
		`{name: a, mixes: {p: {a: rest, b: rest}}, rules: [{when: [p > 1], do: x}]}`: "neither a number nor a parameter",
		`{name: a, utilities: {x: {p: 1}}, needs: [p > 1]}`:                          "give an object",
		`{name: a, mixes: [p], rules: [{when: [p > 1], do: x}]}`:                     "give an object",
		`{name: a, utilities: {x: {}}}`:                                              "weights",
		`{name: a, utilities: {x: {p: 1}}, needs: {y: [p > 1]}}`:                     "no utility has that name",
	} {
		if p, err := parse(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v, want %q", text, p, err, want)
		}
	}
	if _, err := decision.Calendar().With("tau", 1); err == nil {
		t.Error("a parameter that a policy lacks is set")
	}
	if _, err := decision.EVPI(certainty.Policy{Lambda: math.NaN()}); err == nil {
		t.Error("lambda may be no number")
	}
}

// Every policy that parses decides on any signals, and its text reads back as the same
// policy.
func FuzzParse(f *testing.F) {
	f.Add(decision.Graph(0.4, 0.5, false).Value().JSON(), 0.5)
	f.Add(decision.Mixed("a", "b", 0.4, 0.8).Value().JSON(), math.Inf(1))
	f.Add(`{"name":"u","params":{"k":1},"utilities":{"x":{"p":"-k","constant":1},"y":{"q":2}},"needs":{"x":["p < k"]}}`, -1.0)
	f.Fuzz(func(t *testing.T, text string, value float64) {
		v, err := jsonvalue.Parse(text, jsonvalue.Options{})
		if err != nil {
			return
		}
		p, err := decision.Parse(v)
		if err != nil {
			return
		}
		values := make([]float64, len(p.Signals()))
		for i := range values {
			values[i] = value
		}
		if i := p.Choose(values, decision.AllOpen); i != decision.Undecided && (i < 0 || i >= len(p.Actions())) {
			t.Fatalf("it chooses %d of %v", i, p.Actions())
		}
		back, err := decision.Parse(p.Value())
		if err != nil || back.Identity() != p.Identity() {
			t.Fatalf("%s is read back as %v (%v)", p.Value().JSON(), back, err)
		}
	})
}
