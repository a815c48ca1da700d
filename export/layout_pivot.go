package export

import (
	"bytes"
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// pivotLayout is nemo-gym with the expected next action, as in the pivot rows of NeMo Gym:
// the first call of the reference, or a message, with the source's text if it gives one.
var pivotLayout = newJSONLayout("pivot", append([]Column{
	{Name: "expected_action", Type: "struct<type: string, name: string, arguments: string, content: string>"},
}, nemoGymLayout.Columns...), appendPivot, readGymTask)

func appendPivot(b []byte, e *Entry) ([]byte, error) {
	expected, err := e.expectedAction()
	if err != nil {
		return b, err
	}
	start := len(b)
	if b, err = appendGymTask(b, e); err != nil {
		return b, err
	}
	task := bytes.TrimPrefix(bytes.Clone(b[start:]), []byte("{"))
	b = expected.AppendJSON(append(b[:start], `{"expected_action":`...))
	return append(append(b, ','), task...), nil
}

// expectedAction returns the reference as an item of the Responses API.
func (r *Row) expectedAction() (jsonvalue.Value, error) {
	v, err := jsonvalue.Parse(r.Reference, columnOptions)
	if err != nil {
		return v, fmt.Errorf("reference: %w", err)
	}
	ref, err := dataset.ParseReference(v)
	if err != nil {
		return v, fmt.Errorf("reference: %w", err)
	}
	if ref.Action == completion.ToolCall {
		call := ref.ToolCalls[0]
		return jsonvalue.ObjectOf(
			"type", "function_call",
			"name", call.Name,
			"arguments", call.Arguments.JSON(),
		), nil
	}
	text := r.answer(ref.Action)
	if text == "" {
		text = ref.Question
	}
	return jsonvalue.ObjectOf("type", "message", "content", text), nil
}
