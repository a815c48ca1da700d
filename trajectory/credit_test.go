package trajectory

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

const stepConfig = `{"weights":{"terminal":1,"progress":0.2,"known":0.1,"critical":0.1,"hallucination":0.1,"redundancy":0.05,"question":0.05}}`

func stepProfile(t testing.TB, text string) *StepProfile {
	t.Helper()
	p := sharedtest.Need(ParseStepProfile(parse(t, text)))(t)
	return p
}

func credit(t testing.TB, run *Trajectory, p *StepProfile) *Credit {
	t.Helper()
	c, err := counter(t, `{"critical":["ship"],"read_only":["stock"]}`).Credit(context.Background(), run, p, &Plans{})
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	return c
}

const shipTools = `[{"name":"stock","parameters":{"type":"object","properties":{"article":{"type":"string"}},"required":["article"]}},
	{"name":"ship","parameters":{"type":"object","properties":{"article":{"type":"string"},"day":{"type":"string","format":"date"}},"required":["article","day"]}},
	{"name":"hand_over","parameters":{"type":"object","properties":{}}}]`

// honest is a run of a good agent: it looks up, asks, acts, reports.
func honest(t testing.TB) *Trajectory {
	run, err := Parse(parse(t, `{"trajectory_id":"h","task_id":"t","tools":`+shipTools+`,"messages":[
		{"role":"user","content":"Please ship article PX-4410 to me."},
		{"role":"assistant","tool_calls":[{"name":"stock","arguments":{"article":"PX-4410"}}]},{"role":"tool","content":"12 left"},
		{"role":"assistant","content":"On which day should it be shipped?"},{"role":"user","content":"On 2027-03-04."},
		{"role":"assistant","tool_calls":[{"name":"ship","arguments":{"article":"PX-4410","day":"2027-03-04"}}]},{"role":"tool","content":"shipped"},
		{"role":"assistant","content":"It is on its way."}],
		"reference":{"actions":[{"name":"stock","arguments":{"article":"PX-4410"}},{"name":"ship","arguments":{"article":"PX-4410","day":"2027-03-04"}}]},"outcome":1}`))
	sharedtest.OK(t, err)
	return run
}

// with returns the run with messages [from, to) replaced.
func with(run *Trajectory, from, to int, outcome float64, in ...Message) *Trajectory {
	changed := *run
	changed.Messages = slices.Concat(run.Messages[:from], in, run.Messages[to:])
	changed.Outcome = &outcome
	return &changed
}

func says(role, text string) Message { return Message{Role: role, Content: text} }

// Last reads less than Credit and gives the same result, after each step of a run with an early
// action, an invented value, a repeated question and a late question.
func TestLastIsTheLastOfTheCredit(t *testing.T) {
	run := honest(t)
	again := run.Messages[3:5]
	invented := Message{Role: "assistant", Calls: []Call{{Name: "ship", Arguments: parse(t, `{"article":"QQ-1","day":"2031-01-01"}`)}}}
	run = with(run, 5, 5, 1, slices.Concat(again, run.Messages[1:3], []Message{invented, says("tool", "no such article"), says("user", "PX-4410, please.")})...)
	run = with(run, len(run.Messages), len(run.Messages), 1, says("user", "Thanks."), again[0], again[1])
	c, earned := counter(t, `{"critical":["ship"],"read_only":["stock"]}`), map[int]bool{}
	var recall Recall
	tools := NewToolbox(run.Tools, nil)
	for _, step := range run.Steps() {
		part := with(run, step.End, len(run.Messages), 1)
		part.Outcome = nil
		all := credit(t, part, stepProfile(t, stepConfig))
		want := all.Steps[len(all.Steps)-1].Components
		afresh, ok, err := c.Last(t.Context(), part, tools, &Recall{}, nil)
		if err != nil || !ok || afresh != want {
			t.Errorf("step %d earns %v (%v, %v), want %v", len(all.Steps)-1, afresh, ok, err, want)
		}
		got, ok, err := c.Last(t.Context(), part, tools, &recall, nil)
		if err != nil || !ok || got != want {
			t.Errorf("step %d earns %v (%v, %v) with what is recalled, want %v", len(all.Steps)-1, got, ok, err, want)
		}
		if twice, _, _ := c.Last(t.Context(), part, tools, &recall, nil); twice != want {
			t.Errorf("step %d earns %v when it is asked for twice, want %v", len(all.Steps)-1, twice, want)
		}
		for k, x := range got {
			earned[k] = earned[k] || x != 0
		}
	}
	for k, name := range ComponentNames[:Terminal] {
		if !earned[k] {
			t.Errorf("no step earns %s: the test cannot fail by it", name)
		}
	}
	if _, ok, err := c.Last(t.Context(), with(run, 1, len(run.Messages), 1), tools, &Recall{}, nil); ok || err != nil {
		t.Errorf("a run without a step earns something: %v", err)
	}
}

