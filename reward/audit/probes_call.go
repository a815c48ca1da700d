package audit

import (
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// wrongCalls call where that is wrong, or call wrongly.
func wrongCalls() []Probe {
	return []Probe{
		{"invented", Wrong, []string{"H1"}, "calls the right tool, or the likeliest, with made-up values of the right types", func(m *material) (draft, bool) {
			if m.tool == nil {
				return draft{}, false
			}
			return m.call(m.inventedCall(m.tool)), true
		}},
		{"invented-first", Wrong, []string{"H1", "H17"}, "calls the first tool with made-up values", func(m *material) (draft, bool) {
			return m.callFirst(), len(m.Tools) > 0 && m.tool != &m.Tools[0]
		}},
		{"unknown-call", Wrong, []string{"H2"}, "calls the right tool, or the likeliest, with <UNK> for every value", func(m *material) (draft, bool) {
			c := m.unknownCall()
			if c == nil || c.Arguments.Len() == 0 {
				return draft{}, false
			}
			return m.call(*c), true
		}},
		{"changed", Wrong, []string{"H1", "H19"}, "makes the right call, or the likeliest, with one value changed", (*material).changed},
		{"omitted", Wrong, []string{"H1"}, "makes the right call, or the likeliest, without one required argument", (*material).omitted},
		{"twice", Wrong, []string{"H16"}, "makes the right call, or the likeliest, twice", func(m *material) (draft, bool) {
			calls := m.likeliest()
			if len(calls) == 0 {
				return draft{}, false
			}
			return m.call(append(calls, calls[0])...), true
		}},
		{"second-tool", Wrong, []string{"H16", "H8"}, "makes the right call, or the likeliest, and one of a second tool", func(m *material) (draft, bool) {
			other := m.otherTool()
			if other == nil {
				return draft{}, false
			}
			return m.call(append(m.likeliest(), m.inventedCall(other))...), true
		}},
		{"every-tool", Wrong, []string{"H16"}, "calls every tool at once", func(m *material) (draft, bool) {
			calls := m.likeliest()
			for i := range m.Tools {
				if t := &m.Tools[i]; t != m.tool && len(calls) < maxTools {
					calls = append(calls, m.inventedCall(t))
				}
			}
			if len(m.Tools) < 2 {
				return draft{}, false
			}
			return m.call(calls...), true
		}},
		{"schema-call", Wrong, []string{"H18", "H19"}, "calls with the tool's own schema for arguments", func(m *material) (draft, bool) {
			if m.tool == nil {
				return draft{}, false
			}
			return m.call(domains.Call{Name: m.tool.Name, Arguments: m.tool.OpenAI().Field("function").Field("parameters")}), true
		}},
		{"malformed", Wrong, []string{"H18"}, "makes the right call, or the likeliest, in JSON that is cut short", (*material).malformed},
	}
}

// maxTools bounds the calls of every-tool.
const maxTools = 32

// likeliest are the calls of the reference, else that of the belief, filled in.
func (m *material) likeliest() []domains.Call {
	switch {
	case len(m.calls) > 0:
		return m.calls[:len(m.calls):len(m.calls)]
	case m.best != nil:
		return []domains.Call{m.filled(*m.best, true)}
	case m.tool != nil:
		return []domains.Call{m.inventedCall(m.tool)}
	}
	return nil
}

// otherTool is a tool that the sample is not about.
func (m *material) otherTool() *domains.Tool {
	for i := range m.Tools {
		if t := &m.Tools[i]; t != m.tool {
			return t
		}
	}
	return nil
}

// callFirst calls the first tool with made-up values; without any tool it calls
// one that it makes up, too.
func (m *material) callFirst() draft {
	if len(m.Tools) == 0 {
		return m.call(domains.Call{Name: "search", Arguments: jsonvalue.NewObject()})
	}
	return m.call(m.inventedCall(&m.Tools[0]))
}

// firstCall is the first of the likeliest calls, and its tool; nil without an
// offered one.
func (m *material) firstCall() (first domains.Call, rest []domains.Call, t *domains.Tool) {
	calls := m.likeliest()
	if len(calls) == 0 {
		return first, nil, nil
	}
	return calls[0], calls[1:], m.Tool(calls[0].Name)
}

// changed gives one argument of the first call another value, which is none of
// those that the source accepts.
func (m *material) changed() (draft, bool) {
	c, rest, t := m.firstCall()
	if t == nil {
		return draft{}, false
	}
	args := c.Arguments.Members()
	from := m.number(len(args), "changed")
	for i := range args {
		a := args[(from+i)%len(args)]
		p := t.Param(a.Key)
		if p == nil {
			continue
		}
		v := m.invent(t, p, a.Value)
		if !jsonvalue.Equal(domains.Coerce(p, v), domains.Coerce(p, a.Value)) && !m.accepted(p, v) {
			calls := append([]domains.Call{{Name: c.Name, Arguments: c.Arguments.With(a.Key, v)}}, rest...)
			return m.call(calls...), true
		}
	}
	return draft{}, false
}

// accepted reports whether the source takes a value of the first call for right.
func (m *material) accepted(p *domains.Param, v domains.Value) bool {
	for _, alt := range m.Alternatives {
		if alt.Call != 0 || alt.Parameter != p.Name {
			continue
		}
		if len(alt.Path) > 0 {
			return true // a part of the value has alternatives: nobody can tell here
		}
		for _, other := range alt.Values {
			if jsonvalue.Equal(domains.Coerce(p, other), domains.Coerce(p, v)) {
				return true
			}
		}
	}
	return false
}

// omitted leaves a required argument of the first call out.
func (m *material) omitted() (draft, bool) {
	c, rest, t := m.firstCall()
	if t == nil {
		return draft{}, false
	}
	for _, a := range c.Arguments.Members() {
		if p := t.Param(a.Key); p != nil && p.Required && !m.mayOmit(a.Key) {
			calls := append([]domains.Call{{Name: c.Name, Arguments: c.Arguments.Without(a.Key)}}, rest...)
			return m.call(calls...), true
		}
	}
	return draft{}, false
}

func (m *material) mayOmit(name string) bool {
	for _, alt := range m.Alternatives {
		if alt.Call == 0 && alt.Parameter == name && alt.Optional {
			return true
		}
	}
	return false
}

// malformed cuts the JSON of a call short.
func (m *material) malformed() (draft, bool) {
	calls := m.likeliest()
	if len(calls) == 0 {
		return draft{}, false
	}
	body := m.body(completion.Draft{Action: completion.ToolCall, Calls: calls})
	at := strings.LastIndex(body, "}")
	return draft{text: m.frame(body[:at] + body[at+1:]), spoilt: true}, true
}
