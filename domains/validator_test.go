package domains

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestSizesAgainstValidator compares sizes and Contains with a JSON Schema validator
// from elsewhere. A universe of values holds all that the random small schemas can
// admit; for each schema the values that the validator accepts are counted. Sizes are
// upper bounds, and Contains admits more, where this package ignores a keyword (not,
// if, contains and their kin), and where lists or objects of a union overlap.
//
// The validator is given the schema as F1 reads it: oneOf is a union, nullable
// admits null, and an enumeration wins over the type beside it.
func TestSizesAgainstValidator(t *testing.T) {
	schemas := sharedtest.Long(12000, 3000)
	universe := newCheckedUniverse(t)
	rng := rand.New(rand.NewSource(5))
	keywords, counted := map[string]int{}, 0
	for range schemas {
		text := (&schemaMaker{rng: rng}).schema(2)
		schema := mustParse(t, text)
		d := DomainOf(schema, schema)
		if d.Size == Infinite {
			t.Fatalf("%s: infinite (%s), but every part is finite", text, d.Source)
		}
		valid, exact := compileSchema(t, schema), isExact(schema, false)
		want := int64(0)
		for i, v := range universe.values {
			ok := valid.Validate(universe.plain[i]) == nil
			if ok {
				want++
			}
			if got := d.Contains(v); got != ok && (ok || exact) {
				t.Fatalf("%s\n Contains(%s) = %v, the validator says %v (%s)", text, v.JSON(), got, ok, show(d))
			}
		}
		if exact {
			counted++
		}
		if d.Size < want || exact && d.Size != want {
			t.Fatalf("%s\n size %d, the validator admits %d (%s)", text, d.Size, want, show(d))
		}
		if err := checkDomain(d); err != nil && d.Size > 0 {
			t.Fatalf("%s: %v", text, err)
		}
		if want > 0 {
			countKeywords(schema, keywords)
		}
	}
	if counted < schemas/4 {
		t.Errorf("only %d of the schemas are counted exactly", counted)
	}
	for _, k := range []string{"enum", "const", "type", "nullable", "minimum", "exclusiveMaximum", "multipleOf", "pattern", "minLength", "maxLength",
		"items", "prefixItems", "uniqueItems", "contains", "maxContains", "properties", "required", "minProperties", "dependentRequired",
		"anyOf", "oneOf", "allOf", "not", "if", "$ref", "additionalProperties"} {
		if keywords[k] < schemas/200 {
			t.Errorf("%s is in %d schemas that admit anything; the test is too weak", k, keywords[k])
		}
	}
}

// TestOneOfIsAUnion checks the one place where F1 departs from JSON Schema on
// purpose: a value that several branches of a oneOf admit is admitted, and counts
// once.
func TestOneOfIsAUnion(t *testing.T) {
	schema := mustParse(t, `{"oneOf":[{"enum":["a","b"]},{"enum":["b","c"]}]}`)
	if d := DomainOf(schema, schema); d.Size != 3 || !d.Contains(jsonvalue.NewString("b")) {
		t.Errorf("%s", show(d))
	}
}

// checkedUniverse holds the same values for the annotator and the validator.
type checkedUniverse struct {
	values []Value
	plain  []any
}

// universeParts are the values that elements and properties are drawn from.
var universeParts = []string{`false`, `true`, `"a"`, `0`, `1`, `null`}

func newCheckedUniverse(t *testing.T) *checkedUniverse {
	texts := []string{`null`, `false`, `true`, `{}`, `[]`, `""`, `"c"`, `"ab"`, `"aa"`, `"b"`, `"a"`, `"bb"`, `"ba"`}
	for i := -6; i <= 12; i++ {
		texts = append(texts, jsonvalue.NewFloat(float64(i)/2).JSON())
	}
	for _, a := range universeParts {
		texts = append(texts, "["+a+"]", `{"x":`+a+`}`, `{"y":`+a+`}`)
		for _, b := range universeParts {
			texts = append(texts, "["+a+","+b+"]", `{"x":`+a+`,"y":`+b+`}`)
		}
	}
	u := &checkedUniverse{}
	for _, text := range texts {
		u.values = append(u.values, mustParse(t, text))
		u.plain = append(u.plain, plainJSON(t, text))
	}
	return u
}

