package domains

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxCoerce bounds the schemas looked at for one value.
const maxCoerce = 1 << 12

// Coerce converts v to the declared type of p, for the comparison of values in F3: "2012"
// becomes 2012 for a number, "True" becomes true for a boolean, 9 becomes "9" where an enum
// lists "9" or the type is string. A string that holds a JSON array or object becomes that
// where one is declared, and its elements are converted likewise. An enum wins over the
// declared type. Coerce returns v unchanged where it fits already, where no conversion
// makes it fit, and where p is nil.
func Coerce(p *Param, v Value) Value {
	if p == nil || v.IsNull() {
		return v
	}
	c := coercer{root: p.root, left: maxCoerce}
	out, _ := c.coerce(p.Schema, v, 0)
	return out
}

type coercer struct {
	root Value
	left int
}

// coerce converts v for one schema, and reports whether the result is of a kind that the
// schema admits. If nothing was converted, the result is v itself and no copy.
func (c *coercer) coerce(schema, v Value, depth int) (out Value, fits bool) {
	if c.left--; c.left < 0 || depth > maxEvalDepth {
		return v, true
	}
	c.left -= (len(v.Str()) + v.Len()) >> 8
	schema = asSchema(schema)
	if enum := enumOf(schema); enum.Kind() == jsonvalue.Array {
		c.left -= enum.Len() >> 8
		if out, fits = enumCoerce(enum.Items(), v); fits {
			return out, true
		}
		// A value outside the list is converted too, so that its spellings still compare as
		// one value.
		if t, ok := schema.Get("type"); ok {
			typed, _ := c.toType(schema, t, v, depth)
			return enumCoerce(enum.Items(), typed)
		}
		return v, false
	}
	if ref := schema.Field("$ref").Str(); ref != "" {
		if target, ok := resolve(c.root, ref); ok {
			if out, fits = c.coerce(target, v, depth+1); !fits || out != v {
				return out, fits
			}
		}
	}
	for _, key := range [...]string{"anyOf", "oneOf"} {
		if branches := schema.Field(key).Items(); len(branches) > 0 {
			out, fits = c.branches(branches, v, func(b Value) (Value, bool) { return c.coerce(b, v, depth+1) })
			if !fits || out != v {
				return out, fits
			}
		}
	}
	for _, branch := range schema.Field("allOf").Items() {
		if out, fits = c.coerce(branch, v, depth+1); !fits || out != v {
			return out, fits
		}
	}
	t, ok := schema.Get("type")
	if !ok {
		return c.inside(schema, v, depth), true
	}
	return c.toType(schema, t, v, depth)
}

// enumOf returns the list of values that a schema enumerates, null if it enumerates none.
func enumOf(schema Value) Value {
	if c, ok := schema.Get("const"); ok {
		return jsonvalue.NewArray(c)
	}
	for _, key := range [...]string{"enum", "allowed_values", "possible_values", "choices"} {
		if list := schema.Field(key); list.Kind() == jsonvalue.Array {
			return list
		}
	}
	return Value{}
}

// enumCoerce returns the listed value that equals v or is another spelling of v.
func enumCoerce(values []Value, v Value) (Value, bool) {
	if slices.ContainsFunc(values, func(e Value) bool { return jsonvalue.Equal(e, v) }) {
		return v, true
	}
	if i := slices.IndexFunc(values, func(e Value) bool { return sameScalar(e, v) }); i >= 0 {
		return values[i], true
	}
	return v, false
}

// sameScalar reports whether two values of different kinds are two spellings of one value:
// 9 and "9", true and "True".
func sameScalar(a, b Value) bool {
	if a.Kind() == jsonvalue.String {
		a, b = b, a
	}
	if b.Kind() != jsonvalue.String {
		return false
	}
	switch a.Kind() {
	case jsonvalue.Number:
		n, ok := numberIn(b.Str())
		return ok && jsonvalue.Equal(a, n)
	case jsonvalue.Bool:
		x, ok := boolIn(b.Str())
		return ok && x == a.Bool()
	}
	return false
}

func boolIn(s string) (value, ok bool) {
	switch s = strings.TrimSpace(s); {
	case strings.EqualFold(s, "true"):
		return true, true
	case strings.EqualFold(s, "false"):
		return false, true
	}
	return false, false
}

