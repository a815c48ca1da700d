package domains

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// readParameters fills t.Schema and t.Params from raw, the value that describes
// the parameters. tool is the object that holds raw.
func (t *Tool) readParameters(tool, raw Value, path string) error {
	raw, err := unwrap(raw, CodeBadTools, path)
	if err != nil {
		return err
	}
	flat := false
	switch raw.Kind() {
	case jsonvalue.Null:
		t.Schema = emptySchema()
		return nil
	case jsonvalue.Array:
		if raw, err = listToMap(raw, path); err != nil {
			return err
		}
		if flat = true; t.Notation != "toolbench" {
			t.Notation = "list"
		}
	case jsonvalue.Object:
		flat = isFlat(raw)
		switch t.Notation {
		case "seal", "nestful", "apibank":
		default:
			if flat && raw.Len() > 0 {
				t.Notation = "xlam"
			}
		}
	default:
		return &Error{CodeBadTools, path, "the parameters are " + raw.Kind().Noun() + "; give a JSON Schema of type object"}
	}
	if flat {
		raw = flatSchema(raw, tool)
	} else {
		raw = withRequired(raw, tool)
	}
	if !flat && strings.EqualFold(raw.Field("type").Str(), "dict") {
		t.Notation = "bfcl"
	}
	t.Schema = raw
	return t.readProperties(path, flat)
}

// withRequired copies a list of required names that stands beside the
// parameters, as in When2Call's training files, into the schema if that has
// none.
func withRequired(schema, tool Value) Value {
	if required := tool.Field("required"); required.Kind() == jsonvalue.Array && schema.Field("required").Kind() != jsonvalue.Array {
		return schema.With("required", required)
	}
	return schema
}

func emptySchema() Value {
	return jsonvalue.ObjectOf(
		"type", "object",
		"properties", jsonvalue.NewObject())
}

// isFlat reports whether parameters are a map from names to schemas instead of
// one JSON Schema: the object has no schema keyword with a value of the
// keyword's type.
func isFlat(v Value) bool {
	if props, ok := v.Get("properties"); ok && props.Kind() == jsonvalue.Object && allSchemas(props) {
		return false
	}
	for _, key := range [...]string{"type", "$ref", "$schema"} {
		if k := v.Field(key).Kind(); k == jsonvalue.String || k == jsonvalue.Array {
			return false
		}
	}
	for _, key := range [...]string{"allOf", "anyOf", "oneOf", "required"} {
		if v.Field(key).Kind() == jsonvalue.Array {
			return false
		}
	}
	return v.Len() > 0 && allSchemas(v)
}

// allSchemas reports whether every member could be a schema.
func allSchemas(v Value) bool {
	for _, m := range v.Members() {
		switch m.Value.Kind() {
		case jsonvalue.Object, jsonvalue.String, jsonvalue.Bool, jsonvalue.Null:
		default:
			return false
		}
	}
	// {"type":"str","description":"..."} is one schema, not a map of two.
	return v.Len() == 0 || v.Field("type").Kind() != jsonvalue.String || v.Field("description").Kind() != jsonvalue.String
}

// listToMap turns [{"name":N,...}] into {N:{...}}; of equal names the first
// wins.
func listToMap(list Value, path string) (Value, error) {
	members := make([]jsonvalue.Member, 0, list.Len())
	for i, item := range list.Items() {
		name := item.Field("name").Str()
		if name == "" {
			return Value{}, &Error{CodeBadTools, fmt.Sprintf("%s[%d]", path, i), "a parameter without a name; give it a non-empty string \"name\""}
		}
		schema := item.Without("name")
		if inner := item.Field("schema"); inner.Kind() == jsonvalue.Object {
			members, own := schema.Without("schema").Members(), inner.Getter()
			for i := range members {
				if v, ok := own(members[i].Key); ok {
					members[i].Value = v
				}
			}
			schema = jsonvalue.NewObject(distinct(append(members, inner.Members()...))...)
		}
		members = append(members, jsonvalue.Member{Key: name, Value: schema})
	}
	return jsonvalue.NewObject(distinct(members)...), nil
}