// Components that are differences of a potential telescope. Turns without effect, and repeated
// questions, earn nothing.
func TestShapingIsADifference(t *testing.T) {
	p := stepProfile(t, stepConfig)
	run := honest(t)
	c := credit(t, run, p)
	var progress, known float64
	for _, s := range c.Steps {
		progress, known = progress+s.Components[Progress], known+s.Components[Known]
	}
	last := c.Steps[len(c.Steps)-1]
	if math.Abs(progress-1) > 1e-12 || math.Abs(known-(last.Information+last.Components[Known]-c.Steps[0].Information)) > 1e-12 {
		t.Errorf("progress sums to %v, known to %v", progress, known)
	}
	var toGo float64
	for i := len(c.Steps) - 1; i >= 0; i-- {
		if toGo += c.Steps[i].Reward; math.Abs(toGo-c.Steps[i].ToGo) > 1e-12 {
			t.Errorf("step %d: to go %v, want %v", i, c.Steps[i].ToGo, toGo)
		}
	}
	if c.Steps[1].Components[Question] <= 0 {
		t.Errorf("the question that was needed earns %v", c.Steps[1].Components[Question])
	}
	idle := credit(t, with(run, 3, 3, 1, says("assistant", "One moment."), says("user", "ok")), p)
	if math.Abs(*idle.Return-*c.Return) > 1e-9 || idle.Steps[2].Anchor != c.Steps[1].Anchor {
		t.Errorf("with an idle turn %v, without %v", *idle.Return, *c.Return)
	}
	more := run
	for k := range 4 {
		more = with(more, 5, 5, 1, run.Messages[3], run.Messages[4])
		if got := *credit(t, more, p).Return; got > *c.Return+1e-9 {
			t.Errorf("asked %d times more: %v, before %v", k+1, got, *c.Return)
		}
	}
}

// After a call was made, nothing is left to learn about it. A repeated exchange says nothing new,
// in whatever words the user repeats the value.
func TestNothingIsLearntTwice(t *testing.T) {
	p := stepProfile(t, stepConfig)
	run := honest(t)
	n := len(run.Messages)
	hesitant := *run
	hesitant.Messages = slices.Clone(run.Messages)
	hesitant.Messages[4].Content = "Perhaps on 2027-03-04, or on another day."
	for at, in := range map[int][]Message{
		n: {says("user", "On 2027-03-04, article PX-4410, that is what I wanted."), says("assistant", "Yes.")},
		5: {run.Messages[3], hesitant.Messages[4], run.Messages[3], hesitant.Messages[4]},
	} {
		c, d := credit(t, &hesitant, p), credit(t, with(&hesitant, at, at, 1, in...), p)
		var before, after float64
		for _, s := range c.Steps {
			before += s.Components[Known]
		}
		for _, s := range d.Steps {
			after += s.Components[Known]
		}
		if math.Abs(before-after) > 1e-12 || before <= 0 {
			t.Errorf("with messages put in at %d %v is learnt, without %v", at, after, before)
		}
	}
}

func TestNoFailureEarnsWhatASuccessDoes(t *testing.T) {
	run := honest(t)
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		weights := ""
		for _, name := range ComponentNames {
			weights += fmt.Sprintf("%q:%v,", name, math.Exp(4*rng.Float64()-2))
		}
		p := stepProfile(t, fmt.Sprintf(`{"weights":{%s},"gate":%v}`, weights[:len(weights)-1], 0.49*rng.Float64()))
		low, high := math.Inf(1), math.Inf(-1)
		for _, outcome := range []float64{0, 1} {
			for range 4 {
				from := 1 + rng.IntN(len(run.Messages)-1)
				changed := with(run, from, min(len(run.Messages), from+rng.IntN(3)), outcome, run.Messages[1+rng.IntN(len(run.Messages)-1)])
				got := *credit(t, changed, p).Return
				if outcome == 1 {
					low = min(low, got)
				} else {
					high = max(high, got)
				}
			}
		}
		if high >= low {
			t.Fatalf("seed %d: a failure earns %v, a success %v", seed, high, low)
		}
	}
}

