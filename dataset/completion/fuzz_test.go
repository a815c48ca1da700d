package completion

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// seeds are well-formed and broken examples of F8.
var seeds = []string{
	"", "<", "<answer></answer>", "<answer><answer><ASK></answer></answer>",
	"<reasoning>\nr\n</reasoning>\n<answer>\n<TOOLCALL>\n[{\"name\": \"f\", \"arguments\": {\"a\": 1}}]\n</TOOLCALL>\n</answer>\n",
	"<answer><ASK><TOOLCALL>[{\"name\":\"f\",\"arguments\":\"{}\"}]</TOOLCALL><question>Which?</question></ASK></answer>",
	"<answer><ASK>Which? <TOOLCALL>[</ASK></answer>", "<answer>\u00a0<REFUSE>No.</REFUSE> but</answer> x",
	"<think>t</think><tool_call>{\"name\":\"f\",\"parameters\":{}}</tool_call>", "[TOOL_CALLS]f[ARGS]{}", "<|python_tag|>{",
	"```json\n{\"name\":\"f\",\"arguments\":{}}\n```", "I'm sorry, I can't. However, you can do it by \"x\"?", "请问？ 'a' “b” \xff",
	"User: hi\nAssistant: Could you please provide the city?",
}

// answerByWords reads F8's answer block, action and call text literally as the page defines
// them, without regard to speed.
func answerByWords(text string) (block string, action Action, call string) {
	open := strings.LastIndex(text, "<answer>")
	if open < 0 {
		return "", None, ""
	}
	rest := text[open+len("<answer>"):]
	end := strings.Index(rest, "</answer>")
	if end < 0 {
		return "", None, ""
	}
	block = strings.TrimSpace(rest[:end])
	for _, a := range Actions {
		if strings.HasPrefix(block, "<"+string(a)+">") {
			action = a
		}
	}
	if _, after, ok := strings.Cut(block, "<TOOLCALL>"); ok && (action == ToolCall || action == Ask) {
		if before, _, ok := strings.Cut(after, "</TOOLCALL>"); ok {
			call = before
		}
	}
	return block, action, call
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := Parse(text)
		block, action, call := answerByWords(text)
		if c.AnswerBlock.Of(text) != block || c.Action != action || c.CallText.Of(text) != call {
			t.Errorf("%q: got %q %s %q, want %q %s %q", text,
				c.AnswerBlock.Of(text), c.Action, c.CallText.Of(text), block, action, call)
		}
		checkCompletion(t, c)
	})
}

func FuzzParseNative(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := ParseNative(text)
		checkCompletion(t, c)
		if strings.TrimSpace(c.AnswerBlock.Of(text)) != "" && c.Action == None {
			t.Errorf("%q: no action", text)
		}
	})
}

// checkCompletion checks invariants of every Completion.
func checkCompletion(t *testing.T, c Completion) {
	t.Helper()
	for _, s := range []Span{c.Reasoning, c.AnswerBlock, c.Body, c.CallText, c.QuestionSpan} {
		if s.Start < 0 || s.End < s.Start || s.End > len(c.Text) {
			t.Fatalf("%q: span %v", c.Text, s)
		}
	}
	for _, n := range c.Notes {
		if n.Span.Start < 0 || n.Span.End < n.Span.Start || n.Span.End > len(c.Text) {
			t.Fatalf("%q: note %v", c.Text, n)
		}
	}
	if e := c.CallErr; e != nil && (e.Offset < 0 || e.Offset > len(c.Text) || c.Calls != nil || c.Candidates != nil) {
		t.Errorf("%q: %v beside %v %v", c.Text, e, c.Calls, c.Candidates)
	}
	if c.Action == ToolCall && c.HasCall() == (c.CallErr != nil) {
		t.Errorf("%q: has a call %v, error %v", c.Text, c.HasCall(), c.CallErr)
	}
	if c.Action != ToolCall && c.Calls != nil || c.Action != Ask && (c.Candidates != nil || c.Question != "") {
		t.Errorf("%q: %s with %v %v %q", c.Text, c.Action, c.Calls, c.Candidates, c.Question)
	}
	_, _ = c.Content(), c.AnswerLength()
}

// FuzzParseCallText compares the strict reader with the standard decoder: both accept the
// same texts, with the same calls.
func FuzzParseCallText(f *testing.F) {
	for _, s := range append(seeds, `{"name":"f","arguments":{"a":1,"a":2}}`, `[{"name":"f","arguments":{}},1]`, `{"name":"\ud800","arguments":{}}`) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		calls, err := ParseCallText(text)
		if (err == nil) == (len(calls) == 0) {
			t.Fatalf("%q: %v with %v", text, calls, err)
		}
		if err != nil {
			return
		}
		var one map[string]any
		var many []map[string]any
		if json.Unmarshal([]byte(text), &one) == nil {
			many = []map[string]any{one}
		} else if e := json.Unmarshal([]byte(text), &many); e != nil {
			if !strings.Contains(e.Error(), "cannot unmarshal number") { // outside of the range of float64
				t.Fatalf("%q: read as %v, but %v", text, calls, e)
			}
			return
		}
		for i, call := range calls {
			if many[i]["name"] != call.Name {
				t.Errorf("%q: name %q, want %q", text, call.Name, many[i]["name"])
			}
		}
		again, err := ParseCallText(callsValue(calls).JSON())
		if err != nil || !jsonvalue.Equal(callsValue(again), callsValue(calls)) {
			t.Errorf("%q: written and read again: %v, %v", text, again, err)
		}
	})
}

func FuzzClassify(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := Classify(text)
		if diff := cmp.Diff(c, Classify(text), sharedtest.Deep()); diff != "" {
			t.Errorf("%q: not the same twice: %s", text, diff)
		}
		if c.Rule == "" || c.Action.Valid() == (c.Rule == RuleEmpty) {
			t.Errorf("%q: %s by %q", text, c.Action, c.Rule)
		}
		if c.CallSpan.End > len(text) || (c.Action != ToolCall) != (c.Calls == nil && c.CallErr == nil) {
			t.Errorf("%q: %+v", text, c)
		}
	})
}

func FuzzRender(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "r", s)
	}
	f.Fuzz(func(t *testing.T, text, reasoning, value string) {
		value = strings.ToValidUTF8(value, "?")
		call := domains.Call{Name: value, Arguments: jsonvalue.NewObject(jsonvalue.Member{Key: value, Value: jsonvalue.NewString(value)})}
		for _, d := range []Draft{
			{Action: ToolCall, Reasoning: reasoning, Calls: []domains.Call{call}},
			{Action: Ask, Reasoning: reasoning, Calls: []domains.Call{call}, Text: text},
			{Action: Refuse, Reasoning: reasoning, Text: text},
		} {
			if out, err := Render(d); err == nil {
				checkRoundTrip(t, d, out)
			}
		}
	})
}
