package audit

import (
	"fmt"
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// wrongQuestions ask where that is wrong, or for what is not missing.
func wrongQuestions() []Probe {
	return []Probe{
		{"vague", Wrong, []string{"H14"}, `asks "Could you clarify?" and nothing else`, func(m *material) (draft, bool) {
			return m.bareAsk(vague), true
		}},
		{"vague-none", Wrong, []string{"H14"}, "asks vaguely in a <question>, without a candidate", func(m *material) (draft, bool) {
			return m.ask(vague, nil), !m.native
		}},
		{"vague-unknown", Wrong, []string{"H2", "H14"}, "asks vaguely with a candidate of nothing but <UNK>", func(m *material) (draft, bool) {
			c := m.unknownCall()
			return m.ask(vague, c), c != nil && !m.native
		}},
		{"vague-full", Wrong, []string{"H6", "H14"}, "asks vaguely with a candidate that leaves nothing open", func(m *material) (draft, bool) {
			calls := m.likeliest()
			if len(calls) == 0 || m.native {
				return draft{}, false
			}
			return m.ask(vague, &calls[0]), true
		}},
		{"settled", Wrong, []string{"H14"}, "asks for what the conversation says already", func(m *material) (draft, bool) {
			known := m.settled()
			if len(known) == 0 {
				return draft{}, false
			}
			name := known[m.number(len(known), "settled")]
			return m.ask(request([]string{name}), m.best, name), true
		}},
		{"everything", Wrong, []string{"H15"}, "asks for every parameter of the tool", func(m *material) (draft, bool) {
			if m.tool == nil || len(m.tool.Params) == 0 {
				return draft{}, false
			}
			return m.askAll(), true
		}},
		{"foreign", Wrong, []string{"H14"}, "asks for a parameter of another sample", func(m *material) (draft, bool) {
			return m.ask("Could you tell me the "+m.foreign+"?", m.best), m.foreign != ""
		}},
		{"giveaway", Wrong, []string{"H14"}, "asks for what is missing by stating a made-up value of it", (*material).giveaway},
		{"schema-ask", Wrong, []string{"H15", "H18"}, "asks with the schema of the tool for a question", func(m *material) (draft, bool) {
			if m.tool == nil {
				return draft{}, false
			}
			names := make([]string, len(m.tool.Params))
			for i := range m.tool.Params {
				names[i] = m.tool.Params[i].Name
			}
			return m.ask(m.tool.OpenAI().JSON(), m.best, names...), true
		}},
	}
}

// bareAsk is a question without the tag of one.
func (m *material) bareAsk(question string) draft {
	if m.native {
		return m.ask(question, nil)
	}
	return draft{action: completion.Ask, text: m.frame("<ASK>" + question + "</ASK>")}
}

// askDue asks as an honest policy would that asks: for what is missing, else for
// everything.
func (m *material) askDue() draft {
	switch {
	case m.action == completion.Ask:
		return m.honest
	case m.choice != "" || len(m.due) > 0:
		return m.honestAsk()
	}
	return m.askAll()
}

// askAll asks for every parameter of the tool; without one, for anything.
func (m *material) askAll() draft {
	if m.tool == nil || len(m.tool.Params) == 0 {
		return m.ask(anyRequest, m.best)
	}
	names := make([]string, len(m.tool.Params))
	for i := range m.tool.Params {
		names[i] = m.tool.Params[i].Name
	}
	return m.ask(request(names), m.best, names...)
}

// giveaway states a value for everything that is missing. Booleans are left
// out: "should it be so?" is how one asks for them.
func (m *material) giveaway() (draft, bool) {
	if m.best == nil || m.Tool(m.best.Name) == nil {
		return draft{}, false
	}
	t := m.Tool(m.best.Name)
	var claims []string
	for _, name := range m.due {
		p := t.Param(name)
		d, _ := m.Sets[t.Name].Get(name)
		if p == nil || d.Type == domains.Boolean {
			return draft{}, false
		}
		v := m.invent(t, p, domains.Value{})
		text := v.Str()
		if text == "" {
			text = v.JSON()
		}
		claims = append(claims, fmt.Sprintf("the %s is %s", words(name), text))
	}
	if len(claims) == 0 {
		return draft{}, false
	}
	return m.ask("Could you confirm that "+listed(claims, "", "and")+"?", m.best), true
}

// openText is the honest candidate with a text that is known left open, too: nil
// where it has none.
func (m *material) openText() *domains.Call {
	if m.best == nil || m.Tool(m.best.Name) == nil {
		return nil
	}
	for _, name := range m.settled() {
		if d, _ := m.Sets[m.best.Name].Get(name); d.Size == domains.Infinite && !slices.Contains(m.due, name) {
			return &domains.Call{Name: m.best.Name, Arguments: m.best.Arguments.With(name, unknownValue)}
		}
	}
	return nil
}
