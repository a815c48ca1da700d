package item

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The codes of an Error, as replies carry them.
const (
	CodeBadJSON         = "bad_json"          // no JSON, or a key that occurs twice
	CodeBadRequest      = "bad_request"       // a field is missing or wrong
	CodeUnknownSample   = "unknown_sample"    // no sample, or several that differ, of that id
	CodeBadTools        = "bad_tools"         // the tools cannot be read
	CodeBadReference    = "bad_reference"     // the reference is missing or cannot be read
	CodeTooLarge        = "too_large"         // over a limit of length or number
	CodeTooDeep         = "too_deep"          // nested deeper than MaxDepth
	CodeUnknownProfile  = "unknown_profile"   // a profile that was not loaded at the start
	CodeUnknownOp       = "unknown_op"        // an operation that the server does not know
	CodeUnknownTask     = "unknown_task"      // no task of that id
	CodeUnknownEpisode  = "unknown_episode"   // never begun, closed, or gone to make room
	CodeEpisodeDone     = "episode_done"      // a step after the last one
	CodeTooManyEpisodes = "too_many_episodes" // no room for one more, or for more said in it
	CodeInternal        = "internal"          // a fault of ours; the sample may score when it is sent again
)

// Codes are all of them, for counters that have to be there before they count.
func Codes() []string {
	return []string{
		CodeBadJSON, CodeBadRequest, CodeUnknownOp, CodeUnknownSample, CodeBadTools,
		CodeBadReference, CodeTooLarge, CodeTooDeep, CodeUnknownProfile,
		CodeUnknownTask, CodeUnknownEpisode, CodeEpisodeDone, CodeTooManyEpisodes, CodeInternal,
	}
}

// Error says why an item, or a request, has no result.
type Error struct {
	Code    string // one of the Code constants
	Message string // what was read, where, and what to do

	broken bool   // the text around the item is no JSON either
	stack  []byte // of a fault of ours
}

// Stack returns where a fault of ours happened, nil for any other error.
func (e *Error) Stack() []byte { return e.stack }

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// AppendJSON appends {"code","message"}.
func (e *Error) AppendJSON(dst []byte) []byte {
	dst = jsonvalue.AppendString(append(dst, `{"code":`...), e.Code)
	return append(jsonvalue.AppendString(append(dst, `,"message":`...), e.Message), '}')
}

// Broken reports whether the text is no JSON at all, so that the request that
// holds the item is none either.
func (e *Error) Broken() bool { return e.broken }

// In returns the error with the place where it was found before its message.
func (e *Error) In(place string) *Error {
	in := *e
	in.Message = place + ": " + e.Message
	return &in
}

func errorf(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// parse reads a raw value strictly, within the bounds of an item. Parsing ends at
// the first thing wrong; where that leaves the text JSON (a key twice, too many
// values), the rest is looked at, too, unless it is too deep to be worth it.
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

// Parse reads one raw value as all values of requests are read: strictly, bytes
// that are not UTF-8 replaced by U+FFFD. The error is an *Error.
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
