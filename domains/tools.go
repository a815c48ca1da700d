package domains

import (
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ParseTool reads one tool, an object or a string holding one. Notation says
// which it was in:
//
//	openai       {"type":"function","function":{"name","parameters"}}
//	openai-flat  {"name","description","parameters":{"type":"object",...}}
//	bfcl         the same with Python's type names, "type":"dict" (When2Call too)
//	mcp          {"name","inputSchema"}
//	anthropic    {"name","input_schema"}
//	xlam         parameters is {NAME: {"type","description","default"}}, the type
//	             perhaps "str, optional"; without a list "required" a parameter
//	             is required unless it says optional or has a default
//	seal         the same with "api_name" and "required" beside "parameters"
//	nestful      {"query_parameters","path_parameters": {NAME: {"required"}}}
//	list         parameters is a list of {"name","type","required"}
//
// A tool without parameters, or with null ones, takes none. Errors are *Error
// with CodeBadTools.
func ParseTool(v Value) (Tool, error) { return parseTool(v, "") }

func parseTool(v Value, path string) (Tool, error) {
	v, err := unwrap(v, CodeBadTools, path)
	if err != nil {
		return Tool{}, err
	}
	if v.Kind() != jsonvalue.Object {
		return Tool{}, &Error{CodeBadTools, path, "a tool is " + kindName(v) + "; give an object with name and parameters"}
	}
	t := Tool{Notation: "openai-flat"}
	if f := v.Field("function"); f.Kind() == jsonvalue.Object {
		v, path, t.Notation = f, join(path, "function"), "openai"
	}
	name, ok := v.Get("name")
	if !ok {
		if name, ok = v.Get("api_name"); ok {
			t.Notation = "seal"
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
	}
	err = t.readParameters(v, raw, join(path, key))
	return t, err
}

// findParameters returns the value that describes a tool's parameters, its key
// and the notation that this key betrays ("" for "parameters").
func findParameters(v Value) (raw Value, key, notation string) {
	if raw, ok := v.Get("parameters"); ok {
		return raw, "parameters", ""
	}
	for _, k := range [...][2]string{{"inputSchema", "mcp"}, {"input_schema", "anthropic"}} {
		if raw, ok := v.Get(k[0]); ok {
			return raw, k[0], k[1]
		}
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

// distinct drops members whose key came before.
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
