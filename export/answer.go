package export

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file writes the right and the wrong answers of a source as completions in the
// grammar of F8, for the layouts that teach this grammar.

// maxAskCandidates bounds the candidate calls in a written ASK.
const maxAskCandidates = 4

// rightAnswer returns the reference answer of a row as a completion. ok is false if the
// source does not give its text (a refusal without words).
func (r *Row) rightAnswer() (text string, ok bool) {
	ref := r.reference()
	draft := completion.Draft{Action: ref.Action}
	switch ref.Action {
	case completion.ToolCall:
		draft.Calls = ref.ToolCalls
	case completion.Ask:
		draft.Calls, draft.Text = r.askCandidates(), ref.Question
		if draft.Text == "" {
			draft.Text = plain(r.answer(completion.Ask))
		}
	default:
		draft.Text = plain(r.answer(ref.Action))
	}
	return r.render(draft)
}

// wrongAnswer is one answer that the source marks as wrong.
type wrongAnswer struct {
	action completion.Action
	text   string
}

// wrongAnswers returns the answers of the other classes and then the rejected one, as
// completions without repeats. An answer that the grammar cannot express (an unreadable
// call) is left out.
func (r *Row) wrongAnswers() []wrongAnswer {
	var out []wrongAnswer
	add := func(a dataset.Answer) {
		draft := completion.Draft{Action: a.Action, Calls: a.Calls, Text: a.Text}
		switch a.Action {
		case completion.ToolCall:
			draft.Text = ""
		case completion.Ask:
			draft.Calls = a.Candidates
			if a.Question != "" {
				draft.Text = a.Question
			}
		default:
			draft.Calls = nil
		}
		text, ok := r.render(draft)
		for i := range out {
			ok = ok && out[i].text != text
		}
		if ok {
			out = append(out, wrongAnswer{a.Action, text})
		}
	}
	for _, action := range completion.Actions {
		text := r.answer(action)
		if text == "" || string(action) == r.Action {
			continue
		}
		a := dataset.Answer{Action: action, Text: plain(text)}
		if action == completion.ToolCall {
			calls, err := dataset.TextCalls(text)
			if err != nil {
				continue
			}
			a.Calls = calls
		}
		add(a)
	}
	if m := r.rejected(); m != nil {
		add(dataset.ReadAnswer(m.Content, m.ToolCalls))
	}
	return out
}

// render writes a completion. The reasoning is one sentence that states the action's claim.
// It has the same form in right and wrong answers, so that the form reveals nothing. If a
// name contains a tag, the reasoning is empty.
func (r *Row) render(draft completion.Draft) (string, bool) {
	draft.Reasoning = r.reasoning(draft)
	text, err := completion.Render(draft)
	if err != nil {
		draft.Reasoning = ""
		text, err = completion.Render(draft)
	}
	return text, err == nil
}

func (r *Row) reasoning(draft completion.Draft) string {
	var names []string
	named := make(map[string]bool)
	for _, c := range draft.Calls {
		if !named[c.Name] {
			named[c.Name] = true
			names = append(names, c.Name)
		}
	}
	tools := strings.Join(names, " and ")
	switch draft.Action {
	case completion.ToolCall:
		verb := " does"
		if len(names) > 1 {
			verb = " do"
		}
		return tools + verb + " this, and every required argument is given."
	case completion.Ask:
		open := "leaves open which call is meant."
		if string(draft.Action) == r.Action && len(r.Missing) > 0 {
			open = "does not say " + strings.Join(r.Missing, " and ") + "."
		}
		if tools == "" {
			return "The conversation " + open
		}
		return tools + " may be meant, but the conversation " + open
	case completion.Refuse:
		return "No offered tool does this."
	default:
		return "No tool is needed."
	}
}

// askCandidates returns the candidate calls of a reference question, with <UNK> for
// unspecified values: the calls of the belief, or, if the belief lists all tools (schema),
// those of the best question's tool.
func (r *Row) askCandidates() []domains.Call {
	candidates, err := r.candidates()
	if err != nil {
		return nil
	}
	tools, _, err := parseToolColumns(r.Tools, r.Domains)
	if err != nil {
		return nil
	}
	var calls []domains.Call
	for _, c := range candidates {
		tool := domains.ToolNamed(tools, c.Call.Name)
		if tool == nil || len(calls) == maxAskCandidates {
			continue
		}
		if r.BeliefSource == string(label.Schema) && !strings.HasPrefix(r.BestQuestion, tool.Name+".") {
			continue
		}
		calls = append(calls, withUnknowns(tool, c.Call))
	}
	return calls
}

func withUnknowns(tool *domains.Tool, call domains.Call) domains.Call {
	unknown := jsonvalue.NewString(certainty.Unknown)
	args := slices.Clone(call.Arguments.Members())
	at := make(map[string]int, len(args))
	for i := range args {
		at[args[i].Key] = i
	}
	for i := range tool.Params {
		p := &tool.Params[i]
		k, present := at[p.Name]
		switch {
		case present && certainty.Unspecified(args[k].Value):
			args[k].Value = unknown
		case !present && p.Required:
			at[p.Name] = len(args)
			args = append(args, jsonvalue.Member{Key: p.Name, Value: unknown})
		}
	}
	return domains.Call{Name: call.Name, Arguments: jsonvalue.NewObject(args...)}
}

// plain returns a text without the tags of F8 that the source may have put around it.
func plain(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	if a := dataset.ReadAnswer(text, nil); a.Source == dataset.ActionTag {
		if a.Question != "" {
			return a.Question
		}
		return a.Text
	}
	return text
}

// answer returns the source's text for a class, "" if there is none.
func (r *Row) answer(action completion.Action) string {
	if r.Answers == nil {
		return ""
	}
	v, err := jsonvalue.Parse(*r.Answers, columnOptions)
	if err != nil {
		return ""
	}
	return v.Field(string(action)).Str()
}

// rejected returns the message that the source marks as wrong, nil if there is none.
func (r *Row) rejected() *dataset.Message {
	v, err := jsonvalue.Parse(r.Provenance, columnOptions)
	if err != nil || v.Field("rejected").IsNull() {
		return nil
	}
	m, err := dataset.ParseMessage(v.Field("rejected"))
	if err != nil {
		return nil
	}
	return &m
}
