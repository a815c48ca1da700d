package domains

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Stated reports whether the schema itself states the domain, and not a
// description or a model. Only such a domain may zero the certainty of a value
// outside it (F3). A domain without a Source, as a row may bring it, counts as
// stated.
func (d Domain) Stated() bool {
	return d.Source == "" || strings.HasPrefix(d.Source, "schema.")
}

// Excludes reports whether the schema itself excludes v, coerced to the declared type by
// Coerce: what F3 may zero. A bound that comes from a description, a model or data excludes
// nothing; the bounds of the schema that it stands on still do.
func (d Domain) Excludes(v Value) bool {
	d = d.own()
	return d.Stated() && !d.Contains(v)
}

// own is what the schema alone says of a domain, d itself where nothing else does.
func (d Domain) own() Domain {
	if d.detail != nil && d.detail.stated != nil {
		return *d.detail.stated
	}
	return d
}

// On returns d as a domain that stands on what a schema alone states: Excludes asks
// the schema's domain, and a bound of both counts as the schema's.
func (d Domain) On(schema Domain) Domain {
	if schema = schema.own(); d.Stated() || !schema.Stated() {
		return d
	}
	det := d.with()
	det.stated = &schema
	theirs := schema.bounds()
	for i, b := range d.bounds() {
		if b != nil && theirs[i] != nil && jsonvalue.Equal(*b, *theirs[i]) {
			det.origins[i] = schema.Source
		}
	}
	return d
}

func (d *Domain) bounds() [3]*Value { return [3]*Value{d.Min, d.Max, d.Step} }

// origin is the rule that gave the bound at an index of bounds.
func (d *Domain) origin(i int) string {
	if d.detail != nil && d.detail.origins[i] != "" {
		return d.detail.origins[i]
	}
	return d.Source
}

// Contains reports whether v, coerced to the declared type by Coerce, lies in
// the domain. It is true wherever the domain cannot say no: for infinite
// domains without bounds, and for what was read back from JSON, which holds
// neither the properties of an object nor all the values of an enumeration.
func (d Domain) Contains(v Value) bool {
	if v.IsNull() && d.admitsNull() {
		return true
	}
	switch d.Type {
	case Boolean:
		return v.Kind() == jsonvalue.Bool
	case Finite:
		if d.Values == nil {
			return d.Size != 0 // counted, but not written out
		}
		return slices.ContainsFunc(d.Values, func(one Value) bool { return jsonvalue.Equal(one, v) })
	case EstimatedFinite:
		return d.detail == nil || d.detail.all == nil || d.detail.all.has(v)
	case NumericRange:
		return d.containsNumber(v)
	case List:
		return d.containsList(v)
	}
	return d.containsPart(v)
}

func (d *Domain) containsNumber(v Value) bool {
	if d.Min == nil && d.Max == nil && d.Step == nil && d.Size == Infinite {
		return true
	}
	if v.Kind() != jsonvalue.Number {
		return false
	}
	r, _, _ := rational(v)
	n := d.numbers()
	return n.admits(v) && (!d.integer() || r.IsInt())
}

func (d *Domain) containsList(v Value) bool {
	if d.Size == Infinite || d.detail == nil || d.detail.elem == nil && d.detail.prefix == nil {
		return d.Size != 0
	}
	n := int64(v.Len())
	if v.Kind() != jsonvalue.Array || n < d.detail.min || n > d.detail.max {
		return false
	}
	for i, item := range v.Items() {
		if !d.detail.itemAt(int64(i)).Contains(item) {
			return false
		}
	}
	return !d.detail.unique || len(newValueSet(v.Items()).values) == int(n)
}

func (d *Domain) containsPart(v Value) bool {
	if d.detail != nil && d.detail.members != nil && d.Size > 0 {
		return d.containsObject(v)
	}
	if d.detail == nil || d.detail.parts == nil {
		return d.Size != 0
	}
	return slices.ContainsFunc(d.detail.parts, func(part Domain) bool { return part.Contains(v) })
}

// containsObject reports whether v is one of the objects that F1 counts: those
// of the declared properties, each with a value of its own domain.
func (d *Domain) containsObject(v Value) bool {
	if v.Kind() != jsonvalue.Object {
		return false
	}
	declared := 0
	for i := range d.detail.members {
		m := &d.detail.members[i]
		x, ok := v.Get(m.name)
		switch {
		case ok && !m.domain.Contains(x), !ok && m.needed:
			return false
		case ok:
			declared++
		}
	}
	return declared == v.Len()
}

// itemAt is the domain of the element at position n of a list.
func (det *detail) itemAt(n int64) *Domain {
	if n < int64(len(det.prefix)) {
		return &det.prefix[n]
	}
	if det.elem == nil {
		return &Domain{Type: Custom, Size: Infinite}
	}
	return det.elem
}
