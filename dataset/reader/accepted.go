package reader

import (
	"slices"
	"strconv"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// isAccepted recognises calls in BFCL's notation, at places where other notations are read,
// too. Each call is {"tool": {"parameter": [accepted values]}} and nothing else.
func isAccepted(v domains.Value) bool {
	calls := v.Items()
	if v.Kind() == jsonvalue.Object {
		calls = []domains.Value{v}
	}
	for _, call := range calls {
		if call.Len() == 0 || !allMembers(call, isAcceptedCall) {
			return false
		}
	}
	return len(calls) > 0
}

func isAcceptedCall(tool string, args domains.Value) bool {
	switch tool {
	case "function", "arguments", "parameters": // of a call in another notation
		return false
	}
	return args.Kind() == jsonvalue.Object && allMembers(args, func(_ string, list domains.Value) bool {
		return list.Kind() == jsonvalue.Array
	})
}

func allMembers(v domains.Value, ok func(key string, value domains.Value) bool) bool {
	for _, m := range v.Members() {
		if !ok(m.Key, m.Value) {
			return false
		}
	}
	return true
}

// referenceCalls reads reference calls in any notation: flat, OpenAI's and BFCL's
// (inputs.md).
func referenceCalls(v domains.Value) ([]domains.Call, []dataset.Alternative, error) {
	if list, err := held(v); err == nil && isAccepted(list) {
		return acceptedCalls(list)
	}
	calls, err := domains.ParseCalls(v)
	return calls, nil, err
}

// accepted unwraps the lists of accepted values of one call of BFCL.
type accepted struct {
	call         int
	alternatives []dataset.Alternative
}

// object unwraps an object whose members are lists of accepted values: the arguments of a
// call, or an object among the values. path is the path to the object.
func (a *accepted) object(v domains.Value, path []string) domains.Value {
	members := make([]jsonvalue.Member, 0, v.Len())
	for _, m := range v.Members() {
		if value, ok := a.member(m.Value, append(slices.Clip(path), m.Key)); ok {
			members = append(members, jsonvalue.Member{Key: m.Key, Value: value})
		}
	}
	return jsonvalue.NewObject(members...)
}

// member unwraps the list of accepted values at path. The first value is the reference, the
// others are alternatives. If the list contains "", the argument may be omitted: then ok is
// false, and the reference omits it. An empty list is the value [] itself, as some answers
// write it. Anything but a list is the value itself.
func (a *accepted) member(v domains.Value, path []string) (value domains.Value, ok bool) {
	list := v.Items()
	if len(list) == 0 {
		return a.value(v, path), true
	}
	alt := dataset.Alternative{Call: a.call, Parameter: path[0], Path: path[1:]}
	kept := list[:0:0]
	for _, item := range list {
		if item.Kind() == jsonvalue.String && item.Str() == "" {
			alt.Optional = true
			continue
		}
		kept = append(kept, item)
	}
	ok = !alt.Optional
	if ok {
		value, kept = a.value(kept[0], path), kept[1:]
	}
	for _, item := range kept {
		other := accepted{}
		alt.Values = append(alt.Values, other.value(item, path))
	}
	if alt.Optional || len(alt.Values) > 0 {
		a.alternatives = append(a.alternatives, alt)
	}
	return value, ok
}

// value unwraps the objects inside an accepted value, also those in a list.
func (a *accepted) value(v domains.Value, path []string) domains.Value {
	switch v.Kind() {
	case jsonvalue.Object:
		return a.object(v, path)
	case jsonvalue.Array:
		items := make([]domains.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = a.value(item, append(slices.Clip(path), strconv.Itoa(i)))
		}
		return jsonvalue.NewArray(items...)
	}
	return v
}
