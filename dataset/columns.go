package dataset

import (
	"fmt"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file writes and reads the columns answers and provenance, as in shards, labels and
// voi's own rows. They hold the data of a sample beside the conversation, the tools and the
// reference.

// The keys of a row's answers beside the actions.
const (
	keyReply       = "reply"        // Sample.Reply
	keyGoldMissing = "gold_missing" // Sample.GoldMissing
)

func badField(path, format string, args ...any) error {
	return &Error{CodeBadField, path, fmt.Sprintf(format, args...)}
}

// AnswersValue returns {action: text}, with further keys for what else the source says of
// its answer. It is null if the source gives nothing of this.
func (s *Sample) AnswersValue() domains.Value {
	var members []any
	for _, action := range completion.Actions {
		members = append(members, string(action)+"?", s.Answers[action])
	}
	if v := jsonvalue.ObjectOf(append(members, keyReply+"?", s.Reply, keyGoldMissing+"?", s.GoldMissing)...); v.Len() > 0 {
		return v
	}
	return domains.Value{}
}

// ParseAnswers reads the output of AnswersValue, or a string with it; null leaves the
// sample unchanged. An answer may be a call that is not wrapped in a text. Errors are
// *Error with CodeBadField.
func (s *Sample) ParseAnswers(v domains.Value) error {
	v, err := heldObject(v)
	if err != nil || v.IsNull() {
		return err
	}
	s.Answers, s.Reply, s.GoldMissing = nil, "", nil // another sample may share the map
	for _, m := range v.Members() {
		action := completion.Action(m.Key)
		switch {
		case m.Key == keyReply && m.Value.Kind() == jsonvalue.String:
			s.Reply = m.Value.Str()
		case m.Key == keyReply:
			return badField(m.Key, "it is %s; give a string", kindName(m.Value))
		case m.Key == keyGoldMissing:
			names, ok := m.Value.Strings()
			if !ok {
				return badField(m.Key, "it is %s; give a list of the names of parameters", kindName(m.Value))
			}
			s.GoldMissing = names
		case !action.Valid():
			return badField("", "the key %s is no action; use TOOLCALL, ASK, REFUSE or DIRECTLY", excerpt(jsonvalue.NewString(m.Key)))
		default:
			if err := s.SetAnswer(action, m.Value); err != nil {
				return under(err, m.Key)
			}
		}
	}
	return nil
}

// SetAnswer sets the source's answer for a class: a string, or a call that is not wrapped
// in one. null and "" mean none.
func (s *Sample) SetAnswer(action completion.Action, v domains.Value) error {
	text := v.Str()
	switch kind := v.Kind(); {
	case kind == jsonvalue.Null, kind == jsonvalue.String:
	case action == completion.ToolCall && (kind == jsonvalue.Object || kind == jsonvalue.Array):
		text = v.JSON()
	default:
		return badField("", "the answer is %s; give a string", kindName(v))
	}
	if text == "" {
		return nil
	}
	if s.Answers == nil {
		s.Answers = Answers{}
	}
	s.Answers[action] = text
	return nil
}

// ProvenanceValue returns {held_out, rejected, alternatives}, and following, domains, task and
// hidden if they are set. Labels are made from these; domains says which ones the row gave;
// task says which rows belong to one task; hidden is the hidden state of a synthetic task.
func (s *Sample) ProvenanceValue() domains.Value {
	var heldOut domains.Value
	if s.HeldOut != "" {
		heldOut = jsonvalue.NewString(s.HeldOut)
	}
	alternatives := make([]domains.Value, len(s.Alternatives))
	for i, a := range s.Alternatives {
		alternatives[i] = jsonvalue.ObjectOf("call", a.Call, "parameter", a.Parameter, "path", a.Path, "values", a.Values, "optional", a.Optional)
	}
	return jsonvalue.ObjectOf("held_out", heldOut, "rejected", s.Rejected, "alternatives", alternatives,
		"following?", s.Following, "domains?", s.GivenDomains, "hidden?", s.Hidden, "task?", s.Task)
}

// ParseProvenance reads the output of ProvenanceValue, or a string with it, into a sample
// that has its reference; null leaves the sample unchanged. Errors are *Error with
// CodeBadField.
func (s *Sample) ParseProvenance(v domains.Value) error {
	v, err := heldObject(v)
	if err != nil || v.IsNull() {
		return err
	}
	held, rejected, list := v.Field("held_out"), v.Field("rejected"), v.Field("alternatives")
	if !held.IsNull() && held.Kind() != jsonvalue.String {
		return badField("held_out", "it is %s; give the name of a parameter", kindName(held))
	}
	if !held.IsNull() {
		s.HeldOut = held.Str()
	}
	if !rejected.IsNull() {
		m, err := ParseMessage(rejected)
		if err != nil {
			return under(err, "rejected")
		}
		s.Rejected = &m
	}
	task := v.Field("task")
	if !task.IsNull() && task.Kind() != jsonvalue.String {
		return badField("task", "it is %s; give a string", kindName(task))
	}
	s.Task = task.Str()
	if s.Following, err = domains.ParseCalls(v.Field("following")); err != nil {
		return badCalls(err, "following")
	}
	s.GivenDomains, s.Hidden = v.Field("domains"), v.Field("hidden")
	if !list.IsNull() && list.Kind() != jsonvalue.Array {
		return badField("alternatives", "they are %s; give a list", kindName(list))
	}
	if !list.IsNull() {
		s.Alternatives = nil
	}
	for i, a := range list.Items() {
		call, ok := a.Field("call").Int()
		if calls := len(s.Reference.ToolCalls); !ok || call < 0 || call >= int64(calls) {
			return badField(fmt.Sprintf("alternatives[%d]", i), "it is of call %s, of %d", excerpt(a.Field("call")), calls)
		}
		path, isPath := a.Field("path").Strings()
		if a.Field("values").Kind() != jsonvalue.Array || !isPath && !a.Field("path").IsNull() {
			return badField(fmt.Sprintf("alternatives[%d]", i), "its values or its path are no list")
		}
		parameter, optional := a.Field("parameter"), a.Field("optional")
		if parameter.Kind() != jsonvalue.String || !optional.IsNull() && optional.Kind() != jsonvalue.Bool {
			return badField(fmt.Sprintf("alternatives[%d]", i), "its parameter is no name, or optional is neither true nor false")
		}
		s.Alternatives = append(s.Alternatives, Alternative{
			Call: int(call), Parameter: parameter.Str(), Path: path, Values: a.Field("values").Items(), Optional: optional.Bool(),
		})
	}
	return nil
}

// heldObject returns an object, or the object in a string; null stays null.
func heldObject(v domains.Value) (domains.Value, error) {
	if v.Kind() == jsonvalue.String {
		parsed, err := domains.ParseValue(v.Str())
		if err != nil {
			return v, badField("", "a string that holds no JSON (%v)", err)
		}
		v = parsed
	}
	if !v.IsNull() && v.Kind() != jsonvalue.Object {
		return v, badField("", "it is %s; give an object", kindName(v))
	}
	return v, nil
}
