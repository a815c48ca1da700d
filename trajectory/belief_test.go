package trajectory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestWhatAQuestionWasWorth(t *testing.T) {
	const head = `{"trajectory_id":"1","tools":[{"name":"repair","parameters":{"type":"object","properties":{"device":{"type":"string","description":"What is to be repaired."},"day":{"type":"string","format":"date"}},"required":["device","day"]}}],
		"reference":{"actions":[{"name":"repair","arguments":{"device":"dishwasher","day":"2027-03-04"}}]},"messages":[{"role":"user","content":"My dishwasher needs a repair."},`
	const call = `{"role":"assistant","tool_calls":[{"id":"a","name":"repair","arguments":{"device":"dishwasher","day":"2027-03-04"}}]},{"role":"tool","tool_call_id":"a","content":"ok"},{"role":"assistant","content":"See you then."}]}`
	beliefs := func(middle string) []*Belief {
		t.Helper()
		run := sharedtest.Need(Parse(parse(t, head+middle+call)))(t)
		all := sharedtest.Need(counter(t, `{}`).Beliefs(context.Background(), run))(t)
		return all
	}
	const answer = `{"role":"user","content":"On 4 March 2027."},`
	good := beliefs(`{"role":"assistant","content":"On which day should we come?"},` + answer)
	if len(good) != 3 || good[2] != nil {
		t.Fatalf("%+v: nothing is left to call behind the call", good)
	}
	if g := good[0]; g.Policy != "ask" || g.BestQuestion != "repair.day" || !slices.Equal(g.Asked, []string{"repair.day"}) || *g.AskedEVPI < 0.9 || *g.Regret > 1e-9 || g.VNow > 0.1 {
		t.Errorf("before the question: %+v", *g)
	}
	if g := good[1]; g.VNow < 0.9 || g.Policy != "call" || g.Asked != nil || g.AskedEVPI != nil {
		t.Errorf("before the call: %+v", *g)
	}
	idle := beliefs(`{"role":"assistant","content":"Which device is to be repaired?"},{"role":"user","content":"The dishwasher."},{"role":"assistant","content":"On which day should we come?"},` + answer)
	if *idle[0].AskedEVPI > 0.1 || *idle[0].Regret < 0.8 || *idle[1].Regret > 1e-9 {
		t.Errorf("asked what is known: %+v, then %+v", *idle[0], *idle[1])
	}
	again := beliefs(`{"role":"assistant","content":"On which day should we come?"},{"role":"user","content":"Let me think."},{"role":"assistant","tool_calls":[{"name":"ask_user","arguments":{"question":"On which day should we come?"}}]},` + answer)
	if *again[1].AskedEVPI < 0.9 || fmt.Sprint(again[1].Asked) != "[repair.day]" {
		t.Errorf("asked again by a tool: %+v", *again[1])
	}
	// The name of a tool may have points in it.
	pointed := strings.ReplaceAll(head+`{"role":"assistant","content":"On which day should we come?"},`+answer+call, `"name":"repair"`, `"name":"home.repair"`)
	run := sharedtest.Need(Parse(parse(t, pointed)))(t)
	first := sharedtest.Need(counter(t, `{}`).Beliefs(context.Background(), run))(t)[0]
	if !slices.Equal(first.Asked, []string{"home.repair.day"}) || *first.AskedEVPI < 0.9 || *first.Regret > 1e-9 || first.newEVPI < 0.9 {
		t.Errorf("of a tool with a point: %+v", *first)
	}
}
