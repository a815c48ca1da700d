package grounding

import (
	"flag"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

var say = flag.String("say", "", "a `text` whose mentions TestSay lists")

func TestSay(t *testing.T) {
	if *say == "" {
		t.Skip("nothing to say")
	}
	r := Read(Input{Turns: []Turn{{Role: "system", Text: "Today is Wednesday 13 August 2025."}, {Role: "user", Text: *say}}})
	for _, m := range r.Mentions {
		t.Logf("%-8s %-20s %-5s %-6s %-8s %q", m.Kind, m.Value, m.Unit, m.Role, m.Status, r.in.Turns[m.Span.Turn].Text[m.Span.Start:m.Span.End])
	}
}

var show = flag.String("show", "", "the `ids` of labelled conversations (dev1/g001,...) that TestShow lists")

func TestShow(t *testing.T) {
	if *show == "" {
		t.Skip("nothing to show")
	}
	for _, id := range strings.Split(*show, ",") {
		folder, id, _ := strings.Cut(id, "/")
		for _, l := range readSignal(t, sharedtest.Shared(t, "data", "signal", folder, "grounding.jsonl")) {
			if l.id != id {
				continue
			}
			r := Read(l.in)
			for ti, turn := range l.in.Turns {
				line := turn.Role[:1] + ": "
				usual := r.bound().usual(ti)
				for i := r.bound().starts[ti]; i < r.bound().starts[ti+1]; i++ {
					w := r.in.Turns[ti].Text[r.bound().tokens[i].start:r.bound().tokens[i].end]
					if st := r.bound().tokens[i].status; st != usual {
						w = "[" + st.String()[:1] + " " + w + "]"
					}
					line += w + " "
				}
				t.Log(line)
			}
			for _, m := range r.Mentions {
				if m.Kind != Text || m.Role != "" {
					t.Logf("    %-8s %-20s %-5s %-6s %-8s %q", m.Kind, m.Value, m.Unit, m.Role, m.Status, l.in.Turns[m.Span.Turn].Text[m.Span.Start:m.Span.End])
				}
			}
			break
		}
	}
}
