package reader

import (
	"errors"
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// isSession recognises questions of BFCL's multi-turn sets and dialogues of ACEBench. They
// are read as runs of their gold calls.
func isSession(v domains.Value) bool {
	q := strings.TrimSpace(v.Field("question").Str())
	return has(v, "question") && has(v, "involved_classes") || has(v, "function") && (strings.HasPrefix(q, "user:") || strings.HasPrefix(q, "system:"))
}

// readSession reads a session as dataset/reader does, up to its last decision, whose
// reference is the end of the run. Nothing was executed and nobody judged it: such a run
// shows what is right, and is unscored.
func readSession(r *row) (*trajectory.Trajectory, error) {
	if r.in.Reader == nil {
		return nil, &dataset.Error{Code: dataset.CodeUnknownFormat, Msg: "the question of a session is read from its file, where its answers stand; give its messages"}
	}
	rec := r.in.Reader.DecodeLast(r.raw)
	if rec.Rejection != nil {
		return nil, &dataset.Error{Code: rec.Rejection.Code, Msg: rec.Rejection.Message}
	}
	s := rec.Sample
	id := text(r.Value, "id")
	t := &trajectory.Trajectory{ID: id, TaskID: id, Source: s.Source, Tools: s.Tools}
	for i := range s.Messages {
		t.Messages = append(t.Messages, trajectory.Message{Role: s.Messages[i].Role, Content: s.Messages[i].Content, Calls: goldCalls(s.Messages[i].ToolCalls)})
	}
	last := trajectory.Message{Role: dataset.Assistant, Content: s.Reference.Question, Calls: append(goldCalls(s.Reference.ToolCalls), goldCalls(s.Following)...)}
	if last.Content != "" || last.Calls != nil {
		t.Messages = append(t.Messages, last)
	}
	t.Reference.Known = true
	for i := range t.Messages {
		for _, c := range t.Messages[i].Calls {
			t.Reference.Actions = append(t.Reference.Actions, trajectory.Action{Name: c.Name, Arguments: c.Arguments})
		}
	}
	switch {
	case strings.Contains(id, "miss_param") || s.Reference.Action == completion.Ask:
		t.Class = trajectory.Ambiguous
	case strings.Contains(id, "miss_func") || s.Reference.Action == completion.Refuse:
		t.Class = trajectory.Infeasible
	default:
		t.Class = trajectory.Explicit
	}
	if has(r.Value, "function") && len(s.GoldMissing) == 0 && s.Reference.Action == completion.Ask {
		t.Class = trajectory.Infeasible // one of the given values is wrong
	}
	return t, nil
}

func goldCalls(calls []domains.Call) (out []trajectory.Call) {
	for _, c := range calls {
		out = append(out, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
	}
	return out
}

// isBFCLResult recognises a model's result in a multi-turn set: {"id", "result"}, a list
// of turns, each a list of steps.
func isBFCLResult(v domains.Value) bool {
	return has(v, "id") && v.Field("result").Kind() == jsonvalue.Array && !has(v, "messages")
}

// readBFCLResult reads steps as messages: calls as {name: arguments}, or texts. The user's
// messages come from the inference log, if there is one.
func readBFCLResult(r *row) (*trajectory.Trajectory, error) {
	id := text(r.Value, "id")
	t := &trajectory.Trajectory{ID: id, TaskID: id, Source: "bfcl"}
	for turn, steps := range r.Field("result").Items() {
		if err := userTurn(t, r.Field("inference_log"), turn); err != nil {
			return nil, err
		}
		for i, step := range steps.Items() {
			m := trajectory.Message{Role: dataset.Assistant, Content: step.Str()}
			for _, call := range step.Items() {
				if call.Kind() != jsonvalue.Object || call.Len() != 1 {
					return nil, trajectory.Bad(fmt.Sprintf("result[%d][%d]", turn, i), "a call is {name: arguments}, not %.80s", call.JSON())
				}
				only := call.Members()[0]
				m.Calls = append(m.Calls, trajectory.Call{Name: only.Key, Arguments: trajectory.Arguments(only.Value)})
			}
			t.Messages = append(t.Messages, m)
			for _, out := range loggedResults(r.Field("inference_log"), turn, i) {
				if result, err := trajectory.ParseMessage(out); err == nil {
					result.CallID = ""
					t.Messages = append(t.Messages, result)
				}
			}
		}
	}
	if len(t.Messages) == 0 {
		return nil, errors.New("the result has no steps")
	}
	return t, nil
}

// turnLog is the log of one turn: the object in inference_log that begins the turn.
func turnLog(log domains.Value, turn int) domains.Value {
	for _, entry := range log.Items() {
		if !has(entry, "begin_of_turn_query") {
			continue
		}
		if turn == 0 {
			return entry
		}
		turn--
	}
	return domains.Value{}
}

func userTurn(t *trajectory.Trajectory, log domains.Value, turn int) error {
	for _, m := range turnLog(log, turn).Field("begin_of_turn_query").Items() {
		said, err := trajectory.ParseMessage(m)
		if err != nil {
			return trajectory.Bad("inference_log", "%v", err)
		}
		t.Messages = append(t.Messages, said)
	}
	return nil
}

func loggedResults(log domains.Value, turn, step int) (out []domains.Value) {
	for _, entry := range turnLog(log, turn).Field(fmt.Sprintf("step_%d", step)).Items() {
		if entry.Field("role").Str() == dataset.ToolRole {
			out = append(out, entry)
		}
	}
	return out
}
