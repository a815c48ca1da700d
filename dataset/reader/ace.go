package reader

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// isACE recognises ACEBench: a dialogue in one text, and functions.
func isACE(v domains.Value) bool {
	text := strings.TrimSpace(v.Field("question").Str())
	return has(v, "function") && (strings.HasPrefix(text, "user:") || strings.HasPrefix(text, "system:"))
}

// readACE reads a row of ACEBench. The truth determines the right action: calls, missing
// parameters, wrong values, or a text that refuses. If it is calls, the dialogue's own
// questions are samples, too.
func readACE(d *draft) error {
	id, err := d.id("id")
	if err != nil {
		return err
	}
	d.sample.Messages = dialogue(d.row.Field("question").Str())
	for _, key := range [...]string{"profile", "time"} {
		text, err := d.text(key)
		if err != nil {
			return err
		}
		if text = strings.TrimSpace(text); text != "" {
			d.sample.Messages = append([]dataset.Message{{Role: dataset.System, Content: text}}, d.sample.Messages...)
		}
	}
	functions := d.row.Field("function")
	if functions.Kind() == jsonvalue.Object {
		functions = jsonvalue.NewArray(functions)
	}
	if err := d.setTools("function", functions); err != nil {
		return err
	}
	truth, err := d.aceTruth(id)
	if err != nil {
		return err
	}
	s := d.sample
	s.ActionSource = dataset.ActionGiven
	if questions := questionTurns(s.Messages); d.part < len(questions) && isCalls(truth) {
		at := questions[d.part]
		s.Reference = dataset.Reference{Action: completion.Ask, Question: s.Messages[at].Content}
		s.Answers = dataset.Answers{completion.Ask: s.Messages[at].Content}
		if at+1 < len(s.Messages) {
			s.Reply = s.Messages[at+1].Content
		}
		s.Messages = s.Messages[:at:at]
		return nil
	}
	if n := len(s.Messages); n > 0 && s.Messages[n-1].Role == dataset.Assistant {
		return rowError(dataset.CodeNoMessages, "question", "the dialogue ends with the assistant; a sample ends before its answer")
	}
	return d.aceReference(truth)
}

func (d *draft) aceTruth(id string) (domains.Value, error) {
	truth := d.row.Field("ground_truth")
	if truth.IsNull() {
		var err error
		if truth, err = d.answers.get(id); err != nil {
			return truth, err
		}
	}
	if truth.IsNull() || truth.Kind() != jsonvalue.String && truth.Len() == 0 {
		return truth, d.noAnswer(id)
	}
	return truth, nil
}

// aceReference sets the right action at the end of the dialogue.
func (d *draft) aceReference(truth domains.Value) error {
	s := d.sample
	if truth.Kind() == jsonvalue.String {
		if said := completion.Classify(truth.Str()); said.Action != completion.Refuse {
			return rowError(dataset.CodeBadReference, "ground_truth", "%s refuses nothing; give {tool: [parameters or values]}, calls, or a text that refuses", excerpt(truth.Str()))
		}
		s.Reference.Action = completion.Refuse
		s.Answers = dataset.Answers{completion.Refuse: truth.Str()}
		return nil
	}
	if isCalls(truth) {
		s.Reference = dataset.Reference{Action: completion.ToolCall, ToolCalls: d.aceCalls(truth)}
		return nil
	}
	if truth.Kind() != jsonvalue.Object {
		return rowError(dataset.CodeBadReference, "ground_truth", "it is %s; give {tool: [parameters or values]}, calls, or a text that refuses", truth.Kind().Noun())
	}
	id, _ := d.id("id")
	incomplete := strings.Contains(id, "incomplete")
	missing, offered := []string{}, false
	for _, m := range truth.Members() {
		if m.Value.Kind() != jsonvalue.Array {
			return rowError(dataset.CodeBadReference, "ground_truth."+m.Key, "it is %s; give a list of parameters, of values, or the arguments of a call", m.Value.Kind().Noun())
		}
		tool := d.sample.Tool(m.Key)
		known := names(tool)
		offered = offered || tool != nil
		for _, v := range m.Value.Items() {
			name := strings.TrimSpace(v.Str())
			if incomplete && name == "" {
				return rowError(dataset.CodeBadReference, "ground_truth."+m.Key, "%s is no name of a parameter", excerpt(v.JSON()))
			}
			if !incomplete && !known(name) {
				name = ""
			}
			missing = append(missing, name)
		}
	}
	s.Reference.Action = completion.Ask
	for _, name := range missing {
		if (name == "" || !offered) && !incomplete || strings.Contains(id, "error_param") { // values instead of names of parameters
			s.AddFlags(dataset.FlagBadValue)
			return nil
		}
	}
	s.GoldMissing = missing
	return nil
}

