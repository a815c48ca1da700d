package completion

import (
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// hostile returns texts of about n bytes that are made to be slow.
func hostile(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1)[:n] }
	return map[string]string{
		"angles":            fill("<"),
		"answers":           fill("<answer>"),
		"answers closed":    fill("<answer></answer>"),
		"closing answers":   "<answer>" + fill("</answer>"),
		"asks":              "<answer>" + fill("<ASK>") + "</answer>",
		"calls":             "<answer><ASK>" + fill("<TOOLCALL>") + "</answer>",
		"calls closed":      "<answer><ASK>" + fill("<TOOLCALL></TOOLCALL>") + "</answer>",
		"questions":         "<answer><ASK>" + fill("<question>") + "</answer>",
		"arrays":            "<answer><TOOLCALL>" + fill("[") + "</TOOLCALL></answer>",
		"objects":           "<answer><TOOLCALL>" + fill(`{"a":`) + "</TOOLCALL></answer>",
		"braces":            fill("{"),
		"brackets":          fill("[]"),
		"braces and quotes": fill(`{"`),
		"small calls":       fill(`{"name":"f","arguments":{}} `),
		"calls and blanks":  `{"name":"f","arguments":{}}` + fill(" \n") + "x",
		"hermes":            fill("<tool_call>"),
		"hermes closed":     fill(`<tool_call>{"name":"f","arguments":{}}</tool_call>`),
		"mistral":           fill("[TOOL_CALLS]"),
		"mistral named":     fill("[TOOL_CALLS]f{}"),
		"python tags":       fill("<|python_tag|>"),
		"thinks":            fill("<think>"),
		"thinks closed":     fill("<think></think> "),
		"end tokens":        "x" + fill("</s>"),
		"blanks":            fill(" "),
		"wide blanks":       fill("\u3000"),
		"words":             fill("i can not "),
		"sentences":         fill("i. "),
		"questions asked":   fill("could you please? "),
		"lines":             fill("a\n"),
		"quotes":            fill(" 'a"),
		"double quotes":     fill(`"`),
		"apostrophes":       fill("'"),
		"fences":            fill("```\n"),
		"one word":          fill("a"),
		"modals":            fill("could "),
		"other scripts":     fill("무법。"),
		"not UTF-8":         fill("\xff"),
		"nulls":             fill("\x00"),
	}
}

// TestHostile shows that no text of a megabyte takes long, whichever way it is
// read, and that time grows with the length and not with its square.
func TestHostile(t *testing.T) {
	const limit = 2 * time.Second // linear readers take some 10 ms, quadratic ones minutes
	for name, text := range hostile(1 << 20) {
		for reader, read := range map[string]func(){
			"Parse":       func() { Parse(text) },
			"ParseNative": func() { ParseNative(text) },
		} {
			start := sharedtest.CPU()
			read()
			if took := sharedtest.CPU() - start; took > limit {
				t.Errorf("%s of %s: %v for 1 MiB", reader, name, took)
			} else if took > limit/20 {
				t.Logf("%s of %s: %v", reader, name, took)
			}
		}
	}
}

// TestHostileExceptions classifies sentences in which a rule's pattern stands behind every word, and
// an exception of the rule at the end.
func TestHostileExceptions(t *testing.T) {
	const limit = 2 * time.Second
	sentence := strings.Repeat("i can not ", 80) + "not able to without? "
	text := strings.Repeat(sentence, 32000/len(sentence))
	start := sharedtest.CPU()
	for range 50 {
		Classify(text)
	}
	if took := sharedtest.CPU() - start; took > limit {
		t.Errorf("50 texts: %v", took)
	}
}
