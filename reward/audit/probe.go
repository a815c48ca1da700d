package audit

import (
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
)

// Kind says when a probe is a finding.
type Kind string

// The kinds of a probe.
const (
	// Wrong: the action or the content is wrong. A finding on a sample if it earns
	// more than Probe.Line of the honest reward.
	Wrong Kind = "wrong"
	// Blind: the same behaviour on every sample. A finding as a whole if its mean
	// is at least 2/3 of the honest mean, with equal weights for the classes.
	Blind Kind = "blind"
	// Form: honest content with additions. A finding on a sample if it earns more
	// than the honest completion.
	Form Kind = "form"
	// Same: honest content in another form. A finding on a sample if it earns less
	// than 95% of the honest reward.
	Same Kind = "same"
)

// Probe is a behaviour that writes a completion for any sample, always the same
// one.
type Probe struct {
	Name    string
	Kind    Kind
	Anchors []string // the failure modes H1 to H25 that it shows; none for Same
	About   string   // a description in one line
	Line    float64  // for Wrong: the tolerated share of the honest reward; 0: 2/3
	Judge   bool     // no rule can tell it from honest work: it is listed, and never counted

	write func(m *material) (draft, bool) // false if the sample or the grammar has no such completion
}

// on writes the probe's completion; ok is false if there is none, or if it would
// be right.
func (p *Probe) on(m *material) (d draft, ok bool) {
	d, ok = p.write(m)
	if !ok || d.text == "" || p.Kind == Wrong && !p.Judge && m.right(d) || p.Kind == Same && d.text == m.honest.text {
		return draft{}, false
	}
	return d, true
}

// Probes returns all probes, in the order of all reports.
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

// blind probes behave the same on every sample.
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
