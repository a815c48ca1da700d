package reader

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// isBFCL recognises BFCL's questions with one turn.
func isBFCL(v domains.Value) bool { return has(v, "question") && has(v, "function") }

func readBFCL(d *draft) error {
	if err := d.readTurn(); err != nil {
		return err
	}
	functions := d.row.Field("function")
	if functions.Kind() == jsonvalue.Object {
		functions = jsonvalue.NewArray(functions)
	}
	if err := d.setTools("function", functions); err != nil {
		return err
	}
	id, err := d.id("id")
	if err != nil {
		return err
	}
	return d.possibleAnswer(id)
}

// readTurn reads `question`: a list of turns, each a list of messages; in older files a
// list of messages, or the user's text. A string may contain the list.
func (d *draft) readTurn() error {
	question := d.row.Field("question")
	if question.Kind() == jsonvalue.String {
		list, err := held(question)
		if err != nil || list.Kind() != jsonvalue.Array {
			return d.userMessage("question")
		}
		question = list
	}
	turns := question.Items()
	if len(turns) > 0 && turns[0].Kind() != jsonvalue.Array {
		turns = []domains.Value{question}
	}
	switch len(turns) {
	case 0:
		return rowError(dataset.CodeNoMessages, "question", "it is %s or empty; give a list of turns, each a list of messages", question.Kind().Noun())
	case 1:
	default:
		return rowError(dataset.CodeMultiTurn, "question", "it has %d turns, each a decision of its own; make one row of each", len(turns))
	}
	messages, err := dataset.ParseMessages(turns[0])
	if err != nil {
		return under(err, "question[0]")
	}
	d.sample.Messages = messages
	return nil
}

// possibleAnswer sets the reference: the answer in the row or in the answers file. Without
// one it is REFUSE for the irrelevance sets, which the id names.
func (d *draft) possibleAnswer(id string) error {
	truth := d.row.Field("ground_truth")
	if truth.IsNull() {
		var err error
		if truth, err = d.answers.get(id); err != nil {
			return err
		}
	}
	truth, err := held(truth)
	if err != nil {
		return rowError(dataset.CodeBadReference, "ground_truth", "%v", err)
	}
	s := d.sample
	s.ActionSource = dataset.ActionGiven
	if truth.IsNull() || truth.Kind() == jsonvalue.Array && truth.Len() == 0 {
		if strings.Contains(id, "irrelevance") {
			s.Reference.Action = completion.Refuse
			return nil
		}
		return d.noAnswer(id)
	}
	s.Reference.Action = completion.ToolCall
	s.Reference.ToolCalls, s.Alternatives, err = acceptedCalls(truth)
	if err != nil {
		return as(under(err, "ground_truth"), dataset.CodeBadReference)
	}
	return nil
}

func (d *draft) noAnswer(id string) error {
	if d.answers == nil {
		return rowError(dataset.CodeNoReference, "", "no possible answers were found; name their file by --answers, or put it beside this one as possible_answer/NAME")
	}
	if _, listed := d.answers.byID[id]; listed {
		return rowError(dataset.CodeNoReference, "", "the answer that %s has for the id %s is empty; give the accepted calls", d.answers.path, excerpt(id))
	}
	return rowError(dataset.CodeNoReference, "", "%s has no answer for the id %s; check that both files are of one set", d.answers.path, excerpt(id))
}

// acceptedCalls reads BFCL's possible answers: a list of {"tool": {"parameter": [accepted
// values]}}.
func acceptedCalls(truth domains.Value) ([]domains.Call, []dataset.Alternative, error) {
	items := truth.Items()
	if truth.Kind() == jsonvalue.Object {
		items = []domains.Value{truth}
	}
	if len(items) == 0 {
		return nil, nil, badField("", "it is %s; give a list of {\"tool\": {\"parameter\": [accepted values]}}", truth.Kind().Noun())
	}
	var calls []domains.Call
	var alternatives []dataset.Alternative
	for i, item := range items {
		if item.Kind() != jsonvalue.Object || item.Len() == 0 {
			return nil, nil, badField(fmt.Sprintf("[%d]", i), "it is %s or empty; give {\"tool\": {\"parameter\": [accepted values]}}", item.Kind().Noun())
		}
		for _, m := range item.Members() {
			if m.Value.Kind() != jsonvalue.Object {
				return nil, nil, badField(fmt.Sprintf("[%d].%s", i, m.Key), "the arguments are %s; give {\"parameter\": [accepted values]}", m.Value.Kind().Noun())
			}
			a := accepted{call: len(calls)}
			args := a.object(m.Value, nil)
			calls = append(calls, domains.Call{Name: m.Key, Arguments: args})
			alternatives = append(alternatives, a.alternatives...)
		}
	}
	return calls, alternatives, nil
}
