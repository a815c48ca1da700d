package domains

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestConcurrent reads, annotates and writes the same tools in several goroutines.
func TestConcurrent(t *testing.T) {
	texts := []string{overlaidTool, `{"name":"f","parameters":{"type":"object","properties":{"a":{"$ref":"#/$defs/x"},"b":{"type":"array","maxItems":2,"items":{"$ref":"#/$defs/x"}}},"$defs":{"x":{"type":"string","pattern":"^(a|b)$"}}}}`}
	for _, text := range []string{"une parmi : nord, sud", "entre 1 y 9", "M oder W", "可选：甲、乙", "e.g. x, y"} {
		texts = append(texts, fmt.Sprintf(`{"name":"g","parameters":{"type":"object","properties":{"p":{"type":"string","description":%q}}}}`, text))
	}
	read := func() (out []string) {
		for _, text := range texts {
			v, _ := ParseValue(text)
			tool, err := ParseTool(v)
			if err != nil {
				return []string{err.Error()}
			}
			set, _ := SchemaAnnotator{}.Annotate(context.Background(), &tool)
			out = append(out, set.Value().JSON()+tool.OpenAI().JSON())
		}
		return out
	}
	var wg sync.WaitGroup
	results := make([][]string, 8)
	for i := range results {
		wg.Go(func() { results[i] = read() })
	}
	wg.Wait()
	want := read()
	for i, got := range results {
		if !slices.Equal(got, want) {
			t.Errorf("goroutine %d: %q, want %q", i, got, want)
		}
	}
}

// within fails the test if work takes longer than a hostile input may.
func within(t *testing.T, what string, work func()) {
	t.Helper()
	start := sharedtest.CPU()
	work()
	if d := sharedtest.CPU() - start; d > 3*time.Second {
		t.Errorf("%s took %v", what, d)
	}
}