// branches converts v for one of the branches by the function convert. It prefers a branch
// that admits v unchanged.
func (c *coercer) branches(branches []Value, v Value, convert func(branch Value) (Value, bool)) (Value, bool) {
	changed, found := v, false
	for _, b := range branches {
		out, fits := convert(b)
		if !fits {
			continue
		}
		if out == v {
			return v, true
		}
		if !found {
			changed, found = out, true
		}
	}
	return changed, found
}

// toType coerces to the value of the keyword type.
func (c *coercer) toType(schema, t, v Value, depth int) (Value, bool) {
	switch t.Kind() {
	case jsonvalue.Object:
		return c.coerce(t, v, depth+1)
	case jsonvalue.Array:
		return c.branches(t.Items(), v, func(one Value) (Value, bool) {
			if c.left--; c.left < 0 {
				return v, true
			}
			return c.toType(schema, one, v, depth)
		})
	case jsonvalue.String:
	default:
		return v, true
	}
	k, _, ok := simpleType(t.Str())
	if !ok {
		s, _ := typeSchema(t.Str())
		if s.Len() == 0 {
			return v, true
		}
		if k, _, ok = simpleType(s.Field("type").Str()); !ok || s.Len() > 1 {
			return c.coerce(s, v, depth+1)
		}
	}
	return c.toKind(schema, k, v, depth)
}

func (c *coercer) toKind(schema Value, k kinds, v Value, depth int) (Value, bool) {
	if k == kindString {
		return toText(v)
	}
	switch k {
	case kindBool:
		if b, ok := boolIn(v.Str()); ok {
			v = jsonvalue.NewBool(b)
		}
		return v, v.Kind() == jsonvalue.Bool
	case kindInt, kindNumber:
		n := v
		if v.Kind() == jsonvalue.String {
			n, _ = numberIn(v.Str())
		}
		if n.Kind() != jsonvalue.Number || k == kindInt && !jsonvalue.ParseDecimal(n.NumberText()).IsInteger() {
			return v, false
		}
		return n, true
	case kindNull:
		return v, v.IsNull()
	}
	want := jsonvalue.Array
	if k == kindObject {
		want = jsonvalue.Object
	}
	if v.Kind() == jsonvalue.String {
		if parsed, err := ParseValue(v.Str()); err == nil && parsed.Kind() == want {
			v = parsed
		}
	}
	if v.Kind() != want {
		return v, false
	}
	return c.inside(schema, v, depth), true
}

// toText writes a number or a boolean as text. A whole number gets no fraction, so that 5.0
// and 5 give the same text.
func toText(v Value) (Value, bool) {
	switch v.Kind() {
	case jsonvalue.Number:
		if i, ok := v.Int(); ok {
			return jsonvalue.NewString(jsonvalue.NewInt(i).NumberText()), true
		}
		return jsonvalue.NewString(v.NumberText()), true
	case jsonvalue.Bool:
		return jsonvalue.NewString(v.JSON()), true
	}
	return v, v.Kind() == jsonvalue.String
}

// inside coerces the elements of an array and the properties of an object.
func (c *coercer) inside(schema, v Value, depth int) Value {
	changed := false
	convert := func(schema, x Value) Value {
		y, _ := c.coerce(schema, x, depth+1)
		changed = changed || y != x
		return y
	}
	out := v
	switch v.Kind() {
	case jsonvalue.Array:
		var el elements
		for _, m := range schema.Members() {
			el.keyword(m)
		}
		if !el.given {
			return v
		}
		i := -1
		out = v.Map(func(x Value) Value {
			if i++; i < len(el.prefix) {
				return convert(el.prefix[i], x)
			} else if el.hasRest {
				return convert(el.rest, x)
			}
			return x
		})
	case jsonvalue.Object:
		props := schema.Field("properties")
		if props.Len() == 0 {
			return v
		}
		property := props.Getter()
		members := slices.Clone(v.Members())
		for i := range members {
			if p, ok := property(members[i].Key); ok {
				members[i].Value = convert(p, members[i].Value)
			}
		}
		out = jsonvalue.NewObject(members...)
	}
	if !changed {
		return v
	}
	return out
}
