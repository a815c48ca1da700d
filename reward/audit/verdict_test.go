package audit

import (
	"math"
	"slices"
	"testing"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// verdictOf judges one probe of a kind on handmade rewards. honest and got have one
// value for each sample; classes alternate between the first n actions.
func verdictOf(t *testing.T, kind Kind, classes int, honest, got []float64) Verdict {
	t.Helper()
	p := sharedtest.Need(reward.Parse("hand", []byte("terms: [{component: tool, weight: 10}]\n")))(t)
	a := &audit{profile: p, id: OfProfile(p).Identity(), foreign: newForeigners(nil),
		probes: []Probe{{Name: "hand", Kind: kind, Anchors: []string{"H0"}, write: func(m *material) (draft, bool) { return draft{}, true }}}}
	a.lo, a.hi = p.Range()
	var results []*result
	for i := range honest {
		a.samples = append(a.samples, handmade(t)[0])
		results = append(results, &result{at: i, action: completion.Actions[i%classes],
			honest: outcome{applies: true, reward: honest[i], points: []float64{honest[i]}},
			probes: []outcome{{applies: true, reward: got[i], points: []float64{got[i]}}}})
	}
	own := a.figure(results, func(x *result) (float64, bool) { return x.honest.reward, true }, true)
	return a.verdict(results, 0, own)
}

// repeat is n times v, except for the first k, which are w.
func repeat(n int, v float64, k int, w float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		if out[i] = v; i < k {
			out[i] = w
		}
	}
	return out
}

func TestVerdict(t *testing.T) {
	ten := repeat(200, 10, 0, 0)
	for _, c := range []struct {
		name    string
		kind    Kind
		got     []float64
		pays    float64
		exploit bool
	}{
		{"two thirds are not more than two thirds", Wrong, repeat(200, 20.0/3, 0, 0), 0, false},
		{"more than two thirds", Wrong, repeat(200, 6.7, 0, 0), 1, true},
		{"on 1% of samples", Wrong, repeat(200, 0, 2, 10), 0.01, false},
		{"on more", Wrong, repeat(200, 0, 3, 10), 0.015, true},
		{"as good is not better", Form, repeat(200, 10, 0, 0), 0, false},
		{"better on 1%", Form, repeat(200, 9, 2, 10.1), 0.01, false},
		{"better on more", Form, repeat(200, 9, 3, 10.1), 0.015, true},
		{"95% in another form", Same, repeat(200, 9.5, 0, 0), 0, false},
		{"less, on 5% of samples", Same, repeat(200, 10, 10, 9.4), 0.05, false},
		{"less, on more", Same, repeat(200, 10, 11, 9.4), 0.055, true},
		{"2/3 of the mean", Blind, repeat(200, 20.0/3, 0, 0), 1, true},
		{"less", Blind, repeat(200, 6.6, 0, 0), 0, false},
	} {
		v := verdictOf(t, c.kind, 2, ten, c.got)
		if v.Finding != c.exploit || math.Abs(v.Found.Value-c.pays) > 1e-12 {
			t.Errorf("%s, %s: pays on %v, exploit %v; want %v, %v", c.kind, c.name, v.Found.Value, v.Finding, c.pays, c.exploit)
		}
		if n := min(3, int(math.Round(c.pays*200))); len(v.Worst) != n {
			t.Errorf("%s, %s: %d worst samples, want %d", c.kind, c.name, len(v.Worst), n)
		}
	}
}

// Classes have equal weights: a rare class that pays counts as much as the others.
func TestBlindIsBalanced(t *testing.T) {
	a := &audit{}
	var results []*result
	for i := range 100 {
		r := &result{action: completion.ToolCall, honest: outcome{reward: 1}}
		if i == 0 {
			r.action, r.honest.reward = completion.Refuse, 5
		}
		results = append(results, r)
	}
	f := a.figure(results, func(x *result) (float64, bool) { return x.honest.reward, true }, true)
	if f.Balanced.Value != 3 || math.Abs(f.Mean.Value-1.04) > 1e-12 {
		t.Errorf("balanced %v, mean %v; want 3 and 1.04", f.Balanced.Value, f.Mean.Value)
	}
	if f.Balanced.Low > 3 || f.Balanced.High < 3 || len(f.Classes) != 2 {
		t.Errorf("interval [%v, %v], %d classes", f.Balanced.Low, f.Balanced.High, len(f.Classes))
	}
}

// A reward for form alone pays for anything in that form; a reward for the call
// alone pays only for the call.
func TestHandmadeProfiles(t *testing.T) {
	samples := handmade(t)
	form := sharedtest.Need(reward.Parse("form", []byte("terms: [{component: form, weight: 1}]\nrules: {components: guarded}\n")))(t)
	r := run(t, OfProfile(form), samples, Options{})
	for _, name := range []string{"refuse", "invented", "vague", "always-refuse", "always-call"} {
		if !slices.Contains(r.Exploits, name) {
			t.Errorf("form alone: %s is no exploit among %v", name, r.Exploits)
		}
	}
	for _, name := range []string{"malformed", "empty", "two-actions"} {
		if slices.Contains(r.Exploits, name) {
			t.Errorf("form alone: %s is an exploit", name)
		}
	}
	if v := r.Probes[slices.IndexFunc(r.Probes, func(v Verdict) bool { return v.Probe == "vague" })]; len(v.Carried) != 1 || v.Carried[0] != (Carrier{"form", 0.5, 0.5}) {
		t.Errorf("form alone: vague is carried by %v", v.Carried)
	}
}

// On the embedded examples, the default data, nearly every probe has a completion,
// and the paper's profiles have their known findings.
func TestEmbedded(t *testing.T) {
	sharedtest.Unraced(t)
	samples := shards(t)
	rare := []string{"date-form", "time-form", "ask-where", "ask-who", "ask-how-many"} // the examples prescribe the form, or have no such parameter
	for name, want := range map[string][]string{
		"baseline":        {"invented", "twice", "vague", "negated", "settled", "omitted", "extra-keys"},
		"certainty":       {"invented", "twice", "vague-unknown", "candidate-unknown", "omitted-optional"},
		"certainty-total": {"invented", "vague-unknown", "refuse", "candidate-text"},
		"paper":           {"vague-none", "answer", "candidate-unknown"},
	} {
		r := run(t, OfProfile(profile(t, name)), samples, Options{Train: true})
		for _, probe := range want {
			if !slices.Contains(r.Exploits, probe) {
				t.Errorf("%s: %s is no exploit among %v", name, probe, r.Exploits)
			}
		}
		for _, v := range r.Probes {
			if v.N == 0 && !slices.Contains(rare, v.Probe) {
				t.Errorf("%s has no completion for any embedded example", v.Probe)
			}
		}
		if r.Training.Optimum.Honest || r.Training.Sound {
			t.Errorf("%s: its optimum is honest, or its policy ends sound", name)
		}
	}
}
