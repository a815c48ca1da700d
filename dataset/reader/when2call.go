package reader

import (
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// classes are When2Call's names of the four actions, in the order of its files.
var classes = [...]struct {
	name   string
	action completion.Action
}{
	{"direct", completion.Directly},
	{"tool_call", completion.ToolCall},
	{"request_for_info", completion.Ask},
	{"cannot_answer", completion.Refuse},
}

// isWhen2Call recognises the test files, llm_judge and mcq, which have the same fields.
func isWhen2Call(v domains.Value) bool {
	_, answered := v.Get("answers")
	return answered && has(v, "question") && has(v, "correct_answer")
}

func readWhen2Call(d *draft) error {
	if err := d.userMessage("question"); err != nil {
		return err
	}
	if err := d.readTools("tools"); err != nil {
		return err
	}
	if err := d.readAnswers(); err != nil {
		return err
	}
	var err error
	if d.sample.HeldOut, err = d.text("held_out_param"); err != nil {
		return err
	}
	return d.setClass()
}

// readAnswers reads the answers of the four classes; null means none.
func (d *draft) readAnswers() error {
	answers, err := d.object("answers")
	if err != nil {
		return err
	}
	for _, class := range classes {
		if err := d.sample.SetAnswer(class.action, answers.Field(class.name)); err != nil {
			return under(err, "answers."+class.name)
		}
	}
	return nil
}

// setClass sets the reference from the label, correct_answer.
func (d *draft) setClass() error {
	name, err := d.text("correct_answer")
	if err != nil {
		return as(err, dataset.CodeBadReference)
	}
	s := d.sample
	s.ActionSource = dataset.ActionGiven
	for _, class := range classes {
		if class.name == name {
			s.Reference.Action = class.action
		}
	}
	switch s.Reference.Action {
	case completion.None:
		return rowError(dataset.CodeBadReference, "correct_answer", "it is %s; the classes are direct, tool_call, request_for_info and cannot_answer", excerpt(name))
	case completion.Ask:
		s.Reference.Question = s.Answers[completion.Ask]
	case completion.ToolCall:
		calls, err := dataset.TextCalls(s.Answers[completion.ToolCall])
		if err != nil {
			return as(under(err, "answers.tool_call"), dataset.CodeBadReference)
		}
		if len(calls) == 0 {
			return rowError(dataset.CodeBadReference, "answers.tool_call", "the class is tool_call, but there is no call")
		}
		s.Reference.ToolCalls = calls
	}
	return nil
}
