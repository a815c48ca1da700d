package domains

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// TestSizesAgainstEnumeration holds sizes and Contains to brute force: on
// random small schemas, every value of a universe that holds all that such a
// schema can admit is checked by a plain validator that shares no code with
// the evaluator.
func TestSizesAgainstEnumeration(t *testing.T) {
	alone(t)
	universe := makeUniverse()
	rng := rand.New(rand.NewSource(1))
	finite := 0
	for range 20000 {
		schema := mustParse(t, randomSchema(rng))
		d := DomainOf(schema, schema)
		if d.Size == Infinite {
			continue
		}
		finite++
		want := int64(0)
		for _, v := range universe {
			ok := oracleAdmits(schema, v)
			if ok {
				want++
			}
			if got := d.Contains(v); got != ok {
				t.Fatalf("%s: Contains(%s) = %v, want %v", schema.JSON(), v.JSON(), got, ok)
			}
		}
		if d.Size != want {
			t.Fatalf("%s: size %d (%s, %s), enumeration finds %d", schema.JSON(), d.Size, d.Type, d.Source, want)
		}
		if err := checkDomain(d); err != nil && d.Size > 0 {
			t.Fatalf("%s: %v", schema.JSON(), err)
		}
	}
	if finite < 10000 {
		t.Errorf("only %d of the random schemas are finite", finite)
	}
}

// makeUniverse lists scalars, short lists and small objects of them.
func makeUniverse() []Value {
	scalars := []Value{{}, jsonvalue.NewBool(false), jsonvalue.NewBool(true)}
	for _, s := range []string{"a", "b", "cc"} {
		scalars = append(scalars, jsonvalue.NewString(s))
	}
	for i := -6; i <= 18; i++ {
		scalars = append(scalars, jsonvalue.NewFloat(float64(i)/2))
	}
	parts := append([]Value{}, scalars[1:6]...)
	parts = append(parts, jsonvalue.NewInt(0), jsonvalue.NewInt(1), jsonvalue.NewInt(2), Value{})
	all := append([]Value{}, scalars...)
	all = append(all, jsonvalue.NewArray(), jsonvalue.NewObject())
	for _, x := range parts {
		all = append(all, jsonvalue.NewArray(x),
			jsonvalue.NewObject(jsonvalue.Member{Key: "x", Value: x}), jsonvalue.NewObject(jsonvalue.Member{Key: "y", Value: x}))
		for _, y := range parts {
			all = append(all, jsonvalue.NewArray(x, y), jsonvalue.NewObject(jsonvalue.Member{Key: "x", Value: x}, jsonvalue.Member{Key: "y", Value: y}))
		}
	}
	return all
}

func randomSchema(rng *rand.Rand) string {
	switch rng.Intn(8) {
	case 0:
		return fmt.Sprintf(`{"anyOf":[%s,%s,%s]}`, randomScalar(rng), randomScalar(rng), randomScalar(rng))
	case 1:
		return fmt.Sprintf(`{"allOf":[%s,%s]}`, randomBounds(rng, true), randomBounds(rng, false))
	case 2:
		return fmt.Sprintf(`{"type":"array","items":%s,"minItems":%d,"maxItems":%d,"uniqueItems":%v}`, randomPart(rng), rng.Intn(3), rng.Intn(3), rng.Intn(2) == 0)
	case 3:
		required := []string{`[]`, `["x"]`, `["y"]`, `["x","y"]`}[rng.Intn(4)]
		return fmt.Sprintf(`{"type":"object","properties":{"x":%s,"y":%s},"required":%s}`, randomPart(rng), randomPart(rng), required)
	case 4:
		return fmt.Sprintf(`{"oneOf":[%s,{"type":"null"}],"nullable":%v}`, randomScalar(rng), rng.Intn(2) == 0)
	case 5:
		return fmt.Sprintf(`{"minimum":%d,"anyOf":[%s,%s]}`, rng.Intn(4)-2, randomScalar(rng), randomScalar(rng))
	}
	return randomScalar(rng)
}

// randomPart is a schema whose values are all among the parts of the universe.
func randomPart(rng *rand.Rand) string {
	return []string{
		`{"type":"boolean"}`, `{"type":["boolean","null"]}`, `{"enum":["a","b"]}`, `{"type":"integer","minimum":0,"maximum":2}`,
		`{"anyOf":[{"type":"boolean"},{"const":"cc"}]}`, `{"enum":[]}`, `{"enum":[1,"a",null]}`, `{"type":"integer","minimum":1,"exclusiveMaximum":2}`,
	}[rng.Intn(8)]
}

