package domains

import (
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// schema rewrites a schema of any notation as JSON Schema 2020-12.
func (r *refWriter) schema(v Value) Value {
	v = asSchema(v)
	switch v.Kind() {
	case jsonvalue.Bool:
		return v
	case jsonvalue.Object:
	default:
		return jsonvalue.NewObject() // no schema: it constrains nothing
	}
	w := schemaWriter{in: v, refs: r, out: make([]jsonvalue.Member, 0, v.Len())}
	for _, m := range v.Members() {
		w.keyword(m)
	}
	w.required()
	w.nullable()
	return jsonvalue.NewObject(w.out...)
}

// schemas rewrites a map, or a list, of schemas.
func (r *refWriter) schemas(v Value) Value { return v.Map(r.schema) }

// schemaWriter rewrites the keywords of one schema.
type schemaWriter struct {
	in   Value
	refs *refWriter
	out  []jsonvalue.Member
	at   map[string]int // the indexes of the first members of out, once it is long
}

// find is the index of a keyword in out, -1 if it is not there.
func (w *schemaWriter) find(key string) int {
	if len(w.out) > smallSet {
		if w.at == nil {
			w.at = map[string]int{}
		}
		for i := len(w.at); i < len(w.out); i++ {
			w.at[w.out[i].Key] = i
		}
		if i, ok := w.at[key]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(w.out, func(m jsonvalue.Member) bool { return m.Key == key })
}

// put adds or replaces a keyword.
func (w *schemaWriter) put(key string, v Value) {
	if i := w.find(key); i >= 0 {
		w.out[i].Value = v
		return
	}
	w.out = append(w.out, jsonvalue.Member{Key: key, Value: v})
}

func (w *schemaWriter) get(key string) (Value, bool) {
	if i := w.find(key); i >= 0 {
		return w.out[i].Value, true
	}
	return Value{}, false
}

// keyword writes one keyword: as it is, converted, or not at all.
func (w *schemaWriter) keyword(m jsonvalue.Member) {
	key, v := m.Key, m.Value
	keep := func(ok bool) {
		if ok {
			w.put(key, v)
		}
	}
	switch key {
	case "type":
		w.types(v)
	case "$ref":
		if ref, ok := w.refs.place(v.Str()); ok {
			w.put(key, jsonvalue.NewString(ref))
		}
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		if v.Kind() == jsonvalue.Object {
			w.put(key, w.refs.schemas(v))
		}
	case "items", "prefixItems", "additionalItems":
		w.items(key, v)
	case "allOf", "anyOf", "oneOf":
		if v.Kind() == jsonvalue.Array && v.Len() > 0 {
			w.put(key, w.refs.schemas(v))
		}
	case "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "additionalProperties", "contentSchema":
		if k := v.Kind(); k == jsonvalue.Object || k == jsonvalue.Bool {
			w.put(key, w.refs.schema(v))
		}
	case "required", "nullable": // written at the end
		if v.Kind() == jsonvalue.Array {
			w.put(key, v)
		}
	case "enum", "allowed_values", "possible_values", "choices":
		w.enum(v)
	case "examples":
		if v.Kind() != jsonvalue.Array {
			v = jsonvalue.NewArray(v)
		}
		w.put(key, v)
	case "optional", "$id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef", "$vocabulary", "dependencies":
		// These belong to a whole document, which this schema no longer is, or
		// to notations other than JSON Schema 2020-12.
	case "dependentRequired":
		keep(v.Kind() == jsonvalue.Object && stringLists(v))
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "divisibleBy":
		w.bound(key, v)
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		keep(count(v, -1) >= 0)
	case "uniqueItems":
		if isTrue(v) {
			w.put(key, jsonvalue.NewBool(true))
		}
	case "deprecated", "readOnly", "writeOnly":
		keep(v.Kind() == jsonvalue.Bool)
	case "title", "description", "format", "pattern", "$comment", "contentEncoding", "contentMediaType":
		keep(v.Kind() == jsonvalue.String)
	default:
		w.put(key, v) // an annotation that validators ignore
	}
}

// enum writes an enumeration under any of its names. Several lists admit their
// common values.
func (w *schemaWriter) enum(v Value) {
	if v.Kind() != jsonvalue.Array {
		return
	}
	if before, ok := w.get("enum"); ok {
		f := facets{hasEnum: true, enum: before.Items()}
		f.enumerate(v.Items(), "")
		v = jsonvalue.NewArray(f.enum...)
	}
	w.put("enum", v)
}

// required writes the names of required properties: the list, and the properties
// with their own flag, as in drafts before 4.
func (w *schemaWriter) required() {
	list, given := w.get("required")
	seen := map[string]bool{}
	names := []Value{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, jsonvalue.NewString(name))
		}
	}
	for _, item := range list.Items() {
		if item.Kind() == jsonvalue.String {
			add(item.Str())
		}
	}
	for _, p := range w.in.Field("properties").Members() {
		if p.Value.Field("required").Bool() {
			add(p.Key)
		}
	}
	if given || len(names) > 0 {
		w.put("required", jsonvalue.NewArray(names...))
	}
}

