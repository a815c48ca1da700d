package domains

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The limits for the evaluation of one schema, against $ref bombs and nested unions.
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
	left  int            // schemas that may still be read
	open  map[string]int // references whose target is being evaluated
	chain []string       // references whose target is being read, each inside the one before
	refs  resolver
	depth int
	mute  bool // descriptions are not read

	matched int // the work of patterns that was not yet taken from left
}

func (e *evaluator) spend() bool {
	e.left--
	return e.left >= 0
}

// DomainOf is F1 for one schema: the set of values that it admits. Local references
// point into root; root may be the zero Value if there are none. A value that is no
// schema (a number, say) admits everything: its domain is custom and infinite. So is
// a schema beyond the limits on depth and number.
//
// Sizes are exact where F1 says finite, up to the limits in the package comment.
func DomainOf(schema, root Value) Domain {
	e := evaluator{root: root, left: maxEvalSchemas}
	return e.whole(schema)
}

// whole is the domain of a parameter. Where a description contributes, the domain by
// the schema alone is kept beside it.
func (e *evaluator) whole(schema Value) Domain {
	d := e.domain(schema)
	if d.Stated() || d.Type == String && d.detail == nil {
		return d
	}
	e.mute = true
	stated := e.domain(schema)
	e.mute = false
	return d.On(stated)
}

func (e *evaluator) domain(schemas ...Value) Domain {
	f := newFacets()
	for _, s := range schemas {
		e.collect(s, &f, 0)
	}
	if e.mute {
		f.description = ""
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
	if e.open == nil && len(f.refs) > 0 {
		e.open = map[string]int{}
	}
	for ref := range f.refs {
		e.open[ref]++
	}
	e.depth++
	d := e.plain(f)
	e.depth--
	for ref := range f.refs {
		e.open[ref]--
	}
	if f.nullable && !f.noNull && !slices.ContainsFunc(f.strict, e.withoutNull) {
		d = withNull(d)
	}
	return d
}

// withoutNull reports whether no branch of a union admits null.
func (e *evaluator) withoutNull(union []Value) bool {
	null := jsonvalue.ObjectOf("type", "null")
	return !slices.ContainsFunc(union, func(branch Value) bool { return e.domain(branch, null).Size != 0 })
}

func nothing() Domain { return Domain{Type: Custom, Size: 0, Source: sourceNothing} }

// plain is evaluate without the keyword nullable.
func (e *evaluator) plain(f *facets) Domain {
	if len(f.unions) > 0 {
		return e.unite(f)
	}
	if f.hasEnum {
		return e.enumDomain(f)
	}
	return e.kinds(f)
}

// kinds is the domain of a schema without an enumeration and without a union.
func (e *evaluator) kinds(f *facets) Domain {
	k := f.kinds
	if !f.typed {
		switch {
		case len(f.properties) > 0:
			k = kindObject
		case len(f.elements) > 0:
			k = kindArray
		default:
			return f.untyped()
		}
	}
	return e.typed(f, k)
}

// typed is the domain of a schema that names types and no values.
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
		d = e.union(parts)
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

// single is the domain of one type. The description is read only if the schema has no
// other type.
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
		return e.stringDomain(f, only)
	case kindArray:
		return e.list(f)
	default:
		return e.object(f)
	}
}

// enumDomain is the enumeration without the values that bounds, lengths and patterns
// beside it exclude. The declared type excludes nothing: enum wins (F1).
func (e *evaluator) enumDomain(f *facets) Domain {
	values := f.enum
	if f.numbers.constrained() || f.minLen > 0 || f.maxLen >= 0 || len(f.patterns) > 0 || f.firm != kindAny {
		texts := e.searches(f.patterns)
		values = slices.DeleteFunc(slices.Clone(f.enum), func(v Value) bool {
			switch v.Kind() {
			case jsonvalue.Number:
				r, _, _ := rational(v)
				return f.firm&kindOf(v) == 0 || !f.numbers.admits(r)
			case jsonvalue.String:
				return f.firm&kindOf(v) == 0 || !f.admitsLength(v.Str()) || !e.foundBy(texts, v.Str())
			}
			return f.firm&kindOf(v) == 0
		})
	}
	return enumeration(values, f.enumSource)
}

func kindOf(v Value) kinds {
	switch v.Kind() {
	case jsonvalue.Bool:
		return kindBool
	case jsonvalue.Number:
		if jsonvalue.ParseDecimal(v.NumberText()).IsInteger() {
			return kindInt
		}
		return kindFrac
	case jsonvalue.String:
		return kindString
	case jsonvalue.Array:
		return kindArray
	case jsonvalue.Object:
		return kindObject
	}
	return kindNull
}

