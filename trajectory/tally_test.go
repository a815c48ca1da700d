package trajectory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func contains(s, part string) bool { return strings.Contains(s, part) }

func counter(t testing.TB, config string) *Counter {
	t.Helper()
	critical := sharedtest.Need(NewCritical(parse(t, config)))(t)
	c := sharedtest.Need(NewCounter(critical, domains.Value{}))(t)
	return c
}

// gold is a run of n different right critical calls, with lookups between them.
func gold(rng *rand.Rand, n int) *Trajectory {
	run := &Trajectory{ID: "g", Messages: []Message{{Role: dataset.User, Content: "go on"}}}
	run.Reference.Known = true
	for i := range n {
		args := jsonvalue.NewObject(jsonvalue.Member{Key: "room", Value: jsonvalue.NewInt(int64(i))}, jsonvalue.Member{Key: "night", Value: jsonvalue.NewFloat(float64(rng.IntN(9)))})
		call := Call{ID: fmt.Sprint(i), Name: "book", Arguments: args}
		run.Messages = append(run.Messages, Message{Role: dataset.Assistant, Calls: []Call{call}}, Message{Role: dataset.ToolRole, CallID: call.ID, Content: "ok"})
		run.Reference.Actions = append(run.Reference.Actions, Action{Name: call.Name, Arguments: args})
		if rng.IntN(2) == 0 {
			run.Messages = append(run.Messages, Message{Role: dataset.Assistant, Calls: []Call{{Name: "look", Arguments: jsonvalue.NewObject()}}}, Message{Role: dataset.ToolRole, Content: "free"})
		}
	}
	return run
}

// at is the index of the k-th critical call.
func at(run *Trajectory, k int) int {
	for i := range run.Messages {
		if len(run.Messages[i].Calls) > 0 && run.Messages[i].Calls[0].Name == "book" {
			if k == 0 {
				return i
			}
			k--
		}
	}
	return -1
}

func TestAMutationMovesTheFigureThatItShould(t *testing.T) {
	c := counter(t, `{"critical": ["book"], "read_only": ["look"]}`)
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 17))
		n := 2 + rng.IntN(6)
		k := rng.IntN(n)
		share := float64(n-1) / float64(n)
		for name, m := range map[string]struct {
			do       func(run *Trajectory, i int)
			cap, car float64
		}{
			"nothing": {func(*Trajectory, int) {}, 1, 1},
			"an argument changed": {func(run *Trajectory, i int) {
				call := &run.Messages[i].Calls[0]
				call.Arguments = call.Arguments.With("room", jsonvalue.NewInt(99))
			}, share, share},
			"an argument more": {func(run *Trajectory, i int) {
				call := &run.Messages[i].Calls[0]
				call.Arguments = call.Arguments.With("late", jsonvalue.NewBool(true))
			}, share, share},
			"doubled": {func(run *Trajectory, i int) {
				run.Messages = slices.Insert(run.Messages, i, run.Messages[i], run.Messages[i+1])
			}, float64(n) / float64(n+1), 1},
			"dropped": {func(run *Trajectory, i int) { run.Messages = slices.Delete(run.Messages, i, i+2) }, 1, share},
			"failed":  {func(run *Trajectory, i int) { run.Messages[i+1].Failed = true }, 1, share},
			"reordered": {func(run *Trajectory, i int) {
				j := at(run, (k+1)%n)
				run.Messages[i].Calls, run.Messages[j].Calls = run.Messages[j].Calls, run.Messages[i].Calls
				run.Messages[i+1].CallID, run.Messages[j+1].CallID = run.Messages[j+1].CallID, run.Messages[i+1].CallID
			}, 1, 1},
			"1.0 for 1": {func(run *Trajectory, i int) {
				call := &run.Messages[i].Calls[0]
				call.Arguments = parse(t, strings.Replace(call.Arguments.JSON(), `,"night"`, `.0,"night"`, 1))
			}, 1, 1},
		} {
			run := gold(rng, n)
			m.do(run, at(run, k))
			got := c.Tally(run)
			if *got.CAP != m.cap || *got.CAR != m.car {
				t.Fatalf("seed %d, %s: CAP %v CAR %v, want %v and %v", seed, name, *got.CAP, *got.CAR, m.cap, m.car)
			}
		}
	}
}

