package decide

import (
	"errors"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// AppendReply decides an item and appends the reply as one JSON object, without a newline.
// ok is false if the reply is an error. The same item always gives the same bytes.
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

// AppendText is AppendReply for the text of an item.
func AppendText(dst []byte, text string) (reply []byte, ok bool) {
	item, err := jsonvalue.Parse(text, jsonvalue.Options{ReplaceInvalid: true})
	if err != nil {
		return appendError(dst, jsonvalue.Value{}, &Error{codeOf(err), "the item is no JSON: " + err.Error()}), false
	}
	return AppendReply(dst, item)
}

// AppendFailure appends the reply to an item that could not be read.
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
	var w, pi, v, vNow, best any
	if b.Defined() {
		w, pi, v, vNow = b.W(), b.Pi(), b.V(), b.VNow()
	}
	if d.Best != nil {
		best = d.Best.Name()
	}
	return jsonvalue.ObjectOf(
		"id", id,
		"w", w,
		"pi", pi,
		"v", v,
		"v_now", vNow,
		"evpi", d.Questions,
		"action", d.Action,
		"best_question", best,
	).AppendJSON(dst)
}
