package gateway

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

// play answers in a role that a policy gives to the model (package llm), by the name of the
// requested form. It answers with knowledge of the task, unless the fault Blind applies. ok
// is false if it does not play the role.
func (s *Script) play(t *trajectory.Trajectory, kind string) (said domains.Value, ok bool) {
	if kind == "" || len(t.Messages) == 0 {
		return domains.Value{}, false
	}
	in, err := domains.ParseValue(t.Messages[len(t.Messages)-1].Content)
	if err != nil {
		return domains.Value{}, false
	}
	run := &trajectory.Trajectory{}
	for _, m := range in.Field("messages").Items() {
		if text := m.Field("text"); !text.IsNull() { // the form in a reader's request
			m = m.With("content", text)
		}
		if one, err := trajectory.ParseMessage(m); err == nil {
			run.Messages = append(run.Messages, one)
		}
	}
	task := s.task(run)
	if task == nil {
		return domains.Value{}, false
	}
	rng := s.draw(task, in.JSON(), int64(len(kind)))
	blind := rng.Float64() < s.Faults.Blind
	text := jsonvalue.NewString
	switch kind {
	case "director":
		call := trajectory.ParseCall(in.Field("call"))
		verdict, feedback := trajectory.Pass, ""
		if !blind && !task.due(run, &call) {
			verdict, feedback = trajectory.Revise, "this is not what the user asked for"
		}
		return jsonvalue.ObjectOf("addressed", jsonvalue.NewBool(false), "decision", text(string(verdict)), "feedback", text(feedback)), true
	case "review":
		ok := blind || task.right(run, in.Field("proposed"))
		return jsonvalue.ObjectOf("approved", jsonvalue.NewBool(ok), "correction", text(map[bool]string{false: "It is not what was asked for."}[ok])), true
	case "vote":
		at := max(0, slices.IndexFunc(in.Field("options").Items(), func(v domains.Value) bool { return task.right(run, v) }))
		if blind {
			at = 0
		}
		return jsonvalue.ObjectOf("vote", jsonvalue.NewInt(int64(at))), true
	case "plan":
		var plan []domains.Value
		for _, c := range task.Calls {
			plan = append(plan, text(jsonvalue.ObjectOf("called", jsonvalue.ObjectOf("name", text(c.Name), "arguments", c.Arguments)).JSON()))
		}
		return jsonvalue.ObjectOf("predicates", jsonvalue.NewArray(plan...)), true
	case "questions":
		open, _ := in.Field("open").Strings()
		var list []domains.Value
		for i := range open {
			list = append(list, text("Could you tell me the "+words.Spoken(open[i])+"?"))
			open[i] = words.Spoken(open[i])
		}
		return jsonvalue.ObjectOf("questions", jsonvalue.NewArray(append(list, text("Could you tell me the "+strings.Join(open, " and the ")+"?"))[:min(len(list)+1, mostQuestions)]...)), true
	case "reading":
		return task.reading(in, run, blind), true
	}
	return domains.Value{}, false
}

// due reports whether a call is the next call of the task, and the user has given its
// values.
func (t *ScriptTask) due(run *trajectory.Trajectory, c *trajectory.Call) bool {
	next, _ := done(run, t.Calls, false)
	if next >= len(t.Calls) || t.Calls[next].Name != c.Name || !jsonvalue.Equal(t.Calls[next].Arguments, c.Arguments) {
		return false
	}
	said := plain(heard(run))
	return !slices.ContainsFunc(c.Arguments.Members(), func(m jsonvalue.Member) bool { return t.lacks(c.Name, m.Key, m.Value, said) })
}

// right reports whether a message makes the next call, makes no call while a value is
// missing, or gives the answer when all calls are made.
func (t *ScriptTask) right(run *trajectory.Trajectory, proposed domains.Value) bool {
	m, err := trajectory.ParseMessage(proposed.With("role", jsonvalue.NewString(dataset.Assistant)))
	if err != nil {
		return false
	}
	if next, _ := done(run, t.Calls, false); len(m.Calls) == 0 {
		return next == len(t.Calls) || strings.Contains(m.Content, "?")
	}
	return !slices.ContainsFunc(m.Calls, func(c trajectory.Call) bool { return !t.due(run, &c) })
}

// reading is the reading of a reader with knowledge of the task: the values of its calls
// where they occur, and none of the values that must be asked for.
func (t *ScriptTask) reading(in domains.Value, run *trajectory.Trajectory, blind bool) domains.Value {
	var mentions, slots []domains.Value
	said := plain(heard(run))
	for _, c := range t.Calls {
		for _, m := range c.Arguments.Members() {
			text := m.Value.Str()
			if m.Value.Kind() == jsonvalue.Number {
				text = m.Value.JSON()
			}
			if text == "" || blind || t.lacks(c.Name, m.Key, m.Value, said) {
				continue
			}
			for _, turn := range in.Field("messages").Items() {
				at := strings.Index(strings.ToLower(turn.Field("text").Str()), strings.ToLower(text))
				if role := turn.Field("role").Str(); at < 0 || role == dataset.Assistant || len(turn.Field("text").Str()) < at+len(text) {
					continue
				}
				mentions = append(mentions, jsonvalue.ObjectOf("turn", turn.Field("turn"), "quote", jsonvalue.NewString(turn.Field("text").Str()[at:at+len(text)]), "kind", jsonvalue.NewString("text"), "status", jsonvalue.NewString("said")))
				slots = append(slots, jsonvalue.ObjectOf("tool", jsonvalue.NewString(c.Name), "parameter", jsonvalue.NewString(m.Key), "value", m.Value, "also", jsonvalue.NewArray(),
					"from", jsonvalue.NewArray(jsonvalue.NewInt(int64(len(mentions)-1))), "p", jsonvalue.NewFloat(0.95)))
				break
			}
		}
	}
	return jsonvalue.ObjectOf("mentions", jsonvalue.NewArray(mentions...), "slots", jsonvalue.NewArray(slots...))
}

// heard is the text of all messages except the agent's, without policies' states.
func heard(run *trajectory.Trajectory) string {
	var b strings.Builder
	for i := range run.Messages {
		if m := &run.Messages[i]; m.Role != dataset.Assistant && m.Role != dataset.System {
			b.WriteString("\n" + m.Content)
		}
	}
	return b.String()
}