func randomScalar(rng *rand.Rand) string {
	switch rng.Intn(5) {
	case 0:
		return fmt.Sprintf(`{"type":"boolean","nullable":%v}`, rng.Intn(3) == 0)
	case 1:
		values := []string{`"a"`, `"b"`, `"cc"`, `1`, `1.0`, `2`, `0.5`, `true`, `null`, `-3`}
		n := rng.Intn(5)
		picked := make([]string, n)
		for i := range picked {
			picked[i] = values[rng.Intn(len(values))]
		}
		return fmt.Sprintf(`{"enum":[%s],"nullable":%v}`, strings.Join(picked, ","), rng.Intn(4) == 0)
	case 2:
		return `{"const":"b"}`
	}
	return randomBounds(rng, true)
}

func randomBounds(rng *rand.Rand, typed bool) string {
	typ, step := "integer", ""
	switch rng.Intn(4) {
	case 0:
		typ, step = "number", `,"multipleOf":0.5`
	case 1:
		step = fmt.Sprintf(`,"multipleOf":%s`, []string{"1.5", "2", "3", "0.5"}[rng.Intn(4)])
	}
	minKey, maxKey := "minimum", "maximum"
	if rng.Intn(3) == 0 {
		minKey = "exclusiveMinimum"
	}
	if rng.Intn(3) == 0 {
		maxKey = "exclusiveMaximum"
	}
	bounds := fmt.Sprintf(`"%s":%s,"%s":%s%s}`, minKey, halves(rng, -4, 6), maxKey, halves(rng, 0, 16), step)
	if typed {
		return fmt.Sprintf(`{"type":%q,%s`, typ, bounds)
	}
	return "{" + bounds
}

func halves(rng *rand.Rand, lo, hi int) string {
	return jsonvalue.NewFloat(float64(lo+rng.Intn(hi-lo+1)) / 2).JSON()
}

// oracleAdmits is F1 read plainly: enum wins over the type, an object has no
// properties but those named, nullable admits null.
func oracleAdmits(s, v Value) bool {
	if v.IsNull() && s.Field("nullable").Bool() {
		return true
	}
	if enum, ok := s.Get("enum"); ok {
		if !oracleIn(enum.Items(), v) {
			return false
		}
	} else if c, ok := s.Get("const"); ok {
		return jsonvalue.Equal(c, v)
	} else if !oracleType(s.Field("type"), v) {
		return false
	}
	if any := s.Field("anyOf"); any.Len() > 0 && !oracleSome(any, v) {
		return false
	}
	if one := s.Field("oneOf"); one.Len() > 0 && !oracleSome(one, v) {
		return false
	}
	for _, b := range s.Field("allOf").Items() {
		if !oracleAdmits(b, v) {
			return false
		}
	}
	switch v.Kind() {
	case jsonvalue.Number:
		return oracleNumber(s, v)
	case jsonvalue.Array:
		return oracleArray(s, v)
	case jsonvalue.Object:
		return oracleObject(s, v)
	}
	return true
}

func oracleIn(values []Value, v Value) bool {
	for _, x := range values {
		if jsonvalue.Equal(x, v) {
			return true
		}
	}
	return false
}

func oracleSome(branches, v Value) bool {
	for _, b := range branches.Items() {
		if oracleAdmits(b, v) {
			return true
		}
	}
	return false
}

func oracleType(t, v Value) bool {
	if t.Kind() == jsonvalue.Array {
		for _, one := range t.Items() {
			if oracleType(one, v) {
				return true
			}
		}
		return false
	}
	switch t.Str() {
	case "":
		return true
	case "integer":
		_, ok := v.Int()
		return ok
	}
	return t.Str() == v.Kind().String()
}

func oracleNumber(s, v Value) bool {
	x, _ := v.Float()
	check := func(key string, ok func(limit float64) bool) bool {
		limit, has := s.Field(key).Float()
		return !has || ok(limit)
	}
	return check("minimum", func(l float64) bool { return x >= l }) && check("maximum", func(l float64) bool { return x <= l }) &&
		check("exclusiveMinimum", func(l float64) bool { return x > l }) && check("exclusiveMaximum", func(l float64) bool { return x < l }) &&
		check("multipleOf", func(l float64) bool { return x/l == float64(int(x/l)) })
}

func oracleArray(s, v Value) bool {
	n := int64(v.Len())
	if lo, ok := s.Field("minItems").Int(); ok && n < lo {
		return false
	}
	if hi, ok := s.Field("maxItems").Int(); ok && n > hi {
		return false
	}
	for i, x := range v.Items() {
		if item, ok := s.Get("items"); ok && !oracleAdmits(item, x) {
			return false
		}
		if s.Field("uniqueItems").Bool() && oracleIn(v.Items()[:i], x) {
			return false
		}
	}
	return true
}

func oracleObject(s, v Value) bool {
	for _, m := range v.Members() {
		p, ok := s.Field("properties").Get(m.Key)
		if !ok || !oracleAdmits(p, m.Value) {
			return false
		}
	}
	for _, r := range s.Field("required").Items() {
		if _, ok := v.Get(r.Str()); !ok {
			return false
		}
	}
	return true
}
