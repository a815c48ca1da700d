package domains

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// facets is a conjunction of constraints: one schema with its $ref and allOf
// merged in. Unions stay apart and are multiplied out by the evaluator.
type facets struct {
	kinds    kinds // the types admitted, kindAny where none is named
	firm     kinds // the types by the schemas without an enumeration; these types win over an enumeration elsewhere
	last     kinds // the type named last
	typed    bool  // a type is named
	never    bool  // the schema false: nothing is admitted
	cyclic   bool  // the schema contains itself, so that its values cannot be counted
	nullable bool
	noNull   bool // a schema that is not nullable excludes null

	hasEnum    bool
	enum       []Value
	enumSource string

	numbers numbers

	format     string
	patterns   []string // a text must match all of them
	minLen     int64
	maxLen     int64 // -1: none
	minItems   int64
	maxItems   int64 // -1: none
	unique     bool
	elements   []elements // conjunction
	declared   bool       // additionalProperties: false
	properties []property
	byName     map[string]int // index of properties, nil until one is looked for
	required   []string
	unions     [][]Value // conjunction of unions
	strict     [][]Value // those of schemas that are not nullable: null has to be in a branch

	description string
	described   *description // the description in tokens, once it was read
	examples    []Value
	refs        map[string]bool // the references whose targets are merged in
}

// maxDescription is how much of a description is read, in bytes.
const maxDescription = 2048

// whole returns a description. If it is too long to be read, it returns the sentences that
// end within maxDescription bytes.
func whole(s string) string {
	if len(s) <= maxDescription {
		return s
	}
	end := strings.LastIndexFunc(s[:maxDescription], func(r rune) bool { return strings.ContainsRune(".\n。।؟", r) })
	if end < 0 {
		return ""
	}
	_, size := utf8.DecodeRuneInString(s[end:])
	return s[:end+size]
}

// property is one property of an object and the schemas that it must meet.
type property struct {
	name    string
	schemas []Value
	needed  bool // draft 3 writes required into the property
}

func newFacets() facets {
	return facets{kinds: kindAny, firm: kindAny, maxLen: -1, maxItems: -1}
}

// clone returns a copy. Appending to the copy does not change f.
func (f *facets) clone() facets {
	c := *f
	c.numbers.steps = slices.Clip(c.numbers.steps)
	c.elements = slices.Clip(c.elements)
	c.required = slices.Clip(c.required)
	c.patterns = slices.Clip(c.patterns)
	c.unions, c.strict = slices.Clip(c.unions), slices.Clip(c.strict)
	c.examples = slices.Clip(c.examples)
	c.properties = slices.Clone(c.properties)
	for i := range c.properties {
		c.properties[i].schemas = slices.Clip(c.properties[i].schemas)
	}
	c.byName, c.refs = nil, nil
	return c
}

// weight is the cost of a copy of f, counted in schemas, so that large enumerations and
// objects under many unions stay within the evaluator's budget.
func (f *facets) weight() int { return (len(f.properties) + len(f.enum) + len(f.required)) >> 4 }

// collect adds the constraints of schema to f.
func (e *evaluator) collect(schema Value, f *facets, depth int) {
	schema = asSchema(schema)
	if depth > maxEvalDepth || !e.spend() {
		f.cyclic = true
		return
	}
	if schema.Kind() == jsonvalue.Bool && !schema.Bool() {
		f.never = true
	}
	listed, typed, noNull, strict := false, kindAny, f.noNull, f.strict
	var el elements
	for _, m := range schema.Members() {
		if e.left -= m.Value.Len() >> 4; e.left < 0 { // before the work, which other schemas may repeat
			f.cyclic = true
			return
		}
		f.last = kindAny
		listed = listed || lists(m)
		if !el.keyword(m) && !e.applicator(m, f, depth) {
			f.assertion(m.Key, m.Value)
		}
		if m.Key == "type" {
			typed = f.last
		}
	}
	if !listed {
		f.firm &= typed
	}
	if el.given {
		f.elements = append(f.elements, el)
	}
	f.numbers.draft4(schema)
	switch {
	case isTrue(schema.Field("nullable")):
		f.noNull, f.strict = noNull, strict
	case listed:
		f.noNull = f.noNull || !hasNull(enumOf(schema).Items())
	default:
		f.noNull = f.noNull || typed&kindNull == 0
	}
}

// applicator handles the keywords that hold other schemas.
func (e *evaluator) applicator(m jsonvalue.Member, f *facets, depth int) bool {
	switch m.Key {
	case "$ref":
		e.reference(m.Value.Str(), f, depth)
	case "allOf":
		for _, branch := range m.Value.Items() {
			e.collect(branch, f, depth+1)
		}
	case "anyOf", "oneOf":
		if m.Value.Len() > 0 {
			f.unions = append(f.unions, m.Value.Items())
			f.strict = append(f.strict, m.Value.Items())
		}
	case "type":
		e.typeKeyword(m.Value, f, depth)
	case "properties":
		if e.left -= m.Value.Len() >> 3; e.left < 0 {
			f.cyclic = true
			return true
		}
		for _, p := range m.Value.Members() {
			f.property(p)
		}
	case "additionalProperties":
		f.declared = f.declared || m.Value.Kind() == jsonvalue.Bool && !m.Value.Bool()
	default:
		return false
	}
	return true
}

