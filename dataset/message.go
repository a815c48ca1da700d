package dataset

import (
	"errors"
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The roles of a Message.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
	ToolRole  = "tool"
)

// roles maps the roles in sources to the four of a Message. "agent" is xLAM's; "developer"
// and "function" are OpenAI's newer and older names.
var roles = map[string]string{
	"system": System, "developer": System,
	"user": User, "assistant": Assistant, "agent": Assistant,
	"tool": ToolRole, "function": ToolRole,
}

// ParseMessages reads a conversation: a list of messages, or a string with one. A message
// is {"role", "content", "tool_calls"}; its content is a string, null, or a list of text
// parts. Errors are *Error with CodeBadField.
func ParseMessages(v domains.Value) ([]Message, error) {
	if v.Kind() == jsonvalue.String {
		parsed, err := domains.ParseValue(v.Str())
		if err != nil {
			return nil, &Error{CodeBadField, "", fmt.Sprintf("a string that holds no list of messages (%v); give [{\"role\", \"content\"}]", err)}
		}
		v = parsed
	}
	if v.Kind() != jsonvalue.Array {
		return nil, &Error{CodeBadField, "", "messages are " + kindName(v) + "; give a list of {\"role\", \"content\"}"}
	}
	messages := make([]Message, v.Len())
	for i, item := range v.Items() {
		m, err := ParseMessage(item)
		if err != nil {
			return nil, under(err, fmt.Sprintf("[%d]", i))
		}
		messages[i] = m
	}
	return messages, nil
}

// ParseMessage reads one message. Errors are *Error with CodeBadField.
func ParseMessage(v domains.Value) (Message, error) {
	if v.Kind() != jsonvalue.Object {
		return Message{}, &Error{CodeBadField, "", "a message is an object with role and content, not " + kindName(v)}
	}
	role := v.Field("role")
	known, ok := roles[role.Str()]
	if !ok {
		return Message{}, &Error{CodeBadField, "role", "the role is " + excerpt(role) + "; use system, user, assistant or tool"}
	}
	m := Message{Role: known}
	if err := checkContent(known, v.Field("content")); err != nil {
		return Message{}, err
	}
	m.Content = completion.ContentText(v.Field("content"))
	calls, err := domains.ParseCalls(v.Field("tool_calls"))
	if err != nil {
		return Message{}, badCalls(err, "tool_calls")
	}
	if old := v.Field("function_call"); len(calls) == 0 && !old.IsNull() {
		if calls, err = domains.ParseCalls(old); err != nil {
			return Message{}, badCalls(err, "function_call")
		}
	}
	if len(calls) > 0 && known != Assistant {
		return Message{}, &Error{CodeBadField, "tool_calls", "only an assistant message makes tool calls, this one is by " + known}
	}
	m.ToolCalls = calls
	return m, nil
}

// checkContent refuses content that is not text, because it would be lost, and a user who
// says nothing: the words then stand in a field of another name, and would be lost, too.
func checkContent(role string, v domains.Value) error {
	switch v.Kind() {
	case jsonvalue.Null:
		if role == User {
			return &Error{CodeBadField, "content", "the user's message has no content; give a string"}
		}
		return nil
	case jsonvalue.String:
		return nil
	case jsonvalue.Array:
		for i, part := range v.Items() {
			if part.Kind() != jsonvalue.String && part.Field("text").Kind() != jsonvalue.String {
				return &Error{CodeBadField, fmt.Sprintf("content[%d]", i), "a part without text; only text is read"}
			}
		}
		return nil
	}
	return &Error{CodeBadField, "content", "the content is " + kindName(v) + "; give a string"}
}

// Value returns the message as {"role","content"}, with its calls, if any, as "tool_calls",
// a list of {"name","arguments"}.
func (m *Message) Value() domains.Value {
	return jsonvalue.ObjectOf("role", m.Role, "content", m.Content, "tool_calls?", m.ToolCalls)
}

// Text is the content of a message in a prompt. Earlier calls of an assistant are written
// in the grammar of F8, with the text beside them as the reasoning.
func (m *Message) Text() string {
	if m.Role != Assistant || len(m.ToolCalls) == 0 {
		return m.Content
	}
	draft := completion.Draft{Action: completion.ToolCall, Calls: m.ToolCalls, Reasoning: m.Content}
	text, err := completion.Render(draft)
	if err != nil {
		// The text beside the calls contains tags: it is put before the calls.
		draft.Reasoning = ""
		if text, err = completion.Render(draft); err != nil {
			return m.Content
		}
		text = m.Content + "\n" + text
	}
	return strings.TrimRight(text, "\n")
}

// MessagesValue returns a conversation as a JSON array for ParseMessages.
func MessagesValue(messages []Message) domains.Value { return jsonvalue.Of(messages) }

// under puts path in front of the path of an *Error.
func under(err error, path string) error {
	var e *Error
	if errors.As(err, &e) {
		return e.At(path)
	}
	return err
}

// badCalls turns an error of domains.ParseCalls into one of a message's field.
func badCalls(err error, field string) *Error {
	var inner *domains.Error
	if errors.As(err, &inner) {
		return (&Error{CodeBadField, inner.Path, inner.Msg}).At(field)
	}
	return &Error{CodeBadField, field, err.Error()}
}

// kindName returns the kind of a JSON value for messages.
func kindName(v domains.Value) string {
	if v.IsNull() {
		return "missing"
	}
	return v.Kind().Noun()
}

// excerpt quotes a short value for a message, without characters that could control a
// terminal.
func excerpt(v domains.Value) string {
	if v.Kind() != jsonvalue.String {
		return kindName(v)
	}
	return fmt.Sprintf("%q", jsonvalue.Cut(v.Str(), 40))
}
