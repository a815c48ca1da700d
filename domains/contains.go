package domains

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Stated reports whether the domain comes from the schema itself, and not from a
// description or a model. F3 gives certainty 0 only to a value outside a stated domain. A
// domain without a Source, as a row may bring it, counts as stated.
func (d Domain) Stated() bool {
	return d.Source == "" || strings.HasPrefix(d.Source, "schema.")
}

// Excludes reports whether the schema itself excludes v, which Coerce has converted; F3
// gives such a value certainty 0. Bounds from a description, a model or data exclude
// nothing, but the schema's own bounds beneath them do.
func (d Domain) Excludes(v Value) bool {
	d = d.bySchema()
	return d.Stated() && !d.Contains(v)
}

// bySchema is the domain by the schema alone. It is d itself where nothing else contributed.
func (d Domain) bySchema() Domain {
	if d.detail != nil && d.detail.stated != nil {
		return *d.detail.stated
	}
	return d
}

// On returns d based on the domain that the schema alone states. Excludes then asks the
// schema's domain. Where both have the same bound, that bound counts as the schema's.
func (d Domain) On(schema Domain) Domain {
	if schema = schema.bySchema(); d.Stated() || !schema.Stated() {
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

// origin is the rule that gave a bound: index 0 is Min, 1 is Max, 2 is Step.
func (d *Domain) origin(i int) string {
	if d.detail != nil && d.detail.origins[i] != "" {
		return d.detail.origins[i]
	}
	return d.Source
}

// Contains reports whether v, coerced to the declared type by Coerce, lies in the domain.
// It is also true where the domain does not know: for infinite domains other than a range of
// numbers, which holds numbers only, and for domains read from JSON without Restore, which
// holds neither an object's properties nor all values of a long enumeration.
func (d Domain) Contains(v Value) bool {
	if v.IsNull() && d.admitsNull() {
		return true
	}
	switch d.Type {
	case Boolean:
		return v.Kind() == jsonvalue.Bool
	case Finite:
		if d.Values == nil {
			return d.Size != 0 // only the size is known, not the values
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
	if v.Kind() != jsonvalue.Number {
		return false
	}
	r, _, _ := rational(v)
	n := d.numbers()
	return n.admits(r) && (!d.integer() || r.IsInt())
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

// containsObject reports whether v is one of the objects that F1 counts: only declared
// properties, each with a value from its own domain.
func (d *Domain) containsObject(v Value) bool {
	if v.Kind() != jsonvalue.Object {
		return false
	}
	declared, property := 0, v.Getter()
	for i := range d.detail.members {
		m := &d.detail.members[i]
		x, ok := property(m.name)
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
