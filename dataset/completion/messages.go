package completion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ParseText reads a completion's text in the given grammar.
func ParseText(text string, g Grammar) Completion {
	if g == Native {
		return ParseNative(text)
	}
	return Parse(text)
}

// ParseValue reads a completion in the forms of datasets and trainers: a string, a list of
// chat messages, or one message. Any other value is an error.
func ParseValue(v domains.Value, g Grammar) (Completion, error) {
	switch v.Kind() {
	case jsonvalue.String:
		return ParseText(v.Str(), g), nil
	case jsonvalue.Array, jsonvalue.Object:
		return ParseMessages(v, g), nil
	}
	return Completion{}, fmt.Errorf("a completion is a text or a list of messages, not %s", v.Kind().Noun())
}

// ParseMessages reads chat messages (a list, or one message). The first assistant message
// counts, because it is the decision of the sample; messages that a trainer appends
// (results of tools, a closing text) belong to the later episode. Non-empty tool_calls are
// the action TOOLCALL with those calls, whatever the content is; otherwise the content is
// read in the given grammar (F8). Calls may be nested as in OpenAI's format, or flat. A
// list without an assistant message has no action.
func ParseMessages(v domains.Value, g Grammar) Completion {
	decision, ok := firstAssistant(v)
	if !ok {
		c := ParseText("", g)
		c.note(NoteNoMessage, 0, 0)
		return c
	}
	content := ContentText(decision.Field("content"))
	calls := decision.Field("tool_calls")
	if calls.Len() == 0 && calls.Str() == "" {
		return ParseText(content, g)
	}
	c := Completion{Text: content, Grammar: g, Action: ToolCall, FromToolCalls: true}
	if g == "" {
		c.Grammar = Tagged
	}
	var extra bool
	if c.Calls, extra, c.CallErr = callsOf(calls, loose); extra {
		c.note(NoteExtraKey, 0, 0)
	}
	if c.CallErr != nil {
		c.callsJSON = calls.JSON()
	} else {
		c.callsJSON = callsValue(c.Calls).JSON()
	}
	if rest := (Span{0, len(content)}).trim(content); rest.Start < rest.End {
		c.note(NoteTextBesideCall, rest.Start, rest.End)
	}
	return c
}

// Asked is the question of a call that asks the user: the texts of its arguments, each on a line.
func Asked(arguments domains.Value) string {
	var words []string
	for _, m := range arguments.Members() {
		words = append(words, m.Value.Str())
	}
	return strings.Join(words, "\n")
}

// Asking returns the ASK that a completion amounts to whose calls all ask the user, as asks tells of
// their tools; the question is the texts of their arguments. ok is false for any other completion.
// A question in a message's tool_calls has the shape of a native one: its calls are all of it.
func (c *Completion) Asking(asks func(tool string) bool) (asked Completion, ok bool) {
	var words []string
	for i := range c.Calls {
		if !asks(c.Calls[i].Name) {
			return asked, false
		}
		words = append(words, Asked(c.Calls[i].Arguments))
	}
	if c.Action != ToolCall || len(c.Calls) == 0 {
		return asked, false
	}
	asked = *c
	asked.Action, asked.Calls, asked.CallText, asked.Question = Ask, nil, Span{}, strings.TrimSpace(strings.Join(words, "\n"))
	if c.FromToolCalls {
		all := Span{0, len(asked.Question)}
		asked.FromToolCalls, asked.Grammar, asked.Text = false, Native, asked.Question
		asked.Reasoning, asked.AnswerBlock, asked.Body, asked.QuestionSpan = Span{}, all, all, all
	}
	return asked, true
}

// Continues reports whether messages follow the decision. Then the decision was complete,
// whatever ended the last message.
func Continues(v domains.Value) bool {
	at := decisionIndex(v.Items())
	return at >= 0 && at < v.Len()-1
}

func firstAssistant(v domains.Value) (domains.Value, bool) {
	messages := v.Items()
	if v.Kind() == jsonvalue.Object {
		messages = []domains.Value{v}
	}
	if at := decisionIndex(messages); at >= 0 {
		return messages[at], true
	}
	return domains.Value{}, false
}

func decisionIndex(messages []domains.Value) int {
	return slices.IndexFunc(messages, func(m domains.Value) bool { return m.Field("role").Str() == "assistant" })
}

// ContentText returns the text of a message's content: a string, the joined texts of a list
// of parts, or "" for null and anything else.
func ContentText(content domains.Value) string {
	if content.Kind() != jsonvalue.Array {
		return content.Str()
	}
	var b strings.Builder
	for _, part := range content.Items() {
		if part.Kind() == jsonvalue.String {
			b.WriteString(part.Str())
		} else {
			b.WriteString(part.Field("text").Str())
		}
	}
	return b.String()
}
