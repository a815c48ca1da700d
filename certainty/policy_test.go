package certainty_test

import (
	"slices"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// twoTools has a tool t with two missing booleans, and a complete rival u.
const twoTools = `{"tools":[
	{"type":"function","function":{"name":"t","description":"d","parameters":{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"boolean"},"o":{"type":"string"}},"required":["a","b"]}}},
	{"type":"function","function":{"name":"u","description":"d","parameters":{"type":"object","properties":{"r":{"type":"string"},"o":{"type":"string"}},"required":["r"]}}}],
	"candidates":[{"name":"u","arguments":{"r":"x"},"weight":0.25},{"name":"t","arguments":{"a":"<UNK>","b":"<UNK>"}}]}`

func labels(questions []certainty.Question) []string {
	var out []string
	for _, q := range questions {
		label := q.Tool
		for _, a := range q.Aspects {
			label += "." + a
		}
		out = append(out, label)
	}
	return out
}

func TestQuestionSet(t *testing.T) {
	b := belief(t, parse(t, twoTools), certainty.Options{})
	got := labels(b.Questions(certainty.DefaultPolicy(), nil))
	// pi is 1/2 each, v is 1/8 and 1/2. All of t is worth 1/2 - 0, each of its
	// booleans 1/4. r is required though given, and tells whether u is meant:
	// 1/8. o is optional and absent everywhere.
	if want := []string{"t.a.b", "t.a", "t.b", "u.r"}; !slices.Equal(got, want) {
		t.Errorf("questions %v, want %v", got, want)
	}
	for i, want := range []float64{0.5, 0.25, 0.25, 0.125} {
		if q := b.Questions(certainty.DefaultPolicy(), nil)[i]; !closeTo(q.EVPI, want) {
			t.Errorf("EVPI of %v is %v, want %v", q.Aspects, q.EVPI, want)
		}
	}
	lone := parse(t, twoTools).Field("candidates").Items()[:1]
	b, err := certainty.NewBelief(tools(t, parse(t, twoTools).Field("tools")), nil,
		[]certainty.Candidate{{Call: domains.Call{Name: "u", Arguments: lone[0].Field("arguments")}}}, certainty.Options{})
	sharedtest.OK(t, err)
	if got := labels(b.Questions(certainty.DefaultPolicy(), nil)); got != nil {
		t.Errorf("questions %v about a complete call without a rival", got)
	}
}

func TestTies(t *testing.T) {
	b := belief(t, parse(t, twoTools), certainty.Options{})
	// Asking for both costs 0.25 after a was asked: 0.25, a tie with b alone,
	// which has fewer aspects. a, asked twice, falls behind.
	policy := certainty.Policy{Lambda: 0.25}
	if got, want := labels(b.Questions(policy, map[string]int{"t.a": 1})), []string{"t.b", "t.a.b", "u.r", "t.a"}; !slices.Equal(got, want) {
		t.Errorf("questions %v, want %v", got, want)
	}
	// A difference within 1e-12 is a tie, too: then the order of tools and of
	// properties decides.
	policy.Lambda = 1e-13
	if got, want := labels(b.Questions(policy, map[string]int{"t.a": 1}))[:3], []string{"t.a.b", "t.a", "t.b"}; !slices.Equal(got, want) {
		t.Errorf("questions %v, want %v", got, want)
	}
}

func TestDecide(t *testing.T) {
	b := belief(t, parse(t, twoTools), certainty.Options{}) // V_now 0.5, best score 0.5
	for _, c := range []struct {
		name   string
		change func(*certainty.Policy)
		asked  map[string]int
		n      int
		want   certainty.Action
	}{
		{"by default", func(*certainty.Policy) {}, nil, 0, certainty.ActionAsk},
		{"V_now reaches tau_exec", func(p *certainty.Policy) { p.TauExec = 0.5 }, nil, 0, certainty.ActionCall},
		{"V_now is just below it", func(p *certainty.Policy) { p.TauExec = 0.51 }, nil, 0, certainty.ActionAsk},
		{"the best score is alpha * V_now", func(p *certainty.Policy) { p.Alpha = 1 }, nil, 0, certainty.ActionAsk},
		{"the best score is below it", func(p *certainty.Policy) { p.Alpha = 1.1 }, nil, 0, certainty.ActionCall},
		{"four questions were asked", func(*certainty.Policy) {}, nil, 4, certainty.ActionAsk},
		{"n_s questions were asked", func(*certainty.Policy) {}, nil, 5, certainty.ActionCall},
		{"everything was asked before", func(*certainty.Policy) {}, map[string]int{"t.a": 1, "t.b": 1, "u.r": 1}, 3, certainty.ActionCall},
	} {
		policy := certainty.DefaultPolicy()
		c.change(&policy)
		if d := certainty.Decide(b, policy, c.asked, c.n); d.Action != c.want || d.Best == nil {
			t.Errorf("%s: %s, want %s; best %v", c.name, d.Action, c.want, d.Best)
		}
	}
}

func TestPartition(t *testing.T) {
	in := item(t, `{"a":{"type":"string","enum":["x","y"]},"b":{"type":"boolean"}}`, `["a","b"]`, `[
		{"name":"t","arguments":{"a":"x","b":true},"weight":4},
		{"name":"t","arguments":{"a":"x","b":false},"weight":3},
		{"name":"t","arguments":{"a":"<UNK>","b":false},"weight":4},
		{"name":"t","arguments":{"a":"y","b":true},"weight":1}]`) // pi 0.4 0.3 0.2 0.1
	b := belief(t, in, certainty.Options{Mode: certainty.Partition})
	for _, c := range []struct {
		aspects []string
		want    float64
	}{{[]string{"a"}, 0.4 + 0.2 + 0.1 - 0.4}, {[]string{"b"}, 0.3}, {[]string{"a", "b"}, 0.6}, {nil, 0}} {
		if got := b.EVPI("t", c.aspects); !closeTo(got, c.want) {
			t.Errorf("EVPI of %v = %v, want %v", c.aspects, got, c.want)
		}
	}
	lone := belief(t, item(t, `{"a":{"type":"string"}}`, `["a"]`, `[{"name":"t","arguments":{}}]`), certainty.Options{Mode: certainty.Partition})
	if d := certainty.Decide(lone, certainty.DefaultPolicy(), nil, 0); d.Action != certainty.ActionCall || d.Best.EVPI != 0 {
		t.Errorf("a lone candidate: %s, EVPI %v", d.Action, d.Best.EVPI)
	}
}

// TestThresholdsReached compares decisions with exact arithmetic where a signal
// equals its threshold.
func TestThresholdsReached(t *testing.T) {
	const tool = `{"tools":[{"name":"t","parameters":{"type":"object","properties":{"a":{"enum":[1,2,3]},"b":{"enum":[1,2,3]}},"required":["a","b"]}}],`
	for _, c := range []struct {
		name, candidates string
		alpha            float64
		asked            map[string]int
		want             certainty.Action
	}{
		{"v_now is 1/(1+1/9), which is tau_exec", `{"a":1,"b":1}},{"name":"t","arguments":{}`, 0.01, nil, certainty.ActionCall},
		{"score is 2/3 - 1/2, which is alpha * v_now", `{"a":1}`, 0.5, map[string]int{"t.b": 1}, certainty.ActionAsk},
		{"score is below alpha * v_now", `{"a":1}`, 0.5 + 1e-9, map[string]int{"t.b": 1}, certainty.ActionCall},
	} {
		b := belief(t, parse(t, tool+`"candidates":[{"name":"t","arguments":`+c.candidates+`}]}`), certainty.Options{})
		policy := certainty.DefaultPolicy()
		policy.Alpha = c.alpha
		if d := certainty.Decide(b, policy, c.asked, 0); d.Action != c.want {
			t.Errorf("%s: %s, want %s (v_now %v, best %+v)", c.name, d.Action, c.want, b.VNow(), d.Best)
		}
	}
	// A score of 0 is below a bound that is itself far below 1e-12.
	b := belief(t, parse(t, `{"tools":[{"name":"t","parameters":{"type":"object","properties":{"a":{},"b":{},"c":{},"d":{}},"required":["a","b","c","d"]}}],
		"candidates":[{"name":"t","arguments":{}}]}`), certainty.Options{Mode: certainty.Partition})
	if d := certainty.Decide(b, certainty.DefaultPolicy(), nil, 0); d.Best == nil || d.Best.Score != 0 || d.Action != certainty.ActionCall {
		t.Errorf("%s with best %+v and v_now %v, want call", d.Action, d.Best, b.VNow())
	}
}
