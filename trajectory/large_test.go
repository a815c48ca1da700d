package trajectory_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// list writes n texts with their numbers.
func list(n int, format, between string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(parts, between)
}

// inTime fails if f takes more than two seconds.
func inTime(t *testing.T, what string, f func()) {
	t.Helper()
	sharedtest.Unraced(t)
	begin := sharedtest.CPU()
	f()
	if took := sharedtest.CPU() - begin; took > 2*time.Second {
		t.Errorf("%s takes %v", what, took)
	}
}

// The figures of a run take no more time for each line, call or argument of a long run than of a
// short one.
func TestLargeRunsTakeLittleTime(t *testing.T) {
	const tools = `"tools":[{"name":"ship","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}],`
	for name, text := range map[string]string{
		"lines of a result": `"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"name":"f","arguments":{}}]},{"role":"tool","content":` + jsonvalue.NewString(strings.Repeat("a line\n", 200_000)).JSON() + `}]`,
		"questions":         tools + `"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[` + list(30_000, `{"name":"ask_user","arguments":{"q":"what is the thing number #?"}}`, ",") + `]},{"role":"tool","content":"y"},{"role":"assistant","content":"ok"}]`,
		"long calls":        tools + `"messages":[{"role":"user","content":"x"},` + list(300, `{"role":"assistant","tool_calls":[{"name":"ship","arguments":{"a":"`+strings.Repeat("word ", 2000)+`#"}}]},{"role":"tool","content":"y"}`, ",") + `]`,
		"parameters":        `"tools":[{"name":"send","parameters":{"type":"object","properties":{` + list(40_000, `"p#":{"type":"string"}`, ",") + `}}}],"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"name":"send","arguments":{` + list(40_000, `"p#":"y"`, ",") + `}}]}]`,
		"arguments":         `"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"name":"send","arguments":{"z":1,` + list(40_000, `"p#":"y"`, ",") + `}}]}],"reference":{"actions":[{"name":"send","arguments":{"z":2,` + list(40_000, `"p#":"y"`, ",") + `}}]}`,
		"compared":          `"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"name":"send","arguments":{` + list(40_000, `"p#":"y"`, ",") + `}}]}],"reference":{"actions":[{"name":"send","arguments":{` + list(40_000, `"p#":"y"`, ",") + `},"compare_args":[` + list(40_000, `"p#"`, ",") + `]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			run := sharedtest.Need(trajectory.Parse(sharedtest.Need(domains.ParseValue(`{"trajectory_id":"1",` + text + `}`))(t)))(t)
			critical := sharedtest.Need(trajectory.NewCritical(sharedtest.Need(domains.ParseValue(`{"critical":["ship"]}`))(t)))(t)
			c := sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
			inTime(t, "the tally", func() { c.Tally(run) })
			inTime(t, "the acts", func() { c.Acts(run) })
			inTime(t, "the conversation", func() { run.Conversation(len(run.Messages), critical.Asks) })
			critiques := []trajectory.Critique{}
			inTime(t, "the critiques", func() { critiques = c.Critiques(run) })
			inTime(t, "the decisions", func() { c.Decisions(run, critiques) })
		})
	}
}

// A plan that would search a run too often is given up, however its predicates are nested.
func TestPlansOfMuchToSearch(t *testing.T) {
	said := jsonvalue.NewString(strings.Repeat("aaaaaaaaab", 400_000)).JSON()
	observed := jsonvalue.NewString("[" + list(80_000, `{"a":1}`, ",") + "]").JSON()
	for name, text := range map[string]string{
		"texts in one": `"messages":[{"role":"assistant","content":` + said + `}],"reference":{"predicates":[{"all":[` + list(1000, `{"said":"aaaaaaaaaaaaaaaaaaaaaaaaaaaac#"}`, ",") + `]}]}`,
		"values":       `"messages":[{"role":"assistant","tool_calls":[{"name":"f","arguments":{}}]},{"role":"tool","content":` + observed + `}],"reference":{"predicates":[` + list(1000, `{"observed":{"path":"$[*].a","value":2}}`, ",") + `]}`,
	} {
		run := sharedtest.Need(trajectory.Parse(sharedtest.Need(domains.ParseValue(`{"trajectory_id":"1",` + text + `}`))(t)))(t)
		inTime(t, name, func() {
			if got := sharedtest.Need(new(trajectory.Plans).Certify(t.Context(), run))(t); got != nil {
				t.Errorf("%s: certified %d of %d", name, got.Right, got.N)
			}
		})
	}
}

// Many calls that each lack many parameters name a bounded number of them.
func TestManyCallsThatLackMuch(t *testing.T) {
	const n = 2000
	run := sharedtest.Need(trajectory.Parse(sharedtest.Need(domains.ParseValue(`{"trajectory_id":"1","tools":[{"name":"ship","parameters":{"type":"object","properties":{` + list(n, `"p#":{"type":"string"}`, ",") + `},"required":[` + list(n, `"p#"`, ",") + `]}}],
		"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[` + list(n, `{"name":"ship","arguments":{}}`, ",") + `]}]}`))(t)))(t)
	critical := sharedtest.Need(trajectory.NewCritical(sharedtest.Need(domains.ParseValue(`{"critical":["ship"]}`))(t)))(t)
	c := sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
	names := 0
	for _, q := range c.Critiques(run) {
		names += len(q.Refused)
	}
	if names == 0 || names > 300_000 {
		t.Errorf("%d names in the critiques", names)
	}
}
