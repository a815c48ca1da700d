package domains

import (
	"fmt"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ParseTool reads one tool, an object or a string that holds one. Tool.Notation
// is one of:
//
//	openai       {"type":"function","function":{"name","parameters"}}
//	openai-flat  {"name","description","parameters":{"type":"object",...}}
//	bfcl         the same with Python's type names, "type":"dict" (When2Call too)
//	mcp          {"name","inputSchema"}
//	anthropic    {"name","input_schema"}
//	gemini       {"name","parameters" or "parametersJsonSchema"}
//	xlam         parameters is {NAME: {"type","description","default"}}, the type
//	             perhaps "str, optional"; without a list "required" a parameter
//	             is required unless it says optional or has a default
//	seal         the same with "api_name" and "required" beside "parameters"
//	apibank      {"name" or "apiCode","input_parameters": {NAME: {...}}}
//	nestful      {"query_parameters","path_parameters": {NAME: {"required"}}}
//	list         parameters is a list of {"name","type","required"}
//	toolbench    {"required_parameters","optional_parameters": [{"name",...}]}
//	bedrock      {"toolSpec":{"name","inputSchema":{"json":{...}}}}
//
// A tool whose parameters are absent or null takes none. Parameters under a key
// that no notation uses are an error. Parameters in a $ref, allOf, oneOf or
// anyOf at the root are read from there. Errors are *Error with CodeBadTools.
func ParseTool(v Value) (Tool, error) { return parseTool(v, "") }

func parseTool(v Value, path string) (Tool, error) {
	v, err := unwrap(v, CodeBadTools, path)
	if err != nil {
		return Tool{}, err
	}
	if v.Kind() != jsonvalue.Object {
		return Tool{}, &Error{CodeBadTools, path, "a tool is " + v.Kind().Noun() + "; give an object with name and parameters"}
	}
	t := Tool{Notation: "openai-flat"}
	if f := v.Field("function"); f.Kind() == jsonvalue.Object {
		v, path, t.Notation = f, join(path, "function"), "openai"
	} else if f := v.Field("toolSpec"); f.Kind() == jsonvalue.Object {
		v, path, t.Notation = f, join(path, "toolSpec"), "bedrock"
	}
	name, ok := v.Get("name")
	for _, k := range [...][2]string{{"api_name", "seal"}, {"apiCode", "apibank"}} {
		if !ok {
			if name, ok = v.Get(k[0]); ok {
				t.Notation = k[1]
			}
		}
	}
	if name.Kind() != jsonvalue.String || name.Str() == "" {
		return Tool{}, &Error{CodeBadTools, path, "a tool without a name; give it a non-empty string \"name\""}
	}
	t.Name = name.Str()
	if t.Description = v.Field("description").Str(); t.Description == "" {
		t.Description = v.Field("api_description").Str()
	}
	raw, key, notation := findParameters(v)
	if notation != "" {
		t.Notation = notation
	} else if other, ok := unexplained(v.Without("parameters")); ok && raw.IsNull() {
		return Tool{}, &Error{CodeBadTools, join(path, other), fmt.Sprintf("%+q may hold the parameters of the tool, and no notation names it; put them under \"parameters\"", other)}
	}
	err = t.readParameters(v, raw, join(path, key))
	return t, err
}

// findParameters returns the value that describes a tool's parameters, its key,
// and the notation that the key implies ("" for "parameters").
func findParameters(v Value) (raw Value, key, notation string) {
	if raw, ok := v.Get("parameters"); ok {
		return raw, "parameters", ""
	}
	for _, k := range [...][2]string{{"inputSchema", "mcp"}, {"input_schema", "anthropic"}, {"input_parameters", "apibank"}, {"parametersJsonSchema", ""}} {
		raw, ok := v.Get(k[0])
		if inner := raw.Field("json"); ok && raw.Len() == 1 && inner.Kind() == jsonvalue.Object {
			return inner, k[0] + ".json", "bedrock"
		}
		if ok {
			return raw, k[0], k[1]
		}
	}
	if raw, ok := twoLists(v); ok {
		return raw, "required_parameters", "toolbench"
	}
	var members []jsonvalue.Member
	for _, k := range [...]string{"path_parameters", "query_parameters", "header_parameters", "body_parameters"} {
		members = append(members, v.Field(k).Members()...)
		if _, ok := v.Get(k); ok {
			key = k
		}
	}
	if key != "" {
		return jsonvalue.NewObject(distinct(members)...), key, "nestful"
	}
	return Value{}, "parameters", ""
}

// twoLists merges ToolBench's two lists into one, whose entries say whether they
// are required.
func twoLists(v Value) (list Value, ok bool) {
	var items []Value
	for _, key := range [...]string{"required_parameters", "optional_parameters"} {
		part, has := v.Get(key)
		if has && part.Kind() != jsonvalue.Array {
			return Value{}, false
		}
		ok = ok || has
		for _, p := range part.Items() {
			if p.Kind() == jsonvalue.Object {
				p = p.With("required", jsonvalue.NewBool(key == "required_parameters"))
			}
			items = append(items, p)
		}
	}
	return jsonvalue.NewArray(items...), ok
}

// distinct drops members whose key occurred before.
func distinct(members []jsonvalue.Member) []jsonvalue.Member {
	seen := make(map[string]bool, len(members))
	out := members[:0:0]
	for _, m := range members {
		if !seen[m.Key] {
			seen[m.Key] = true
			out = append(out, m)
		}
	}
	return out
}