func TestAdvantages(t *testing.T) {
	p := stepProfile(t, stepConfig)
	run := honest(t)
	runs := []*Trajectory{run, with(run, 3, len(run.Messages), 0), with(run, 1, len(run.Messages), 0, says("assistant", "No.")), with(run, 3, 3, 1, run.Messages[1], run.Messages[2])}
	unscored := with(run, 0, 0, 0)
	unscored.Outcome = nil
	alone := with(run, 0, 0, 0)
	alone.TaskID = "other"
	all := func(order []int) []*Credit {
		var b Baselines
		credits := make([]*Credit, len(runs))
		for _, i := range order {
			credits[i] = credit(t, runs[i], p)
			b.Add(runs[i], credits[i])
		}
		for i := range runs {
			b.Advantages(runs[i], credits[i], p)
		}
		return credits
	}
	runs = append(runs, unscored, alone)
	first, again := all([]int{0, 1, 2, 3, 4, 5}), all([]int{5, 3, 4, 1, 0, 2})
	sum := 0.0
	for i := range runs {
		if i < 4 {
			sum += first[i].Steps[0].AdvantageTraj
		}
		for k := range first[i].Steps {
			a, b := first[i].Steps[k], again[i].Steps[k]
			if math.Abs(a.Advantage-b.Advantage) > 1e-12 {
				t.Errorf("run %d step %d: %v, in another order %v", i, k, a.Advantage, b.Advantage)
			}
		}
	}
	if math.Abs(sum) > 1e-12 {
		t.Errorf("advantages of a task sum to %v", sum)
	}
	if first[4].Return != nil || first[4].Steps[0].Advantage != 0 || first[5].Steps[0].Advantage != 0 {
		t.Error("an unscored run, and one alone, have no advantage")
	}
	// All runs begin in the same state, so that both advantages agree there.
	if a := first[0].Steps[0]; math.Abs(a.AdvantageAnchor-a.AdvantageTraj) > 1e-12 || a.AdvantageTraj <= 0 {
		t.Errorf("at the start: %+v", a)
	}
	// After the lookup, the honest run is in the same state as the run that stopped there.
	if a := first[0].Steps[1]; a.AdvantageAnchor == a.AdvantageTraj {
		t.Errorf("behind the lookup: %+v", a)
	}
}

// A task whose runs all earn the same has no standard deviation to divide by: neither a rounding
// error in its sums of squares nor one between the same rewards in another order counts as one.
func TestEqualReturnsAreNotDivided(t *testing.T) {
	p := &StepProfile{Std: true, Anchor: 1}
	p.Weights[Terminal] = 1
	task := &Trajectory{TaskID: "t"}
	for n := 2; n < 40; n++ {
		var b Baselines
		credits := make([]*Credit, n)
		for i := range credits {
			earlier, later := 0.1, 0.2
			if i%2 == 1 {
				earlier, later = later, earlier
			}
			sum := 1 + (earlier + later)
			if i%3 == 1 {
				sum = (1 + earlier) + later
			}
			credits[i] = &Credit{Return: &sum, Steps: []StepCredit{{Anchor: 1, ToGo: sum}, {Anchor: 2, ToGo: 1 + later}}}
			b.Add(task, credits[i])
		}
		for _, c := range credits {
			if b.Advantages(task, c, p); math.Abs(c.Steps[0].AdvantageTraj) > 1e-12 || math.Abs(c.Steps[1].AdvantageAnchor) > 0.1 {
				t.Fatalf("%d runs of equal returns: %+v", n, c.Steps)
			}
		}
	}
}

func TestStepProfilesSayWhatIsWrong(t *testing.T) {
	for _, text := range []string{`{}`, `{"weights":{"terminal":0}}`, `{"weights":{"terminal":1,"charm":1}}`, `{"weights":{"terminal":1,"known":-1}}`, `{"weights":{"terminal":1},"gate":0.5}`, `{"weights":{"terminal":1},"std":1}`, `{"weights":{"terminal":1e308,"progress":1e308}}`, `{"weights":{"terminal":1},"anchor":1e308}`, `{"weights":{"terminal":1},"tempo":1}`} {
		if _, err := ParseStepProfile(parse(t, text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}
