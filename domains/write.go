package domains

import (
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// OpenAI returns the tool as an OpenAI function tool:
//
//	{"type":"function","function":{"name","description","parameters":
//	  {"type":"object","properties":{...},"required":[...]}}}
//
// Types are JSON Schema's ("dict" is "object", "float" is "number", "List[int]"
// an array of integers, "any" no type); enum, default, description and the
// other keywords stay as they were read, draft 4 bounds and lists of items are
// written as draft 2020-12 has them, and a keyword whose value no validator
// accepts is left out. $defs and definitions follow for $ref; other keywords at
// the root of the parameters, such as a union over them, are left out, as
// OpenAI refuses them. Reading the result again gives the same domains.
func (t *Tool) OpenAI() Value {
	props := make([]jsonvalue.Member, len(t.Params))
	required := make([]Value, 0, len(t.Params))
	for i := range t.Params {
		p := &t.Params[i]
		props[i] = jsonvalue.Member{Key: p.Name, Value: normalSchema(p.Schema, 0)}
		if p.Required {
			required = append(required, jsonvalue.NewString(p.Name))
		}
	}
	params := []jsonvalue.Member{
		{Key: "type", Value: jsonvalue.NewString("object")},
		{Key: "properties", Value: jsonvalue.NewObject(props...)},
		{Key: "required", Value: jsonvalue.NewArray(required...)},
	}
	for _, key := range [...]string{"$defs", "definitions"} {
		if defs, ok := t.Schema.Get(key); ok && defs.Kind() == jsonvalue.Object {
			params = append(params, jsonvalue.Member{Key: key, Value: normalMap(defs, 0)})
		}
	}
	return jsonvalue.NewObject(
		jsonvalue.Member{Key: "type", Value: jsonvalue.NewString("function")},
		jsonvalue.Member{Key: "function", Value: jsonvalue.NewObject(
			jsonvalue.Member{Key: "name", Value: jsonvalue.NewString(t.Name)},
			jsonvalue.Member{Key: "description", Value: jsonvalue.NewString(t.Description)},
			jsonvalue.Member{Key: "parameters", Value: jsonvalue.NewObject(params...)},
		)},
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

// normalSchema rewrites a schema of any notation as JSON Schema 2020-12.
func normalSchema(v Value, depth int) Value {
	v = asSchema(v)
	if v.Kind() == jsonvalue.Bool {
		return v
	}
	out := make([]jsonvalue.Member, 0, v.Len())
	w := schemaWriter{in: v, depth: depth}
	for _, m := range v.Members() {
		out = w.keyword(out, m)
	}
	return jsonvalue.NewObject(out...)
}

func normalMap(v Value, depth int) Value {
	out := make([]jsonvalue.Member, v.Len())
	for i, m := range v.Members() {
		out[i] = jsonvalue.Member{Key: m.Key, Value: normalSchema(m.Value, depth+1)}
	}
	return jsonvalue.NewObject(out...)
}

func normalList(v Value, depth int) Value {
	out := make([]Value, v.Len())
	for i, item := range v.Items() {
		out[i] = normalSchema(item, depth+1)
	}
	return jsonvalue.NewArray(out...)
}

// schemaWriter rewrites the keywords of one schema.
type schemaWriter struct {
	in    Value
	depth int
}

// keyword appends what becomes of one keyword: itself, another, or nothing.
func (w *schemaWriter) keyword(out []jsonvalue.Member, m jsonvalue.Member) []jsonvalue.Member {
	key, v := m.Key, m.Value
	keep := func(ok bool) []jsonvalue.Member {
		if ok {
			return append(out, m)
		}
		return out
	}
	switch key {
	case "type":
		return w.types(out, v)
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		if v.Kind() == jsonvalue.Object {
			m.Value = normalMap(v, w.depth)
			return append(out, m)
		}
	case "items", "prefixItems", "additionalItems":
		return w.items(out, key, v)
	case "allOf", "anyOf", "oneOf":
		if v.Kind() == jsonvalue.Array && v.Len() > 0 {
			m.Value = normalList(v, w.depth)
			return append(out, m)
		}
	case "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "additionalProperties":
		if k := v.Kind(); k == jsonvalue.Object || k == jsonvalue.Bool {
			m.Value = normalSchema(v, w.depth+1)
			return append(out, m)
		}
	case "required":
		return keep(stringList(v))
	case "enum":
		return keep(v.Kind() == jsonvalue.Array)
	case "examples":
		if v.Kind() != jsonvalue.Array {
			m.Value = jsonvalue.NewArray(v)
		}
		return append(out, m)
	case "allowed_values", "possible_values", "choices":
		_, has := w.in.Get("enum")
		if v.Kind() == jsonvalue.Array && !has && !hasKey(out, "enum") {
			return append(out, jsonvalue.Member{Key: "enum", Value: v})
		}
	case "optional":
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "divisibleBy":
		return w.bound(out, key, v)
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return keep(count(v, -1) >= 0)
	case "uniqueItems", "deprecated", "readOnly", "writeOnly":
		return keep(v.Kind() == jsonvalue.Bool)
	case "title", "description", "format", "pattern", "$ref", "$comment", "$id", "$schema", "$anchor":
		return keep(v.Kind() == jsonvalue.String)
	default:
		return append(out, m) // an annotation that validators ignore
	}
	return out
}

func hasKey(members []jsonvalue.Member, key string) bool {
	for i := range members {
		if members[i].Key == key {
			return true
		}
	}
	return false
}

func stringList(v Value) bool {
	seen := make(map[string]bool, v.Len())
	for _, item := range v.Items() {
		if item.Kind() != jsonvalue.String || seen[item.Str()] {
			return false
		}
		seen[item.Str()] = true
	}
	return v.Kind() == jsonvalue.Array
}

// types writes "type". A name that stands for a schema ("List[int]") brings
// that schema's keywords, where the schema has none of its own.
func (w *schemaWriter) types(out []jsonvalue.Member, v Value) []jsonvalue.Member {
	switch v.Kind() {
	case jsonvalue.String:
		if k, format, ok := simpleType(v.Str()); ok && format == "" {
			return append(out, jsonvalue.Member{Key: "type", Value: jsonvalue.NewString(jsonType(k))})
		}
		s, _ := typeSchema(v.Str())
		return w.merge(out, s)
	case jsonvalue.Object:
		return w.merge(out, normalSchema(v, w.depth+1))
	case jsonvalue.Array:
		var names []Value
		seen := kinds(0)
		for _, item := range v.Items() {
			k, _, ok := simpleType(item.Str())
			if !ok {
				return w.merge(out, jsonvalue.NewObject(jsonvalue.Member{Key: "anyOf", Value: normalList(jsonvalue.NewArray(typeBranches(v.Items())...), w.depth)}))
			}
			if seen&k != k {
				names = append(names, jsonvalue.NewString(jsonType(k)))
				seen |= k
			}
		}
		if len(names) > 0 {
			return append(out, jsonvalue.Member{Key: "type", Value: jsonvalue.NewArray(names...)})
		}
	}
	return out
}

func (w *schemaWriter) merge(out []jsonvalue.Member, s Value) []jsonvalue.Member {
	for _, m := range s.Members() {
		if _, has := w.in.Get(m.Key); (!has || m.Key == "type") && !hasKey(out, m.Key) {
			out = append(out, m)
		}
	}
	return out
}

// items writes draft 4's list of items as prefixItems, and then its
// additionalItems as items.
func (w *schemaWriter) items(out []jsonvalue.Member, key string, v Value) []jsonvalue.Member {
	_, prefixed := w.in.Get("prefixItems")
	listed := !prefixed && w.in.Field("items").Kind() == jsonvalue.Array
	switch {
	case key == "prefixItems" && v.Kind() == jsonvalue.Array && v.Len() > 0:
		return append(out, jsonvalue.Member{Key: key, Value: normalList(v, w.depth)})
	case key == "items" && listed && v.Len() > 0:
		return append(out, jsonvalue.Member{Key: "prefixItems", Value: normalList(v, w.depth)})
	case key == "additionalItems" && listed, key == "items":
		if k := v.Kind(); k == jsonvalue.Object || k == jsonvalue.Bool || k == jsonvalue.String {
			return append(out, jsonvalue.Member{Key: "items", Value: normalSchema(v, w.depth+1)})
		}
	}
	return out
}

// bound writes a numeric keyword, draft 4's exclusive flags as numbers.
func (w *schemaWriter) bound(out []jsonvalue.Member, key string, v Value) []jsonvalue.Member {
	switch key {
	case "minimum", "maximum":
		exclusive := "exclusiveMinimum"
		if key == "maximum" {
			exclusive = "exclusiveMaximum"
		}
		if w.in.Field(exclusive).Bool() {
			key = exclusive
		}
	case "divisibleBy":
		if _, has := w.in.Get("multipleOf"); has {
			return out
		}
		key = "multipleOf"
	}
	r, n, ok := rational(v)
	if !ok || key == "multipleOf" && r.Sign() <= 0 || hasKey(out, key) {
		return out
	}
	return append(out, jsonvalue.Member{Key: key, Value: n})
}
