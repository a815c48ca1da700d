package gateway

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// navigate returns NOD's global state (Eq. 2, the members of Table 13) as data, by rules
// over the conversation or by a model. Each part names the message that it comes from.
func (t *Turn) navigate(ctx context.Context, byModel bool, m *Model) (domains.Value, error) {
	t.globalState = t.navigated()
	if !byModel || m == nil {
		return t.globalState, nil
	}
	role, err := m.role(nil)
	if err != nil {
		return t.globalState, err
	}
	said, err := role.Role("state", configs.NavigatorPrompt(), tokensState, func(_ string, v domains.Value) error {
		if len(v.JSON()) > longestState {
			return fmt.Errorf("give at most %d bytes", longestState)
		}
		return nil
	}, stateParts...).Ask(ctx, "", jsonvalue.ObjectOf("state", t.globalState, "messages", t.Run.MessagesValue()))
	if err != nil {
		return t.globalState, m.why(err)
	}
	var state jsonvalue.Members
	for _, part := range stateParts {
		state.Add(part, said[part])
	}
	t.globalState = jsonvalue.NewObject(state...)
	return t.globalState, nil
}

// stateParts are the members of a global state.
var stateParts = []string{"task_goal", "active_constraints", "missing_information", "key_entities", "sub_tasks", "current_subtask", "conversation_summary"}

// The limits of a global state.
const (
	tokensState  = 1200
	longestState = 8 << 10 // bytes of a member
	longestPart  = 300     // bytes of a text
	mostParts    = 16      // of each kind, the latest ones
)

// navigated is the global state by rules: the goal is the user's first message, constraints
// are denied values, entities are ids in results, sub-tasks are the calls so far.
func (t *Turn) navigated() domains.Value {
	from := func(message int, members ...any) domains.Value {
		return jsonvalue.ObjectOf(append([]any{}, members...)...).With("message", jsonvalue.NewInt(int64(message)))
	}
	text := func(s string) domains.Value { return text(jsonvalue.NewString(s)) }
	var goal, last domains.Value
	var constraints, missing, entities, done []domains.Value
	results, _ := t.Run.Results()
	for i := range t.Run.Messages {
		m := &t.Run.Messages[i]
		switch m.Role {
		case dataset.User:
			if last = from(i, "user", text(m.Content)); goal.IsNull() {
				goal = from(i, "description", text(m.Content), "status", jsonvalue.NewString("ongoing"))
			}
		case dataset.ToolRole:
			if v, err := domains.ParseValue(m.Content); err == nil && !m.Failed {
				entities = append(entities[max(0, len(entities)-mostParts):], named(nil, v, i, 0)...)
			}
		}
		for j := range m.Calls {
			status := "pending"
			if at := results[i][j]; at >= 0 {
				status = map[bool]string{false: "completed", true: "aborted"}[t.Run.Messages[at].Failed]
			}
			done = append(done, from(i, "description", text(m.Calls[j].Name+" "+m.Calls[j].Arguments.JSON()), "status", jsonvalue.NewString(status)))
		}
	}
	for _, m := range t.reading().Mentions {
		if m.Status == grounding.Denied {
			constraints = append(constraints, from(m.Span.Turn, "not", text(m.Value)))
		}
	}
	past := t.state().past()
	asked := make([]string, 0, len(past.asked))
	for name := range past.asked {
		if !past.told[name] {
			asked = append(asked, name)
		}
	}
	slices.Sort(asked)
	for _, name := range asked {
		missing = append(missing, jsonvalue.NewString(name))
	}
	list := func(of []domains.Value) domains.Value {
		return jsonvalue.NewArray(of[max(0, len(of)-mostParts):]...)
	}
	current := domains.Value{}
	if len(done) > 0 {
		current = done[len(done)-1]
	}
	return jsonvalue.ObjectOf("task_goal", goal, "active_constraints", list(constraints), "missing_information", list(missing),
		"key_entities", list(entities), "sub_tasks", list(done), "current_subtask", current, "conversation_summary", last)
}

// named appends the ids in a result, down to a limited depth.
func named(to []domains.Value, v domains.Value, message, depth int) []domains.Value {
	const deepest = 6
	if depth > deepest || len(to) > 4*mostParts {
		return to
	}
	for _, item := range v.Items() {
		to = named(to, item, message, depth+1)
	}
	for _, m := range v.Members() {
		key := words.Spoken(m.Key)
		if k := m.Value.Kind(); (key == "id" || strings.HasSuffix(key, " id")) && (k == jsonvalue.String || k == jsonvalue.Number) {
			to = append(to, jsonvalue.ObjectOf("name", jsonvalue.NewString(jsonvalue.Cut(m.Key, longestPart)), "value", text(m.Value), "message", jsonvalue.NewInt(int64(message))))
		}
		to = named(to, m.Value, message, depth+1)
	}
	return to
}

// text is a value as a text.
func text(v domains.Value) domains.Value {
	if v.Kind() != jsonvalue.String {
		v = jsonvalue.NewString(v.JSON())
	}
	return jsonvalue.NewString(jsonvalue.Cut(v.Str(), longestPart))
}
