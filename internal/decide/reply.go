package decide

import (
	"errors"

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
	var w, pi, v, vNow, best jsonvalue.Value
	if b.Defined() {
		w, pi, v, vNow = numbers(b.W()), numbers(b.Pi()), numbers(b.V()), jsonvalue.NewFloat(b.VNow())
	}
	if d.Best != nil {
		best = jsonvalue.NewString(d.Best.Name())
	}
	questions := make([]jsonvalue.Value, len(d.Questions))
	for i := range d.Questions {
		questions[i] = d.Questions[i].Value()
	}
	return jsonvalue.NewObject(
		jsonvalue.Member{Key: "id", Value: id},
		jsonvalue.Member{Key: "w", Value: w},
		jsonvalue.Member{Key: "pi", Value: pi},
		jsonvalue.Member{Key: "v", Value: v},
		jsonvalue.Member{Key: "v_now", Value: vNow},
		jsonvalue.Member{Key: "evpi", Value: jsonvalue.NewArray(questions...)},
		jsonvalue.Member{Key: "action", Value: jsonvalue.NewString(string(d.Action))},
		jsonvalue.Member{Key: "best_question", Value: best},
	).AppendJSON(dst)
}

func numbers(all []float64) jsonvalue.Value {
	out := make([]jsonvalue.Value, len(all))
	for i, f := range all {
		out[i] = jsonvalue.NewFloat(f)
	}
	return jsonvalue.NewArray(out...)
}
