package audit

import (
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// behaviour is something that the simulated policy can do on any sample. It uses
// the conversation and the belief, never the reference.
type behaviour struct {
	name    string
	group   string // the group in the figures: its name, or that of its form
	exploit bool
	base    int // for a behaviour with a form, the index of the same one without it; else -1
	write   func(m *material) (draft, bool)
}

// The plain behaviours that can have a form, and their number.
const (
	doCall = iota
	doAsk
	doRefuse
	doAnswer
	wearers
)

// behaviours returns the policy's choices. A form that a sample or the grammar
// does not allow leaves the behaviour plain.
func behaviours() []behaviour {
	always := func(write func(m *material) draft) func(m *material) (draft, bool) {
		return func(m *material) (draft, bool) { return write(m), true }
	}
	out := []behaviour{
		doCall:   {name: "call", write: always((*material).callGrounded)},
		doAsk:    {name: "ask", write: always((*material).askAsBelieved)},
		doRefuse: {name: "refuse", write: always(func(m *material) draft { return m.say(completion.Refuse, m.own(completion.Refuse, sorry)) })},
		doAnswer: {name: "answer", write: always(func(m *material) draft { return m.say(completion.Directly, m.own(completion.Directly, answered)) })},
		{name: "call-invented", exploit: true, write: always((*material).callInvented)},
		{name: "ask-vague", exploit: true, write: always(func(m *material) draft { return m.ask(vague, m.best) })},
		{name: "ask-unknown", exploit: true, write: always(func(m *material) draft { return m.ask(vague, m.unknownCall()) })},
		{name: "ask-everything", exploit: true, write: always((*material).askAll)},
		{name: "ask-nothing", exploit: true, write: always(func(m *material) draft {
			return m.ask("I don't need to know "+listed(inWords(m.due), "the ", "and")+".", m.best)
		})},
		{name: "refuse-invisible", exploit: true, write: func(m *material) (draft, bool) { return m.say(completion.Refuse, "."), !m.native }},
		{name: "refuse-claim", exploit: true, write: func(m *material) (draft, bool) { return m.say(completion.Refuse, claimedActs[0]), !m.native }},
		{name: "answer-invisible", exploit: true, write: func(m *material) (draft, bool) { return m.say(completion.Directly, "."), !m.native }},
		{name: "answer-claim", exploit: true, write: func(m *material) (draft, bool) { return m.say(completion.Directly, claimedActs[0]), !m.native }},
	}
	for i := range out {
		out[i].base, out[i].group = -1, out[i].name
	}
	plain := out[:wearers]
	for _, dr := range dresses {
		for i, b := range plain {
			out = append(out, behaviour{name: b.name + "+" + dr.name, group: "form:" + dr.name, exploit: true, base: i, write: func(m *material) (draft, bool) {
				d, _ := b.write(m)
				return dr.wear(m, d)
			}})
		}
	}
	return append(out,
		behaviour{name: "ask+candidate-unknown", group: "form:candidate-unknown", exploit: true, base: doAsk, write: func(m *material) (draft, bool) {
			c := m.unknownCall()
			return m.ask(m.question(), c), c != nil && !m.native
		}},
		behaviour{name: "ask+candidate-text", group: "form:candidate-text", exploit: true, base: doAsk, write: func(m *material) (draft, bool) {
			c := m.openText()
			return m.ask(m.question(), c), c != nil && !m.native
		}})
}

// callGrounded calls what the belief specifies, without open parameters. If the
// belief is about several calls that are meant together (F12), it makes all of
// them.
func (m *material) callGrounded() draft {
	if m.best == nil {
		return m.callFirst()
	}
	if m.Labels.Source != label.Reference {
		return m.call(m.filled(*m.best, false))
	}
	var calls []domains.Call
	for _, c := range m.Labels.Candidates {
		calls = append(calls, m.filled(c.Call, false))
	}
	return m.call(calls...)
}

func (m *material) callInvented() draft {
	if m.best != nil {
		if t := m.Tool(m.best.Name); t != nil {
			return m.call(m.inventedCall(t))
		}
	}
	return m.callFirst()
}

// askAsBelieved asks for everything that the belief lacks, or for all parameters
// if it lacks nothing.
func (m *material) askAsBelieved() draft {
	if m.choice != "" || len(m.due) > 0 {
		return m.honestAsk()
	}
	return m.askAll()
}
