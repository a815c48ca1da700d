package domains

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// verdict is what a check finds: a value is admitted, it is not, or the check
// cannot say (it is beyond its bounds, or needs what Go's patterns lack). The
// order is that of belief, so that all is min and any is max.
type verdict int8

const (
	no verdict = iota
	unknown
	yes
)

func verdictOf(ok bool) verdict {
	if ok {
		return yes
	}
	return no
}

func (v verdict) not() verdict { return yes - v }

// checker holds values against the plain meaning of JSON Schema, for the
// keywords that cannot be counted by arithmetic: not, if, contains and those
// like them. As everywhere in F1, oneOf is a union, and an enumeration wins over
// the declared type. What it does not know admits everything, as JSON Schema has it.
type checker struct {
	root     Value
	left     int // steps that may still be taken
	given    int // steps that it had
	patterns map[string]*regexp.Regexp
}

// maxCheckDepth bounds references that lead back to themselves.
const maxCheckDepth = 32

// check is the verdict on one value under a schema and all that it holds.
func (c *checker) check(schema, v Value, depth int) verdict {
	schema = asSchema(schema)
	if schema.Kind() == jsonvalue.Bool {
		return verdictOf(schema.Bool())
	}
	if c.left--; c.left < 0 || depth > maxCheckDepth {
		return unknown
	}
	if v.IsNull() && isTrue(schema.Field("nullable")) {
		return yes
	}
	out := c.assertions(schema, v, depth)
	for _, m := range schema.Members() {
		if out == no {
			return no
		}
		out = min(out, c.applied(m, v, depth))
	}
	return min(out, c.declaredType(schema, v))
}

// applied is the verdict of the keywords that the evaluator merges or
// multiplies out.
func (c *checker) applied(m jsonvalue.Member, v Value, depth int) verdict {
	switch m.Key {
	case "$ref":
		if target, ok := resolve(c.root, m.Value.Str()); ok {
			return c.check(target, v, depth+1)
		}
	case "allOf":
		out := yes
		for _, b := range m.Value.Items() {
			out = min(out, c.check(b, v, depth+1))
		}
		return out
	case "anyOf", "oneOf": // a union both, F1
		out := verdictOf(m.Value.Len() == 0)
		for _, b := range m.Value.Items() {
			out = max(out, c.check(b, v, depth+1))
		}
		return out
	case "enum":
		if m.Value.Kind() == jsonvalue.Array {
			c.left -= m.Value.Len() >> 3
			return verdictOf(holds(m.Value.Items(), v))
		}
	case "const":
		return verdictOf(jsonvalue.Equal(m.Value, v))
	}
	return yes
}

