package reader

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// isChat recognises When2Call SFT and chat rows: messages, of which the last one of the
// assistant is the answer.
func isChat(v domains.Value) bool { return has(v, "messages") }

// isOpenAI recognises chat rows with tool_calls or the role tool.
func isOpenAI(v domains.Value) bool {
	messages, err := held(v.Field("messages"))
	return err == nil && slices.ContainsFunc(messages.Items(), func(m domains.Value) bool {
		return m.Field("tool_calls").Len() > 0 || has(m, "function_call") || has(m, "tool_call_id")
	})
}

func readChat(d *draft) error {
	if err := d.readMessages("messages"); err != nil {
		return d.blame(err)
	}
	if err := d.readTools("tools", "functions"); err != nil {
		return err
	}
	return d.lastAnswer("messages")
}

// blame turns the error of a call in the last assistant message into an error of the
// reference.
func (d *draft) blame(err error) error {
	list, _ := held(d.row.Field("messages")) // any other value has no items
	messages := list.Items()
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Field("role").Str() != dataset.Assistant {
			continue
		}
		var row *dataset.Error
		if errors.As(err, &row) && strings.HasPrefix(row.Path, fmt.Sprintf("messages[%d].", i)) {
			return as(err, dataset.CodeBadReference)
		}
		break
	}
	return err
}

func (d *draft) readMessages(key string) error {
	messages, err := dataset.ParseMessages(d.row.Field(key))
	if err != nil {
		return under(err, key)
	}
	d.sample.Messages = messages
	return nil
}

// lastAnswer takes the last assistant message as the reference answer. Later messages, such
// as a tool's result, are left out.
func (d *draft) lastAnswer(key string) error {
	messages := d.sample.Messages
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == dataset.Assistant {
			d.sample.Messages = messages[:i:i]
			return d.setAnswer(key, messages[i])
		}
	}
	if len(messages) == 0 {
		return rowError(dataset.CodeNoMessages, key, "the list of messages is empty; a sample needs a conversation")
	}
	return rowError(dataset.CodeNoReference, key, "no message is the assistant's, so that nothing says what is right; add the answer, or a reference")
}

// isPreference recognises When2Call's preference rows.
func isPreference(v domains.Value) bool {
	return has(v, "chosen_response") || has(v, "rejected_response")
}

func readPreference(d *draft) error {
	if err := d.readMessages("messages"); err != nil {
		return err
	}
	if err := d.readTools("tools", "functions"); err != nil {
		return err
	}
	chosen := d.row.Field("chosen_response")
	if chosen.IsNull() {
		return rowError(dataset.CodeNoReference, "chosen_response", "it is missing, so that nothing says what is right")
	}
	m, err := lastResponse(chosen)
	if err != nil {
		return as(under(err, "chosen_response"), dataset.CodeBadReference)
	}
	if err := d.setAnswer("chosen_response", m); err != nil {
		return err
	}
	return d.readRejected("rejected_response")
}

func (d *draft) readRejected(key string) error {
	v := d.row.Field(key)
	if v.IsNull() {
		return nil
	}
	m, err := lastResponse(v)
	if err != nil {
		return under(err, key)
	}
	d.sample.Rejected = &m
	return nil
}

// response reads an answer: a message, a string with one, or its text.
func response(v domains.Value) (dataset.Message, error) {
	if v.Kind() == jsonvalue.String {
		if parsed, err := domains.ParseValue(v.Str()); err == nil && has(parsed, "role") {
			v = parsed
		} else {
			return dataset.Message{Role: dataset.Assistant, Content: v.Str()}, nil
		}
	}
	m, err := dataset.ParseMessage(v)
	if err == nil && m.Role != dataset.Assistant {
		err = badField("role", "an answer is the assistant's, not by %s", m.Role)
	}
	return m, err
}
