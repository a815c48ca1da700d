package trajectory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Value returns the run in voi's own form, which Parse reads back:
//
//	{"trajectory_id", "task_id", "source", "class", "tools", "annotations", "messages",
//	 "reference": {"actions", "communicate", "answer", "predicates"}, "outcome", "end", "environment"}
//
// Empty members are left out, except that the outcome of an unscored run is null. A message has
// "train": whether a policy may learn to write it. An assistant's message with train false is
// Given.
func (t *Trajectory) Value() domains.Value {
	var tools domains.Value
	if t.Tools != nil {
		tools = domains.ToolsValue(t.Tools)
	}
	return jsonvalue.ObjectOf(
		"trajectory_id", t.ID,
		"task_id?", t.TaskID,
		"source?", t.Source,
		"class?", t.Class,
		"tools?", tools,
		"annotations?", t.Annotated,
		"messages", t.MessagesValue(),
		"reference?", t.Reference.value(),
		"outcome", t.Outcome,
		"end?", t.End.value(),
		"environment?", t.Environment,
	)
}

// value is null if the end of the run is not known.
func (e End) value() domains.Value {
	if e == (End{}) {
		return domains.Value{}
	}
	return jsonvalue.ObjectOf("reason?", e.Reason, "by?", e.By, "failed?", e.Failed)
}

// MessagesValue returns the messages as a JSON array.
func (t *Trajectory) MessagesValue() domains.Value { return jsonvalue.Of(t.Messages) }

// Value returns the message as JSON.
func (msg *Message) Value() domains.Value {
	all := []any{
		"role", msg.Role,
		"content", msg.Content,
		"reasoning?", msg.Reasoning,
		"tool_calls?", msg.Calls,
		"tool_call_id?", msg.CallID,
		"name?", msg.Name,
	}
	if msg.Role == dataset.ToolRole {
		all = append(all, "error", msg.Failed)
	}
	return jsonvalue.ObjectOf(append(all, "requestor?", requestor(msg.ByUser), "state?", msg.State, "train", msg.Trained())...)
}

// Value returns the call as JSON.
func (c *Call) Value() domains.Value {
	return jsonvalue.ObjectOf("id?", c.ID, "name", c.Name, "arguments", c.Arguments)
}

// requestor names the side that makes a call; "" is the agent.
func requestor(user bool) Party {
	if user {
		return User
	}
	return ""
}

// value is null if the run has no reference.
func (r *Reference) value() (v domains.Value) {
	if !r.Known && len(r.Actions)+len(r.Communicate) == 0 && r.Answer == "" && r.Predicates.IsNull() {
		return v
	}
	var actions domains.Value
	if r.Known || len(r.Actions) > 0 {
		actions = jsonvalue.Of(r.Actions)
	}
	return jsonvalue.ObjectOf("actions?", actions, "communicate?", r.Communicate, "answer?", r.Answer, "predicates?", r.Predicates)
}

// Value returns the action as JSON.
func (a *Action) Value() domains.Value {
	var compare domains.Value
	if a.Compare != nil { // nil compares all arguments, an empty list none
		compare = jsonvalue.NewStrings(a.Compare)
	}
	return jsonvalue.ObjectOf("name", a.Name, "arguments", a.Arguments, "requestor?", requestor(a.ByUser), "compare_args?", compare, "action_match?", a.Recorded)
}

// MaxActions is the most reference actions of a run, because each is compared with every call.
const MaxActions = 512

// Parse reads what Value writes. Errors are *dataset.Error.
func Parse(v domains.Value) (*Trajectory, error) {
	t := &Trajectory{
		ID: v.Field("trajectory_id").Str(), TaskID: v.Field("task_id").Str(), Source: v.Field("source").Str(),
		Class: v.Field("class").Str(), Annotated: v.Field("annotations"), Environment: v.Field("environment"),
	}
	if err := t.ParseTools(v.Field("tools")); err != nil {
		return nil, err
	}
	if err := t.ParseMessages(v.Field("messages"), "messages"); err != nil {
		return nil, err
	}
	if r := v.Field("reference"); !r.IsNull() {
		if err := t.Reference.parse(r); err != nil {
			return nil, err
		}
	}
	if o := v.Field("outcome"); !o.IsNull() {
		f, ok := o.Float()
		if !ok {
			return nil, Bad("outcome", "it is a %s; give a number, or null for a run that nobody judged", o.Kind())
		}
		t.Outcome = &f
	}
	e := v.Field("end")
	t.Finish(e.Field("reason").Str()+e.Str(), t.Outcome) // a row of voi score has only the reason
	if by := e.Field("by").Str(); by != "" {
		t.End.By = Party(by)
	}
	if who := e.Field("failed").Str(); who != "" {
		t.End.Failed = Party(who)
	}
	return t, nil
}

