package item

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// The codes of an Error, as they stand in replies.
const (
	CodeBadJSON         = "bad_json"          // no JSON, or a key is repeated
	CodeBadRequest      = "bad_request"       // a field is missing or wrong
	CodeUnknownSample   = "unknown_sample"    // no sample has that id, or several different ones have it
	CodeBadTools        = "bad_tools"         // the tools cannot be read
	CodeBadReference    = "bad_reference"     // the reference is missing or cannot be read
	CodeTooLarge        = "too_large"         // over a limit of length or number
	CodeTooDeep         = "too_deep"          // nested deeper than MaxDepth
	CodeUnknownProfile  = "unknown_profile"   // a profile that was not loaded at the start
	CodeUnknownOp       = "unknown_op"        // an operation that the server does not know
	CodeUnknownTask     = "unknown_task"      // no task of that id
	CodeUnknownEpisode  = "unknown_episode"   // never started, closed, or removed to make room
	CodeEpisodeDone     = "episode_done"      // a step after the last one
	CodeTooManyEpisodes = "too_many_episodes" // no room for another episode, or for a longer one
	CodeInternal        = "internal"          // a fault of ours; sending the item again may succeed
)

// Codes returns all codes, for counters that have to exist before the first error.
func Codes() []string {
	return []string{
		CodeBadJSON, CodeBadRequest, CodeUnknownOp, CodeUnknownSample, CodeBadTools,
		CodeBadReference, CodeTooLarge, CodeTooDeep, CodeUnknownProfile,
		CodeUnknownTask, CodeUnknownEpisode, CodeEpisodeDone, CodeTooManyEpisodes, reward.CodeJudge, reward.CodeTruncated, CodeInternal,
	}
}

// Error says why an item, or a request, has no result.
type Error struct {
	Code    string // one of the Code constants
	Message string // what was read, where, and what to do

	broken bool   // the text around the item is no JSON either
	stack  []byte // of a fault of ours, nil for any other error
}

// Stack returns where a fault of ours happened, nil for any other error.
func (e *Error) Stack() []byte { return e.stack }

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// AppendJSON appends {"code","message"}.
func (e *Error) AppendJSON(dst []byte) []byte {
	dst = jsonvalue.AppendString(append(dst, `{"code":`...), e.Code)
	return append(jsonvalue.AppendString(append(dst, `,"message":`...), e.Message), '}')
}

// Broken reports whether the text is no JSON at all, so that the request around it is no
// JSON either.
func (e *Error) Broken() bool { return e.broken }

// In returns the error with a place in front of its message.
func (e *Error) In(place string) *Error {
	in := *e
	in.Message = place + ": " + e.Message
	return &in
}

func errorf(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// parse reads a raw value strictly, within the limits of an item. Parsing ends at the first
// fault. If that fault leaves the text JSON (a repeated key, too many values), the rest is
// checked, too; a text that is too deep is not worth it.
func parse(raw string, depth int) (jsonvalue.Value, error) {
	v, err := jsonvalue.Parse(raw, jsonvalue.Options{MaxDepth: depth, MaxNodes: maxNodes, ReplaceInvalid: true})
	if err == nil {
		return v, nil
	}
	e := asError(err)
	if !e.broken && e.Code != CodeTooDeep && !json.Valid([]byte(raw)) {
		e = &Error{Code: CodeBadJSON, Message: "the text is no JSON behind this: " + e.Message, broken: true}
	}
	return v, e
}

// Parse reads one raw value under the rules for all values of a request: strictly, with
// bytes that are not UTF-8 replaced by U+FFFD. The error is an *Error.
func Parse(raw string) (jsonvalue.Value, error) { return parse(raw, MaxDepth) }

// asError turns an error of parsing into one of an item.
func asError(err error) *Error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	e := &Error{Code: CodeBadJSON, Message: err.Error()}
	var bad *jsonvalue.Error
	if errors.As(err, &bad) {
		switch bad.Code {
		case jsonvalue.CodeDepth:
			e.Code = CodeTooDeep
		case jsonvalue.CodeNodes:
			e.Code = CodeTooLarge
		case jsonvalue.CodeDuplicate:
		default:
			e.broken = true
		}
	}
	return e
}