// nullable converts OpenAPI 3.0's flag: null becomes a type and a value of the
// enumeration, or another branch of a union.
func (w *schemaWriter) nullable() {
	if !isTrue(w.in.Field("nullable")) {
		return
	}
	null := jsonvalue.NewString(jsonTypes[kindNull])
	enum, listed := w.get("enum")
	types, typed := w.get("type")
	for _, key := range [...]string{"$ref", "allOf", "anyOf", "oneOf", "const", "not", "if"} {
		if _, has := w.get(key); has {
			w.wrapNullable(null)
			return
		}
	}
	switch {
	case !typed && !listed:
		w.wrapNullable(null)
		return
	case typed && types.Kind() == jsonvalue.String:
		types = jsonvalue.NewArray(types)
	}
	if typed && !slices.ContainsFunc(types.Items(), func(t Value) bool { return t.Str() == null.Str() }) {
		w.put("type", jsonvalue.NewArray(append(types.Items()[:types.Len():types.Len()], null)...))
	}
	if listed && !hasNull(enum.Items()) {
		w.put("enum", jsonvalue.NewArray(append(enum.Items()[:enum.Len():enum.Len()], Value{})...))
	}
}

// wrapNullable makes a union with null, for a schema without a type. Annotations
// such as the description stay outside the union.
func (w *schemaWriter) wrapNullable(null Value) {
	var inside, outside []jsonvalue.Member
	for _, m := range w.out {
		switch m.Key {
		case "title", "description", "default", "deprecated", "examples", "example", "example_values":
			outside = append(outside, m)
		default:
			inside = append(inside, m)
		}
	}
	w.out, w.at = outside, nil
	w.put("anyOf", jsonvalue.NewArray(
		jsonvalue.NewObject(inside...),
		jsonvalue.ObjectOf("type", null),
	))
}

// stringLists reports whether every member is a list of distinct strings.
func stringLists(v Value) bool {
	for _, m := range v.Members() {
		seen := make(map[string]bool, m.Value.Len())
		for _, item := range m.Value.Items() {
			if item.Kind() != jsonvalue.String || seen[item.Str()] {
				return false
			}
			seen[item.Str()] = true
		}
		if m.Value.Kind() != jsonvalue.Array {
			return false
		}
	}
	return true
}

// types writes "type". A name that means a schema ("List[int]") adds that
// schema's keywords, unless the schema has its own.
func (w *schemaWriter) types(v Value) {
	switch v.Kind() {
	case jsonvalue.String:
		if k, format, ok := simpleType(v.Str()); ok && format == "" {
			w.put("type", jsonvalue.NewString(jsonTypes[k]))
			return
		}
		s, _ := typeSchema(v.Str())
		w.merge(s)
	case jsonvalue.Object:
		w.merge(w.refs.schema(v))
	case jsonvalue.Array:
		var names []Value
		seen := kinds(0)
		for _, item := range v.Items() {
			k, _, ok := simpleType(item.Str())
			if !ok && item.Len() == 0 && item.Str() == "" {
				return // no type
			}
			if !ok {
				w.merge(jsonvalue.ObjectOf("anyOf", w.refs.schemas(jsonvalue.NewArray(typeBranches(v.Items())...))))
				return
			}
			if seen&k != k {
				names = append(names, jsonvalue.NewString(jsonTypes[k]))
				seen |= k
			}
		}
		if len(names) > 0 {
			w.put("type", jsonvalue.NewArray(names...))
		}
	}
}

func (w *schemaWriter) merge(s Value) {
	in := w.in.Getter()
	for _, m := range s.Members() {
		if m.Key == "enum" {
			w.enum(m.Value)
			continue
		}
		_, own := in(m.Key)
		if _, written := w.get(m.Key); !written && (!own || m.Key == "type") {
			w.put(m.Key, m.Value)
		}
	}
}

// items converts draft 4's list of items to prefixItems, and its additionalItems
// to items. If a schema has the lists of both drafts, the last one counts.
func (w *schemaWriter) items(key string, v Value) {
	prefix := ""
	for _, m := range w.in.Members() {
		if m.Value.Kind() == jsonvalue.Array && (m.Key == "prefixItems" || m.Key == "items") {
			prefix = m.Key
		}
	}
	tail, closed := w.in.Get("additionalItems")
	closed = closed && prefix != "" && tail.Kind() == jsonvalue.Bool && !tail.Bool()
	switch k := v.Kind(); {
	case k == jsonvalue.Array:
		if key == prefix && v.Len() > 0 {
			w.put("prefixItems", w.refs.schemas(v))
		}
	case key == "additionalItems" && (closed || prefix == "items"), key == "items" && !closed:
		if k == jsonvalue.Object || k == jsonvalue.Bool || k == jsonvalue.String {
			w.put("items", w.refs.schema(v))
		}
	}
}

// bound writes a numeric keyword; draft 4's exclusive flags become numbers.
func (w *schemaWriter) bound(key string, v Value) {
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
			return
		}
		key = "multipleOf"
	}
	r, n, ok := rational(v)
	if _, has := w.get(key); !ok || has || key == "multipleOf" && r.Sign() <= 0 {
		return
	}
	w.put(key, n)
}