func TestTheWeakerCheckOfTau2(t *testing.T) {
	for _, c := range []struct {
		action, call string
		ours, theirs bool
	}{
		{`{"name":"f","arguments":{"a":1}}`, `{"name":"f","arguments":{"a":1.0}}`, true, true},
		{`{"name":"f","arguments":{"a":1}}`, `{"name":"f","arguments":{}}`, false, true},
		{`{"name":"f","arguments":{"a":1,"b":2}}`, `{"name":"f","arguments":{"b":2}}`, false, true},
		{`{"name":"f","arguments":{"a":1}}`, `{"name":"f","arguments":{"a":1,"b":2}}`, false, false},
		{`{"name":"f","arguments":{"a":1},"compare_args":["a"]}`, `{"name":"f","arguments":{"a":1,"b":2}}`, true, true},
		{`{"name":"f","arguments":{"a":1},"compare_args":[]}`, `{"name":"f","arguments":{"a":7}}`, true, true},
		{`{"name":"f","arguments":{"a":1},"compare_args":["b"]}`, `{"name":"f","arguments":{"a":7}}`, true, true},
		{`{"name":"f","arguments":{"a":["x","y"]}}`, `{"name":"f","arguments":{"a":["y","x"]}}`, false, false},
		{`{"name":"f","arguments":{}}`, `{"name":"g","arguments":{}}`, false, false},
		{`{"name":"f","arguments":{}}`, `{"name":"f","arguments":"{broken"}`, false, false},
	} {
		var r Reference
		sharedtest.OK(t, r.ParseActions(jsonvalue.NewArray(parse(t, c.action))))
		call := ParseCall(parse(t, c.call))
		if ours, theirs := r.Actions[0].Matches(&call), r.Actions[0].MatchesTau2(&call); ours != c.ours || theirs != c.theirs {
			t.Errorf("%s against %s: %v and %v", c.call, c.action, ours, theirs)
		}
	}
}

func TestSidesAreKeptApart(t *testing.T) {
	run, err := Parse(parse(t, `{"trajectory_id":"1","messages":[
		{"role":"user","tool_calls":[{"id":"u","name":"restart","arguments":{}}]},{"role":"tool","tool_call_id":"u","requestor":"user","content":"ok"},
		{"role":"assistant","tool_calls":[{"id":"a","name":"refund","arguments":{"sum":5}}]},{"role":"tool","tool_call_id":"a","content":"ok"}],
		"reference":{"actions":[{"name":"restart","arguments":{},"requestor":"user"},{"name":"refund","arguments":{"sum":5},"requestor":"user"}]}}`))
	sharedtest.OK(t, err)
	n := counter(t, `{"critical":["refund","restart"]}`).Tally(run)
	if *n.ActionsRequired != 2 || *n.ActionsMatched != 1 || n.CriticalExecuted != 1 || *n.CriticalCorrect != 0 || *n.CriticalRequired != 0 || n.CAR != nil {
		t.Errorf("%+v", n)
	}
}

// Only a call may say that it is the user's; its result then belongs to no step of the agent.
func TestResultsOfTheUsersCallsAreTheUsers(t *testing.T) {
	run := sharedtest.Need(Parse(parse(t, `{"trajectory_id":"1","messages":[
		{"role":"assistant","tool_calls":[{"id":"a","name":"look","arguments":{"query":"x"}}]},{"role":"tool","tool_call_id":"a","content":"one"},
		{"role":"user","tool_calls":[{"id":"u","name":"restart","arguments":{}}]},{"role":"tool","tool_call_id":"u","content":"two"},
		{"role":"assistant","tool_calls":[{"id":"b","name":"look","arguments":{"query":"x"}}]},{"role":"tool","tool_call_id":"b","content":"two"}]}`)))(t)
	if run.Messages[1].ByUser || !run.Messages[3].ByUser {
		t.Errorf("the results are the user's: %v and %v", run.Messages[1].ByUser, run.Messages[3].ByUser)
	}
	if acts := counter(t, `{}`).Acts(run); len(acts) != 2 || acts[1].UPR != 1 {
		t.Errorf("what the user's tool returned counts as seen by the agent: %+v", acts)
	}
}

func TestWhatNobodySaysIsNotZero(t *testing.T) {
	run := sharedtest.Need(Parse(parse(t, `{"trajectory_id":"1","messages":[{"role":"assistant","tool_calls":[{"name":"mystery","arguments":{}}]}]}`)))(t)
	n := counter(t, `{}`).Tally(run)
	if n.Outcome != nil || n.ActionsRequired != nil || n.CriticalCorrect != nil || n.CAP != nil || n.All != nil || n.Coverage != nil || n.CriticalUnknown != 1 {
		t.Errorf("%+v", n)
	}
}