// isExact reports whether sizes are exact for a schema: it has no keyword that this
// package ignores, no list of distinct elements with different schemas, and no lists
// or objects in a union or in an enumeration with other keywords.
func isExact(schema Value, joined bool) bool {
	for _, m := range schema.Members() {
		switch m.Key {
		case "not", "if", "contains", "minProperties", "maxProperties", "dependentRequired", "propertyNames", "patternProperties":
			return false
		case "enum", "const": // listed arrays and objects are admitted as they are
			values := m.Value.Items()
			if m.Key == "const" {
				values = []Value{m.Value}
			}
			if slices.ContainsFunc(values, func(v Value) bool { return v.Kind() == jsonvalue.Object || v.Kind() == jsonvalue.Array }) {
				return false
			}
		case "prefixItems":
			if schema.Field("uniqueItems").Bool() {
				return false
			}
		case "type":
			if joined && (m.Value.Str() == "array" || m.Value.Str() == "object") {
				return false
			}
		}
	}
	for _, m := range schema.Members() {
		in := joined || m.Key == "anyOf" || m.Key == "oneOf" || m.Key == "allOf"
		for _, part := range append(slices.Clone(m.Value.Items()), m.Value) {
			if !isExact(part, in) {
				return false
			}
		}
	}
	return true
}

func plainJSON(t *testing.T, text string) any {
	v := sharedtest.Need(jsonschema.UnmarshalJSON(strings.NewReader(text)))(t)
	return v
}

