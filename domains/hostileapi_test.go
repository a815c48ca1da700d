package domains

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// hostileAPIs are OpenAPI documents that must cost little, with their number of
// tools.
func hostileAPIs() map[string]struct {
	text  string
	tools int
} {
	many := sharedtest.Long(20000, 4000) // the number of repetitions of anything
	op := func(i int, schema string) string {
		return fmt.Sprintf(`"/p%d":{"get":{"operationId":"same","parameters":[{"name":"q","in":"query","schema":%s}]}}`, i, schema)
	}
	api := func(paths, schemas string) string {
		return `{"openapi":"3.1.0","paths":{` + paths + `},"components":{"schemas":{` + schemas + `}}}`
	}
	fork := repeat(400, func(i int) string {
		return fmt.Sprintf(`"s%d":{"anyOf":[{"$ref":"#/components/schemas/s%d"},{"$ref":"#/components/schemas/s%d"}]}`, i, (i+1)%400, (i+7)%400)
	})
	bodies := repeat(300, func(i int) string {
		return fmt.Sprintf(`"/b%d":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/o0"}}}}}}`, i)
	})
	onion := repeat(60, func(i int) string {
		return fmt.Sprintf(`"o%d":{"allOf":[{"$ref":"#/components/schemas/o%d"},{"$ref":"#/components/schemas/o%d"}],"properties":{"p%d":{"type":"string"}}}`, i, i+1, i+1, i)
	})
	far := repeat(many, func(i int) string {
		id := fmt.Sprintf("%s%05d", strings.Repeat("x", maxToolName-5), i)
		return fmt.Sprintf(`"/p%d":{"get":{"operationId":%q},"put":{"operationId":%q}}`, i, id, id)
	})
	return map[string]struct {
		text  string
		tools int
	}{
		"long names that differ late":   {api(far, ""), 2 * many},
		"references that fork and meet": {api(repeat(200, func(i int) string { return op(i, `{"$ref":"#/components/schemas/s0"}`) }), fork), 200},
		"one name for all":              {api(repeat(many, func(i int) string { return op(i, `{}`) }), ""), many},
		"many components":               {api(repeat(many/4, func(i int) string { return op(i, fmt.Sprintf(`{"$ref":"#/components/schemas/c%d"}`, i)) }), repeat(2*many, func(i int) string { return fmt.Sprintf(`"c%d":{}`, i) })), many / 4},
		"bodies of bodies":              {api(bodies, onion), 300},
		"a chain":                       {api(op(0, `{"$ref":"#/components/schemas/c0"}`), repeat(many, func(i int) string { return fmt.Sprintf(`"c%d":{"items":{"$ref":"#/components/schemas/c%d"}}`, i, i+1) })), 1},
		"a long name":                   {api(`"/p":{"get":{"operationId":"`+strings.Repeat("x", 1<<20)+`"}}`, ""), 1},
		"a wide body":                   {api(`"/p":{"post":{"requestBody":{"content":{"application/json":{"schema":{"properties":{`+repeat(many, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"boolean"}`, i) })+`}}}}}}}`, ""), 1},
	}
}

// TestAPIWork checks that operations cannot multiply what they share.
func TestAPIWork(t *testing.T) {
	const n = 4000
	numbered := func(format string) string {
		return repeat(n, func(i int) string { return fmt.Sprintf(format, i) })
	}
	body := `{"post":{"requestBody":{"$ref":"#/components/requestBodies/b"}}}`
	for name, text := range map[string]string{
		"parameters": `{"openapi":"3.0.0","paths":{` + numbered(`"/%d":{"$ref":"#/components/pathItems/a"}`) + `},"components":{"pathItems":{"a":{"get":{},"parameters":[` + numbered(`{"name":"q%d","in":"query"}`) + `]}}}}`,
		"a body":     `{"openapi":"3.0.0","paths":{` + numbered(`"/%d":`+body) + `},"components":{"requestBodies":{"b":{"content":{"application/json":{"schema":{"properties":{` + numbered(`"q%d":{"readOnly":true}`) + `}}}}}}}}`,
		"a schema":   `{"openapi":"3.0.0","paths":{` + numbered(`"/%d":`+body) + `},"components":{"requestBodies":{"b":{"content":{"application/json":{"schema":{"anyOf":[` + numbered(`{"const":%d}`) + `]}}}}}}}`,
	} {
		v, params, refused := mustParse(t, text), 0, 0
		within(t, name, func() {
			for tool, err := range Tools(v) {
				if params += len(tool.Params); err != nil {
					refused++
				}
			}
		})
		if refused == 0 || refused > n-200 || params > maxAPIWork+n {
			t.Errorf("%s: %d parameters, %d operations refused", name, params, refused)
		}
	}
}

// TestNames checks that names end with a whole character, and that each is new.
func TestNames(t *testing.T) {
	var n names
	seen := map[string]bool{}
	for i := range 300 {
		name := n.take("ünïcödé", 8-i%2)
		if seen[name] || len(name) > 8 || !utf8.ValidString(name) {
			t.Fatalf("%q", name)
		}
		seen[name] = true
	}
}

// annotatedOfEach is how many tools of each hostile document are annotated.
const annotatedOfEach = 8

// TestHostileAPIs checks that reading, annotating and writing end. Following every
// reference would take for ever.
func TestHostileAPIs(t *testing.T) {
	for name, c := range hostileAPIs() {
		v, err := jsonvalue.Parse(c.text, jsonvalue.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n := 0
		for tool, err := range Tools(v) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if n++; n > annotatedOfEach {
				continue // reading alone: annotating is bounded for each tool by itself
			}
			if _, err := (SchemaAnnotator{}).Annotate(context.Background(), &tool); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(tool.Name) > maxToolName || tool.OpenAI().Kind() != jsonvalue.Object {
				t.Fatalf("%s: not written back", name)
			}
		}
		if n != c.tools {
			t.Errorf("%s: %d tools, want %d", name, n, c.tools)
		}
	}
}

// TestMillion annotates an enumeration of a million values, or of fewer in a short
// run.
func TestMillion(t *testing.T) {
	n := sharedtest.Long(1e6, 1e5)
	var b strings.Builder
	b.WriteString(`{"name":"f","parameters":{"type":"object","properties":{"p":{"enum":[0`)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ",%d", i)
	}
	b.WriteString(`]}}}}`)
	tool := sharedtest.Need(ParseTool(mustParse(t, b.String())))(t)
	set, err := SchemaAnnotator{}.Annotate(context.Background(), &tool)
	if d := set[0].Domain; err != nil || d.Size != int64(n) || len(d.Values) != maxExamples || !d.Contains(jsonvalue.NewInt(int64(n-1))) || d.Contains(jsonvalue.NewInt(int64(n))) {
		t.Fatalf("%v %d", err, d.Size)
	}
	if again, err := ParseTool(tool.OpenAI()); err != nil || again.Params[0].Schema.Field("enum").Len() != n {
		t.Errorf("written back: %v", err)
	}
}

// TestLargeAPI checks that the tools of an OpenAPI document of several megabytes
// share its schemas, instead of a copy for each tool.
func TestLargeAPI(t *testing.T) {
	operations := sharedtest.Long(6000, 2000)
	paths := repeat(operations, func(i int) string {
		return fmt.Sprintf(`"/r%d/{id}":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"put":{"description":%q,"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/s%d"}}}}}}`, i, strings.Repeat("what it does, ", 80), i%500)
	})
	schemas := repeat(500, func(i int) string {
		return fmt.Sprintf(`"s%d":{"type":"object","properties":{%s,"next":{"$ref":"#/components/schemas/s%d"}}}`, i,
			repeat(40, func(j int) string {
				return fmt.Sprintf(`"p%d":{"type":"string","description":%q}`, j, strings.Repeat("x", 100))
			}), (i+1)%500)
	})
	text := `{"openapi":"3.0.3","paths":{` + paths + `},"components":{"schemas":{` + schemas + `}}}`
	if len(text) < operations*1500 {
		t.Fatalf("only %d bytes", len(text))
	}
	v := sharedtest.Need(jsonvalue.Parse(text, jsonvalue.Options{}))(t)
	live := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most, n := live(), uint64(0), 0
	for tool, err := range Tools(v) {
		if err != nil || len(tool.Params) != 42 {
			t.Fatalf("%v, %d parameters", err, len(tool.Params))
		}
		if n++; n%500 == 0 {
			most = max(most, live())
		}
	}
	if grown := int64(most) - int64(before); n != operations || grown > int64(4*len(text)) {
		t.Errorf("%d tools of %d bytes; the heap grew by %d", n, len(text), grown)
	}
	runtime.KeepAlive(v)
}
