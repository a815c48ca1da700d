//go:build linux

package hostile

import (
	"fmt"
	"strings"
)

// schemas attacks the sizing of domains: circular references, combinations that multiply,
// unbounded numbers.
func schemas() []Case {
	const in, tools = "in.jsonl", "tools.json"
	// A row with an odd schema is built; its tool is also annotated alone.
	schema := func(name, city string) Case {
		return file("schema/"+name, in, func(*Seed) []byte { return []byte(strings.Replace(row, `{"type":"string"}`, city, 1)) },
			Run{Args: []string{"build", "--out", "out", in}, Want: Bounded, Says: in})
	}
	tool := func(name, parameters string) Case {
		return file("schema/"+name, tools, fixed(`{"name":"f","parameters":`+parameters+`}`), run(Bounded, tools, "annotate", tools), run(Bounded, tools, "annotate", "--explain", tools))
	}
	openAPI := func(name, text string) Case {
		return file("openapi/"+name, "api.json", fixed(text), run(Bounded, "", "annotate", "api.json"), run(Bounded, "api.json", "annotate", "--format", "openai", "api.json"))
	}
	object := func(city string) string { return `{"type":"object","properties":{"city":` + city + `}}` }
	return []Case{
		schema("a reference to itself", `{"$ref":"#/properties/city"}`),
		schema("a reference to all through items", `{"type":"array","items":{"$ref":"#"},"maxItems":3}`),
		schema("an enum of 100,000 values", `{"enum":[`+list(100_000, func(i int) string { return fmt.Sprintf(`"value %d"`, i) })+`]}`),
		schema("items 60 deep", strings.Repeat(`{"type":"array","items":`, 60)+`{}`+strings.Repeat("}", 60)),
		schema("a description of a megabyte", `{"type":"string","description":"One of: `+strings.Repeat("a, ", 300_000)+`b"}`),
		tool("references in a ring", `{"type":"object","properties":{"city":{"$ref":"#/$defs/d0"}},"$defs":{`+
			list(1000, func(i int) string { return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, (i+1)%1000) })+`}}`),
		tool("references that double", doubling("allOf")),
		tool("choices that double", doubling("anyOf")),
		tool("alternatives that double", doubling("oneOf")),
		tool("objects that double", doubled()),
		tool("allOf 60 deep", object(strings.Repeat(`{"allOf":[`, 60)+`{"type":"string"}`+strings.Repeat("]}", 60))),
		tool("not not not", object(strings.Repeat(`{"not":`, 100)+`{}`+strings.Repeat("}", 100))),
		tool("anyOf of 100,000", object(`{"anyOf":[`+list(100_000, func(i int) string { return fmt.Sprintf(`{"const":%d}`, i) })+`]}`)),
		tool("allOf of enums that shrink", object(`{"allOf":[`+list(200, func(i int) string {
			return `{"enum":[` + list(500, func(k int) string { return fmt.Sprint(k + i) }) + `]}`
		})+`]}`)),
		tool("properties by the hundred thousand", `{"type":"object","properties":{`+list(100_000, func(i int) string { return fmt.Sprintf(`"p%d":{}`, i) })+`}}`),
		tool("required by the hundred thousand", `{"type":"object","properties":{},"required":[`+list(100_000, func(i int) string { return fmt.Sprintf(`"p%d"`, i) })+`]}`),
		tool("enums of long texts", object(`{"enum":[`+list(64, func(i int) string { return `"` + strings.Repeat("x", 100_000) + fmt.Sprint(i) + `"` })+`]}`)),
		tool("a pattern that backtracks", object(`{"type":"string","pattern":"^(a+)+(b+)+(c|d|e)*$","minLength":1}`)),
		tool("a pattern that multiplies", object(`{"type":"string","pattern":"((a{1000}){1000}){1000}"}`)),
		tool("a pattern of a megabyte", object(`{"type":"string","pattern":"`+strings.Repeat("(a|b)?", 200_000)+`"}`)),
		tool("a pattern nested 100,000 deep", object(`{"type":"string","pattern":"`+strings.Repeat("(", 100_000)+strings.Repeat(")", 100_000)+`"}`)),
		tool("lengths beyond all", object(`{"type":"string","minLength":1e308,"maxLength":-1e308}`)),
		tool("a list of 10^308 items", object(`{"type":"array","items":{"enum":[1,2]},"minItems":0,"maxItems":1e308}`)),
		tool("sets of a million", object(`{"type":"array","uniqueItems":true,"items":{"type":"integer","minimum":1,"maximum":1000000},"maxItems":1000000}`)),
		tool("bounds that cross", object(`{"type":"integer","minimum":1e300,"maximum":-1e300}`)),
		tool("steps of nothing", object(`{"type":"number","minimum":0,"maximum":1e18,"multipleOf":5e-324}`)),
		tool("steps of zero", object(`{"type":"number","minimum":0,"maximum":1,"multipleOf":0}`)),
		tool("bounds of a million digits", object(`{"type":"integer","minimum":`+strings.Repeat("9", 1_000_000)+`}`)),
		tool("a reference to a file", object(`{"$ref":"file:///etc/passwd"}`)),
		tool("a reference to a network", object(`{"$ref":"http://127.0.0.1:1/schema.json"}`)),
		tool("a reference out of the document", object(`{"$ref":"../../../etc/passwd#/x"}`)),
		tool("a pointer with broken escapes", object(`{"$ref":"#/%zz/~2/~"}`)),
		tool("a pointer of a megabyte", object(`{"$ref":"#`+strings.Repeat("/properties", 100_000)+`"}`)),
		tool("conditions within conditions", object(strings.Repeat(`{"if":{},"then":`, 50)+`{}`+strings.Repeat(`,"else":{"$ref":"#"}}`, 50))),
		tool("objects in objects, each of enums", object(combined(8))),
		tool("a type that is a number", object(`{"type":7,"enum":"x","properties":[],"items":3,"required":{}}`)),
		openAPI("references in a ring", `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"}}}`),
		openAPI("ten thousand operations of one schema", `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"components":{"schemas":{"S":{"type":"object","properties":{"s":{"$ref":"#/components/schemas/S"}}}}},"paths":{`+
			list(10_000, func(i int) string {
				return fmt.Sprintf(`"/p%d":{"get":{"operationId":"o%d","parameters":[{"name":"a","in":"query","schema":{"$ref":"#/components/schemas/S"}}]}}`, i, i)
			})+`}}`),
		openAPI("parameters that are references to themselves", `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"components":{"parameters":{"p":{"$ref":"#/components/parameters/p"}}},"paths":{"/a":{"get":{"parameters":[{"$ref":"#/components/parameters/p"}]}}}}`),
		openAPI("paths that are a list", `{"openapi":"3.1.0","paths":[[[]]]}`),
		openAPI("bodies that double", `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/d0"}}}}}}},"components":{"schemas":{`+
			list(40, func(i int) string {
				return fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/d%d"},"b":{"$ref":"#/components/schemas/d%d"}}}`, i, i+1, i+1)
			})+`,"d40":{"type":"string"}}}}`),
	}
}

// list joins n parts with commas.
func list(n int, part func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = part(i)
	}
	return strings.Join(parts, ",")
}

// doubling is a schema in which each definition refers to the next one twice.
func doubling(keyword string) string {
	return `{"type":"object","properties":{"city":{"$ref":"#/$defs/d0"}},"$defs":{` +
		list(40, func(i int) string {
			return fmt.Sprintf(`"d%d":{"%s":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, keyword, i+1, i+1)
		}) + `,"d40":{"enum":["a","b"]}}}`
}

// doubled is a schema in which each object holds the next one twice.
func doubled() string {
	return `{"type":"object","properties":{"city":{"$ref":"#/$defs/d0"}},"$defs":{` +
		list(40, func(i int) string {
			return fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}},"required":["a","b"]}`, i, i+1, i+1)
		}) + `,"d40":{"enum":["a","b"]}}}`
}

// combined is a schema of nested objects, with ten properties of ten values each.
func combined(depth int) string {
	if depth == 0 {
		return `{"enum":[0,1,2,3,4,5,6,7,8,9]}`
	}
	inner := combined(depth - 1)
	return `{"type":"object","properties":{"a":` + inner + `,"b":` + inner + `},"required":["a","b"]}`
}