// Bad is the error for a field that makes a run unreadable.
func Bad(path, format string, args ...any) error {
	return &dataset.Error{Code: dataset.CodeBadField, Path: path, Msg: fmt.Sprintf(format, args...)}
}

// ParseTools reads the offered tools, in any notation; null leaves them unknown. It keeps MCP's
// annotations by the tools' names.
func (t *Trajectory) ParseTools(v domains.Value) error {
	if v.IsNull() {
		return nil
	}
	tools, _, err := domains.ParseToolList(v)
	if err != nil {
		return &dataset.Error{Code: dataset.CodeBadTools, Path: "tools", Msg: err.Error()}
	}
	if t.Tools = tools; tools == nil {
		t.Tools = []domains.Tool{}
	}
	if t.Annotated.IsNull() {
		t.Annotated = Annotations(v)
	}
	return nil
}

// ParseMessages reads a list of messages in voi's, OpenAI's or tau2's notation. Its errors name the
// path.
func (t *Trajectory) ParseMessages(list domains.Value, path string) error {
	if list.Kind() == jsonvalue.String {
		parsed, err := domains.ParseValue(list.Str())
		if err != nil {
			return Bad(path, "a string that holds no list of messages (%v)", err)
		}
		list = parsed
	}
	if list.Kind() != jsonvalue.Array {
		return Bad(path, "the messages are a %s; give a list of {\"role\", \"content\"}", list.Kind())
	}
	t.Messages = make([]Message, 0, list.Len())
	for i, item := range list.Items() {
		msg, err := ParseMessage(item)
		if err != nil {
			return Bad(fmt.Sprintf("%s[%d]", path, i), "%v", err)
		}
		t.Messages = append(t.Messages, msg)
	}
	t.markUserResults()
	return nil
}

// markUserResults marks the results of the user's calls where the source marks only the calls, so
// that no step of the agent counts what the user's own tools returned.
func (t *Trajectory) markUserResults() {
	if !slices.ContainsFunc(t.Messages, func(m Message) bool { return m.Role == dataset.User && len(m.Calls) > 0 }) {
		return
	}
	results, _ := t.Results()
	for i := range t.Messages {
		if t.Messages[i].Role != dataset.User {
			continue
		}
		for _, result := range results[i] {
			if result >= 0 {
				t.Messages[result].ByUser = true
			}
		}
	}
}

// roles maps role names in sources to the roles of a Message.
var roles = map[string]string{
	"system": dataset.System, "developer": dataset.System, "user": dataset.User, "human": dataset.User,
	"assistant": dataset.Assistant, "agent": dataset.Assistant, "ai": dataset.Assistant, "gpt": dataset.Assistant,
	"tool": dataset.ToolRole, "function": dataset.ToolRole, "environment": dataset.ToolRole, "observation": dataset.ToolRole,
}

// ParseMessage reads one message. Its error says how to mend it.
func ParseMessage(v domains.Value) (Message, error) {
	role := v.Field("role")
	known, ok := roles[role.Str()]
	if !ok {
		return Message{}, fmt.Errorf("the role is %.60s; use system, user, assistant or tool", role.JSON())
	}
	m := Message{Role: known, Content: completion.ContentText(v.Field("content")), CallID: v.Field("tool_call_id").Str(), ByUser: v.Field("requestor").Str() == string(User)}
	for _, key := range [...]string{"reasoning", "reasoning_content"} {
		if m.Reasoning == "" {
			m.Reasoning = v.Field(key).Str()
		}
	}
	if known == dataset.ToolRole {
		m.Name = v.Field("name").Str()
		if m.CallID == "" {
			m.CallID = v.Field("id").Str() // tau2's
		}
		m.Failed = failed(v.Field("error"), m.Content)
		m.State = v.Field("state").Str()
		return m, nil
	}
	train := v.Field("train")
	m.Given = known == dataset.Assistant && train.Kind() == jsonvalue.Bool && !train.Bool()
	calls := v.Field("tool_calls")
	if old := v.Field("function_call"); calls.IsNull() && !old.IsNull() {
		calls = jsonvalue.NewArray(old)
	}
	for _, c := range calls.Items() {
		m.Calls = append(m.Calls, ParseCall(c))
	}
	return m, nil
}

