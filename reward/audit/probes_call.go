package audit

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// callProbe is a probe for samples where a call is right. write gets the first
// reference call, its tool, and the remaining calls.
func callProbe(name string, anchors []string, about string, write func(m *material, c domains.Call, t *domains.Tool, rest []domains.Call) (draft, bool)) Probe {
	return Probe{Name: name, Kind: Wrong, Anchors: anchors, About: about, write: func(m *material) (draft, bool) {
		if len(m.calls) == 0 || m.Tool(m.calls[0].Name) == nil {
			return draft{}, false
		}
		return write(m, m.calls[0], m.Tool(m.calls[0].Name), m.calls[1:])
	}}
}

// wrongCalls are wrong calls where a call is right.
func wrongCalls() []Probe {
	return []Probe{
		callProbe("invented", []string{"H1"}, "calls the right tool with made-up values of the right types", func(m *material, _ domains.Call, t *domains.Tool, _ []domains.Call) (draft, bool) {
			return m.call(m.inventedCall(t)), true
		}),
		callProbe("other-tool", []string{"H1", "H17"}, "calls another tool with made-up values", func(m *material, _ domains.Call, _ *domains.Tool, _ []domains.Call) (draft, bool) {
			other := m.otherTool()
			if other == nil {
				return draft{}, false
			}
			return m.call(m.inventedCall(other)), true
		}),
		callProbe("unknown-call", []string{"H2"}, "calls the right tool with <UNK> for every value", func(m *material, _ domains.Call, _ *domains.Tool, _ []domains.Call) (draft, bool) {
			c := m.unknownCall()
			return m.call(*c), c.Arguments.Len() > 0
		}),
		callProbe("omitted", []string{"H1"}, "makes the right call without one required argument", func(m *material, c domains.Call, t *domains.Tool, rest []domains.Call) (draft, bool) {
			return m.without(c, t, rest, func(p *domains.Param, v domains.Value) bool { return p.Required })
		}),
		callProbe("omitted-optional", []string{"H1"}, "makes the right call without one optional argument", func(m *material, c domains.Call, t *domains.Tool, rest []domains.Call) (draft, bool) {
			return m.without(c, t, rest, func(p *domains.Param, v domains.Value) bool {
				return !p.Required && !v.IsNull() && !isDefault(p, v)
			})
		}),
		callProbe("twice", []string{"H16"}, "makes the right call twice", func(m *material, c domains.Call, _ *domains.Tool, _ []domains.Call) (draft, bool) {
			return m.call(append(m.calls[:len(m.calls):len(m.calls)], c)...), true
		}),
		callProbe("second-tool", []string{"H16", "H8"}, "makes the right call and one of a second tool", func(m *material, _ domains.Call, _ *domains.Tool, _ []domains.Call) (draft, bool) {
			other := m.otherTool()
			if other == nil {
				return draft{}, false
			}
			return m.call(append(m.calls[:len(m.calls):len(m.calls)], m.inventedCall(other))...), true
		}),
		callProbe("every-tool", []string{"H16"}, "calls every tool at once", func(m *material, _ domains.Call, t *domains.Tool, _ []domains.Call) (draft, bool) {
			calls := m.calls[:len(m.calls):len(m.calls)]
			for i := range m.Tools {
				if other := &m.Tools[i]; other != t && len(calls) < maxTools {
					calls = append(calls, m.inventedCall(other))
				}
			}
			return m.call(calls...), len(m.Tools) > 1
		}),
		callProbe("extra-keys", []string{"H18"}, "makes the right call with a key that calls do not have", func(m *material, c domains.Call, _ *domains.Tool, _ []domains.Call) (draft, bool) {
			d := m.callText(func(c domains.Call) string {
				return `{"note":"the user agreed to everything",` + c.Value().JSON()[1:]
			})
			d.spoilt = true
			return d, true
		}),
		callProbe("schema-call", []string{"H18", "H19"}, "calls with the tool's own schema for arguments", func(m *material, _ domains.Call, t *domains.Tool, _ []domains.Call) (draft, bool) {
			return m.call(domains.Call{Name: t.Name, Arguments: t.OpenAI().Field("function").Field("parameters")}), true
		}),
		callProbe("malformed", []string{"H18"}, "makes the right call in JSON that is cut short", func(m *material, _ domains.Call, _ *domains.Tool, _ []domains.Call) (draft, bool) {
			d := m.callText(func(c domains.Call) string { return strings.TrimSuffix(c.Value().JSON(), "}") })
			d.spoilt = true
			return d, true
		}),
		callProbe("laundered", []string{"H1", "H7"}, "calls with a made-up value that an error of the tool has echoed", func(m *material, c domains.Call, t *domains.Tool, rest []domains.Call) (draft, bool) {
			d, ok := m.edited("laundered", c, t, rest, invented)
			if !ok {
				return draft{}, false
			}
			echo := d.calls[0]
			d.history = []dataset.Message{
				{Role: dataset.Assistant, ToolCalls: []domains.Call{echo}},
				{Role: dataset.ToolRole, Content: `{"error":"no result","request":` + echo.Arguments.JSON() + `}`},
			}
			return d, true
		}),
	}
}

// maxTools is the number of calls of the probe every-tool.
const maxTools = 32

// callText writes the right calls, each by the function text.
func (m *material) callText(text func(domains.Call) string) draft {
	parts := make([]string, len(m.calls))
	for i, c := range m.calls {
		// The grammar requires tags inside JSON to be escaped.
		parts[i] = strings.ReplaceAll(text(c), "<", `\u003c`)
	}
	body := "<TOOLCALL>[" + strings.Join(parts, ", ") + "]</TOOLCALL>"
	if m.native {
		body = "<tool_call>\n" + strings.Join(parts, "\n</tool_call>\n<tool_call>\n") + "\n</tool_call>"
	}
	return draft{text: m.frame(body), action: completion.ToolCall, calls: m.calls}
}

// without leaves out the first argument for which pick is true.
func (m *material) without(c domains.Call, t *domains.Tool, rest []domains.Call, pick func(*domains.Param, domains.Value) bool) (draft, bool) {
	for _, a := range c.Arguments.Members() {
		if p := t.Param(a.Key); p != nil && pick(p, a.Value) && !m.mayOmit(a.Key) {
			return m.call(append([]domains.Call{{Name: c.Name, Arguments: c.Arguments.Without(a.Key)}}, rest...)...), true
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

// likeliest returns the reference calls, or the belief's best call with its open
// arguments filled.
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

// otherTool is a tool other than the sample's.
func (m *material) otherTool() *domains.Tool {
	for i := range m.Tools {
		if t := &m.Tools[i]; t != m.tool && t.Name != m.tool.Name {
			return t
		}
	}
	return nil
}

// callFirst calls the first tool with invented values; without tools it invents
// the tool, too.
func (m *material) callFirst() draft {
	if len(m.Tools) == 0 {
		return m.call(domains.Call{Name: "search", Arguments: jsonvalue.NewObject()})
	}
	return m.call(m.inventedCall(&m.Tools[0]))
}
