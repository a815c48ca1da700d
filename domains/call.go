package domains

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ParseCalls reads the calls of a source: one call or a list of them, each flat
// ({"name","arguments"}) or in OpenAI's nesting ({"type":"function",
// "function":{"name","arguments"}}), or a string that holds any of these. The
// arguments are an object or a string holding one; absent, null and "" mean
// none. Null, "" and an empty list give no calls. Errors are *Error with
// CodeBadCalls.
//
// Sources vary, so this reader is lenient. Calls in a completion follow the
// stricter rule of F8, in package dataset/completion.
func ParseCalls(v Value) ([]Call, error) {
	v, err := unwrap(v, CodeBadCalls, "")
	if err != nil {
		return nil, err
	}
	switch v.Kind() {
	case jsonvalue.Null:
		return nil, nil
	case jsonvalue.Object:
		c, err := parseCall(v, "")
		if err != nil {
			return nil, err
		}
		return []Call{c}, nil
	case jsonvalue.Array:
		var calls []Call
		for i, item := range v.Items() {
			c, err := parseCall(item, fmt.Sprintf("[%d]", i))
			if err != nil {
				return nil, err
			}
			calls = append(calls, c)
		}
		return calls, nil
	}
	return nil, &Error{CodeBadCalls, "", "tool calls are " + v.Kind().Noun() + "; give an object or a list of objects with name and arguments"}
}

func parseCall(v Value, path string) (Call, error) {
	v, err := unwrap(v, CodeBadCalls, path)
	if err != nil {
		return Call{}, err
	}
	if f := v.Field("function"); f.Kind() == jsonvalue.Object {
		v, path = f, join(path, "function")
	}
	name := v.Field("name")
	if name.Kind() != jsonvalue.String || name.Str() == "" {
		return Call{}, &Error{CodeBadCalls, path, "a call without a name; give an object with name and arguments"}
	}
	args, err := unwrap(v.Field("arguments"), CodeBadCalls, join(path, "arguments"))
	if err != nil {
		return Call{}, err
	}
	switch args.Kind() {
	case jsonvalue.Object:
	case jsonvalue.Null:
		args = jsonvalue.NewObject()
	default:
		return Call{}, &Error{CodeBadCalls, join(path, "arguments"), "the arguments are " + args.Kind().Noun() + "; give an object, or a string that holds one"}
	}
	return Call{Name: name.Str(), Arguments: args}, nil
}

// Value returns the call as {"name","arguments"}.
func (c Call) Value() Value {
	args := c.Arguments
	if args.Kind() != jsonvalue.Object {
		args = jsonvalue.NewObject()
	}
	return jsonvalue.ObjectOf("name", c.Name, "arguments", args)
}

// CallsValue returns calls as a JSON array of {"name","arguments"}.
func CallsValue(calls []Call) Value { return jsonvalue.Of(calls) }

// unwrap parses a string that holds JSON; a blank string is null. Any other
// value is returned as it is.
func unwrap(v Value, code, path string) (Value, error) {
	if v.Kind() != jsonvalue.String {
		return v, nil
	}
	if strings.TrimSpace(v.Str()) == "" {
		return Value{}, nil
	}
	parsed, err := ParseValue(v.Str())
	if err != nil {
		return Value{}, &Error{code, path, "a string that should hold JSON: " + err.Error()}
	}
	return parsed, nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