func compileSchema(t *testing.T, schema Value) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	text := asRead(schema).JSON()
	if err := c.AddResource("schema.json", plainJSON(t, text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// asRead rewrites a schema as F1 reads it, for a validator that knows JSON Schema
// only.
func asRead(v Value) Value {
	switch v.Kind() {
	case jsonvalue.Array:
		items := make([]Value, v.Len())
		for i, item := range v.Items() {
			items[i] = asRead(item)
		}
		return jsonvalue.NewArray(items...)
	case jsonvalue.Object:
	default:
		return v
	}
	var members []jsonvalue.Member
	for _, m := range v.Members() {
		switch {
		case m.Key == "enum" || m.Key == "const":
			members = append(members, m)
		case m.Key == "type" && slices.ContainsFunc(v.Members(), lists), m.Key == "nullable":
		case m.Key == "oneOf": // the schema may have an anyOf, too
			union := jsonvalue.NewObject(jsonvalue.Member{Key: "anyOf", Value: asRead(m.Value)})
			members = append(members, jsonvalue.Member{Key: "allOf", Value: jsonvalue.NewArray(union)})
		default:
			members = append(members, jsonvalue.Member{Key: m.Key, Value: asRead(m.Value)})
		}
	}
	out := jsonvalue.NewObject(members...)
	if !v.Field("nullable").Bool() {
		return out
	}
	null := mustParseAny(`{"type":"null"}`)
	out = jsonvalue.NewObject(jsonvalue.Member{Key: "anyOf", Value: jsonvalue.NewArray(out.Without("$defs"), null)})
	if defs, ok := v.Get("$defs"); ok {
		out = out.With("$defs", asRead(defs))
	}
	return out
}

func mustParseAny(text string) Value {
	v, err := ParseValue(text)
	if err != nil {
		panic(err)
	}
	return v
}

func countKeywords(v Value, counts map[string]int) {
	for _, m := range v.Members() {
		counts[m.Key]++
		countKeywords(m.Value, counts)
	}
	for _, item := range v.Items() {
		countKeywords(item, counts)
	}
}

// schemaMaker makes random schemas whose values are all in the universe.
type schemaMaker struct {
	rng  *rand.Rand
	refs bool
}

func (m *schemaMaker) pick(options ...string) string { return options[m.rng.Intn(len(options))] }

// schema makes a whole schema, with definitions if it refers to some.
func (m *schemaMaker) schema(depth int) string {
	s := m.node(depth)
	if m.refs {
		s = strings.TrimSuffix(s, "}") + `,"$defs":{"small":` + m.part() + `,"text":{"type":"string","pattern":"^[ab]$"}}}`
	}
	return s
}

func (m *schemaMaker) node(depth int) string {
	if depth == 0 {
		return m.scalar()
	}
	switch m.rng.Intn(9) {
	case 0:
		return fmt.Sprintf(`{%q:[%s,%s]%s}`, m.pick("anyOf", "oneOf"), m.node(depth-1), m.node(depth-1), m.nullable())
	case 1:
		return fmt.Sprintf(`{"allOf":[%s,%s]}`, m.node(depth-1), m.constraint())
	case 2, 3:
		return m.array()
	case 4, 5:
		return m.object()
	case 6:
		return m.with(m.node(depth-1), m.constraint())
	}
	return m.scalar()
}

// with adds members that the schema lacks.
func (m *schemaMaker) with(schema, more string) string {
	out := mustParseAny(schema)
	for _, x := range mustParseAny(more).Members() {
		if _, ok := out.Get(x.Key); !ok {
			out = out.With(x.Key, x.Value)
		}
	}
	return out.JSON()
}

func (m *schemaMaker) nullable() string { return m.pick("", "", "", `,"nullable":true`) }

// scalar admits booleans, numbers and texts of the universe, and perhaps null.
func (m *schemaMaker) scalar() string {
	switch m.rng.Intn(8) {
	case 0:
		return `{"type":` + m.pick(`"boolean"`, `["boolean","null"]`, `"null"`) + m.nullable() + `}`
	case 1:
		return fmt.Sprintf(`{"enum":[%s]%s}`, strings.Join(m.some(`"a"`, `"b"`, `"ab"`, `1`, `1.0`, `2.5`, `true`, `null`, `[1]`, `{"x":1}`, `[0,"a"]`), ","), m.pick("", `,"type":"string"`, `,"nullable":true`))
	case 2:
		return fmt.Sprintf(`{"const":%s}`, m.pick(`"a"`, `1`, `true`, `[true]`, `{"y":0}`))
	case 3:
		return fmt.Sprintf(`{"type":"string","pattern":%q%s}`, m.pick("^(a|b|ab)$", "^[ab]{1,2}$", "^a?b?$", "^c$|^bb$"), m.pick("", `,"minLength":2`, `,"maxLength":1`))
	case 4:
		m.refs = true
		return fmt.Sprintf(`{"$ref":"#/$defs/%s"}`, m.pick("small", "text"))
	}
	return m.number(m.pick("integer", "number", "integer"))
}

func (m *schemaMaker) number(typ string) string {
	step := m.pick("", `,"multipleOf":2`, `,"multipleOf":1.5`, `,"multipleOf":0.5`)
	if typ == "number" {
		step = m.pick(`,"multipleOf":0.5`, `,"multipleOf":1`, `,"multipleOf":1.50`)
	}
	return fmt.Sprintf(`{"type":%q,%q:%s,%q:%s%s%s}`, typ, m.pick("minimum", "exclusiveMinimum"), halves(m.rng, -6, 4),
		m.pick("maximum", "exclusiveMaximum"), halves(m.rng, 0, 12), step, m.nullable())
}

// part admits values of universeParts only.
func (m *schemaMaker) part() string {
	return m.pick(`{"type":"boolean"}`, `{"type":["boolean","null"]}`, `{"enum":["a",0]}`, `{"type":"integer","minimum":0,"maximum":1}`,
		`{"anyOf":[{"type":"boolean"},{"const":"a"}]}`, `{"enum":[1,"a",null]}`, `{"type":"string","pattern":"^a$"}`, `{"enum":[]}`,
		`{"type":"integer","minimum":0,"exclusiveMaximum":2,"not":{"const":0}}`, `{"type":"boolean","enum":["a"]}`)
}

func (m *schemaMaker) array() string {
	extra := m.pick("", `,"uniqueItems":true`, `,"contains":{"enum":[0,true]}`, `,"contains":{"type":"boolean"},"maxContains":1`, `,"contains":{"const":1},"minContains":2,"uniqueItems":false`) + m.nullable()
	if m.rng.Intn(3) == 0 {
		return fmt.Sprintf(`{"type":"array","prefixItems":[%s],"items":%s,"maxItems":%d%s}`,
			m.pick(m.part(), m.part()+","+m.part()), m.pick("false", m.part()), m.rng.Intn(3), extra)
	}
	return fmt.Sprintf(`{"type":"array","items":%s,"minItems":%d,"maxItems":%d%s}`, m.part(), m.rng.Intn(2), m.rng.Intn(3), extra)
}

func (m *schemaMaker) object() string {
	return fmt.Sprintf(`{"type":"object","properties":{"x":%s,"y":%s},"required":[%s]%s%s%s}`, m.part(), m.part(), strings.Join(m.some(`"x"`, `"y"`), ","),
		m.pick("", `,"additionalProperties":false`),
		m.pick("", `,"minProperties":1`, `,"maxProperties":1`, `,"dependentRequired":{"x":["y"]}`, `,"propertyNames":{"pattern":"^x$"}`, `,"patternProperties":{"^x":{"type":"boolean"}}`), m.nullable())
}

// constraint adds a keyword that does not limit the values by itself.
func (m *schemaMaker) constraint() string {
	switch m.rng.Intn(7) {
	case 0:
		return `{"not":` + m.not() + `}`
	case 1:
		return fmt.Sprintf(`{"if":%s,"then":%s,"else":%s}`, m.not(), m.not(), m.not())
	case 2:
		return m.pick(`{"minimum":1}`, `{"maximum":2,"minLength":1}`, `{"multipleOf":0.5,"maxLength":1}`, `{"exclusiveMinimum":-1}`)
	case 3:
		return m.pick(`{"maxItems":1}`, `{"minItems":1,"required":["x"]}`, `{"uniqueItems":true}`, `{"contains":{"const":true}}`)
	case 4:
		return m.pick(`{"minProperties":1}`, `{"dependentRequired":{"y":["x"]}}`, `{"not":{"required":["x","y"]}}`)
	case 5:
		return fmt.Sprintf(`{"anyOf":[%s,{"not":%s}]}`, m.not(), m.not())
	}
	return `{"not":{"anyOf":[` + m.not() + `,` + m.not() + `]}}`
}

// not makes a schema for "not" and "if", which the validator reads as JSON Schema
// does.
func (m *schemaMaker) not() string {
	return m.pick(`{"const":"a"}`, `{"type":"integer"}`, `{"minimum":2}`, `{"type":"string","pattern":"^a"}`, `{"required":["x"]}`, `{"enum":[1,true,null,[]]}`,
		`{"items":{"type":"boolean"}}`, `{"properties":{"x":{"const":1}}}`, `{"type":["array","object"],"minItems":1}`, `{"maxLength":1}`, `{"not":{"type":"number"}}`, `{"type":"null"}`)
}

// some is a random choice of distinct options, perhaps none.
func (m *schemaMaker) some(options ...string) []string {
	options = slices.Clone(options)
	m.rng.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	return options[:m.rng.Intn(len(options)+1)]
}

func halves(rng *rand.Rand, lo, hi int) string {
	return jsonvalue.NewFloat(float64(lo+rng.Intn(hi-lo+1)) / 2).JSON()
}
