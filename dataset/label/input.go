package label

import (
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// Input returns a sample as the input of a reader of conversations (F4): turn i is message
// i. An assistant's earlier calls are those of the message, or those in its text (F8). sets
// holds the domains of each tool by name.
func Input(s *dataset.Sample, sets map[string]domains.Set) grounding.Input {
	in := grounding.Input{Turns: make([]grounding.Turn, len(s.Messages)), Tools: s.Tools, Sets: sets}
	for i := range s.Messages {
		m := &s.Messages[i]
		t := grounding.Turn{Role: m.Role, Text: m.Content, Calls: m.ToolCalls}
		if m.Role == dataset.Assistant && t.Calls == nil && strings.Contains(m.Content, "<TOOLCALL>") {
			t.Calls = completion.Parse(m.Content).Calls
		}
		in.Turns[i] = t
	}
	return in
}
