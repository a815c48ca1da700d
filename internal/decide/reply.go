package decide

import (
	"errors"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// AppendReply decides an item and appends the reply as one JSON object, without
// a newline. ok is false where the reply is an error. The same item always gives
// the same bytes.
func AppendReply(dst []byte, item jsonvalue.Value) (reply []byte, ok bool) {
	it, err := ParseItem(item)
	if err != nil {
		return appendError(dst, it.ID, err), false
	}
	b, err := certainty.NewBelief(it.Tools, it.Sets, it.Candidates, it.Options)
	if err != nil {
		return appendError(dst, it.ID, badRequest("%v", err)), false
	}
	return appendDecision(dst, it.ID, b, certainty.Decide(b, it.Policy, it.Asked, it.QuestionsAsked)), true
}

// AppendText is AppendReply for an item that is still text.
func AppendText(dst []byte, text string) (reply []byte, ok bool) {
	item, err := jsonvalue.Parse(text, jsonvalue.Options{ReplaceInvalid: true})
	if err != nil {
		return appendError(dst, jsonvalue.Value{}, &Error{codeOf(err), "the item is no JSON: " + err.Error()}), false
	}
	return AppendReply(dst, item)
}

// AppendFailure appends the reply to an item that could not even be read.
func AppendFailure(dst []byte, code, message string) []byte {
	return appendError(dst, jsonvalue.Value{}, &Error{code, message})
}

func codeOf(err error) string {
	var bad *jsonvalue.Error
	if errors.As(err, &bad) {
		switch bad.Code {
		case jsonvalue.CodeDepth:
			return CodeTooDeep
		case jsonvalue.CodeNodes:
			return CodeTooLarge
		}
	}
	return CodeBadJSON
}

func appendError(dst []byte, id jsonvalue.Value, err error) []byte {
	bad := &Error{CodeBadRequest, err.Error()}
	errors.As(err, &bad)
	dst = id.AppendJSON(append(dst, `{"id":`...))
	dst = jsonvalue.AppendString(append(dst, `,"error":{"code":`...), bad.Code)
	dst = jsonvalue.AppendString(append(dst, `,"message":`...), bad.Message)
	return append(dst, "}}"...)
}

func appendDecision(dst []byte, id jsonvalue.Value, b *certainty.Belief, d certainty.Decision) []byte {
	dst = id.AppendJSON(append(dst, `{"id":`...))
	if b.Defined() {
		dst = appendNumbers(append(dst, `,"w":`...), b.W())
		dst = appendNumbers(append(dst, `,"pi":`...), b.Pi())
		dst = appendNumbers(append(dst, `,"v":`...), b.V())
		dst = jsonvalue.AppendFloat(append(dst, `,"v_now":`...), b.VNow())
	} else {
		dst = append(dst, `,"w":null,"pi":null,"v":null,"v_now":null`...)
	}
	dst = append(dst, `,"evpi":[`...)
	for i := range d.Questions {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuestion(dst, &d.Questions[i])
	}
	dst = jsonvalue.AppendString(append(dst, `],"action":`...), string(d.Action))
	dst = append(dst, `,"best_question":`...)
	if d.Best == nil {
		return append(dst, "null}"...)
	}
	return append(jsonvalue.AppendString(dst, Label(*d.Best)), '}')
}

func appendQuestion(dst []byte, q *certainty.Question) []byte {
	dst = jsonvalue.AppendString(append(dst, `{"tool":`...), q.Tool)
	dst = append(dst, `,"aspects":[`...)
	for i, aspect := range q.Aspects {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsonvalue.AppendString(dst, aspect)
	}
	dst = jsonvalue.AppendFloat(append(dst, `],"evpi":`...), q.EVPI)
	dst = jsonvalue.AppendFloat(append(dst, `,"cost":`...), q.Cost)
	dst = jsonvalue.AppendFloat(append(dst, `,"score":`...), q.Score)
	return append(dst, '}')
}

func appendNumbers(dst []byte, numbers []float64) []byte {
	dst = append(dst, '[')
	for i, f := range numbers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsonvalue.AppendFloat(dst, f)
	}
	return append(dst, ']')
}

// Label returns the name of a question (F12, best_question): its aspects as
// "tool.parameter", joined by commas.
func Label(q certainty.Question) string {
	labels := make([]string, len(q.Aspects))
	for i, aspect := range q.Aspects {
		labels[i] = q.Tool + "." + aspect
	}
	return strings.Join(labels, ",")
}
