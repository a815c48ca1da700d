package domains

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The sources of domains that come from a description.
const (
	sourceSet      = "description.set"
	sourceRange    = "description.range"
	sourceExamples = "description.examples"
)

// read returns the description in tokens; nil if there is none.
func (f *facets) read() *description {
	if f.described == nil && f.description != "" {
		f.described = describe(f.description)
	}
	return f.described
}

// describedString is the enumeration that the description of a string, or of
// an untyped parameter, writes out in full.
func (f *facets) describedString() (Domain, bool) {
	d := f.read()
	if d == nil || d.commas() {
		return Domain{}, false
	}
	return d.enumeration(func(text string) (Value, bool) { return jsonvalue.NewString(text), true })
}

// describedElements is the set that the description of a list writes out for its
// elements.
func (f *facets) describedElements() (Domain, bool) {
	d := f.read()
	if d == nil {
		return Domain{}, false
	}
	d.several = true
	return d.enumeration(func(text string) (Value, bool) { return jsonvalue.NewString(text), true })
}

// commas reports whether a value is one text with several of the listed items in it.
func (d *description) commas() bool {
	return strings.Contains(d.text, "omma-separated") || strings.Contains(d.text, "omma separated") || strings.Contains(d.text, "omma-delimited")
}

// enumeration is the set that the description writes out. Each item is read by the
// function value; ok is false if any item cannot be read.
func (d *description) enumeration(value func(string) (Value, bool)) (Domain, bool) {
	l, from, ok := d.set()
	if !ok {
		l, from, ok = d.letters()
	}
	if !ok {
		return Domain{}, false
	}
	values := make([]Value, len(l.items))
	for i, it := range l.items {
		if values[i], ok = value(it.text); !ok {
			return Domain{}, false
		}
	}
	return enumeration(values, sourceSet).from(d.span(from, l.to)), true
}

// keepExamples stores the examples that a schema or a description names for a free
// text.
func (f *facets) keepExamples(dom *Domain) {
	values, source := f.examples, "schema.examples"
	if d := f.read(); len(values) == 0 && d != nil {
		items, span := d.examples()
		source = sourceExamples
		*dom = dom.from(span)
		for _, it := range items {
			values = append(values, jsonvalue.NewString(it.text))
		}
	}
	if len(values) == 0 {
		return
	}
	values = newValueSet(values).values
	dom.Values, dom.Source = values[:min(len(values), maxExamples)], source
}

// examples returns the examples in a description, and the text that names them.
func (d *description) examples() (items []item, span string) {
	for i := range d.tokens {
		if !d.has(i, clsExample|clsLike) {
			continue
		}
		j := i + 1
		for d.is(j, ",", ":", "：") || d.bracket(j) {
			j++
		}
		if d.is(j-1, "{") {
			continue // a piece of JSON
		}
		if (d.has(i, clsLike) || d.is(i, "example", "examples")) && !d.quoted(j) {
			continue // "like" and "example" are other words, too
		}
		d.loose = true
		l := d.list(j)
		if d.loose = false; len(l.items) > 0 {
			return l.items, d.span(i, l.to)
		}
	}
	return nil, ""
}

// describedNumber is the domain of a number by its schema and its description, which
// may write out values ("one of 1, 2 or 4") or bounds. The schema's bound wins over
// the description's.
func (f *facets) describedNumber(integer bool) Domain {
	d, n := f.read(), f.numbers
	if d == nil {
		return n.domain(integer)
	}
	found, ranged, from, to := d.bounds(integer)
	d.numeric = true
	if !n.constrained() && !ranged {
		if set, ok := d.enumeration(numberIn); ok && set.Size > 1 && (set.Size > 2 || !slices.ContainsFunc(set.Values, fraction)) {
			return set
		}
		if ends, a, z, ok := d.labelled(); ok && found.min.rat == nil && found.max.rat == nil {
			found.min, found.max, from, to = ends.min, ends.max, a, z
		}
	}
	if n.min.rat != nil {
		found.min = n.min
	}
	if n.max.rat != nil {
		found.max = n.max
	}
	if len(n.steps) > 0 {
		found.steps = n.steps
	}
	if found.min.rat == n.min.rat && found.max.rat == n.max.rat && len(found.steps) == len(n.steps) {
		return n.domain(integer)
	}
	out := found.domain(integer)
	if out.Size == 0 {
		return n.domain(integer)
	}
	out.Source = sourceRange
	return out.from(d.span(from, to))
}

// fraction reports whether a number is written as a fraction, like the ends of a
// scale: "0.0 means silent, 1.0 means normal".
func fraction(v Value) bool { return strings.Contains(v.NumberText(), ".") }
