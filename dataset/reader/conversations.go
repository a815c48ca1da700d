package reader

import (
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// speakers are the roles of ShareGPT's rows; the roles of chat rows are read, too.
var speakers = map[string]string{
	"human": dataset.User, "gpt": dataset.Assistant, "function_call": dataset.Assistant, "observation": dataset.ToolRole, "tool_response": dataset.ToolRole,
}

// isConversations recognises rows with `conversations`.
func isConversations(v domains.Value) bool { return has(v, "conversations") }

// turnList returns the list of turns of a row, empty if there is none.
func turnList(v domains.Value) []domains.Value {
	list, err := held(v.Field("conversations"))
	if err != nil {
		return nil
	}
	return list.Items()
}

// speaker returns the role of a turn, "" if it is unknown.
func speaker(turn domains.Value) string {
	name := turn.Field("from").Str()
	if name == "" {
		name = turn.Field("role").Str()
	}
	if role, ok := speakers[name]; ok {
		return role
	}
	switch name {
	case dataset.System, dataset.User, dataset.Assistant, dataset.ToolRole:
		return name
	}
	return ""
}

// assistantTurns returns the indexes of the assistant's turns that follow another turn.
func assistantTurns(v domains.Value) (at []int) {
	for i, turn := range turnList(v) {
		if i > 0 && speaker(turn) == dataset.Assistant {
			at = append(at, i)
		}
	}
	return at
}

// readConversations reads the turns before the reference, which is a turn of the assistant:
// the last one, or with TurnsAll that of the part.
func readConversations(d *draft) error {
	list, err := held(d.row.Field("conversations"))
	if err != nil || list.Kind() != jsonvalue.Array {
		return badField("conversations", "it is %s; give a list of {\"from\", \"value\"}", d.row.Field("conversations").Kind().Noun())
	}
	turns := assistantTurns(d.row)
	if len(turns) == 0 {
		return rowError(dataset.CodeNoReference, "conversations", "no turn behind the first is the assistant's, so that nothing says what is right")
	}
	last := turns[len(turns)-1]
	if d.turns == TurnsAll {
		last = turns[d.part]
	}
	s := d.sample
	system, err := d.text("system")
	if err != nil {
		return err
	}
	if system != "" {
		s.Messages = []dataset.Message{{Role: dataset.System, Content: system}}
	}
	for i, turn := range list.Items() {
		m, err := spoken(turn)
		if err != nil {
			return under(err, fmt.Sprintf("conversations[%d]", i))
		}
		if i <= last { // turns after the reference are checked for faults, and left out
			s.Messages = append(s.Messages, m)
		}
	}
	if err := d.readTools("tools", "functions"); err != nil {
		return err
	}
	n := len(s.Messages) - 1
	answer := s.Messages[n]
	s.Messages = s.Messages[:n:n]
	return d.setAnswer("conversations", answer)
}

// spoken reads a turn: {"from", "value"} or a message.
func spoken(turn domains.Value) (dataset.Message, error) {
	role := speaker(turn)
	if role == "" {
		return dataset.Message{}, badField("from", "the speaker is %s; use human, gpt, function_call, observation or system", excerpt(turn.Field("from").Str()+turn.Field("role").Str()))
	}
	content, ok := turn.Get("value")
	if !ok {
		content = turn.Field("content")
	}
	if turn.Field("from").Str() == "function_call" || turn.Field("role").Str() == "function_call" {
		calls, err := domains.ParseCalls(content)
		if err == nil && len(calls) == 0 {
			err = badField("", "it holds no call")
		}
		if err != nil {
			return dataset.Message{}, as(under(err, "value"), dataset.CodeBadReference)
		}
		return dataset.Message{Role: role, ToolCalls: calls}, nil
	}
	message := jsonvalue.ObjectOf("role", role, "content", content)
	if calls := turn.Field("tool_calls"); !calls.IsNull() {
		message = message.With("tool_calls", calls)
	}
	return dataset.ParseMessage(message)
}