// ParseCall reads a call, flat or in OpenAI's nesting. Arguments in a string are parsed; if the
// result is no object, the string is kept.
func ParseCall(v domains.Value) Call {
	c := Call{ID: v.Field("id").Str()}
	if c.ID == "" {
		c.ID = v.Field("call_id").Str()
	}
	if inner := v.Field("function"); inner.Kind() == jsonvalue.Object {
		v = inner
	}
	c.Name = v.Field("name").Str()
	c.Arguments = v.Field("arguments")
	if c.Arguments.IsNull() {
		c.Arguments = v.Field("kwargs")
	}
	c.Arguments = Arguments(c.Arguments)
	return c
}

// Arguments parses arguments in a string. Missing arguments become an empty object.
func Arguments(v domains.Value) domains.Value {
	if v.IsNull() || v.Kind() == jsonvalue.String && strings.TrimSpace(v.Str()) == "" {
		return jsonvalue.NewObject()
	}
	if v.Kind() == jsonvalue.String {
		if parsed, err := domains.ParseValue(v.Str()); err == nil && parsed.Kind() == jsonvalue.Object {
			return parsed
		}
	}
	return v
}

// failed reports whether a result is an error: by the source's mark, else by its text.
func failed(mark domains.Value, content string) bool {
	switch mark.Kind() {
	case jsonvalue.Bool:
		return mark.Bool()
	case jsonvalue.String:
		return mark.Str() != ""
	}
	text := strings.TrimSpace(content)
	if len(text) >= 5 && strings.EqualFold(text[:5], "error") {
		return true
	}
	if !strings.HasPrefix(text, "{") || !strings.Contains(text, `"error"`) {
		return false
	}
	v, err := domains.ParseValue(text)
	e := v.Field("error")
	return err == nil && !e.IsNull() && (e.Kind() != jsonvalue.Bool || e.Bool()) && (e.Kind() != jsonvalue.String || e.Str() != "")
}

// parse reads {"actions", "communicate", "answer", "predicates"}.
func (r *Reference) parse(v domains.Value) error {
	r.Communicate, _ = v.Field("communicate").Strings()
	r.Answer = v.Field("answer").Str()
	if r.Predicates = v.Field("predicates"); !r.Predicates.IsNull() {
		if _, err := ParsePredicates(r.Predicates); err != nil {
			return &dataset.Error{Code: dataset.CodeBadReference, Path: "reference", Msg: err.Error()}
		}
	}
	actions, known := v.Get("actions")
	if !known || actions.IsNull() {
		return nil
	}
	return r.ParseActions(actions)
}

// ParseActions reads reference actions: {"name", "arguments" or "kwargs", "requestor",
// "compare_args", "action_match"}. Errors are *dataset.Error with CodeBadReference.
func (r *Reference) ParseActions(list domains.Value) error {
	bad := func(format string, args ...any) error {
		return &dataset.Error{Code: dataset.CodeBadReference, Path: "reference.actions", Msg: fmt.Sprintf(format, args...)}
	}
	if list.Kind() != jsonvalue.Array {
		return bad("they are a %s; give a list of {\"name\", \"arguments\"}", list.Kind())
	}
	if list.Len() > MaxActions {
		return &dataset.Error{Code: dataset.CodeTooLarge, Path: "reference.actions", Msg: fmt.Sprintf("%d actions, the bound is %d", list.Len(), MaxActions)}
	}
	r.Known, r.Actions = true, make([]Action, list.Len())
	for i, item := range list.Items() {
		c := ParseCall(item)
		if c.Name == "" || c.Malformed() {
			return bad("action %d has no name, or arguments that are no object", i)
		}
		a := Action{Name: c.Name, Arguments: c.Arguments, ByUser: item.Field("requestor").Str() == string(User)}
		if list := item.Field("compare_args"); !list.IsNull() {
			names, ok := list.Strings()
			if !ok {
				return bad("compare_args of action %d are no list of names", i)
			}
			a.Compare = append([]string{}, names...)
		}
		if match := item.Field("action_match"); match.Kind() == jsonvalue.Bool {
			found := match.Bool()
			a.Recorded = &found
		}
		r.Actions[i] = a
	}
	return nil
}
