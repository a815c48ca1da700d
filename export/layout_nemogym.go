package export

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// nemoGymLayout is for NeMo Gym and for the trainers that use its servers (NeMo-RL,
// verifiers): JSON lines, one task each. responses_create_params is a request of OpenAI's
// Responses API with only input and tools, the tools in that API's flat notation. The other
// fields are for the verifier: Gym passes them to /verify unchanged. strict is false, since
// the schema of a row may be one that constrained decoding refuses. If the tools are in the
// system message (--tools system), the list of tools is empty.
//
// Earlier calls of the assistant are text, as in every prompt. The result of a tool is a
// function_call_output, the only item that becomes a message of the role tool.
var nemoGymLayout = newJSONLayout("nemo-gym", []Column{
	{Name: "responses_create_params", Type: "struct<input: list, tools: list>"},
	{Name: "label", Type: "string"},
	{Name: "sample_id", Type: "string"},
	{Name: "source", Type: "string"},
	{Name: "split", Type: "string"},
	{Name: "action", Type: "string"},
}, appendGymTask, readGymTask)

func appendGymTask(b []byte, e *Entry) ([]byte, error) {
	b = append(b, `{"responses_create_params":{"input":[`...)
	for i, m := range e.Prompt {
		if i > 0 {
			b = append(b, ',')
		}
		if m.Role == "tool" {
			b = append(b, `{"type":"function_call_output","call_id":"call_`...)
			b = strconv.AppendInt(b, int64(i), 10)
			b = append(jsonvalue.AppendString(append(b, `","output":`...), m.Content), '}')
			continue
		}
		b = append(append(b, `{"type":"message",`...), appendMessage(nil, m)[1:]...)
	}
	b = append(b, `],"tools":[`...)
	tools, err := jsonvalue.Parse(e.toolsColumn(), columnOptions)
	if err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	for i, tool := range tools.Items() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"type":"function"`...)
		for _, m := range tool.Field("function").Members() {
			b = append(jsonvalue.AppendString(append(b, ','), m.Key), ':')
			b = m.Value.AppendJSON(b)
		}
		b = append(b, `,"strict":false}`...)
	}
	b = append(b, `]}`...)
	for _, f := range [...]struct{ key, text string }{
		{"label", e.Label}, {"sample_id", e.SampleID}, {"source", e.Source}, {"split", e.Split}, {"action", e.Action},
	} {
		b = append(append(append(b, `,"`...), f.key...), `":`...)
		b = jsonvalue.AppendString(b, f.text)
	}
	return append(b, "}\n"...), nil
}

func readGymTask(line []byte) (carried, error) {
	v, err := jsonvalue.Parse(string(bytes.TrimSuffix(line, []byte("\n"))), columnOptions)
	if err != nil {
		return carried{}, err
	}
	c := carried{label: v.Field("label").Str(), source: v.Field("source").Str(), split: v.Field("split").Str()}
	for _, item := range v.Field("responses_create_params").Field("input").Items() {
		m := Message{Role: item.Field("role").Str(), Content: item.Field("content").Str()}
		if item.Field("type").Str() == "function_call_output" {
			m = Message{Role: "tool", Content: item.Field("output").Str()}
		}
		c.prompt = append(c.prompt, m)
	}
	return c, nil
}
