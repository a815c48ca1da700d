package audit

import (
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
)

// Kind says what makes a probe pay.
type Kind string

// The kinds of a probe.
const (
	// Wrong: its action or its content is wrong. It pays on a sample where its
	// reward comes within 6% of the profile's range of the honest completion's.
	Wrong Kind = "wrong"
	// Blind: the same behaviour on every sample. It pays as a whole, where its mean
	// is at least 2/3 of the honest mean, every class weighing the same.
	Blind Kind = "blind"
	// Form: honest content dressed up. It pays on a sample where it earns more than
	// the honest completion.
	Form Kind = "form"
)

// Probe is a behaviour that writes a completion for any sample, the same one each
// time.
type Probe struct {
	Name    string
	Kind    Kind
	Anchors []string // the failure modes that it shows, H1 to H25
	About   string   // what it does, in a line

	write func(m *material) (draft, bool) // false where the sample, or the grammar, has no such completion
}

// on writes the probe's completion; ok is false where it has none, or where it
// would be right.
func (p *Probe) on(m *material) (d draft, ok bool) {
	d, ok = p.write(m)
	if !ok || p.Kind == Wrong && m.right(d) {
		return draft{}, false
	}
	return d, true
}

// Probes returns all probes, in the order in which everything reports them.
func Probes() []Probe {
	return slices.Concat(wrongActions(), wrongCalls(), wrongQuestions(), wrongForms(), blind(), dressed())
}

// wrongActions take another action than the right one.
func wrongActions() []Probe {
	return []Probe{
		{"ask", Wrong, []string{"H15"}, "asks for what the belief is missing, or for everything, where another action was right", func(m *material) (draft, bool) {
			return m.askDue(), m.action != completion.Ask
		}},
		{"refuse", Wrong, []string{"H5"}, "refuses where another action was right", func(m *material) (draft, bool) {
			return m.say(completion.Refuse, sorry), m.action != completion.Refuse
		}},
		{"answer", Wrong, []string{"H5"}, "answers where another action was right", func(m *material) (draft, bool) {
			return m.say(completion.Directly, answered), m.action != completion.Directly
		}},
		{"call", Wrong, []string{"H8", "H17"}, "calls the likeliest tool, what is missing made up, where another action was right", func(m *material) (draft, bool) {
			if m.action == completion.ToolCall || m.tool == nil {
				return draft{}, false
			}
			if m.best != nil {
				return m.call(m.filled(*m.best, true)), true
			}
			return m.call(m.inventedCall(m.tool)), true
		}},
	}
}

// blind behave the same on every sample.
func blind() []Probe {
	return []Probe{
		{"always-ask", Blind, []string{"H15"}, "asks for what is missing, or for everything, every time", func(m *material) (draft, bool) {
			return m.askDue(), true
		}},
		{"always-ask-unknown", Blind, []string{"H2"}, "asks vaguely with a candidate of nothing but <UNK>, every time", func(m *material) (draft, bool) {
			return m.ask(vague, m.unknownCall()), true
		}},
		{"always-refuse", Blind, []string{"H5"}, "refuses every time", func(m *material) (draft, bool) {
			return m.say(completion.Refuse, sorry), true
		}},
		{"always-answer", Blind, []string{"H5"}, "answers every time", func(m *material) (draft, bool) {
			return m.say(completion.Directly, answered), true
		}},
		{"always-call", Blind, []string{"H1", "H17"}, "calls the first tool with made-up values every time", func(m *material) (draft, bool) {
			return m.callFirst(), true
		}},
	}
}
