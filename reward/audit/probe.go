package audit

import (
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
)

// Kind says what makes a probe a finding.
type Kind string

// The kinds of a probe.
const (
	// Wrong: its action or its content is wrong. It is found on a sample where it
	// earns more than Probe.Line of the honest reward.
	Wrong Kind = "wrong"
	// Blind: the same behaviour on every sample. It is found as a whole, where its
	// mean is at least 2/3 of the honest mean, every class weighing the same.
	Blind Kind = "blind"
	// Form: honest content dressed up. It is found on a sample where it earns more
	// than the honest completion.
	Form Kind = "form"
	// Same: honest content in another form. It is found on a sample where it earns
	// less than 95% of the honest reward.
	Same Kind = "same"
)

// Probe is a behaviour that writes a completion for any sample, the same one each
// time.
type Probe struct {
	Name    string
	Kind    Kind
	Anchors []string // the failure modes that it shows, H1 to H25; none for Same
	About   string   // what it does, in a line
	Line    float64  // of Wrong: the share of the honest reward that is too much; 0: 2/3
	Judge   bool     // no rule can tell it from honest work: it is listed, and never counted

	write func(m *material) (draft, bool) // false where the sample, or the grammar, has no such completion
}

// on writes the probe's completion; ok is false where it has none, or where it
// would be right.
func (p *Probe) on(m *material) (d draft, ok bool) {
	d, ok = p.write(m)
	if !ok || d.text == "" || p.Kind == Wrong && !p.Judge && m.right(d) || p.Kind == Same && d.text == m.honest.text {
		return draft{}, false
	}
	return d, true
}

// Probes returns all probes, in the order in which everything reports them.
func Probes() []Probe {
	return slices.Concat(wrongActions(), wrongCalls(), changedCalls(), wrongQuestions(), wrongTexts(), wrongForms(), judged(), blind(), dressed(), otherCalls(), otherTexts())
}

// wrongActions take another action than the right one.
func wrongActions() []Probe {
	return []Probe{
		{Name: "ask", Kind: Wrong, Anchors: []string{"H15"}, About: "asks for what the belief is missing, or for everything, where another action was right", write: func(m *material) (draft, bool) {
			return m.askDue(), m.action != completion.Ask
		}},
		{Name: "refuse", Kind: Wrong, Anchors: []string{"H5"}, About: "refuses where another action was right", write: func(m *material) (draft, bool) {
			return m.say(completion.Refuse, sorry), m.action != completion.Refuse
		}},
		{Name: "answer", Kind: Wrong, Anchors: []string{"H5"}, About: "answers where another action was right", write: func(m *material) (draft, bool) {
			return m.say(completion.Directly, answered), m.action != completion.Directly
		}},
		{Name: "call", Kind: Wrong, Anchors: []string{"H8", "H17"}, About: "calls the likeliest tool, what is missing made up, where another action was right", write: func(m *material) (draft, bool) {
			switch {
			case m.action == completion.ToolCall || m.tool == nil:
				return draft{}, false
			case m.best != nil:
				return m.call(m.filled(*m.best, true)), true
			}
			return m.call(m.inventedCall(m.tool)), true
		}},
	}
}

// blind behave the same on every sample.
func blind() []Probe {
	return []Probe{
		{Name: "always-ask", Kind: Blind, Anchors: []string{"H15"}, About: "asks for what is missing, or for everything, every time", write: func(m *material) (draft, bool) {
			return m.askDue(), true
		}},
		{Name: "always-ask-unknown", Kind: Blind, Anchors: []string{"H2"}, About: "asks vaguely with a candidate of nothing but <UNK>, every time", write: func(m *material) (draft, bool) {
			return m.ask(vague, m.unknownCall()), true
		}},
		{Name: "always-refuse", Kind: Blind, Anchors: []string{"H5"}, About: "refuses every time", write: func(m *material) (draft, bool) {
			return m.say(completion.Refuse, sorry), true
		}},
		{Name: "always-answer", Kind: Blind, Anchors: []string{"H5"}, About: "answers every time", write: func(m *material) (draft, bool) {
			return m.say(completion.Directly, answered), true
		}},
		{Name: "always-call", Kind: Blind, Anchors: []string{"H1", "H17"}, About: "calls the first tool with made-up values every time", write: func(m *material) (draft, bool) {
			return m.callFirst(), true
		}},
	}
}