// declaredType is the verdict of the type, over which an enumeration wins (F1).
func (c *checker) declaredType(schema, v Value) verdict {
	t, ok := schema.Get("type")
	if !ok || slices.ContainsFunc(schema.Members(), lists) {
		return yes
	}
	if k, _, simple := simpleType(t.Str()); simple {
		return verdictOf(k&kindOf(v) != 0)
	}
	e := evaluator{root: c.root, left: 16}
	f := newFacets()
	e.typeKeyword(t, &f, 0)
	if !f.typed || f.cyclic || len(f.unions) > 0 {
		return unknown
	}
	return verdictOf(f.kinds&kindOf(v) != 0)
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

// assertions is the verdict of a schema's own keywords, without its type, its
// enumeration, and what is merged or multiplied out.
func (c *checker) assertions(schema, v Value, depth int) verdict {
	out := yes
	switch v.Kind() {
	case jsonvalue.Number:
		var n numbers
		for _, m := range schema.Members() {
			n.keyword(m.Key, m.Value)
		}
		n.draft4(schema)
		out = verdictOf(n.admits(v))
	case jsonvalue.String:
		out = c.text(schema, v)
	case jsonvalue.Array:
		out = c.array(schema, v, depth)
	case jsonvalue.Object:
		out = c.object(schema, v, depth)
	}
	return min(out, c.uncounted(schema, v, depth))
}

// uncounted is the verdict of the keywords that no arithmetic counts.
func (c *checker) uncounted(schema, v Value, depth int) verdict {
	out := yes
	switch v.Kind() {
	case jsonvalue.Array:
		if want, ok := schema.Get("contains"); ok && (want.Kind() == jsonvalue.Object || want.Kind() == jsonvalue.Bool) {
			out = c.contains(schema, want, v, depth)
		}
	case jsonvalue.Object:
		out = c.names(schema, v, depth)
	}
	for _, m := range schema.Members() {
		if out == no {
			return no
		}
		switch m.Key {
		case "not":
			out = min(out, c.check(m.Value, v, depth+1).not())
		case "if":
			out = min(out, c.conditional(schema, m.Value, v, depth))
		}
	}
	return out
}

func (c *checker) conditional(schema, cond, v Value, depth int) verdict {
	branch := func(key string) verdict {
		if s, ok := schema.Get(key); ok {
			return c.check(s, v, depth+1)
		}
		return yes
	}
	met := c.check(cond, v, depth+1)
	switch met {
	case yes:
		return branch("then")
	case no:
		return branch("else")
	}
	if then := branch("then"); then == branch("else") {
		return then
	}
	return unknown
}

func (c *checker) text(schema, v Value) verdict {
	n := int64(utf8.RuneCountInString(v.Str()))
	if n < count(schema.Field("minLength"), 0) {
		return no
	}
	if most := count(schema.Field("maxLength"), -1); most >= 0 && n > most {
		return no
	}
	return c.matches(schema.Field("pattern").Str(), v.Str())
}

// patternCost is what reading a pattern costs, in steps.
const patternCost = 256

// matches searches for a pattern, which Go does in time linear in the text.
func (c *checker) matches(pattern, text string) verdict {
	if pattern == "" {
		return yes
	}
	if c.left -= len(text) >> 3; c.left < 0 || len(pattern) > maxPatternBytes {
		return unknown
	}
	re, ok := c.patterns[pattern]
	if !ok {
		c.left -= 4*len(pattern) + patternCost
		re, _ = regexp.Compile(pattern) // nil where Go has no such pattern
		if c.patterns == nil {
			c.patterns = map[string]*regexp.Regexp{}
		}
		c.patterns[pattern] = re
	}
	if re == nil {
		return unknown
	}
	return verdictOf(re.MatchString(text))
}

// counted reports whether a value has as many parts as two keywords ask for.
func counted(schema, v Value, least, most string) bool {
	n, bound := int64(v.Len()), count(schema.Field(most), -1)
	return n >= count(schema.Field(least), 0) && (bound < 0 || n <= bound)
}

func (c *checker) array(schema, v Value, depth int) verdict {
	if !counted(schema, v, "minItems", "maxItems") {
		return no
	}
	if isTrue(schema.Field("uniqueItems")) && len(newValueSet(v.Items()).values) != v.Len() {
		return no
	}
	prefix, rest := schema.Field("prefixItems"), schema.Field("items")
	if rest.Kind() == jsonvalue.Array {
		prefix, rest = rest, schema.Field("additionalItems")
	}
	out := yes
	for i, item := range v.Items() {
		switch {
		case out == no:
			return no
		case i < prefix.Len():
			out = min(out, c.check(prefix.Items()[i], item, depth+1))
		case !rest.IsNull():
			out = min(out, c.check(rest, item, depth+1))
		}
	}
	return out
}

func (c *checker) contains(schema, want, v Value, depth int) verdict {
	least, most := count(schema.Field("minContains"), 1), count(schema.Field("maxContains"), -1)
	sure, possible := int64(0), int64(0)
	for _, item := range v.Items() {
		switch c.check(want, item, depth+1) {
		case yes:
			sure++
			possible++
		case unknown:
			possible++
		}
	}
	switch {
	case possible < least || most >= 0 && sure > most:
		return no
	case sure < least || most >= 0 && possible > most:
		return unknown
	}
	return yes
}

func (c *checker) object(schema, v Value, depth int) verdict {
	for _, r := range schema.Field("required").Items() {
		if _, ok := v.Get(r.Str()); !ok {
			return no
		}
	}
	out := yes
	for _, m := range v.Members() {
		if out == no {
			return no
		}
		out = min(out, c.property(schema, m, depth))
	}
	return out
}

// names is the verdict of the keywords that speak of which properties there
// are, and by their names what they are.
func (c *checker) names(schema, v Value, depth int) verdict {
	if !counted(schema, v, "minProperties", "maxProperties") {
		return no
	}
	out := c.dependent(schema, v, depth)
	names, patterns := schema.Field("propertyNames"), schema.Field("patternProperties").Members()
	for _, m := range v.Members() {
		if out == no {
			return no
		}
		if !names.IsNull() {
			out = min(out, c.check(names, jsonvalue.NewString(m.Key), depth+1))
		}
		for _, p := range patterns {
			if match := c.matches(p.Key, m.Key); match != no {
				out = min(out, max(c.check(p.Value, m.Value, depth+1), match.not()))
			}
		}
	}
	return out
}

// property is the verdict on one property by its own schema, or by that of all
// others.
func (c *checker) property(schema Value, m jsonvalue.Member, depth int) verdict {
	out, named := yes, no
	if s, ok := schema.Field("properties").Get(m.Key); ok {
		out, named = c.check(s, m.Value, depth+1), yes
	}
	for _, p := range schema.Field("patternProperties").Members() {
		named = max(named, c.matches(p.Key, m.Key))
	}
	if s, ok := schema.Get("additionalProperties"); ok && named != yes {
		out = min(out, max(c.check(s, m.Value, depth+1), named))
	}
	return out
}

func (c *checker) dependent(schema, v Value, depth int) verdict {
	out := yes
	for _, key := range [...]string{"dependentRequired", "dependentSchemas", "dependencies"} {
		for _, d := range schema.Field(key).Members() {
			if _, ok := v.Get(d.Key); !ok {
				continue
			}
			if d.Value.Kind() != jsonvalue.Array {
				out = min(out, c.check(d.Value, v, depth+1))
				continue
			}
			for _, r := range d.Value.Items() {
				if _, ok := v.Get(r.Str()); !ok {
					return no
				}
			}
		}
	}
	return out
}

// checked reports whether a keyword needs a checker: the evaluator counts
// without it.
func checked(key string) bool {
	switch key {
	case "not", "if", "contains", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies",
		"propertyNames", "patternProperties":
		return true
	}
	return false
}

// shapes reports whether a keyword excludes lists or objects, or texts by their
// form, as an enumeration may name them.
func shapes(key string) bool {
	switch key {
	case "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "properties", "additionalProperties", "required", "pattern":
		return true
	}
	return false
}

// guard is a conjunction of schemas whose own keywords a value must meet.
type guard struct {
	root    Value
	schemas []Value
}

// maxGuardSteps bounds the check of one value in Domain.Contains.
const maxGuardSteps = 1 << 12

// admits reports whether the guard lets a value pass, or cannot say.
func (g *guard) admits(v Value) bool {
	c := checker{root: g.root, left: maxGuardSteps}
	return c.passes(g.schemas, v, c.uncounted)
}

// passes reports whether no schema excludes a value by what verdict finds.
func (c *checker) passes(schemas []Value, v Value, verdict func(schema, v Value, depth int) verdict) bool {
	return !slices.ContainsFunc(schemas, func(s Value) bool {
		c.left--
		return c.left >= 0 && verdict(s, v, 0) == no
	})
}

// holds reports whether a list has a value equal to v.
func holds(values []Value, v Value) bool {
	return slices.ContainsFunc(values, func(x Value) bool { return jsonvalue.Equal(x, v) })
}
