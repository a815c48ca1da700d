package reward

import (
	"slices"
	"strconv"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// wanted is a call of the reference as F11 compares calls with it.
type wanted struct {
	call domains.Call
	tool *domains.Tool // nil where it is not offered
	args map[string]*wantedValue
}

// wantedValue is a value of the reference, coerced, and what counts as equal.
type wantedValue struct {
	value    domains.Value
	present  bool            // the reference gives it
	optional bool            // it may be left out all the same
	others   []domains.Value // accepted alternatives, coerced
	inside   map[string]*wantedValue
}

// tool is the component tool of F11, in [0, 1]: as F9, but 0.5 for a call on
// neither side only where the action is right, and calls compared as their
// schemas read them.
func (g *guard) tool(c *completion.Completion) float64 {
	reference, calls := g.x.calls, c.Calls
	switch {
	case len(reference) == 0 && len(calls) == 0:
		if c.Action == g.x.reference {
			return toolNoneNeeds
		}
		return 0
	case len(reference) == 0 || len(calls) == 0:
		return 0
	case len(reference) != len(calls):
		return toolOther
	case !sameNames(reference, calls):
		return toolOther
	case sameCalls(reference, calls), g.sameAsWanted(calls):
		return toolSame
	default:
		return toolNames
	}
}

// sameAsWanted pairs the calls off with those of the reference, as many: each
// reference call finds a partner of its own. Alternatives make equality other
// than transitive, so that a first partner may have to give way: augmenting
// paths, at most n^3 steps for the n calls of the reference.
func (g *guard) sameAsWanted(calls []domains.Call) bool {
	partnerOf := make([]int, len(calls)) // of each call, the reference call + 1
	reference := g.reference()
	for i := range reference {
		seen := make([]bool, len(calls))
		if !augment(reference, i, calls, partnerOf, seen) {
			return false
		}
	}
	return true
}

func augment(reference []wanted, i int, calls []domains.Call, partnerOf []int, seen []bool) bool {
	for k := range calls {
		if seen[k] || !reference[i].matches(&calls[k]) {
			continue
		}
		seen[k] = true
		if partnerOf[k] == 0 || augment(reference, partnerOf[k]-1, calls, partnerOf, seen) {
			partnerOf[k] = i + 1
			return true
		}
	}
	return false
}

// wantedCalls makes the reference's calls ready to be compared with.
func wantedCalls(x *Prepared, s *dataset.Sample) []wanted {
	out := make([]wanted, len(x.calls))
	for i := range x.calls {
		w := &out[i]
		w.call, w.tool, w.args = x.calls[i], x.tool(x.calls[i].Name), map[string]*wantedValue{}
		for _, m := range x.calls[i].Arguments.Members() {
			w.args[m.Key] = &wantedValue{value: domains.Coerce(w.param(m.Key), m.Value), present: true}
		}
	}
	for _, alt := range s.Alternatives {
		if alt.Call >= 0 && alt.Call < len(out) {
			out[alt.Call].accept(alt)
		}
	}
	return out
}

func (w *wanted) param(name string) *domains.Param {
	if w.tool == nil {
		return nil
	}
	return w.tool.Param(name)
}

// accept adds an alternative.
func (w *wanted) accept(alt dataset.Alternative) {
	v := w.args[alt.Parameter]
	if v == nil {
		v = &wantedValue{}
		w.args[alt.Parameter] = v
	}
	whole, at := v, v.value
	for _, key := range alt.Path {
		if v.inside == nil {
			v.inside = map[string]*wantedValue{}
		}
		next := v.inside[key]
		if next == nil {
			next = &wantedValue{}
			next.value, next.present = element(v.value, key)
			v.inside[key] = next
		}
		v = next
	}
	v.optional = v.optional || alt.Optional
	for _, other := range alt.Values {
		v.others = append(v.others, w.coerced(alt, whole.present, at, other))
	}
}

// coerced is an alternative as the schema reads it where it stands: inside the
// reference's value, which is coerced as a whole.
func (w *wanted) coerced(alt dataset.Alternative, present bool, whole, other domains.Value) domains.Value {
	if len(alt.Path) == 0 {
		return domains.Coerce(w.param(alt.Parameter), other)
	}
	if !present {
		return other
	}
	v := domains.Coerce(w.param(alt.Parameter), replaced(whole, alt.Path, other))
	for _, key := range alt.Path {
		v, _ = element(v, key)
	}
	return v
}

// element returns the member or the element of a value.
func element(v domains.Value, key string) (domains.Value, bool) {
	if v.Kind() != jsonvalue.Array {
		return v.Get(key)
	}
	i, err := strconv.Atoi(key)
	if err != nil || i < 0 || i >= v.Len() {
		return domains.Value{}, false
	}
	return v.Items()[i], true
}

// replaced returns v with another value at a path.
func replaced(v domains.Value, path []string, other domains.Value) domains.Value {
	if len(path) == 0 {
		return other
	}
	inner, _ := element(v, path[0])
	inner = replaced(inner, path[1:], other)
	if v.Kind() != jsonvalue.Array {
		return v.With(path[0], inner)
	}
	items := slices.Clone(v.Items())
	if i, err := strconv.Atoi(path[0]); err == nil && i >= 0 && i < len(items) {
		items[i] = inner
	}
	return jsonvalue.NewArray(items...)
}

// matches reports whether a call counts as equal to the reference's: the same
// tool, and each argument equal after coercion, an accepted alternative, or left
// out where that says the same.
func (w *wanted) matches(call *domains.Call) bool {
	if call.Name != w.call.Name {
		return false
	}
	for _, m := range call.Arguments.Members() {
		want, p := w.args[m.Key], w.param(m.Key)
		got := domains.Coerce(p, m.Value)
		if (want == nil || !want.equals(got)) && (want != nil && want.present || !isDefault(p, got)) {
			return false
		}
	}
	for key, want := range w.args {
		if _, ok := call.Arguments.Get(key); !ok && want.present && !want.optional && !isDefault(w.param(key), want.value) {
			return false
		}
	}
	return true
}

// isDefault reports whether leaving a parameter out says the same as v.
func isDefault(p *domains.Param, v domains.Value) bool {
	return p != nil && !p.Required && p.HasDefault && jsonvalue.Equal(domains.Coerce(p, p.Default), v)
}

// equals reports whether a coerced value is the reference's, or an alternative.
func (w *wantedValue) equals(v domains.Value) bool {
	if w.present && jsonvalue.Equal(w.value, v) {
		return true
	}
	for i := range w.others {
		if jsonvalue.Equal(w.others[i], v) {
			return true
		}
	}
	if w.inside == nil || v.Kind() != w.value.Kind() || v.Kind() == jsonvalue.Array && v.Len() != w.value.Len() {
		return false
	}
	return w.equalsInside(v)
}

// equalsInside compares two objects, or two arrays of one length, part by part.
func (w *wantedValue) equalsInside(v domains.Value) bool {
	part := func(key string, got domains.Value) bool {
		if in := w.inside[key]; in != nil {
			return in.equals(got)
		}
		own, ok := element(w.value, key)
		return ok && jsonvalue.Equal(own, got)
	}
	for i, item := range v.Items() {
		if !part(strconv.Itoa(i), item) {
			return false
		}
	}
	for _, m := range v.Members() {
		if !part(m.Key, m.Value) {
			return false
		}
	}
	for _, m := range w.value.Members() {
		if _, ok := v.Get(m.Key); !ok && (w.inside[m.Key] == nil || !w.inside[m.Key].optional) {
			return false
		}
	}
	return true
}
