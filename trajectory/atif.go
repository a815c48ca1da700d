package trajectory

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ATIFVersion is the schema that ATIF writes; 1.8 differs in audio only.
const ATIFVersion = "ATIF-v1.7"

// ATIF's names for the author of a step.
var (
	atifSources = map[string]string{dataset.System: "system", dataset.User: "user", dataset.Assistant: "agent", dataset.ToolRole: "system"}
	atifRoles   = map[string]string{"system": dataset.System, "user": dataset.User, "agent": dataset.Assistant}
)

// IsATIF recognises an ATIF document.
func IsATIF(v domains.Value) bool {
	return strings.HasPrefix(v.Field("schema_version").Str(), "ATIF-") && v.Field("steps").Kind() == jsonvalue.Array
}

// ATIF returns the run in the Agent Trajectory Interchange Format. The member extra.voi
// holds whatever has no place in the format (outcome, reference, end, calls by the user),
// so that ParseATIF gives the same run back.
func (t *Trajectory) ATIF() domains.Value {
	agent := jsonvalue.ObjectOf("name", "agent", "version", "unknown")
	if len(t.Tools) > 0 {
		agent = agent.With("tool_definitions", domains.ToolsValue(t.Tools))
	}
	var steps []domains.Value
	for i := 0; i < len(t.Messages); {
		n := i + 1
		for t.Messages[i].Role == dataset.Assistant && n < len(t.Messages) && t.Messages[n].Role == dataset.ToolRole && !t.Messages[n].ByUser {
			n++
		}
		steps = append(steps, atifStep(len(steps)+1, t.Messages[i:n]))
		i = n
	}
	bare := Trajectory{ID: t.ID, TaskID: t.TaskID, Source: t.Source, Class: t.Class, Annotated: t.Annotated, Reference: t.Reference, Outcome: t.Outcome, End: t.End, Environment: t.Environment}
	own := bare.Value().Without("messages")
	if t.Tools != nil && len(t.Tools) == 0 {
		own = own.With("tools", jsonvalue.NewArray())
	}
	return jsonvalue.ObjectOf("schema_version", ATIFVersion, "trajectory_id?", t.ID, "agent", agent, "steps", steps, "extra", voiExtra(own))
}

func voiExtra(v domains.Value) domains.Value {
	return jsonvalue.ObjectOf("voi", v)
}

// atifStep writes a message and the results behind it. If reading the step back would give
// other messages, the step also carries the messages themselves.
func atifStep(id int, messages []Message) domains.Value {
	first := &messages[0]
	content, reasoning := first.Content, ""
	results := messages[1:]
	if first.Role == dataset.ToolRole {
		content, results = "", messages
	}
	known := map[string]bool{}
	var calls []domains.Value
	if first.Role == dataset.Assistant {
		reasoning = first.Reasoning
		for i := range first.Calls {
			c := &first.Calls[i]
			id, args := c.ID, c.Arguments
			if id == "" {
				id = fmt.Sprintf("call_%d", i+1)
			}
			if c.Malformed() {
				args = jsonvalue.NewObject()
			}
			known[id] = true
			calls = append(calls, jsonvalue.ObjectOf("tool_call_id", id, "function_name", c.Name, "arguments", args))
		}
	}
	var observation domains.Value
	if len(results) > 0 {
		items := make([]domains.Value, len(results))
		for i := range results {
			of := results[i].CallID
			if !known[of] {
				of = ""
			}
			items[i] = jsonvalue.ObjectOf("source_call_id?", of, "content", results[i].Content)
		}
		observation = jsonvalue.ObjectOf("results", items)
	}
	step := jsonvalue.ObjectOf("step_id", id, "source", atifSources[first.Role], "message", content,
		"reasoning_content?", reasoning, "tool_calls?", calls, "observation?", observation)
	as := Trajectory{Messages: messages}
	want := as.MessagesValue()
	var back Trajectory
	if err := back.atifMessages(step); err != nil || !jsonvalue.Equal(back.MessagesValue(), want) {
		step = step.With("extra", voiExtra(jsonvalue.ObjectOf("messages", want)))
	}
	return step
}

// ParseATIF reads an ATIF document, version 1.0 to 1.8. Errors are *dataset.Error.
func ParseATIF(v domains.Value) (*Trajectory, error) {
	own := v.Field("extra").Field("voi")
	t, err := Parse(own.With("messages", jsonvalue.NewArray()))
	if err != nil {
		return nil, err
	}
	for _, key := range [...]string{"trajectory_id", "session_id"} {
		if t.ID == "" {
			t.ID = v.Field(key).Str()
		}
	}
	if t.Source == "" && own.IsNull() {
		t.Source = "atif"
	}
	if err := t.ParseTools(v.Field("agent").Field("tool_definitions")); err != nil {
		return nil, err
	}
	for i, step := range v.Field("steps").Items() {
		if err := t.atifMessages(step); err != nil {
			return nil, Bad(fmt.Sprintf("steps[%d]", i), "%v", err)
		}
	}
	return t, nil
}

// atifMessages appends the messages of a step.
func (t *Trajectory) atifMessages(step domains.Value) error {
	if kept := step.Field("extra").Field("voi").Field("messages"); !kept.IsNull() {
		var as Trajectory
		if err := as.ParseMessages(kept, "extra.voi.messages"); err != nil {
			return err
		}
		t.Messages = append(t.Messages, as.Messages...)
		return nil
	}
	role, ok := atifRoles[step.Field("source").Str()]
	if !ok {
		return fmt.Errorf("the source is %.60s; ATIF knows system, user and agent", step.Field("source").JSON())
	}
	m := Message{Role: role, Content: completion.ContentText(step.Field("message")), Reasoning: step.Field("reasoning_content").Str()}
	for _, c := range step.Field("tool_calls").Items() {
		m.Calls = append(m.Calls, Call{ID: c.Field("tool_call_id").Str(), Name: c.Field("function_name").Str(), Arguments: Arguments(c.Field("arguments"))})
	}
	results := step.Field("observation").Field("results").Items()
	if role == dataset.Assistant || m.Content != "" || len(results) == 0 {
		t.Messages = append(t.Messages, m)
	}
	for _, r := range results {
		content := completion.ContentText(r.Field("content"))
		t.Messages = append(t.Messages, Message{Role: dataset.ToolRole, CallID: r.Field("source_call_id").Str(), Content: content, Failed: failed(domains.Value{}, content)})
	}
	return nil
}