func TestEffectsOfTools(t *testing.T) {
	c := sharedtest.Need(NewCritical(parse(t, `{"critical":["a","b"],"read_only":["c"],"ask":["consult"]}`), parse(t, `{"read_only":["b"]}`)))(t)
	annotated := Annotations(parse(t, `{"tools":[{"name":"w","annotations":{"readOnlyHint":false}},{"name":"r","annotations":{"readOnlyHint":true}},
		{"name":"d","annotations":{"destructiveHint":true}},{"name":"n","annotations":{"destructiveHint":false}},{"name":"c","annotations":{"destructiveHint":true}}]}`))
	for tool, want := range map[string]Effect{"a": Changes, "b": ReadOnly, "c": ReadOnly, "w": Changes, "r": ReadOnly, "d": Changes, "n": Unknown, "x": Unknown, "consult": ReadOnly} {
		if got := c.Effect(tool, annotated); got != want {
			t.Errorf("%s: effect %d, want %d", tool, got, want)
		}
	}
	if got := c.Effect("w", Annotations(parse(t, `["{\"name\":\"w\",\"annotations\":{\"readOnlyHint\":false}}"]`))); got != Changes {
		t.Errorf("a tool in a text: effect %d", got)
	}
	for _, bad := range []string{`{"critcal":["a"]}`, `{"critical":"a"}`, `{"preconditions":{"a":3}}`} {
		if _, err := NewCritical(parse(t, bad)); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

func TestHallucinationsAreCountedApart(t *testing.T) {
	tools := `[{"name":"pay","parameters":{"type":"object","properties":{"card":{"type":"string"},"sum":{"type":"number"},"speed":{"type":"string","enum":["slow","fast"]}},"required":["card"]}}]`
	for _, c := range []struct {
		call                      string
		notOffered, bad, invented int64
	}{
		{`{"name":"pay","arguments":{"card":"card_7741","sum":12.5}}`, 0, 0, 0},
		{`{"name":"send","arguments":{}}`, 1, 0, 0},
		{`{"name":"pay","arguments":{"sum":12.5}}`, 0, 1, 0},
		{`{"name":"pay","arguments":{"card":"card_7741","sum":"much"}}`, 0, 1, -1},
		{`{"name":"pay","arguments":{"card":"card_7741","speed":"warp"}}`, 0, 1, -1},
		{`{"name":"pay","arguments":{"card":"card_7741","tip":1}}`, 0, 1, -1},
		{`{"name":"pay","arguments":"{"}`, 0, 1, 0},
		{`{"name":"pay","arguments":{"card":"card_0000"}}`, 0, 0, 1},
	} {
		run := sharedtest.Need(Parse(parse(t, `{"trajectory_id":"1","tools":`+tools+`,"messages":[{"role":"user","content":"Pay the plumber 12.5 with my card card_7741"},{"role":"assistant","tool_calls":[`+c.call+`]}]}`)))(t)
		n := counter(t, `{}`).Tally(run)
		if *n.NotOffered != c.notOffered || *n.BadArguments != c.bad || c.invented >= 0 && *n.Fabricated != c.invented || *n.All != min(1, c.notOffered+c.bad+max(c.invented, 0)) {
			t.Errorf("%s: %d not offered, %d refused, %d fabricated, %d in all", c.call, *n.NotOffered, *n.BadArguments, *n.Fabricated, *n.All)
		}
	}
}

func TestClarificationMetrics(t *testing.T) {
	run, err := Parse(parse(t, `{"trajectory_id":"1","messages":[
		{"role":"assistant","content":"Which train would you like to take?"},
		{"role":"assistant","tool_calls":[{"name":"ask_user","arguments":{"question":"When?"}}]},
		{"role":"assistant","tool_calls":[{"name":"seat","arguments":{"train":"ICE 5","class":2}},{"name":"seat","arguments":{"train":"ICE 7","class":1}},{"name":"meal","arguments":{"kind":"soup"}}]}],
		"reference":{"actions":[{"name":"seat","arguments":{"train":"ICE 7","class":2}},{"name":"seat","arguments":{"train":"ICE 5","class":2}},{"name":"meal","arguments":{"kind":"pasta"}},{"name":"taxi","arguments":{"to":"home"}}]}}`))
	sharedtest.OK(t, err)
	n := counter(t, `{}`).Tally(run)
	// Two calls agree with the first seat in one argument; the earlier one is
	// paired.
	if *n.TMR != 2./3 || n.Questions != 2 {
		t.Errorf("TMR %v, %d questions", *n.TMR, n.Questions)
	}
	if *n.Coverage != 0.25 || *n.PMR != 3./5 {
		t.Errorf("coverage %v, PMR %v", *n.Coverage, *n.PMR)
	}
}

// As many reference calls as possible count as made, each by a call of its own, in whatever order the
// reference has them. CAP goes through the calls in their order (T2).
func TestCoverageNeedsNoOrder(t *testing.T) {
	c := counter(t, `{"critical": ["f"]}`)
	rng := rand.New(rand.NewPCG(5, 8))
	values := func() string { return fmt.Sprintf(`{"a":%d,"b":%d,"c":%d}`, rng.IntN(2), rng.IntN(2), rng.IntN(3)) }
	unfit := 0
	for range 300 {
		run := &Trajectory{ID: "g", Messages: []Message{{Role: dataset.User, Content: "go on"}}}
		var actions []string
		for range 1 + rng.IntN(5) {
			compare := []string{`["a"]`, `["b"]`, `["a","b"]`, `[]`, `["c"]`}[rng.IntN(5)]
			actions = append(actions, fmt.Sprintf(`{"name":"f","arguments":%s,"compare_args":%s}`, values(), compare))
		}
		sharedtest.OK(t, run.Reference.ParseActions(parse(t, "["+strings.Join(actions, ",")+"]")))
		for range rng.IntN(6) {
			run.Messages = append(run.Messages, Message{Role: dataset.Assistant, Calls: []Call{{Name: "f", Arguments: parse(t, values())}}})
		}
		list := run.Reference.Actions
		want := float64(most(list, run.calls(), 0)) / float64(len(list))
		for range 5 {
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			n := c.Tally(run)
			if *n.Coverage != want {
				t.Fatalf("%v of %s: coverage %v, want %v", run.Messages, actions, *n.Coverage, want)
			}
			if float64(*n.CriticalCorrect) < want*float64(len(list)) {
				unfit++
			}
		}
	}
	if unfit == 0 {
		t.Error("first fit is always the best")
	}
}

// most is the largest number of actions that calls can make, one each, by trying all ways.
func most(actions []Action, calls []made, used uint) (n int) {
	if len(actions) == 0 {
		return 0
	}
	n = most(actions[1:], calls, used)
	for k := range calls {
		if used&(1<<k) == 0 && actions[0].Matches(calls[k].Call) {
			n = max(n, 1+most(actions[1:], calls, used|1<<k))
		}
	}
	return n
}

func TestThreeAverages(t *testing.T) {
	var sum Summary
	f := func(x float64) *float64 { return &x }
	i := func(x int64) *int64 { return &x }
	for k, n := range []Tally{
		{Outcome: f(1), CriticalExecuted: 4, CriticalCorrect: i(1), CriticalRequired: i(2), CAP: f(0.25), CAR: f(0.5)},
		{Outcome: f(0), CriticalExecuted: 1, CriticalCorrect: i(1), CriticalRequired: i(1), CAP: f(1), CAR: f(1)},
		{Outcome: f(1), CriticalCorrect: i(0), CriticalRequired: i(0)},
		{Outcome: f(0.7)}, // a reward below 1 is no success
		{Outcome: f(2)},
		{CriticalCorrect: i(0), CriticalRequired: i(0)},
		{},
	} {
		sum.Add("file", Count(&Trajectory{ID: fmt.Sprint(k)}, &n, Extras{}))
	}
	lines := sum.Lines(0)
	if len(lines) != 1 || lines[0].Unscored != 2 {
		t.Fatalf("%+v", lines)
	}
	for name, want := range map[string]float64{"sr": 3. / 5, "cap": 0.625, "cap_one": 3.25 / 4, "cap_pooled": 0.4, "car": 0.75, "car_one": 3.5 / 4, "car_pooled": 2. / 3} {
		e := lines[0].Figures[name]
		if e.Value != want || e.Low > want || e.High < want {
			t.Errorf("%s is %v, want %v", name, e, want)
		}
	}
	if again := sum.Lines(0); fmt.Sprint(again) != fmt.Sprint(lines) {
		t.Error("the intervals differ from call to call")
	}
}