// reference merges the target of a $ref, once. If the target is being read or evaluated
// already, it contains itself.
func (e *evaluator) reference(ref string, f *facets, depth int) {
	switch {
	case e.open[ref] > 0 || slices.Contains(e.chain, ref):
		f.cyclic = true
		return
	case f.refs[ref]:
		return
	}
	target, ok := e.refs.resolve(e.root, ref)
	if !ok {
		return // an unknown reference constrains nothing
	}
	if f.refs == nil {
		f.refs = map[string]bool{}
	}
	f.refs[ref] = true
	e.chain = append(e.chain, ref)
	e.collect(target, f, depth+1)
	e.chain = e.chain[:len(e.chain)-1]
}

// typeKeyword reads "type" in all notations: a name, a list of names, or a schema.
func (e *evaluator) typeKeyword(v Value, f *facets, depth int) {
	e.left -= len(v.Str()) >> 6
	switch v.Kind() {
	case jsonvalue.String:
		if k, format, ok := simpleType(v.Str()); ok {
			f.restrict(k)
			if f.format == "" {
				f.format = format
			}
			return
		}
		s, _ := typeSchema(v.Str())
		if k, _, ok := simpleType(s.Field("type").Str()); ok && s.Len() == 1 {
			f.restrict(k)
			return
		}
		e.collect(s, f, depth+1)
	case jsonvalue.Object:
		e.collect(v, f, depth+1)
	case jsonvalue.Array:
		var all kinds
		for _, item := range v.Items() {
			k, _, ok := simpleType(item.Str())
			if !ok {
				if item.Len() > 0 || item.Str() != "" {
					f.unions = append(f.unions, typeBranches(v.Items()))
				}
				return
			}
			all |= k
		}
		if all != 0 {
			f.restrict(all)
		}
	}
}

// typeBranches makes one schema of each entry of a list of types.
func typeBranches(items []Value) []Value {
	out := make([]Value, len(items))
	for i, item := range items {
		if out[i] = item; item.Kind() == jsonvalue.String {
			out[i], _ = typeSchema(item.Str())
		}
	}
	return out
}

func (f *facets) restrict(k kinds) {
	f.kinds &= k
	f.last = k
	f.typed = true
}

func (f *facets) property(m jsonvalue.Member) {
	needed := m.Value.Field("required").Bool()
	if i := f.propertyAt(m.Key); i >= 0 {
		p := &f.properties[i]
		p.schemas = append(p.schemas, m.Value)
		p.needed = p.needed || needed
		return
	}
	f.byName[m.Key] = len(f.properties)
	f.properties = append(f.properties, property{m.Key, []Value{m.Value}, needed})
}

// propertyAt is the index of the property with that name, -1 if there is none.
func (f *facets) propertyAt(name string) int {
	if f.byName == nil {
		f.byName = make(map[string]int, len(f.properties))
		for i := range f.properties {
			f.byName[f.properties[i].name] = i
		}
	}
	if i, ok := f.byName[name]; ok {
		return i
	}
	return -1
}

// assertion handles the keywords that hold plain values. Unknown ones, and
// known ones with a value of the wrong kind, constrain nothing.
func (f *facets) assertion(key string, v Value) {
	switch key {
	case "enum", "allowed_values", "possible_values", "choices":
		if v.Kind() == jsonvalue.Array {
			f.enumerate(v.Items(), "schema.enum")
		}
	case "const":
		f.enumerate([]Value{v}, "schema.const")
	case "nullable":
		f.nullable = f.nullable || isTrue(v)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "divisibleBy":
		f.numbers.keyword(key, v)
	case "minLength":
		f.minLen = max(f.minLen, count(v, 0))
	case "maxLength":
		f.maxLen = least(f.maxLen, count(v, -1))
	case "minItems":
		f.minItems = max(f.minItems, count(v, 0))
	case "maxItems":
		f.maxItems = least(f.maxItems, count(v, -1))
	case "uniqueItems":
		f.unique = f.unique || isTrue(v)
	case "pattern":
		if v.Str() != "" {
			f.patterns = append(f.patterns, v.Str())
		}
	case "format":
		if v.Str() != "" {
			f.format = v.Str()
		}
	case "required":
		for _, r := range v.Items() {
			if r.Kind() == jsonvalue.String {
				f.required = append(f.required, r.Str())
			}
		}
	case "description":
		if f.description == "" {
			f.description = whole(v.Str())
		}
	case "examples", "example_values", "example":
		f.example(v)
	}
}

// lists reports whether a keyword enumerates values.
func lists(m jsonvalue.Member) bool {
	switch m.Key {
	case "enum", "allowed_values", "possible_values", "choices":
		return m.Value.Kind() == jsonvalue.Array
	case "const":
		return true
	}
	return false
}

func (f *facets) enumerate(values []Value, source string) {
	if !f.hasEnum {
		f.enum, f.hasEnum, f.enumSource = values, true, source
		return
	}
	other := newValueSet(values)
	both := []Value{}
	for _, v := range newValueSet(f.enum).values {
		if other.has(v) {
			both = append(both, v)
		}
	}
	f.enum = both
}

func (f *facets) example(v Value) {
	if v.Kind() == jsonvalue.Array {
		f.examples = append(f.examples, v.Items()...)
	} else if !v.IsNull() {
		f.examples = append(f.examples, v)
	}
}

// count reads a whole number of at least 0, and returns def for any other value. A number
// beyond int64 counts as the largest int64.
func count(v Value, def int64) int64 {
	if v.Kind() != jsonvalue.Number {
		return def
	}
	if n, ok := v.Int(); ok {
		if n < 0 {
			return def
		}
		return n
	}
	if f, ok := v.Float(); !ok || f >= 1 {
		if d := jsonvalue.ParseDecimal(v.NumberText()); !d.Neg && d.IsInteger() {
			return 1<<63 - 1
		}
	}
	return def
}

// least is the smaller of two limits; -1 means no limit.
func least(a, b int64) int64 {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}
