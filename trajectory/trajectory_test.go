package trajectory

import (
	"slices"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func parse(t testing.TB, text string) domains.Value {
	t.Helper()
	v := sharedtest.Need(domains.ParseValue(text))(t)
	return v
}

func TestResultsArePairedWithCalls(t *testing.T) {
	for _, c := range []struct {
		name, messages string
		want           [][]int
		orphans        int
	}{
		{"by id, out of order", `[{"role":"assistant","tool_calls":[{"id":"a","name":"f"},{"id":"b","name":"f"}]},{"role":"tool","tool_call_id":"b"},{"role":"tool","tool_call_id":"a"}]`, [][]int{{2, 1}, {}, {}}, 0},
		{"without ids, in order", `[{"role":"assistant","tool_calls":[{"name":"f"},{"name":"f"}]},{"role":"tool"},{"role":"tool"}]`, [][]int{{1, 2}, {}, {}}, 0},
		{"an id used twice", `[{"role":"assistant","tool_calls":[{"id":"a","name":"f"}]},{"role":"tool","tool_call_id":"a"},{"role":"assistant","tool_calls":[{"id":"a","name":"f"}]},{"role":"tool","tool_call_id":"a"}]`, [][]int{{1}, {}, {3}, {}}, 0},
		{"a call without a result", `[{"role":"assistant","tool_calls":[{"id":"a","name":"f"}]},{"role":"user"}]`, [][]int{{-1}, {}}, 0},
		{"results without calls", `[{"role":"user"},{"role":"tool","tool_call_id":"x"},{"role":"tool"}]`, [][]int{{}, {}, {}}, 2},
		{"a user with tools", `[{"role":"user","tool_calls":[{"id":"a","name":"f"}]},{"role":"tool","tool_call_id":"a","requestor":"user"}]`, [][]int{{1}, {}}, 0},
	} {
		var run Trajectory
		if err := run.ParseMessages(parse(t, c.messages), "messages"); err != nil {
			t.Fatal(c.name, err)
		}
		at, orphans := run.Results()
		if !slices.EqualFunc(at, c.want, func(a, b []int) bool { return slices.Equal(a, b) }) || orphans != c.orphans {
			t.Errorf("%s: results at %v with %d orphans, want %v with %d", c.name, at, orphans, c.want, c.orphans)
		}
	}
}

func TestAStepIsTheAgentsMessageWithWhatFollows(t *testing.T) {
	var run Trajectory
	sharedtest.OK(t, run.ParseMessages(parse(t, `[{"role":"system"},{"role":"user"},{"role":"assistant"},{"role":"tool"},{"role":"user"},{"role":"assistant"}]`), "messages"))
	if got := run.Steps(); !slices.Equal(got, []Step{{2, 5}, {5, 6}}) {
		t.Errorf("steps are %v", got)
	}
}

func TestWhoEndedARunAndWhatItIsWorth(t *testing.T) {
	half, none := 0.5, 0.0
	for _, c := range []struct {
		reason  string
		judged  *float64
		outcome *float64
		by      Party
		failed  Party
	}{
		{"user_stop", &half, &half, User, ""},
		{"user_stop", &none, &none, User, Agent},
		{"user_stop", nil, nil, User, ""},
		{"agent_stop", &half, &half, Agent, ""},
		{"max_steps", nil, &none, Environment, Agent},
		{"too_many_errors", &half, &none, Environment, Agent},
		{"infrastructure_error", &none, nil, Environment, Environment},
		{"USER_ERROR", &none, &none, User, User},
		{"timeout", nil, nil, Environment, Environment},
		{"who knows", &half, &half, "", ""},
		{"", nil, nil, "", ""},
	} {
		var run Trajectory
		run.Finish(c.reason, c.judged)
		same := run.Outcome == nil && c.outcome == nil || run.Outcome != nil && c.outcome != nil && *run.Outcome == *c.outcome
		if !same || run.End.By != c.by || run.End.Failed != c.failed {
			t.Errorf("%s judged %v: outcome %v, %+v", c.reason, c.judged, run.Outcome, run.End)
		}
	}
}

// rounds are runs that must survive both forms unchanged.
var rounds = []string{
	`{"trajectory_id":"1","task_id":"t","source":"voi","messages":[{"role":"user","content":"Termin am 3. Mai, bitte"},{"role":"assistant","content":"","reasoning":"nachsehen","tool_calls":[{"id":"a","name":"frei","arguments":{"tag":"2027-05-03"}}]},{"role":"tool","content":"ja","tool_call_id":"a","name":"frei","error":false}],"outcome":1,"end":{"reason":"user_stop","by":"user"}}`,
	`{"trajectory_id":"2","messages":[{"role":"tool","content":"nobody asked"},{"role":"assistant","content":"x","tool_calls":[{"name":"f","arguments":"{broken"},{"id":"d","name":"g","arguments":{}},{"id":"d","name":"g","arguments":[1]}]},{"role":"tool","content":"Error: no","tool_call_id":"d"},{"role":"tool","content":"late","error":true}],"outcome":null}`,
	`{"trajectory_id":"3","tools":[],"messages":[{"role":"user","content":"","tool_calls":[{"id":"u","name":"toggle","arguments":{}}]},{"role":"tool","content":"on","tool_call_id":"u","requestor":"user"},{"role":"assistant","content":""},{"role":"assistant","content":"好的"}],"reference":{"actions":[{"name":"toggle","arguments":{},"requestor":"user"},{"name":"f","arguments":{"a":1},"compare_args":[],"action_match":false}],"communicate":["60"],"answer":"y"},"outcome":0.25}`,
	`{"trajectory_id":"4","class":"ambiguous","tools":[{"name":"renew","inputSchema":{"type":"object","properties":{"book":{"type":"string"}},"required":["book"]},"annotations":{"readOnlyHint":false}}],"messages":[{"role":"system","content":"s"},{"role":"user","content":"u"}],"reference":{"actions":[]},"outcome":null}`,
}

func TestBothFormsCarryARunWhole(t *testing.T) {
	for _, text := range rounds {
		run, err := Parse(parse(t, text))
		sharedtest.OK(t, err)
		want := run.Value().JSON()
		for name, read := range map[string]func() (*Trajectory, error){
			"own":  func() (*Trajectory, error) { return Parse(parse(t, want)) },
			"ATIF": func() (*Trajectory, error) { return ParseATIF(parse(t, run.ATIF().JSON())) },
		} {
			if back, err := read(); err != nil || back.Value().JSON() != want {
				t.Errorf("%s of %s: %v\n%s", name, run.ID, err, back.Value().JSON())
			}
		}
	}
}

// The promises of ATIF's schema: steps are numbered from 1, agent fields stand on
// agent steps only, results name a call of their step.
func TestATIFHoldsToItsSchema(t *testing.T) {
	for _, text := range rounds {
		run, _ := Parse(parse(t, text))
		for i, step := range run.ATIF().Field("steps").Items() {
			if n, _ := step.Field("step_id").Int(); n != int64(i+1) {
				t.Errorf("step %d has the id %d", i, n)
			}
			calls := map[string]bool{}
			for _, c := range step.Field("tool_calls").Items() {
				calls[c.Field("tool_call_id").Str()] = true
				if c.Field("arguments").Members() == nil && c.Field("arguments").Len() != 0 {
					t.Errorf("arguments are %s", c.Field("arguments").JSON())
				}
			}
			for _, r := range step.Field("observation").Field("results").Items() {
				if id, ok := r.Get("source_call_id"); ok && !calls[id.Str()] {
					t.Errorf("a result of %s in step %d, which has no such call", id.Str(), i)
				}
			}
			if step.Field("source").Str() != "agent" && (len(calls) > 0 || !step.Field("reasoning_content").IsNull()) {
				t.Errorf("step %d is not the agent's and calls", i)
			}
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		`{"trajectory_id":"1"}`:                                                                              "messages",
		`{"trajectory_id":"1","messages":[{"role":"narrator"}]}`:                                             "messages[0]",
		`{"trajectory_id":"1","messages":[],"outcome":"good"}`:                                               "outcome",
		`{"trajectory_id":"1","messages":[],"tools":[{"nothing":1}]}`:                                        "tools",
		`{"trajectory_id":"1","messages":[],"reference":{"actions":{}}}`:                                     "reference.actions",
		`{"trajectory_id":"1","messages":[],"reference":{"actions":[{"name":"f","arguments":"{"}]}}`:         "reference.actions",
		`{"trajectory_id":"1","messages":[],"reference":{"actions":[{"name":"f","compare_args":[1]}]}}`:      "compare_args",
		`{"trajectory_id":"1","messages":[{"role":"user"},{"role":"assistant","content":3},{"role":"bot"}]}`: "messages[2]",
	} {
		if _, err := Parse(parse(t, text)); err == nil || !contains(err.Error(), want) {
			t.Errorf("%s: %v, want one of %s", text, err, want)
		}
	}
}
