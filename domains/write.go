package domains

import (
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// OpenAI returns the tool as an OpenAI function tool:
//
//	{"type":"function","function":{"name","description","parameters":
//	  {"type":"object","properties":{...},"required":[...]}}}
//
// The parameters are valid JSON Schema 2020-12. Types are JSON Schema's ("dict"
// is "object", "float" is "number", "List[int]" an array of integers, "any" no
// type); enum, default, description and the other keywords stay as they were
// read; notations of other drafts and OpenAPI are converted to 2020-12
// (exclusive flags, lists of items, required inside a property, nullable); a
// keyword whose value no validator accepts is left out. $defs and definitions
// follow for $ref, and so do the targets of references elsewhere; a broken
// reference is left out. Other keywords at the root of the parameters, such as
// a union over them, are left out, as OpenAI refuses them. Reading the result
// gives the same domains, and writing it again the same text.
//
// An enumeration whose values have another type than declared stays as it is,
// because the prompt should show what the source shows.
func (t *Tool) OpenAI() Value {
	refs := &refWriter{root: t.Schema}
	props := make([]jsonvalue.Member, len(t.Params))
	required := make([]Value, 0, len(t.Params))
	for i := range t.Params {
		p := &t.Params[i]
		props[i] = jsonvalue.Member{Key: p.Name, Value: refs.schema(p.Schema)}
		if p.Required {
			required = append(required, jsonvalue.NewString(p.Name))
		}
	}
	params := []jsonvalue.Member{
		{Key: "type", Value: jsonvalue.NewString("object")},
		{Key: "properties", Value: jsonvalue.NewObject(props...)},
		{Key: "required", Value: jsonvalue.NewArray(required...)},
	}
	var defs []jsonvalue.Member
	for _, key := range [...]string{"$defs", "definitions"} {
		if v, ok := t.Schema.Get(key); ok && v.Kind() == jsonvalue.Object {
			if v = refs.schemas(v); key == "$defs" {
				defs = v.Members()
			} else {
				params = append(params, jsonvalue.Member{Key: key, Value: v})
			}
		}
	}
	if defs = append(defs, refs.moved()...); defs != nil {
		params = append(params, jsonvalue.Member{Key: "$defs", Value: jsonvalue.NewObject(defs...)})
	}
	return jsonvalue.ObjectOf(
		"type", "function",
		"function", jsonvalue.ObjectOf(
			"name", t.Name,
			"description", t.Description,
			"parameters", jsonvalue.NewObject(params...),
		),
	)
}

// ToolsValue returns tools as a JSON array of OpenAI function tools.
func ToolsValue(tools []Tool) Value {
	items := make([]Value, len(tools))
	for i := range tools {
		items[i] = tools[i].OpenAI()
	}
	return jsonvalue.NewArray(items...)
}
