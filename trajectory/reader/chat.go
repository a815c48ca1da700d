package reader

import (
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// isChat recognises a transcript: messages, ShareGPT's conversations, or a prompt of
// messages with a completion of messages.
func isChat(v domains.Value) bool {
	list := v.Field("messages").Kind() == jsonvalue.Array || v.Field("conversations").Kind() == jsonvalue.Array
	return list || v.Field("prompt").Kind() == jsonvalue.Array && v.Field("completion").Kind() == jsonvalue.Array
}

func readChat(r *row) (*trajectory.Trajectory, error) {
	t := &trajectory.Trajectory{ID: text(r.Value, "id", "uuid"), TaskID: text(r.Value, "task_id"), Source: text(r.Value, "source")}
	if err := t.ParseTools(firstOf(r.Value, "tools", "functions")); err != nil {
		return nil, err
	}
	list, path := r.Field("messages"), "messages"
	switch {
	case has(r.Value, "conversations"):
		var err error
		if list, err = shared(r.Field("conversations")); err != nil {
			return nil, err
		}
		path = "conversations"
	case list.IsNull():
		list = jsonvalue.NewArray(append(append([]domains.Value{}, r.Field("prompt").Items()...), r.Field("completion").Items()...)...)
		path = "prompt and completion"
	}
	if err := t.ParseMessages(list, path); err != nil {
		return nil, err
	}
	if system := r.Field("system").Str(); system != "" {
		t.Messages = append([]trajectory.Message{{Role: dataset.System, Content: system}}, t.Messages...)
	}
	t.Finish("", number(firstOf(r.Value, "outcome", "reward")))
	return t, nil
}

func firstOf(v domains.Value, keys ...string) domains.Value {
	for _, key := range keys {
		if has(v, key) {
			return v.Field(key)
		}
	}
	return domains.Value{}
}

// shared makes messages of {"from", "value"}; a function_call's value is a call.
func shared(list domains.Value) (domains.Value, error) {
	items := make([]domains.Value, list.Len())
	for i, turn := range list.Items() {
		role := firstOf(turn, "from", "role")
		content := firstOf(turn, "value", "content")
		items[i] = turn.With("role", role).With("content", content)
		if role.Str() != "function_call" {
			if role.Str() == "tool_response" {
				items[i] = items[i].With("role", jsonvalue.NewString(dataset.ToolRole))
			}
			continue
		}
		calls, err := domains.ParseCalls(content)
		if err != nil {
			return list, trajectory.Bad(fmt.Sprintf("conversations[%d]", i), "%v", err)
		}
		items[i] = jsonvalue.ObjectOf("role", dataset.Assistant, "tool_calls", domains.CallsValue(calls))
	}
	return jsonvalue.NewArray(items...), nil
}

// isNeMo recognises a rollout of NeMo Gym.
func isNeMo(v domains.Value) bool {
	return has(v, "responses_create_params") && v.Field("response").Field("output").Kind() == jsonvalue.Array
}

func readNeMo(r *row) (*trajectory.Trajectory, error) {
	params := r.Field("responses_create_params")
	t := &trajectory.Trajectory{ID: text(r.Value, "id"), TaskID: text(r.Value, "_ng_task_index", "task_id"), Source: "nemo-gym"}
	if rollout := text(r.Value, "_ng_rollout_index"); t.ID == "" && rollout != "" {
		t.ID = t.TaskID + "#" + rollout
	}
	if err := t.ParseTools(params.Field("tools")); err != nil {
		return nil, err
	}
	if s := params.Field("instructions").Str(); s != "" {
		t.Messages = append(t.Messages, trajectory.Message{Role: dataset.System, Content: s})
	}
	if s := params.Field("input"); s.Kind() == jsonvalue.String {
		t.Messages = append(t.Messages, trajectory.Message{Role: dataset.User, Content: s.Str()})
	}
	for _, list := range [...]domains.Value{params.Field("input"), r.Field("response").Field("output")} {
		for i, item := range list.Items() {
			if err := responseItem(t, item); err != nil {
				return nil, trajectory.Bad(fmt.Sprintf("item %d", i), "%v", err)
			}
		}
	}
	for _, who := range [...]trajectory.Party{trajectory.User, trajectory.Tool, trajectory.Agent} {
		if r.Field(string(who) + "_failure").Bool() {
			t.End.Failed = who
		}
	}
	failed := t.End.Failed
	t.Finish("", number(r.Field("reward")))
	if failed != "" {
		t.End.Failed = failed
	}
	return t, nil
}

// responseItem appends an item of the Responses API. Consecutive calls, and the
// reasoning before them, become one message of the agent.
func responseItem(t *trajectory.Trajectory, item domains.Value) error {
	last := &trajectory.Message{}
	if n := len(t.Messages); n > 0 && t.Messages[n-1].Role == dataset.Assistant {
		last = &t.Messages[n-1]
	}
	switch kind := item.Field("type").Str(); kind {
	case "reasoning":
		thought := completion.ContentText(firstOf(item, "summary", "content"))
		t.Messages = append(t.Messages, trajectory.Message{Role: dataset.Assistant, Reasoning: thought})
	case "function_call":
		call := trajectory.ParseCall(item.Without("id"))
		if last.Role == "" {
			t.Messages = append(t.Messages, trajectory.Message{Role: dataset.Assistant})
			last = &t.Messages[len(t.Messages)-1]
		}
		last.Calls = append(last.Calls, call)
	case "function_call_output":
		out := item.Field("output")
		content := out.Str()
		if out.Kind() != jsonvalue.String {
			content = out.JSON()
		}
		m, err := trajectory.ParseMessage(jsonvalue.ObjectOf(
			"role", dataset.ToolRole,
			"tool_call_id", item.Field("call_id"),
			"content", content))
		t.Messages = append(t.Messages, m)
		return err
	case "message", "":
		if !has(item, "role") {
			item = item.With("role", jsonvalue.NewString(dataset.Assistant))
		}
		m, err := trajectory.ParseMessage(item)
		if err != nil {
			return err
		}
		if m.Role == dataset.Assistant && last.Reasoning != "" && last.Content == "" && len(last.Calls) == 0 {
			last.Content = m.Content
			return nil
		}
		t.Messages = append(t.Messages, m)
	default:
		return fmt.Errorf("%.40q is no type of an item that is read; use message, reasoning, function_call or function_call_output", kind)
	}
	return nil
}
