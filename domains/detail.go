package domains

import (
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// detail holds what Contains needs and the JSON form of a Domain lacks.
type detail struct {
	null     bool // null is admitted, and counted where the size is finite
	integer  bool // a numeric range of whole numbers
	openMin  bool // Min itself is excluded
	openMax  bool // Max itself is excluded
	all      *valueSet
	elem     *Domain  // the elements of a list of finite size
	prefix   []Domain // the first elements of a tuple of finite size
	min, max int64    // the lengths of a list of finite size
	unique   bool
	parts    []Domain  // of a union of finite size
	members  []member  // of an object of finite size
	stated   *Domain   // the schema's own domain, where d rests on more than the schema
	origins  [3]string // of Min, Max and Step, "" where it is Source
}

// member is a property of an object of finite size.
type member struct {
	name   string
	domain Domain
	needed bool
}

// with replaces the detail by a copy, which the caller may change, and returns
// the copy.
func (d *Domain) with() *detail {
	copied := detail{}
	if d.detail != nil {
		copied = *d.detail
	}
	d.detail = &copied
	return d.detail
}

func (d *Domain) admitsNull() bool { return d.detail != nil && d.detail.null }

// enumerated returns every value of a domain that is an enumeration and whose
// values are all known; ok is false for any other.
func (d *Domain) enumerated() (values []Value, ok bool) {
	switch {
	case d.Type == Finite && d.Values != nil:
		return d.Values, true
	case d.Type == EstimatedFinite && d.detail != nil && d.detail.all != nil:
		return d.detail.all.values, true
	}
	return nil, false
}

// valueSet is a set of distinct JSON values in their first order.
type valueSet struct {
	values  []Value
	strings map[string]struct{} // indexes from smallSet values on
	others  map[string]struct{} // by Key
}

// smallSet is the size up to which comparing values one by one is faster than an
// index.
const smallSet = 12

// newValueSet keeps the first of equal values (F1: 1 and 1.0 are equal). It
// keeps the slice itself where nothing repeats.
func newValueSet(values []Value) *valueSet {
	s := &valueSet{}
	if len(values) > smallSet {
		s.strings = make(map[string]struct{}, len(values))
		s.others = map[string]struct{}{}
	}
	for i, v := range values {
		if s.has(v) {
			if s.values == nil {
				s.values = make([]Value, i, len(values))
				copy(s.values, values)
			}
			continue
		}
		s.index(v)
		if s.values != nil {
			s.values = append(s.values, v)
		} else if s.strings == nil {
			s.values = append(make([]Value, 0, len(values)), v)
		}
	}
	if s.values == nil {
		s.values = values[:len(values):len(values)]
	}
	return s
}

func (s *valueSet) index(v Value) {
	switch {
	case s.strings == nil:
	case v.Kind() == jsonvalue.String:
		s.strings[v.Str()] = struct{}{}
	default:
		s.others[v.Key()] = struct{}{}
	}
}

// has reports whether the set holds a value equal to v.
func (s *valueSet) has(v Value) bool {
	if s.strings == nil {
		return slices.ContainsFunc(s.values, func(one Value) bool { return jsonvalue.Equal(one, v) })
	}
	var ok bool
	if v.Kind() == jsonvalue.String {
		_, ok = s.strings[v.Str()]
	} else {
		_, ok = s.others[v.Key()]
	}
	return ok
}

// maxFinite is the largest enumeration that F1 calls finite; above it Values
// holds maxExamples of them.
const (
	maxFinite   = 20
	maxExamples = 10
)

// enumeration is the domain of the given values (F1: finite up to 20, else
// estimated_finite).
func enumeration(values []Value, source string) Domain {
	set := newValueSet(values)
	n := len(set.values)
	d := Domain{Type: Finite, Size: int64(n), Values: set.values, Source: source}
	if n > maxFinite {
		d.Type, d.Values = EstimatedFinite, set.values[:maxExamples:maxExamples]
		d.detail = &detail{all: set}
	}
	return d
}
