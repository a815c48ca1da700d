package domains

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// apiDef is a schema of an OpenAPI document that other schemas refer to. Tools carry it in
// their $defs.
type apiDef struct {
	name   string
	target Value // as in the document
	schema Value // with references into $defs
	refs   []string
	nodes  int
}

// def returns the schema that a reference points to, nil if the document lacks it. All
// tools share the result.
func (d *apiDoc) def(ref string) *apiDef {
	if def, ok := d.defs[ref]; ok {
		return def
	}
	d.defs[ref] = nil
	target, ok := d.resolve(ref)
	if !ok || target.Kind() != jsonvalue.Object && target.Kind() != jsonvalue.Bool {
		return nil
	}
	name := functionName(strings.TrimPrefix(ref, "#/components/schemas/"))
	if name == "" {
		name = "schema"
	}
	d.defs[ref] = &apiDef{name: d.keys.take(name, maxParamName), target: target}
	return d.defs[ref]
}

// fill makes the schema of a def at its first use.
func (d *apiDoc) fill(def *apiDef) {
	if def.nodes == 0 {
		var refs []string
		def.schema = d.localise(def.target, &refs)
		seen := map[string]bool{}
		for _, ref := range refs {
			if !seen[ref] {
				seen[ref] = true
				def.refs = append(def.refs, ref)
			}
		}
		def.nodes = countNodes(def.schema)
	}
}

// closure returns the $defs of a tool: the schemas in refs, the schemas that these refer
// to, and so on, the nearest first, up to the limits.
func (d *apiDoc) closure(refs []string) []jsonvalue.Member {
	var defs []jsonvalue.Member
	seen := map[string]bool{}
	nodes := 0
	for queue := slices.Clip(refs); len(queue) > 0; queue = queue[1:] {
		def := d.def(queue[0])
		if def == nil || seen[def.name] {
			continue
		}
		d.fill(def)
		if nodes += def.nodes; len(defs) >= maxToolDefs || nodes > maxToolNodes {
			break
		}
		seen[def.name] = true
		defs = append(defs, jsonvalue.Member{Key: def.name, Value: def.schema})
		queue = append(queue, def.refs...)
	}
	return defs
}

// localise copies a schema so that its references point into the $defs of a tool, and adds
// them to refs. Parts that only document an API are left out.
func (d *apiDoc) localise(s Value, refs *[]string) Value {
	if s.Kind() != jsonvalue.Object {
		return s
	}
	d.left -= 1 + s.Len()>>4
	out := make([]jsonvalue.Member, 0, s.Len())
	for _, m := range s.Members() {
		switch {
		case m.Key == "$ref":
			def := d.def(m.Value.Str())
			if def == nil {
				continue // in another file, or nowhere: it constrains nothing
			}
			*refs = append(*refs, m.Value.Str())
			m.Value = jsonvalue.NewString("#/$defs/" + def.name)
		case strings.HasPrefix(m.Key, "x-"), m.Key == "xml", m.Key == "externalDocs", m.Key == "discriminator":
			continue
		default:
			m.Value = mapSubschemas(m, func(sub Value) Value { return d.localise(sub, refs) })
		}
		out = append(out, m)
	}
	return jsonvalue.NewObject(out...)
}

// mapSubschemas applies f to each schema that a keyword's value holds directly.
func mapSubschemas(m jsonvalue.Member, f func(Value) Value) Value {
	switch m.Key {
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		if m.Value.Kind() == jsonvalue.Object {
			return m.Value.Map(f)
		}
		return m.Value
	case "items", "prefixItems", "allOf", "anyOf", "oneOf":
		if m.Value.Kind() == jsonvalue.Array {
			return m.Value.Map(f)
		}
		return f(m.Value)
	case "not", "if", "then", "else", "contains", "propertyNames", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties":
		return f(m.Value)
	}
	return m.Value
}

// countNodes is the number of values in v.
func countNodes(v Value) int {
	n := 1
	for _, item := range v.Items() {
		n += countNodes(item)
	}
	for _, m := range v.Members() {
		n += countNodes(m.Value)
	}
	return n
}
