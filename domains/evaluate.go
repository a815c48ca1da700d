package domains

import (
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The bounds on the evaluation of one schema, for $ref bombs and nested unions.
// Beyond them a domain is infinite, which is an upper bound.
const (
	maxEvalDepth    = 64
	maxEvalSchemas  = 1 << 16
	maxUnionParts   = 256
	sourceRecursive = "schema.recursive"
	sourceNothing   = "schema.nothing"
)

// evaluator computes the domain of one schema.
type evaluator struct {
	root  Value
	left  int      // schemas that may still be read
	open  []string // references whose target is being evaluated
	depth int
}

func (e *evaluator) spend() bool {
	e.left--
	return e.left >= 0
}

// DomainOf is F1 for one schema: the set of values that it admits. root is the
// schema that local references point into, the zero Value where there are
// none. A schema that is none (a number, say) admits everything: it is custom
// and infinite, as is one beyond the bounds on depth and number of schemas.
//
// Sizes are exact where F1 says finite, with these exceptions, in which they
// are upper bounds: not, if, contains, minProperties, patterns on enumerated
// values, and unions of lists or objects that overlap.
func DomainOf(schema, root Value) Domain {
	e := evaluator{root: root, left: maxEvalSchemas}
	return e.domain(schema)
}

func (e *evaluator) domain(schemas ...Value) Domain {
	f := newFacets()
	for _, s := range schemas {
		e.collect(s, &f, 0)
	}
	return e.evaluate(&f)
}

func (e *evaluator) evaluate(f *facets) Domain {
	if f.never {
		return nothing()
	}
	if f.cyclic || e.depth > maxEvalDepth {
		return Domain{Type: Custom, Size: Infinite, Source: sourceRecursive}
	}
	opened := len(e.open)
	e.open = append(e.open, f.refs...)
	e.depth++
	d := e.plain(f)
	e.depth--
	e.open = e.open[:opened]
	if f.nullable {
		d = withNull(d)
	}
	return d
}

func nothing() Domain { return Domain{Type: Custom, Size: 0, Source: sourceNothing} }

// plain is evaluate without the keyword nullable.
func (e *evaluator) plain(f *facets) Domain {
	if len(f.unions) > 0 {
		return e.unite(f)
	}
	if f.hasEnum {
		return f.enumDomain()
	}
	k := f.kinds
	if !f.typed {
		switch {
		case len(f.properties) > 0:
			k = kindObject
		case len(f.items) > 0 || len(f.prefix) > 0:
			k = kindArray
		default:
			return f.untyped()
		}
	}
	return e.typed(f, k)
}

// typed is the domain of schemas that name types and list no values.
func (e *evaluator) typed(f *facets, k kinds) Domain {
	null := k&kindNull != 0
	k &^= kindNull
	parts := make([]Domain, 0, 4)
	for _, one := range [...]kinds{kindBool, kindNumber, kindString, kindArray, kindObject} {
		if k&one != 0 {
			parts = append(parts, e.single(f, k&one, k&^one == 0))
		}
	}
	var d Domain
	switch {
	case len(parts) == 1:
		d = parts[0]
	case len(parts) > 1:
		d = union(parts)
	case null:
		return enumeration([]Value{{}}, "schema.type")
	default:
		return nothing()
	}
	if null {
		d = withNull(d)
	}
	return d
}

// single is the domain of one type. The description speaks of it where it is
// the only one.
func (e *evaluator) single(f *facets, k kinds, only bool) Domain {
	switch k {
	case kindBool:
		return Domain{Type: Boolean, Size: 2, Source: "schema.type"}
	case kindInt, kindNumber, kindFrac:
		if only && f.description != "" {
			return f.describedNumber(k == kindInt)
		}
		return f.numbers.domain(k == kindInt)
	case kindString:
		return f.stringDomain(only)
	case kindArray:
		return e.list(f)
	default:
		return e.object(f)
	}
}

// enumDomain is the enumeration, less what other keywords exclude. The declared
// type excludes nothing: enum wins over it (F1).
func (f *facets) enumDomain() Domain {
	values := f.enum
	if f.numbers.constrained() || f.minLen > 0 || f.maxLen >= 0 {
		values = nil
		for _, v := range f.enum {
			if f.admitsEnum(v) {
				values = append(values, v)
			}
		}
	}
	return enumeration(values, f.enumSource)
}

func (f *facets) admitsEnum(v Value) bool {
	switch v.Kind() {
	case jsonvalue.Number:
		return f.numbers.admits(v)
	case jsonvalue.String:
		n := int64(utf8.RuneCountInString(v.Str()))
		return n >= f.minLen && (f.maxLen < 0 || n <= f.maxLen)
	}
	return true
}

func (f *facets) untyped() Domain {
	if d, ok := f.describedString(); ok {
		return d
	}
	return Domain{Type: Custom, Size: Infinite, Source: "schema.untyped"}
}

func (f *facets) stringDomain(only bool) Domain {
	if f.maxLen >= 0 && f.minLen > f.maxLen {
		return Domain{Type: String, Size: 0, Source: sourceNothing}
	}
	if only {
		if d, ok := f.describedString(); ok {
			return d
		}
	}
	d := Domain{Type: String, Size: Infinite, Source: "schema.type"}
	switch {
	case f.pattern:
		d.Type, d.Source = Custom, "schema.pattern"
	case f.format != "" && !freeFormat(f.format):
		d.Type, d.Source = Custom, "schema.format"
	default:
		f.keepExamples(&d)
	}
	return d
}

// freeFormat reports whether a format leaves a string free text.
func freeFormat(format string) bool {
	switch format {
	case "string", "text", "plain", "textarea", "multiline", "markdown", "html", "password", "binary", "byte":
		return true
	}
	return false
}

// list is the domain of arrays: infinite, unless the elements are finite and
// their number is bounded.
func (e *evaluator) list(f *facets) Domain {
	d := Domain{Type: List, Size: Infinite, Source: "schema.type"}
	if len(f.items) > 0 || len(f.prefix) > 0 || f.closed {
		d.Source = "schema.items"
	}
	maxItems := f.maxItems
	if f.closed || f.closedTail && len(f.prefix) > 0 {
		maxItems = least(maxItems, int64(len(f.prefix)))
	}
	if maxItems >= 0 && f.minItems > maxItems {
		d.Size, d.Source = 0, sourceNothing
		return d
	}
	if len(f.prefix) > 0 {
		return e.tuple(f, d, maxItems)
	}
	if len(f.items) == 0 && !f.closed {
		return d
	}
	elem := nothing()
	if !f.closed {
		elem = e.domain(f.items...)
	}
	if elem.Size == Infinite || maxItems < 0 {
		return d
	}
	d.Size = countLists(elem.Size, f.minItems, maxItems, f.unique)
	d.describe("items", elem)
	det := d.with()
	det.elem, det.min, det.max, det.unique = &elem, f.minItems, maxItems, f.unique
	return d
}

// tuple counts arrays whose first elements have schemas of their own. With
// uniqueItems the count is an upper bound.
func (e *evaluator) tuple(f *facets, d Domain, maxItems int64) Domain {
	if maxItems < 0 {
		return d
	}
	rest := int64(Infinite)
	if len(f.items) > 0 && maxItems > int64(len(f.prefix)) {
		item := e.domain(f.items...)
		rest = item.Size
		d.describe("items", item)
	}
	total, lists := int64(0), int64(1)
	for k := int64(0); ; k++ {
		if k >= f.minItems {
			total = addSize(total, lists)
		}
		if k == maxItems || total == Infinite || lists == 0 {
			break
		}
		if k >= int64(len(f.prefix)) {
			if lists == MaxSize || lists == Infinite || rest <= 1 {
				total = addSize(total, tail(lists, rest, max(f.minItems, k+1), maxItems))
				break
			}
			lists = mulSize(lists, rest)
			continue
		}
		item := e.domain(f.prefix[k])
		d.describe("items", item)
		lists = mulSize(lists, item.Size)
	}
	d.Size = total
	return d
}

// tail is the number of lists of the lengths from lo to hi where each length
// has as many as the one before: lists where one element can follow, none or
// infinitely many otherwise.
func tail(lists, rest, lo, hi int64) int64 {
	switch {
	case lo > hi || rest == 0:
		return 0
	case rest == Infinite:
		return Infinite
	}
	return mulSize(lists, min(hi-lo, MaxSize-1)+1)
}

// object is the domain of objects: the product of the parts, an optional one
// adding "absent"; infinite without parts.
func (e *evaluator) object(f *facets) Domain {
	d := Domain{Type: Custom, Size: Infinite, Source: "schema.type"}
	if len(f.properties) == 0 {
		return d
	}
	d.Source = "schema.properties"
	d.Size = 1
	for _, name := range f.required {
		if i := f.propertyAt(name); i >= 0 {
			f.properties[i].needed = true
		} else {
			d.Size = Infinite // required, and free
		}
	}
	members := make([]member, 0, len(f.properties))
	for i := range f.properties {
		p := &f.properties[i]
		part := e.domain(p.schemas...)
		members = append(members, member{p.name, part, p.needed})
		size := part.Size
		if !p.needed {
			size = addSize(size, 1)
		}
		d.Size = mulSize(d.Size, size)
		if part.Size != Infinite {
			d.describe("properties", part)
		}
		if d.Size == 0 {
			break
		}
	}
	if d.Size == Infinite {
		d.Source = "schema.properties"
		return d
	}
	d.with().members = members
	return d
}

// describe marks d as resting on a description where a part of it does.
func (d *Domain) describe(what string, part Domain) {
	if !part.Stated() {
		d.Source = "description." + what
		*d = d.from(part.span())
	}
}
