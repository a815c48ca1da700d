package completion

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestGrammar runs testdata/*.txt: each case has a completion and its parsed form. `go test
// -rewrite` rewrites the files.
func TestGrammar(t *testing.T) {
	for _, file := range []string{"tagged", "native", "messages", "calls"} {
		t.Run(file, func(t *testing.T) {
			datadriven.RunTest(t, "testdata/"+file+".txt", func(t *testing.T, d *datadriven.TestData) string {
				input := strings.NewReplacer(`\x`, "\xff", `\e`, "\n").Replace(d.Input)
				switch d.Cmd {
				case "parse":
					return dump(Parse(input))
				case "native":
					return dump(ParseNative(input))
				case "messages":
					v := sharedtest.Need(jsonvalue.Parse(input, jsonvalue.Options{}))(t)
					c, err := ParseValue(v, Tagged)
					if err != nil {
						return "error: " + err.Error() + "\n"
					}
					return dump(c)
				case "calls":
					calls, err := ParseCallText(input)
					if err != nil {
						return "error: " + err.Error() + "\n"
					}
					return callsValue(calls).JSON() + "\n"
				}
				t.Fatalf("unknown command %q", d.Cmd)
				return ""
			})
		})
	}
}

// dump writes the fields of a Completion that are set.
func dump(c Completion) string {
	var b strings.Builder
	action := c.Action
	if action == None {
		action = "none"
	}
	fmt.Fprintf(&b, "action: %s\n", action)
	for _, part := range []struct {
		name string
		span Span
	}{{"reasoning", c.Reasoning}, {"block", c.AnswerBlock}, {"body", c.Body}, {"call text", c.CallText}} {
		if part.span.Present() {
			fmt.Fprintf(&b, "%s: %d-%d %q\n", part.name, part.span.Start, part.span.End, part.span.Of(c.Text))
		}
	}
	if c.Calls != nil {
		fmt.Fprintf(&b, "calls: %s\n", callsValue(c.Calls).JSON())
	}
	if c.Candidates != nil {
		fmt.Fprintf(&b, "candidates: %s\n", callsValue(c.Candidates).JSON())
	}
	if c.CallErr != nil {
		fmt.Fprintf(&b, "call error: %v\n", c.CallErr)
	}
	if c.Action == Ask {
		fmt.Fprintf(&b, "question: %q tag=%v\n", c.Question, c.QuestionSpan.Present())
	}
	if c.Rule != "" {
		fmt.Fprintf(&b, "rule: %s conflict=%v\n", c.Rule, c.Conflict)
	}
	if c.FromToolCalls {
		fmt.Fprintf(&b, "answer length: %d\n", c.AnswerLength())
	}
	for _, n := range c.Notes {
		fmt.Fprintf(&b, "note: %s %d-%d %q\n", n.Code, n.Span.Start, n.Span.End, n.Span.Of(c.Text))
	}
	return b.String()
}

func TestParseValueRefusesOtherKinds(t *testing.T) {
	if _, err := ParseValue(jsonvalue.NewInt(1), Tagged); err == nil {
		t.Error("a number passed for a completion")
	}
}

func TestCallErrorIsAnError(t *testing.T) {
	_, callErr := ParseCallText("{")
	var err error = callErr
	var target *CallError
	if !errors.As(err, &target) || target.Code != jsonvalue.CodeSyntax {
		t.Errorf("got %v", err)
	}
}
