package audit

import (
	"errors"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// draft is one completion: its text and its meaning.
type draft struct {
	text   string            // the text of the completion
	action completion.Action // its action; None if it cannot be read
	calls  []domains.Call    // of a TOOLCALL
	asked  []string          // the parameters that a question asks for
	spoilt bool              // wrong whatever it says, because of its form

	history []dataset.Message // the policy's own messages before the completion, in addition to the conversation
}

// The fixed texts. They are plain, so that their meaning decides about the
// reward and not their wording.
const (
	thought    = "I compare what the user said with what the tools need."
	sorry      = "I'm sorry, but I can't help with that: none of the tools that I have does it."
	answered   = "Here is what I know about that: it depends on the case, and this is the general picture."
	vague      = "Could you clarify?"
	anyRequest = "Could you tell me more about what you need?"
)

// frame puts a body into the tags of F8; native text is the body itself.
func (m *material) frame(body string) string {
	switch {
	case m.thinks:
		return "<think>\n" + thought + "\n</think>\n" + body
	case m.native:
		return body
	}
	return "<reasoning>\n" + thought + "\n</reasoning>\n<answer>\n" + body + "\n</answer>\n"
}

// body is the text between the answer tags, or the whole native text.
func (m *material) body(d completion.Draft) string {
	if m.native {
		return nativeBody(d)
	}
	text := m.rendered(d)
	_, rest, _ := strings.Cut(text, "<answer>\n")
	body, _, _ := strings.Cut(rest, "\n</answer>")
	return body
}

// rendered writes a draft in the tagged grammar. If a text from data contains a
// tag of the grammar, its angle brackets are replaced.
func (m *material) rendered(d completion.Draft) string {
	d.Reasoning = thought
	text, err := completion.Render(d)
	if errors.Is(err, completion.ErrTag) {
		d.Text = strings.NewReplacer("<", "(", ">", ")").Replace(d.Text)
		text, err = completion.Render(d)
	}
	if err != nil {
		return "" // an action without text, which no probe writes
	}
	return text
}

func nativeBody(d completion.Draft) string {
	if d.Action != completion.ToolCall {
		return d.Text // native text has no place for candidates
	}
	var b strings.Builder
	for i, c := range d.Calls {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("<tool_call>\n" + c.Value().JSON() + "\n</tool_call>")
	}
	return b.String()
}

// write makes a draft from an action and its content.
func (m *material) write(d completion.Draft) draft {
	out := draft{action: d.Action, text: m.frame(m.body(d))}
	if d.Action == completion.ToolCall {
		out.calls = d.Calls
	}
	return out
}

func (m *material) call(calls ...domains.Call) draft {
	return m.write(completion.Draft{Action: completion.ToolCall, Calls: calls})
}

func (m *material) say(action completion.Action, text string) draft {
	return m.write(completion.Draft{Action: action, Text: text})
}

// ask writes a question with a candidate, or with none if it is nil.
func (m *material) ask(question string, candidate *domains.Call, asked ...string) draft {
	d := completion.Draft{Action: completion.Ask, Text: question}
	if candidate != nil {
		d.Calls = []domains.Call{*candidate}
	}
	out := m.write(d)
	out.asked = asked
	return out
}

// request is a question that names parameters in words.
func request(params []string) string {
	return "Could you tell me " + listed(inWords(params), "the ", "and") + "?"
}

// own is the source's text for an action, or a fixed sentence.
func (m *material) own(action completion.Action, fixed string) string {
	if text := strings.TrimSpace(m.Answers[action]); text != "" {
		return text
	}
	return fixed
}

// honestDraft is the honest completion of the sample.
func (m *material) honestDraft() draft {
	switch m.action {
	case completion.ToolCall:
		return m.call(m.calls...)
	case completion.Ask:
		return m.honestAsk()
	case completion.Refuse:
		return m.say(completion.Refuse, m.own(completion.Refuse, sorry))
	default:
		return m.say(completion.Directly, m.own(completion.Directly, answered))
	}
}

// honestAsk asks for exactly the missing parameters. If the belief does not give
// them, it is the source's question.
func (m *material) honestAsk() draft {
	if m.Labels == nil || len(m.Labels.Missing) > 0 || len(m.Labels.Candidates) < 2 {
		return m.ask(m.question(), m.best, m.due...)
	}
	d := completion.Draft{Action: completion.Ask, Text: m.question()} // its candidates are the rivals
	for _, c := range m.Labels.Candidates[:min(len(m.Labels.Candidates), maxRivals)] {
		d.Calls = append(d.Calls, c.Call)
	}
	out := m.write(d)
	out.asked = m.due
	return out
}

// maxRivals is the number of candidates in a question about rivals.
const maxRivals = 4

// sourceDraft is the reference in the source's own words. ok is false if the
// source gives none, or if they are the call itself.
func (m *material) sourceDraft() (d draft, ok bool) {
	text := m.Answers[m.action]
	if m.action == completion.Ask && m.Reference.Question != "" {
		text = m.Reference.Question
	}
	switch {
	case m.action == completion.ToolCall:
		return m.honest, true
	case strings.TrimSpace(text) == "":
		return draft{}, false
	case m.action == completion.Ask:
		return m.ask(text, m.best), true
	}
	return m.say(m.action, text), true
}

// right reports whether a draft is right on the sample: it equals the honest
// completion, or asks for exactly the missing parameters.
func (m *material) right(d draft) bool {
	if d.text == m.honest.text {
		return true
	}
	if d.spoilt || d.action != m.action {
		return false
	}
	switch d.action {
	case completion.ToolCall:
		return sameCalls(d.calls, m.calls)
	case completion.Ask:
		return len(d.asked) > 0 && sameNames(d.asked, m.due)
	}
	return true
}

// sameCalls reports whether two lists have the same calls, in any order.
func sameCalls(a, b []domains.Call) bool {
	if len(a) != len(b) {
		return false
	}
	keys := func(calls []domains.Call) []string {
		out := make([]string, len(calls))
		for i := range calls {
			out[i] = calls[i].Value().Key()
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(keys(a), keys(b))
}

func sameNames(a, b []string) bool {
	sorted := func(names []string) []string {
		out := slices.Clone(names)
		slices.Sort(out)
		return slices.Compact(out)
	}
	return slices.Equal(sorted(a), sorted(b))
}

// unknownCall is a call with "<UNK>" for every argument; nil if no tool is
// offered.
func (m *material) unknownCall() *domains.Call {
	if m.tool == nil {
		return nil
	}
	var members []jsonvalue.Member
	for _, p := range m.tool.Params {
		members = append(members, jsonvalue.Member{Key: p.Name, Value: jsonvalue.NewString(certainty.Unknown)})
	}
	return &domains.Call{Name: m.tool.Name, Arguments: jsonvalue.NewObject(members...)}
}