// hostileParams are expensive-looking parameters that must cost little.
func hostileParams() map[string]string {
	enum := make([]string, 100000)
	for i := range enum {
		enum[i] = fmt.Sprintf(`"v%d"`, i)
	}
	defs := make([]string, 40)
	for i := range defs {
		next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		defs[i] = fmt.Sprintf(`"d%d":{"anyOf":[%s,%s],"properties":{"a":%s,"b":%s}}`, i, next, next, next, next)
	}
	unions := strings.TrimSuffix(strings.Repeat(`{"anyOf":[{"minimum":1},{"maximum":9},{"type":"integer"}]},`, 40), ",")
	props := make([]string, 20000)
	for i := range props {
		props[i] = fmt.Sprintf(`"p%d":{"type":"boolean"}`, i)
	}
	object := `{"type":"object","properties":{` + strings.Join(props, ",") + `}}`
	const many = 16000
	numbered := func(format string) string {
		return repeat(many, func(i int) string { return fmt.Sprintf(format, i) })
	}
	ranges := `{"anyOf":[` + repeat(200, func(i int) string { return fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d}`, 2*i, 2*i+1) }) + `]}`
	return map[string]string{
		"a long text's pattern": `{"pattern":"` + strings.Repeat("(.{999})?", 50) + `b","enum":["` + strings.Repeat("a", many) + `"]}`,
		"many patterns":         `{"enum":[` + numbered(`"v%d"`) + `],"allOf":[` + numbered(`{"pattern":"v","x":%d}`) + `]}`,
		"many steps":            `{"enum":[` + numbered("%d") + `],"allOf":[` + numbered(`{"multipleOf":1,"x":%d}`) + `]}`,
		"values beside ranges":  `{"anyOf":[{"enum":[` + numbered("%d.5") + `]},` + strings.TrimSuffix(strings.Repeat(ranges+",", 100), ",") + `]}`,
		"many keywords":         `{` + repeat(100000, func(i int) string { return fmt.Sprintf(`"x%d":1`, i) }) + `}`,
		"unions, joined":        `{"allOf":[` + numbered(`{"anyOf":[{}],"x":%d}`) + `]}`,
		"examples, joined":      `{"type":"string","allOf":[` + numbered(`{"examples":[%d]}`) + `]}`,
		"properties, joined":    `{"type":"object","allOf":[` + numbered(`{"properties":{"a":{}},"x":%d}`) + `]}`,
		"references, joined":    `{"allOf":[` + numbered(`{"$ref":"#/properties/p/$defs/d%d"}`) + `],"$defs":{` + numbered(`"d%d":{}`) + `}}`,
		"elements, joined":      `{"type":"array","maxItems":16000,"allOf":[{"prefixItems":[` + numbered(`{"const":%d}`) + `]},` + numbered(`{"items":{},"x":%d}`) + `]}`,
		"enum of 100,000":       `{"type":"string","enum":[` + strings.Join(enum, ",") + `]}`,
		"enum intersections":    `{"allOf":[` + strings.TrimSuffix(strings.Repeat(`{"$ref":"#/properties/e"},`, 2000), ",") + `]}`,
		"references that fork":  `{"$ref":"#/$defs/d0","$defs":{` + strings.Join(defs, ",") + `}}`,
		"unions that multiply":  `{"allOf":[` + unions + `]}`,
		"a large object":        object,
		"large objects merged":  `{"allOf":[` + object + "," + object + `],"anyOf":[{},{},{}]}`,
		"deep nesting":          strings.Repeat(`{"type":"array","maxItems":1,"items":`, 100) + "{}" + strings.Repeat("}", 100),
		"a deep type name":      `{"type":"` + strings.Repeat("List[", 5000) + `"}`,
		"a wide type name":      `{"type":"` + strings.Repeat("int|", 5000) + `"}`,
		"brackets":              `{"type":"string","description":"` + strings.Repeat("(", 1<<20) + `"}`,
		"quotes":                `{"type":"string","description":"` + strings.Repeat(" '", 1<<19) + `"}`,
		"one of, over and over": `{"type":"string","description":"` + strings.Repeat("one of: a, b ' for, ", 1<<15) + `"}`,
		"numbers":               `{"type":"integer","description":"` + strings.Repeat("from 1 to 2,000 ", 1<<15) + `"}`,
		"a long number":         `{"type":"integer","minimum":0,"maximum":` + strings.Repeat("9", 1<<20) + `}`,
		"huge exponents":        `{"type":"number","minimum":1e-99999999999999999999,"maximum":1e99999999999999999999,"multipleOf":1e-99999999999999999999}`,
		"steps without end":     `{"type":"number","minimum":0,"maximum":1,"allOf":[` + strings.TrimSuffix(strings.Repeat(`{"multipleOf":0.37},{"multipleOf":0.41},`, 500), ",") + `]}`,
	}
}

// TestHostileSchemas holds the annotator to its bounds on time.
func TestHostileSchemas(t *testing.T) {
	sharedtest.Unraced(t)
	for name, schema := range hostileParams() {
		v, err := jsonvalue.Parse(`{"name":"f","parameters":{"type":"object","properties":{"p":`+schema+`,"e":{"enum":["a","b"]}}}}`, jsonvalue.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		within(t, name, func() {
			tool, err := ParseTool(v)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			set, err := SchemaAnnotator{}.Annotate(context.Background(), &tool)
			if err != nil || len(set) != 2 {
				t.Fatalf("%s: %v", name, err)
			}
			if err := checkDomain(set[0].Domain); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			Coerce(&tool.Params[0], jsonvalue.NewString("[[[1]]]"))
			if tool.OpenAI().Kind() != jsonvalue.Object {
				t.Errorf("%s: not written back", name)
			}
		})
	}
}

// TestHostileLists checks that a parameter of a list may have a long schema.
func TestHostileLists(t *testing.T) {
	sharedtest.Unraced(t)
	v := mustParse(t, `{"name":"f","parameters":[{"name":"p","type":"string","schema":{`+repeat(20000, func(i int) string { return fmt.Sprintf(`"x%d":1`, i) })+`,"type":"integer"}}]}`)
	within(t, "a long schema", func() {
		tool := sharedtest.Need(ParseTool(v))(t)
		if s := tool.Params[0].Schema; s.Len() != 20001 || s.Members()[0].Value.Str() != "integer" {
			t.Errorf("%d keywords, the first %s", s.Len(), s.Members()[0].Value.JSON())
		}
	})
}

// TestHostileValues holds the conversion of values, and the test whether a domain contains
// them, to bounds on time.
func TestHostileValues(t *testing.T) {
	sharedtest.Unraced(t)
	const n = 16000
	same := func(text string) string { return repeat(n, func(int) string { return text }) }
	numbered := func(format string) string {
		return repeat(n, func(i int) string { return fmt.Sprintf(format, i) })
	}
	for name, c := range map[string][2]string{
		"elements of an enumeration": {`{"type":"array","items":{"enum":[` + numbered(`"v%d"`) + `]}}`, `[` + numbered("%d") + `]`},
		"a text as many arrays":      {`{"anyOf":[` + same(`{"type":"array"}`) + `]}`, `"[` + same("1") + `]"`},
		"a text as many numbers":     {`{"anyOf":[` + same(`{"type":"integer"}`) + `]}`, `"` + strings.Repeat("1", 1<<20) + `"`},
		"an array, over and over":    {`{"allOf":[` + same(`{}`) + `]}`, `[` + same("1") + `]`},
		"an object, over and over":   {`{"allOf":[` + same(`{"properties":{"a":{}}}`) + `]}`, `{` + numbered(`"k%d":1`) + `}`},
		"many properties":            {`{"type":"object","properties":{` + numbered(`"k%d":{"const":1}`) + `}}`, `{` + numbered(`"k%d":1`) + `}`},
	} {
		schema, v := mustParse(t, c[0]), mustParse(t, c[1])
		p := &Param{Name: "p", Schema: schema, root: schema}
		d := DomainOf(schema, schema)
		within(t, name, func() { d.Contains(Coerce(p, v)) })
	}
}

// TestManyParameters checks that a tool with many expensive parameters stays within
// the limits.
func TestManyParameters(t *testing.T) {
	sharedtest.Unraced(t)
	for name, schema := range map[string]string{
		"references that fork": `{"$ref":"#/$defs/d0"}`,
		"brackets":             `{"type":"integer","description":"` + strings.Repeat("(v ", 680) + `"}`,
		"one enumeration":      `{"$ref":"#/$defs/e"}`,
		"one object":           `{"$ref":"#/$defs/o"}`,
		"descriptions":         `{"type":"string","description":"` + strings.Repeat("one of 'a', or ('", 120) + `"}`,
	} {
		defs := make([]string, 40)
		for i := range defs {
			next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
			defs[i] = fmt.Sprintf(`"d%d":{"anyOf":[%s,%s]}`, i, next, next)
		}
		numbered := func(format string) string {
			return repeat(2000, func(i int) string { return fmt.Sprintf(format, i) })
		}
		defs = append(defs, `"e":{"enum":[`+numbered("%d")+`]}`, `"o":{"properties":{`+numbered(`"p%d":{}`)+`}}`)
		props := make([]string, 2000)
		switch name {
		case "descriptions":
			props = props[:1000]
		case "brackets":
			props = props[:150]
		}
		for i := range props {
			props[i] = fmt.Sprintf(`"p%d":%s`, i, schema)
		}
		v := mustParse(t, `{"name":"f","parameters":{"type":"object","properties":{`+strings.Join(props, ",")+`},"$defs":{`+strings.Join(defs, ",")+`}}}`)
		within(t, name, func() {
			tool := sharedtest.Need(ParseTool(v))(t)
			set := sharedtest.Need((SchemaAnnotator{}).Annotate(context.Background(), &tool))(t)
			if !strings.Contains(schema, "description") {
				_ = set.Check(&tool)
			}
		})
	}
}

// TestLargeEnum checks that an enumeration too large to list still contains each of
// its values.
func TestLargeEnum(t *testing.T) {
	sharedtest.Unraced(t)
	values := make([]Value, 100000)
	for i := range values {
		values[i] = jsonvalue.NewString(fmt.Sprint(i % 60000))
	}
	schema := jsonvalue.NewObject(jsonvalue.Member{Key: "enum", Value: jsonvalue.NewArray(values...)})
	d := DomainOf(schema, schema)
	if d.Type != EstimatedFinite || d.Size != 60000 || len(d.Values) != maxExamples {
		t.Fatalf("%s", d.Value().JSON())
	}
	if !d.Contains(jsonvalue.NewString("59999")) || d.Contains(jsonvalue.NewString("60000")) {
		t.Error("Contains does not know all values")
	}
	again, err := ParseDomain(d.Value())
	if err != nil || !again.Contains(jsonvalue.NewString("60000")) {
		t.Errorf("read back, it must not deny values that it does not hold: %v", err)
	}
}

// TestDoneContext checks that a cancelled context stops the annotator.
func TestDoneContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (SchemaAnnotator{}).Annotate(ctx, &Tool{}); err == nil {
		t.Error("a context that is done gave no error")
	}
}

// TestStated checks that only the schema itself can exclude a value.
func TestStated(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"enum":["a","b"]}`:                                                                    true,
		`{"type":"string","description":"One of: x, y."}`:                                       false,
		`{"type":"integer","description":"From 1 to 5"}`:                                        false,
		`{"type":"integer","minimum":1}`:                                                        true,
		`{"type":"string","description":"e.g. 'x' or 'y'"}`:                                     false,
		`{"type":"array","maxItems":1,"items":{"type":"string","description":"One of: x, y."}}`: false,
	} {
		v := mustParse(t, schema)
		if got := DomainOf(v, v).Stated(); got != want {
			t.Errorf("%s: Stated() = %v", schema, got)
		}
	}
	if !(Domain{Type: Finite}).Stated() {
		t.Error("a domain that a row brings counts as stated")
	}
}

// TestLongNumbers checks on which side of a bound numbers lie that are too long for exact
// arithmetic.
func TestLongNumbers(t *testing.T) {
	schema := mustParse(t, `{"type":"number","minimum":-10,"maximum":10}`)
	d := DomainOf(schema, schema)
	long := strings.Repeat("7", maxNumberDigits)
	for text, want := range map[string]bool{
		long + ".5": false, "-" + long + ".5": false, long + "7": false, "5." + long: true, "0." + long: true, "1e-999": true, "1e999": false, "10." + long: false,
	} {
		if got := d.Contains(mustParse(t, text)); got != want {
			t.Errorf("%.5s... (%d digits): Contains() = %v", text, len(text), got)
		}
	}
}
