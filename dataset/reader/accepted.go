package reader

import (
	"slices"
	"strconv"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// accepted unwraps the lists of accepted values of one call of BFCL.
type accepted struct {
	call         int
	alternatives []dataset.Alternative
}

// object unwraps an object whose members are lists of accepted values: the
// arguments of a call, or an object among the values. path leads to it.
func (a *accepted) object(v domains.Value, path []string) domains.Value {
	members := make([]jsonvalue.Member, 0, v.Len())
	for _, m := range v.Members() {
		if value, ok := a.member(m.Value, append(slices.Clip(path), m.Key)); ok {
			members = append(members, jsonvalue.Member{Key: m.Key, Value: value})
		}
	}
	return jsonvalue.NewObject(members...)
}

// member unwraps the list of accepted values at path. The first is the
// reference, the others are alternatives; ok is false where the list holds "",
// which means that the argument may be omitted, and then it is. An empty list
// stands for itself: some answers write the value [] so. What is no list is the
// value itself.
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
