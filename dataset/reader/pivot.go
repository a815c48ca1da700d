package reader

import (
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// isPivot recognises NeMo Gym's rows with an expected action.
func isPivot(v domains.Value) bool {
	return has(v, "responses_create_params") && has(v, "expected_action")
}

// readPivot reads a request of the Responses API and the expected next action: a call, or a
// message. The content classifier judges a message, unless the row names its class, as rows
// of the layout pivot do.
func readPivot(d *draft) error {
	params, err := d.object("responses_create_params")
	if err != nil {
		return err
	}
	if text := params.Field("instructions"); !text.IsNull() {
		if text.Kind() != jsonvalue.String {
			return badField("responses_create_params.instructions", "it is %s; give a string", text.Kind().Noun())
		}
		d.sample.Messages = append(d.sample.Messages, dataset.Message{Role: dataset.System, Content: text.Str()})
	}
	if err := d.readInput(params.Field("input")); err != nil {
		return under(err, "responses_create_params.input")
	}
	if tools := params.Field("tools"); !tools.IsNull() {
		if err := d.setTools("responses_create_params.tools", tools); err != nil {
			return err
		}
	}
	action, err := d.object("expected_action")
	if err != nil {
		return err
	}
	// A message that is expected is the assistant's; one of the input may be anybody's.
	if kind := action.Field("type").Str(); (kind == "message" || kind == "") && !has(action, "role") {
		action = action.With("role", jsonvalue.NewString(dataset.Assistant))
	}
	m, err := outputItem(action)
	if err != nil {
		return as(under(err, "expected_action"), dataset.CodeBadReference)
	}
	s := d.sample
	if action := completion.Action(d.row.Field("action").Str()); action.Valid() && action != completion.ToolCall && len(m.ToolCalls) == 0 {
		s.Reference, s.ActionSource = dataset.Reference{Action: action}, dataset.ActionGiven // from the layout pivot
		if m.Content != "" {
			s.Answers = dataset.Answers{action: m.Content}
		}
		if action == completion.Ask {
			s.Reference.Question = m.Content
		}
		return nil
	}
	if m.Role != dataset.Assistant || len(m.ToolCalls) == 0 && m.Content == "" {
		return rowError(dataset.CodeNoReference, "expected_action", "it is neither a call nor a message with a text, so that nothing says what is right")
	}
	if err := d.setAnswer("expected_action", m); err != nil {
		return err
	}
	if s.Reference.Action == completion.ToolCall {
		s.ActionSource = dataset.ActionGiven
	}
	return nil
}

// readInput reads a text, or a list of items.
func (d *draft) readInput(input domains.Value) error {
	switch input.Kind() {
	case jsonvalue.String:
		if input.Str() == "" {
			return rowError(dataset.CodeNoMessages, "", "the question is empty, so that there is no conversation")
		}
		d.sample.Messages = append(d.sample.Messages, dataset.Message{Role: dataset.User, Content: input.Str()})
		return nil
	case jsonvalue.Array:
	default:
		return badField("", "it is %s; give a text or a list of items", input.Kind().Noun())
	}
	for i, item := range input.Items() {
		if item.Field("type").Str() == "reasoning" {
			continue
		}
		m, err := outputItem(item)
		if err != nil {
			return under(err, fmt.Sprintf("[%d]", i))
		}
		if n := len(d.sample.Messages); n > 0 && len(m.ToolCalls) > 0 && len(d.sample.Messages[n-1].ToolCalls) > 0 {
			last := &d.sample.Messages[n-1] // parallel calls are one message
			last.ToolCalls = append(last.ToolCalls, m.ToolCalls...)
			continue
		}
		d.sample.Messages = append(d.sample.Messages, m)
	}
	return nil
}

// outputItem reads an item of the Responses API: a message, a call, or the result of a
// call.
func outputItem(v domains.Value) (dataset.Message, error) {
	if v.Kind() != jsonvalue.Object {
		return dataset.Message{}, badField("", "it is %s; give an object with a type", v.Kind().Noun())
	}
	kind := v.Field("type").Str()
	if t := v.Field("type"); t.Kind() != jsonvalue.String && !t.IsNull() {
		return dataset.Message{}, badField("type", "it is %s; give a string", t.Kind().Noun())
	}
	switch kind {
	case "function_call":
		calls, err := domains.ParseCalls(v.Without("type"))
		if err == nil && len(calls) != 1 {
			err = badField("", "it is %d calls; give one", len(calls))
		}
		return dataset.Message{Role: dataset.Assistant, ToolCalls: calls}, err
	case "function_call_output":
		out := v.Field("output")
		text := out.Str()
		if out.Kind() != jsonvalue.String {
			text = out.JSON()
		}
		return dataset.Message{Role: dataset.ToolRole, Content: text}, nil
	case "message", "":
		return dataset.ParseMessage(v)
	default:
		return dataset.Message{}, badField("type", "%s is no type of an item that is read; use message, function_call or function_call_output", excerpt(kind))
	}
}
