package grounding

import (
	"flag"
	"testing"
)

var say = flag.String("say", "", "a `text` whose mentions TestSay lists")

func TestSay(t *testing.T) {
	if *say == "" {
		t.Skip("nothing to say")
	}
	r := Read(Input{Turns: []Turn{{Role: "system", Text: "Today is Wednesday 13 August 2025."}, {Role: "user", Text: *say}}})
	for _, m := range r.Mentions {
		t.Logf("%-8s %-20s %-5s %-6s %-8s %q", m.Kind, m.Value, m.Unit, m.Role, m.Status, r.b.in.Turns[m.Span.Turn].Text[m.Span.Start:m.Span.End])
	}
}