func (f *facets) admitsLength(s string) bool {
	n := int64(utf8.RuneCountInString(s))
	return n >= f.minLen && (f.maxLen < 0 || n <= f.maxLen)
}

// patternCost is the cost of reading a pattern, counted in schemas.
const patternCost = 16

// search is a compiled pattern with the number of its instructions.
type search struct {
	re    *regexp.Regexp
	steps int
}

// searches compiles patterns until the budget is spent. A pattern with syntax that Go
// lacks constrains nothing.
func (e *evaluator) searches(patterns []string) []search {
	var out []search
	for _, p := range patterns {
		if e.left -= patternCost + len(p)>>2; e.left <= 0 {
			break
		}
		if len(p) > maxPatternBytes {
			continue
		}
		tree, err := syntax.Parse(p, syntax.Perl)
		if err != nil {
			continue
		}
		program, err := syntax.Compile(tree.Simplify())
		if err != nil {
			continue
		}
		if e.left -= len(program.Inst) >> 5; e.left <= 0 {
			break
		}
		if re, err := regexp.Compile(p); err == nil {
			out = append(out, search{re, len(program.Inst)})
		}
	}
	return out
}

// foundBy reports whether every pattern matches somewhere in a text. Go matches in time
// linear in the text times the pattern's instructions.
func (e *evaluator) foundBy(patterns []search, text string) bool {
	return !slices.ContainsFunc(patterns, func(s search) bool {
		e.matched += 1<<6 + len(text)*s.steps
		e.left -= e.matched >> 10
		e.matched &= 1<<10 - 1
		return e.left > 0 && !s.re.MatchString(text)
	})
}

func (f *facets) untyped() Domain {
	if d, ok := f.describedString(); ok {
		return d
	}
	return Domain{Type: Custom, Size: Infinite, Source: "schema.untyped"}
}

func (e *evaluator) stringDomain(f *facets, only bool) Domain {
	if f.maxLen >= 0 && f.minLen > f.maxLen {
		return Domain{Type: String, Size: 0, Source: sourceNothing}
	}
	if len(f.patterns) > 0 {
		if d, ok := e.patternDomain(f); ok {
			return d
		}
	} else if f.maxLen == 0 {
		return enumeration([]Value{jsonvalue.NewString("")}, "schema.length")
	}
	if only {
		if d, ok := f.describedString(); ok {
			return d
		}
	}
	d := Domain{Type: String, Size: Infinite, Source: "schema.type"}
	switch {
	case len(f.patterns) > 0:
		d.Type, d.Source = Custom, "schema.pattern"
	case f.format != "" && !freeFormat(f.format):
		d.Type, d.Source = Custom, "schema.format"
	default:
		f.keepExamples(&d)
	}
	return d
}

// patternDomain is the domain of a pattern that admits few strings (F1: custom,
// and infinite unless it can be counted).
func (e *evaluator) patternDomain(f *facets) (Domain, bool) {
	texts, ok := language(f.patterns[0], maxListed)
	e.left -= patternCost + len(texts)>>2
	if !ok {
		return Domain{}, false
	}
	others := e.searches(f.patterns[1:])
	values := make([]Value, 0, len(texts))
	for _, s := range texts {
		if f.admitsLength(s) && e.foundBy(others, s) {
			values = append(values, jsonvalue.NewString(s))
		}
	}
	d := Domain{Type: Custom, Size: int64(len(values)), Source: "schema.pattern"}
	listed := enumeration(values, d.Source)
	if d.detail = (&detail{parts: []Domain{listed}}); listed.Type == Finite && d.Size > 0 {
		d.Values = listed.Values // few enough to be named
	}
	return d, true
}

// freeFormat reports whether a string of this format is still free text.
func freeFormat(format string) bool {
	switch format {
	case "string", "text", "plain", "textarea", "multiline", "markdown", "html", "password", "binary", "byte":
		return true
	}
	return false
}

// object is the domain of objects: the product of its properties' domains, where an
// optional property has one more value, "absent". Without properties it is infinite.
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
		} else if f.declared {
			d.Size, d.Source = 0, sourceNothing // required, and not allowed
			return d
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
		if e.left < 0 {
			d.Size = Infinite
			break
		}
	}
	if d.Size == Infinite {
		return Domain{Type: Custom, Size: Infinite, Source: "schema.properties"}
	}
	d.with().members = members
	return d
}

// describe marks d as based on a description if one of its parts is.
func (d *Domain) describe(what string, part Domain) {
	if !part.Stated() {
		d.Source = "description." + what
		*d = d.from(part.span)
	}
}