// names returns whether a tool has a parameter with a name, or with such a name inside an
// object.
func names(tool *domains.Tool) (known func(name string) bool) {
	params, inner := map[string]bool{}, map[string]bool{}
	if tool != nil {
		for i := range tool.Params {
			params[tool.Params[i].Name] = true
			for _, m := range tool.Params[i].Schema.Field("properties").Members() {
				inner[m.Key] = true
			}
		}
	}
	return func(name string) bool {
		head, _, _ := strings.Cut(name, ".")
		return params[name] || params[head] || inner[name]
	}
}

// isCalls reports whether the truth is calls: {tool: {parameter: value}}, or a list of
// them.
func isCalls(truth domains.Value) bool {
	items := truth.Items()
	if truth.Kind() == jsonvalue.Object {
		items = []domains.Value{truth}
	}
	for _, item := range items {
		if item.Kind() != jsonvalue.Object || item.Len() == 0 {
			return false
		}
		for _, m := range item.Members() {
			if m.Value.Kind() != jsonvalue.Object {
				return false
			}
		}
	}
	return len(items) > 0
}

// aceCalls reads calls. The second call of a tool has a number behind the tool's name.
func (d *draft) aceCalls(truth domains.Value) []domains.Call {
	items := truth.Items()
	if truth.Kind() == jsonvalue.Object {
		items = []domains.Value{truth}
	}
	var calls []domains.Call
	for _, item := range items {
		for _, m := range item.Members() {
			name := m.Key
			if at := strings.LastIndexByte(name, '_'); d.sample.Tool(name) == nil && at > 0 && strings.Trim(name[at+1:], "0123456789") == "" && d.sample.Tool(name[:at]) != nil {
				name = name[:at]
			}
			calls = append(calls, domains.Call{Name: name, Arguments: m.Value})
		}
	}
	return calls
}

// dialogue splits "user: ...\nsystem: ..." into messages; "system" is the assistant.
func dialogue(text string) []dataset.Message {
	var messages []dataset.Message
	start, end := 0, 0 // of the last message
	for line := range strings.Lines(text) {
		role := ""
		rest := strings.TrimLeft(line, " \t")
		for _, r := range [...][2]string{{"user:", dataset.User}, {"system:", dataset.Assistant}} {
			if after, ok := strings.CutPrefix(rest, r[0]); ok {
				role, rest = r[1], after
				break
			}
		}
		if end += len(line); role != "" {
			messages = append(messages, dataset.Message{Role: role})
			start = end - len(rest)
		}
		if n := len(messages); n > 0 {
			messages[n-1].Content = text[start:end]
		}
	}
	for i := range messages {
		messages[i].Content = strings.TrimSpace(messages[i].Content)
	}
	return messages
}

// questionTurns returns the indexes of the assistant's questions in a dialogue.
func questionTurns(messages []dataset.Message) (at []int) {
	for i, m := range messages {
		if i > 0 && m.Role == dataset.Assistant && dataset.ReadAnswer(m.Content, nil).Action == completion.Ask {
			at = append(at, i)
		}
	}
	return at
}

// questionsOf returns the indexes of the questions in a row whose truth is calls.
func (r *Reader) questionsOf(v domains.Value) []int {
	d := draft{row: v, answers: r.answers}
	id, err := d.id("id")
	if err != nil {
		return nil
	}
	truth, err := d.aceTruth(id)
	if err != nil || !isCalls(truth) {
		return nil
	}
	return questionTurns(dialogue(v.Field("question").Str()))
}
