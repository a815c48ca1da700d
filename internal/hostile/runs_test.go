//go:build linux

package hostile

import (
	"strings"
)

// goodRun is a run that has to be read after any other run.
const goodRun = `{"trajectory_id":"good","outcome":1,` + runTools + `,"messages":[{"role":"user","content":"Book room A1."},` +
	`{"role":"assistant","content":"","tool_calls":[{"id":"1","name":"book","arguments":{"room":"A1"}}]},{"role":"tool","tool_call_id":"1","content":"done"}],` +
	`"reference":{"actions":[{"name":"book","arguments":{"room":"A1"}}]}}` + "\n"

const runTools = `"tools":[{"name":"book","annotations":{"destructiveHint":true},"parameters":{"type":"object","properties":{"room":{"type":"string"}},"required":["room"]}}]`

// recorded attacks the reading of recorded runs of many turns, and everything computed from
// them.
func recorded() []Case {
	const in = "runs.jsonl"
	// After any first run, the second one is scored and built.
	all := func(name, messages, says string) Case {
		text := `{"trajectory_id":"bad","outcome":0,` + runTools + `,"messages":[` + messages + `],"reference":{"actions":[{"name":"book","arguments":{"room":"A1"}}]}}` + "\n" + goodRun
		built := 1
		if says == "" {
			built = 2
		}
		as := []string{"--as", "trajectories"}
		end := func(args ...string) Run {
			return Run{Args: append(append(args, in), as...), Want: Rejects, Says: says}
		}
		whole := end("build", "--out", "out")
		whole.Says = strings.Replace(says, in, "", 1)
		if built == 1 {
			whole.Built = 1
		}
		return file("runs/"+name, in, fixed(text),
			end("score"),
			end("score", "--verdicts", "--beliefs", "--step-profile", "default", "--gate", "default", "--predicates", "derived", "--attribution", "--out", "s.jsonl"),
			whole,
			Run{Args: []string{"inspect", "out", "--verify"}, Want: Bounded},
			Run{Args: append([]string{"build", "--decisions", "--out", "cut", in}, as...), Want: Bounded, Says: "cut"},
		)
	}
	list := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+",", n), ",") }
	user, agent := `{"role":"user","content":"a"}`, `{"role":"assistant","content":"b?"}`
	call := `{"role":"assistant","content":"","tool_calls":[{"id":"x","name":"book","arguments":{"room":"A1"}}]}`
	result := `{"role":"tool","tool_call_id":"x","content":"ok"}`
	return []Case{
		all("a million messages", list(500_000, user+","+agent), "too_large"),
		all("a tool's result of 64 MB", user+","+call+`,{"role":"tool","tool_call_id":"x","content":"`+strings.Repeat("room A1 ", 8<<20)+`"}`, "too_large"),
		all("a tool's result of 6 MB", user+","+call+`,{"role":"tool","tool_call_id":"x","content":"`+strings.Repeat("room A1 ", 3<<18)+`"},`+call, ""),
		all("turns by the ten thousand", list(15_000, user+","+agent), ""),
		all("calls by the ten thousand, of one id", list(9_000, call+","+result), ""),
		all("calls of one message by the ten thousand", user+`,{"role":"assistant","content":"","tool_calls":[`+list(15_000, `{"id":"x","name":"book","arguments":{"room":"B1"}}`)+`]}`, ""),
		all("calls without results", user+","+list(1000, call), ""),
		all("results without calls", user+","+list(1000, result), ""),
		all("a role that nobody has", `{"role":"root\u001b[2J","content":"x"}`, "bad_field"),
		all("no message", "", "no_messages"),
		all("messages that are none", "1,null,[]", "bad_field"),
		all("arguments that are no object", user+`,{"role":"assistant","content":"","tool_calls":[{"name":"book","arguments":"{"},{"name":"book","arguments":[1]},{"name":7}]}`, ""),
		all("a call without a name", user+`,{"role":"assistant","content":"","tool_calls":[{}]}`, ""),
		all("an answer before all else", result+","+user+","+call, ""),
		all("arguments of a megabyte", user+`,{"role":"assistant","content":"","tool_calls":[{"name":"book","arguments":{"room":"`+strings.Repeat("A1 ", 1<<19)+`"}}]}`, ""),
		all("arguments a hundred deep", user+`,{"role":"assistant","content":"","tool_calls":[{"name":"book","arguments":{"room":`+strings.Repeat(`{"a":`, 100)+"1"+strings.Repeat("}", 100)+`}}]}`, ""),
	}
}
