package trajectory_test

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// decisionsOf cuts a run in voi's own form; book and cancel are critical.
func decisionsOf(t *testing.T, text string) []trajectory.Decision {
	t.Helper()
	run := sharedtest.Need(trajectory.Parse(sharedtest.Need(domains.ParseValue(text))(t)))(t)
	critical := sharedtest.Need(trajectory.NewCritical(sharedtest.Need(domains.ParseValue(`{"critical":["book","cancel"],"read_only":["find"]}`))(t)))(t)
	c := sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
	return c.Decisions(run, c.Critiques(run))
}

const (
	cutTools = `"tools":[{"name":"book","parameters":{"type":"object","properties":{"room":{"type":"string"}},"required":["room"]}},` +
		`{"name":"cancel","parameters":{"type":"object","properties":{"id":{"type":"string"}}}},{"name":"find","parameters":{"type":"object","properties":{}}},` +
		`{"name":"ask_user","parameters":{"type":"object","properties":{"question":{"type":"string"}}}}]`
	bookA = `{"name":"book","arguments":{"room":"A1"}}`
	bookB = `{"name":"book","arguments":{"room":"B2"}}`
)

// cutRun is a run with the given messages and reference actions.
func cutRun(messages, actions string) string {
	return `{"trajectory_id":"t",` + cutTools + `,"messages":[{"role":"system","content":"Be kind."},` + messages + `],"reference":{"actions":[` + actions + `]}}`
}

func agentCalls(calls string) string {
	return `{"role":"assistant","content":"","tool_calls":[` + calls + `]}`
}

func TestDecisions(t *testing.T) {
	hello := `{"role":"user","content":"Book room A1, please."},`
	for name, c := range map[string]struct {
		run  string
		want string // of each decision: step, reference, rejected
	}{
		"a right call":               {cutRun(hello+agentCalls(bookA), bookA), `0 TOOLCALL book{"room":"A1"}`},
		"a wrong one, its tool left": {cutRun(hello+agentCalls(bookB), `{"name":"find","arguments":{}},`+bookA), `0 TOOLCALL book{"room":"A1"} not book{"room":"B2"}`},
		"a wrong one, another left":  {cutRun(hello+agentCalls(bookB), `{"name":"cancel","arguments":{}}`), `0 TOOLCALL cancel{} not book{"room":"B2"}`},
		"the same again":             {cutRun(hello+agentCalls(bookA)+`,{"role":"tool","content":"ok"},`+agentCalls(bookA), bookA), `0 TOOLCALL book{"room":"A1"}; 1: its critical call is no action of the reference, which has none left here`},
		"right and wrong at once":    {cutRun(hello+agentCalls(bookB+","+bookA), bookA+`,{"name":"cancel","arguments":{"id":"7"}}`), `0 TOOLCALL book{"room":"A1"} cancel{"id":"7"} not book{"room":"B2"} book{"room":"A1"}`},
		"no reference":               {strings.Replace(cutRun(hello+agentCalls(bookA), ""), `,"reference":{"actions":[]}`, "", 1), `0: the source does not say what should have been called`},
		"a question":                 {cutRun(hello+`{"role":"assistant","content":"For which day do you need it?"}`, bookA), `0 ASK "For which day do you need it?" about book{"room":"A1"}`},
		"a question by a tool":       {cutRun(hello+agentCalls(`{"name":"ask_user","arguments":{"question":"Which floor?"}}`), bookA), `0 ASK "Which floor?" about book{"room":"A1"}`},
		"nothing to decide":          {cutRun(hello+agentCalls(`{"name":"find","arguments":{}}`), bookA), ``},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, d := range decisionsOf(t, c.run) {
				got = append(got, decisionText(&d))
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s\nwant %s", text, c.want)
			}
		})
	}
}

func decisionText(d *trajectory.Decision) string {
	text := string(rune('0' + d.Step))
	s := d.Sample
	if s == nil {
		return text + ": " + d.Why
	}
	text += " " + string(s.Reference.Action)
	if s.Reference.Question != "" {
		text += ` "` + s.Reference.Question + `" about`
	}
	for _, call := range s.Reference.ToolCalls {
		text += " " + call.Name + call.Arguments.JSON()
	}
	if s.Rejected != nil {
		text += " not"
		for _, call := range s.Rejected.ToolCalls {
			text += " " + call.Name + call.Arguments.JSON()
		}
	}
	return text
}

// A prompt holds what the agent knew: no later message, no call by the user's side, and
// questions asked through a tool as words.
func TestPromptsOfDecisions(t *testing.T) {
	run := cutRun(`{"role":"user","content":"A room, please."},`+agentCalls(`{"name":"ask_user","arguments":{"question":"Which one?"}}`)+`,{"role":"tool","content":"A1"},`+
		`{"role":"user","content":"","tool_calls":[{"id":"u","name":"phone","arguments":{}}]},{"role":"tool","tool_call_id":"u","requestor":"user","content":"ringing"},`+
		agentCalls(bookA)+`,{"role":"tool","content":"booked"}`, bookA)
	all := decisionsOf(t, run)
	if len(all) != 2 || all[1].Sample == nil {
		t.Fatalf("%+v", all)
	}
	s := all[1].Sample
	want := []dataset.Message{{Role: "system", Content: "Be kind."}, {Role: "user", Content: "A room, please."}, {Role: "assistant", Content: "Which one?"}, {Role: "user", Content: "A1"}}
	if len(s.Messages) != len(want) {
		t.Fatalf("%+v", s.Messages)
	}
	for i := range want {
		if s.Messages[i].Role != want[i].Role || s.Messages[i].Content != want[i].Content || len(s.Messages[i].ToolCalls) != 0 {
			t.Errorf("message %d is %+v, not %+v", i, s.Messages[i], want[i])
		}
	}
	if s.Tool("ask_user") != nil || s.Tool("book") == nil || s.ID != "t#1" || s.Task != "t" {
		t.Errorf("%+v", s)
	}
}
