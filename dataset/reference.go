package dataset

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Value returns the reference as {"action","tool_calls","question"}. All three keys are
// always present; tool_calls is a list of {"name","arguments"}, and question is "" if there
// is none.
func (r *Reference) Value() domains.Value {
	return jsonvalue.ObjectOf(
		"action", r.Action,
		"tool_calls", domains.CallsValue(r.ToolCalls),
		"question", r.Question,
	)
}

// NoReference is the value of a reference that is absent, or of its action: only the belief
// says what is right (F11).
const NoReference = "none"

// ParseReference reads the output of Value, from an object or a string with one. An absent
// action is inferred from the calls (TOOLCALL) or the question (ASK). An ASK may have
// calls: those of its held-out parameter. Errors are *Error with CodeBadReference.
func ParseReference(v domains.Value) (Reference, error) {
	if v.Kind() == jsonvalue.String && v.Str() == NoReference {
		return Reference{}, nil
	}
	if v.Kind() == jsonvalue.String {
		parsed, err := domains.ParseValue(v.Str())
		if err != nil {
			return Reference{}, badReference("", "a string that holds no JSON object (%v)", err)
		}
		v = parsed
	}
	if v.Kind() != jsonvalue.Object {
		return Reference{}, badReference("", "the reference is %s; give {\"action\", \"tool_calls\", \"question\"}", kindName(v))
	}
	calls, err := domains.ParseCalls(v.Field("tool_calls"))
	if err != nil {
		e := badCalls(err, "tool_calls")
		e.Code = CodeBadReference
		return Reference{}, e
	}
	question := v.Field("question")
	if !question.IsNull() && question.Kind() != jsonvalue.String {
		return Reference{}, badReference("question", "the question is %s; give a string", kindName(question))
	}
	r := Reference{ToolCalls: calls, Question: question.Str()}
	return r, r.setAction(v.Field("action"))
}

// setAction reads or infers the action, and checks the other fields against it.
func (r *Reference) setAction(action domains.Value) error {
	switch {
	case action.Str() == NoReference && len(r.ToolCalls) == 0 && r.Question == "":
		return nil
	case !action.IsNull():
		r.Action = completion.Action(action.Str())
	case len(r.ToolCalls) > 0:
		r.Action = completion.ToolCall
	case strings.TrimSpace(r.Question) != "":
		r.Action = completion.Ask
	}
	switch {
	case !r.Action.Valid():
		return badReference("action", "the action is %s; use TOOLCALL, ASK, REFUSE or DIRECTLY", excerpt(action))
	case r.Action == completion.ToolCall && len(r.ToolCalls) == 0:
		return badReference("tool_calls", "a TOOLCALL without a call; give [{\"name\", \"arguments\"}]")
	case len(r.ToolCalls) > 0 && (r.Action == completion.Refuse || r.Action == completion.Directly):
		return badReference("tool_calls", "calls beside the action %s; leave one of the two out", r.Action)
	}
	return nil
}

func badReference(path, format string, args ...any) error {
	return &Error{CodeBadReference, path, fmt.Sprintf(format, args...)}
}
