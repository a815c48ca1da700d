package completion

import (
	"errors"
	"fmt"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// CallError says why a call is malformed (F8). The action stays, but the call counts as
// absent.
type CallError struct {
	Code   string // one of the Code constants, or one of internal/jsonvalue's
	Offset int    // in bytes from the start of the text
	Msg    string
}

func (e *CallError) Error() string { return fmt.Sprintf("%s at byte %d (%s)", e.Msg, e.Offset, e.Code) }

// The codes of a CallError beside those of JSON itself: bad_json (NaN and
// Infinity among them), too_deep, too_large, duplicate_key, bad_utf8 (lone
// surrogates among them), trailing_text.
const (
	CodeUnclosed  = "unclosed_call" // the closing tag is missing
	CodeEmpty     = "empty_calls"   // no call: an empty text or array
	CodeNotCall   = "not_a_call"    // neither an object nor an array of objects
	CodeName      = "bad_name"      // no name, or one that is not a string
	CodeArguments = "bad_arguments" // no arguments, or neither an object nor a string with one
	CodeNotation  = "bad_notation"  // a notation's marker without a call after it
)

// ParseCallText reads the text of a call strictly, as F8 defines it: JSON with only space,
// tab, CR and LF around it, one object or a non-empty array of objects, each with `name` (a
// string) and `arguments` (an object, or a string with one). Other keys are ignored.
// Offsets are into text.
func ParseCallText(text string) ([]domains.Call, *CallError) {
	calls, _, err := parseCallText(text)
	return calls, err
}

// parseCallText is ParseCallText; extra says whether a call has other keys.
func parseCallText(text string) (calls []domains.Call, extra bool, err *CallError) {
	v, bad := jsonvalue.Parse(text, jsonvalue.Options{})
	if bad != nil {
		return nil, false, jsonError(bad)
	}
	return callsOf(v, strict)
}

// jsonError turns an error of jsonvalue into a CallError.
func jsonError(err error) *CallError {
	var je *jsonvalue.Error
	if errors.As(err, &je) {
		return &CallError{Code: je.Code, Offset: je.Offset, Msg: je.Msg}
	}
	return &CallError{Code: jsonvalue.CodeSyntax, Msg: err.Error()}
}

// notation is a way to write one call.
type notation struct {
	read  func(jsonvalue.Value) (domains.Call, *CallError)
	extra func(jsonvalue.Value) bool // whether it has other keys
}

var (
	strict = notation{strictCall, func(call jsonvalue.Value) bool { return hasOther(call, "name", "arguments", "id", "type") }}
	loose  = notation{looseCall, hasExtra}
)

// callsOf reads one object or an array of objects in a notation. extra says that a call has
// other keys.
func callsOf(v jsonvalue.Value, n notation) (calls []domains.Call, extra bool, err *CallError) {
	items := v.Items()
	switch v.Kind() {
	case jsonvalue.Object:
		items = []jsonvalue.Value{v}
	case jsonvalue.Array:
		if len(items) == 0 {
			return nil, false, &CallError{Code: CodeEmpty, Msg: "the array of calls is empty; an action without a call is not a TOOLCALL"}
		}
	default:
		return nil, false, &CallError{Code: CodeNotCall, Msg: fmt.Sprintf("a call is an object, not %s", v.Kind().Noun())}
	}
	calls = make([]domains.Call, len(items))
	for i, item := range items {
		call, err := n.read(item)
		if err != nil {
			err.Msg = fmt.Sprintf("call %d: %s", i+1, err.Msg)
			return nil, false, err
		}
		calls[i], extra = call, extra || n.extra(item)
	}
	return calls, extra, nil
}

// hasExtra reports whether a call has keys that are in no notation of looseCall.
func hasExtra(call jsonvalue.Value) bool {
	if f := call.Field("function"); f.Kind() == jsonvalue.Object && hasOther(f, "name", "arguments", "parameters", "id", "type", "index") {
		return true
	}
	return hasOther(call, "name", "arguments", "parameters", "function", "id", "type", "index")
}

func hasOther(call jsonvalue.Value, keys ...string) bool {
	return slices.ContainsFunc(call.Members(), func(m jsonvalue.Member) bool { return !slices.Contains(keys, m.Key) })
}

// strictCall reads {"name", "arguments"}.
func strictCall(v jsonvalue.Value) (domains.Call, *CallError) { return callWith(v, "arguments") }

// looseCall also reads {"name", "parameters"} (Llama 3) and OpenAI's {"function": {"name",
// "arguments"}}.
func looseCall(v jsonvalue.Value) (domains.Call, *CallError) {
	if f := v.Field("function"); f.Kind() == jsonvalue.Object {
		v = f
	}
	if _, ok := v.Get("arguments"); !ok {
		if _, ok := v.Get("parameters"); ok {
			return callWith(v, "parameters")
		}
	}
	return callWith(v, "arguments")
}

func callWith(v jsonvalue.Value, key string) (domains.Call, *CallError) {
	if v.Kind() != jsonvalue.Object {
		return domains.Call{}, &CallError{Code: CodeNotCall, Msg: fmt.Sprintf("a call is an object, not %s", v.Kind().Noun())}
	}
	name := v.Field("name")
	if name.Kind() != jsonvalue.String {
		return domains.Call{}, &CallError{Code: CodeName, Msg: "a call needs a name, which is a string"}
	}
	args := v.Field(key)
	if args.Kind() == jsonvalue.String {
		held, err := jsonvalue.Parse(args.Str(), jsonvalue.Options{})
		if err != nil {
			inner := jsonError(err)
			code := CodeArguments
			switch inner.Code { // what has a word of its own, in a string or not
			case jsonvalue.CodeDepth, jsonvalue.CodeNodes, jsonvalue.CodeDuplicate:
				code = inner.Code
			}
			return domains.Call{}, &CallError{Code: code,
				Msg: fmt.Sprintf("the string in %s holds no JSON object: %s (byte %d of the string)", key, inner.Msg, inner.Offset)}
		}
		args = held
	}
	if args.Kind() != jsonvalue.Object {
		return domains.Call{}, &CallError{Code: CodeArguments, Msg: fmt.Sprintf("a call needs %s, an object or a string holding one", key)}
	}
	return domains.Call{Name: name.Str(), Arguments: args}, nil
}
