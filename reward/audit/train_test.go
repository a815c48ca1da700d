package audit

import (
	"math"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset/completion"
)

// learn trains on handmade results.
func learn(results []*result, acts []behaviour) (first, last Curve) {
	l := newLearner(results, acts, 1)
	first = l.measure(0)
	for range trainSteps {
		l.step()
	}
	return first, l.measure(trainSteps)
}

// The policy converges to the behaviour with the highest reward, whatever the
// rewards' size, and cannot separate samples with equal traits.
func TestLearner(t *testing.T) {
	acts := []behaviour{{name: "call", base: -1}, {name: "ask", base: -1}, {name: "cheat", exploit: true, base: 0}}
	sample := func(state int, action completion.Action, rewards ...float64) *result {
		r := &result{action: action, state: state}
		for i, v := range rewards {
			a := completion.ToolCall
			if acts[i].name == "ask" {
				a = completion.Ask
			}
			r.behaviour = append(r.behaviour, outcome{applies: true, reward: v, action: a})
		}
		return r
	}
	call, ask := completion.ToolCall, completion.Ask
	for _, c := range []struct {
		name              string
		results           []*result
		accuracy, exploit float64
	}{
		{"honest work pays", []*result{sample(0, call, 2, 1, 1.5), sample(1, ask, 0, 1, 0)}, 1, 0},
		{"a form pays a hair more", []*result{sample(0, call, 2, 1, 2.001), sample(1, ask, 0, 0.001, 0)}, 1, 0.5},
		{"a form pays the same", []*result{sample(0, call, 2, 1, 2), sample(1, ask, 0, 1, 0)}, 1, 0},
		{"the same traits", []*result{sample(3, call, 1, 0, 0), sample(3, call, 1, 0, 0), sample(3, ask, 0, 1, 0)}, 2.0 / 3, 0},
		{"the wrong action pays", []*result{sample(0, call, 0, 1, 0)}, 0, 0},
	} {
		first, last := learn(c.results, acts)
		if math.Abs(last.Accuracy-c.accuracy) > 0.02 || math.Abs(last.Exploit-c.exploit) > 0.02 {
			t.Errorf("%s: accuracy %.3f, exploits %.3f; want %.3f, %.3f", c.name, last.Accuracy, last.Exploit, c.accuracy, c.exploit)
		}
		if !(last.Reward > first.Reward) {
			t.Errorf("%s: the reward goes from %v to %v", c.name, first.Reward, last.Reward)
		}
	}
	if got := bayes([]*result{sample(3, call), sample(3, call), sample(3, ask), sample(4, ask)}); got != 0.75 {
		t.Errorf("Bayes is %v, want 0.75", got)
	}
}

// Each combination of traits has its own state.
func TestStates(t *testing.T) {
	seen := map[int]bool{}
	for v := range vBuckets {
		for tools := range 3 {
			for _, missing := range []bool{false, true} {
				for _, grounded := range []bool{false, true} {
					n := traits{v, missing, tools, grounded}.state()
					if n < 0 || n >= states || seen[n] {
						t.Errorf("state %d is out of range, or taken", n)
					}
					seen[n] = true
				}
			}
		}
	}
	want := map[string]traits{
		"call":   {VNow: 3, Tools: 2, Grounded: true},
		"ask":    {VNow: 0, Missing: true, Tools: 2, Grounded: true},
		"rivals": {VNow: 2, Tools: 2, Grounded: true}, // the best of equal candidates is the first
	}
	for _, s := range handmade(t) {
		got := newMaterial(s, false, 0, "").traits()
		if w, ok := want[s.ID]; ok && got != w {
			t.Errorf("%s: %+v, want %+v", s.ID, got, w)
		}
	}
}

// A grammar without candidates has no behaviours with candidates.
func TestNativeBehaviours(t *testing.T) {
	samples := handmade(t)
	for _, native := range []bool{false, true} {
		var results []*result
		for _, s := range samples {
			r := &result{action: s.Reference.Action}
			m := newMaterial(s, native, 0, "")
			for _, b := range behaviours() {
				_, ok := b.write(m)
				r.behaviour = append(r.behaviour, outcome{applies: ok})
			}
			results = append(results, r)
		}
		acts := behaviours()
		settle(results, acts, 0)
		got := offered(results, acts)
		if n := len(acts); native == (len(got) == n) || len(results[0].behaviour) != len(got) {
			t.Errorf("native %v: %d of %d behaviours, %d outcomes", native, len(got), n, len(results[0].behaviour))
		}
	}
}

// The shares of the advantages' variance sum to 1, and a component that is
// constant within groups has share 0.
func TestAdvantages(t *testing.T) {
	r := run(t, OfProfile(profile(t, "certainty")), shards(t), Options{})
	if len(r.Advantages.Mixes) != 3 || len(r.Advantages.Ranks) != 3+2*5 {
		t.Fatalf("%d mixes, %d ranks", len(r.Advantages.Mixes), len(r.Advantages.Ranks))
	}
	for i, m := range r.Advantages.Mixes {
		if want := []float64{0, 0.125, 0.5}[i]; m.Honest != want {
			t.Errorf("mix %d has %v honest, want %v", i, m.Honest, want)
		}
		for _, f := range m.Modes {
			sum := 0.0
			for _, s := range f.Carried {
				sum += s.Share
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Errorf("mix %d, %s: the shares sum to %v", i, f.Mode, sum)
			}
			if (f.Earned == nil) != (i == 0) {
				t.Errorf("mix %d, %s: advantage of the honest %v", i, f.Mode, f.Earned)
			}
			if f.Mode == "std" && f.Largest.Value > math.Sqrt(groupSize) {
				t.Errorf("mix %d: the largest advantage is %v", i, f.Largest.Value)
			}
		}
	}
}

// A behaviour without a reward earns the least, whatever the others earn, and a reward that has none
// for any behaviour trains all the same.
func TestBehavioursWithoutReward(t *testing.T) {
	s := sampleOf(t, "ask", "Porto?", `{"action":"ASK","question":"When?"}`, `[]`)
	s.Labels = nil
	other := *s.Sample
	other.ID = "other"
	honest := newMaterial(s, false, 0, "").honest.text
	for name, reward := range map[string]func(id, text string) float64{
		"only honest work": func(_, text string) float64 { return map[bool]float64{true: 1, false: math.NaN()}[text == honest] },
		"below 0": func(id, text string) float64 {
			return map[bool]float64{true: math.NaN(), false: -1}[id == "ask" && strings.Contains(text, vague)] - float64(bit(text != honest))
		},
	} {
		subject := &Func{Name: name, Grammar: completion.Tagged, Batch: func(s Sample, texts []string) []float64 {
			out := make([]float64, len(texts))
			for i, text := range texts {
				out[i] = reward(s.ID, text)
			}
			return out
		}}
		r := run(t, subject, []Sample{s, {&other, s.Sets, nil}}, Options{Train: true})
		if o := r.Training.Optimum; o.Exploit > 0 || len(o.Mix) == 0 || math.IsNaN(r.Training.Curves[0].Reward) {
			t.Errorf("%s: the optimum is %+v", name, o)
		}
		if got := r.Advantages.Mixes[0].NoSignal.N; (got > 0) != (name == "below 0") {
			t.Errorf("%s: %d groups of wrong completions were drawn", name, got)
		}
	}
}