// flatSchema is the JSON Schema for a flat map of parameters.
func flatSchema(params, tool Value) Value {
	schema := jsonvalue.ObjectOf(
		"type", "object",
		"properties", params)
	required, given := tool.Get("required")
	if given && required.Kind() == jsonvalue.Array {
		return schema.With("required", required)
	}
	explicit := false
	for _, m := range params.Members() {
		explicit = explicit || m.Value.Field("required").Kind() == jsonvalue.Bool
	}
	var names []Value
	for _, m := range params.Members() {
		if !explicit && !flatOptional(m.Value) || m.Value.Field("required").Bool() {
			names = append(names, jsonvalue.NewString(m.Key))
		}
	}
	return schema.With("required", jsonvalue.NewArray(names...))
}

// flatOptional reports whether a parameter is optional in a notation without a
// list of required names.
func flatOptional(p Value) bool {
	if _, ok := p.Get("default"); ok || p.Field("optional").Bool() {
		return true
	}
	text := p.Field("type").Str()
	if p.Kind() == jsonvalue.String {
		text = p.Str()
	}
	if !strings.ContainsAny(text, ",[(|") {
		return false
	}
	_, optional := typeSchema(text)
	return optional
}

func (t *Tool) readProperties(path string, flat bool) error {
	r := roots{root: t.Schema, left: maxRootSchemas}
	args, err := r.read(t.Schema, path, 0)
	if err != nil {
		return err
	}
	if key, ok := unexplained(t.Schema); ok && len(args.properties) == 0 {
		return &Error{CodeBadTools, join(path, key), fmt.Sprintf("%+q may hold parameters, and no notation names it; put them under \"properties\"", key)}
	}
	props := jsonvalue.NewObject(args.properties...)
	if _, ok := t.Schema.Get("properties"); !ok || props.Len() > t.Schema.Field("properties").Len() {
		t.Schema = t.Schema.With("properties", props)
	}
	if props.Len() > 0 {
		t.Params = make([]Param, 0, props.Len())
	}
	if !flat {
		path = join(path, "properties")
	}
	// One budget for the whole tool, as in Annotate.
	e := evaluator{root: t.Schema, left: maxNullSchemas, mute: true}
	for _, m := range props.Members() {
		p, err := e.newParam(m, join(path, m.Key))
		if err != nil {
			return err
		}
		p.Required = args.required[m.Key] || m.Value.Field("required").Bool()
		t.Params = append(t.Params, p)
	}
	return nil
}

// maxNullSchemas is the number of schemas in which null is looked for.
const maxNullSchemas = 1 << 12

func (e *evaluator) newParam(m jsonvalue.Member, path string) (Param, error) {
	schema := asSchema(m.Value)
	switch schema.Kind() {
	case jsonvalue.Object, jsonvalue.Bool:
	case jsonvalue.Null:
		schema = jsonvalue.NewObject()
	default:
		return Param{}, &Error{CodeBadTools, path, "the schema of a parameter is " + m.Value.Kind().Noun() + "; give an object with type and description"}
	}
	p := Param{Name: m.Key, Description: schema.Field("description").Str(), Schema: schema, root: e.root}
	p.Default, p.HasDefault = schema.Get("default")
	e.left = max(e.left, shareOfParam)
	d := e.domain(schema)
	values, _ := d.enumerated()
	p.Nullable = d.admitsNull() || hasNull(values)
	return p, nil
}

// asSchema turns a schema that is only a text ("city": "string. The city") into
// an object: a type if the text begins with one, else a description.
func asSchema(v Value) Value {
	if v.Kind() != jsonvalue.String {
		return v
	}
	head, rest, _ := strings.Cut(v.Str(), ".")
	if s, _ := typeSchema(head); s.Len() > 0 {
		s = jsonvalue.ObjectOf("type", head)
		if rest = strings.TrimSpace(rest); rest != "" {
			s = s.With("description", jsonvalue.NewString(rest))
		}
		return s
	}
	return jsonvalue.ObjectOf("description", v)
}
