package domains

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// apiArguments gathers the parameters of one operation.
type apiArguments struct {
	doc        *apiDoc
	taken      names // names of the parameters so far
	places     map[[2]string]bool
	properties []jsonvalue.Member
	required   []Value
	refs       []string // the references in their schemas
}

// maxParamName bounds the names of parameters, in bytes.
const maxParamName = 1 << 10

// add adds a parameter. If its name is taken, it gets its place in front ("query_id").
func (a *apiArguments) add(name, place string, schema Value, required bool) {
	if a.taken.used[name] {
		name = place + "_" + name
	}
	name = a.taken.take(name, maxParamName)
	a.properties = append(a.properties, jsonvalue.Member{Key: name, Value: schema})
	if required {
		a.required = append(a.required, jsonvalue.NewString(name))
	}
}

// parameters reads a list of parameters. Of two with the same name and place the first
// wins, which is the operation's own.
func (a *apiArguments) parameters(list Value, path string) error {
	if k := list.Kind(); k != jsonvalue.Array && k != jsonvalue.Null {
		return &Error{CodeBadTools, path, "the parameters of an operation are " + list.Kind().Noun() + "; give a list"}
	}
	a.doc.left -= list.Len()
	if a.places == nil {
		a.places = map[[2]string]bool{}
	}
	for i, item := range list.Items() {
		at := fmt.Sprintf("%s[%d]", path, i)
		p, err := a.doc.follow(item, at)
		if err != nil {
			return err
		}
		name, place := p.Field("name").Str(), p.Field("in").Str()
		if name == "" || place == "" {
			return &Error{CodeBadTools, at, "a parameter without a name or a place; give it \"name\" and \"in\""}
		}
		key := [2]string{name, place}
		if a.places[key] || place == "header" && setByClient(name) {
			continue
		}
		a.places[key] = true
		a.add(name, place, a.schema(p), isTrue(p.Field("required")) || place == "path")
	}
	return nil
}

// setByClient reports whether OpenAPI does not allow the header as a parameter.
func setByClient(header string) bool {
	switch strings.ToLower(header) {
	case "accept", "content-type", "authorization":
		return true
	}
	return false
}

// schema returns the schema of a parameter. The parameter's own description wins over the
// schema's; its examples are added if the schema has none.
func (a *apiArguments) schema(p Value) Value {
	raw, ok := p.Get("schema")
	if !ok {
		if raw, ok = a.doc.mediaType(p.Field("content")); ok {
			raw = raw.Field("schema")
		}
	}
	s := a.doc.localise(raw, &a.refs)
	if s.Kind() != jsonvalue.Object {
		s = jsonvalue.NewObject()
	}
	if text := p.Field("description"); text.Str() != "" {
		s = s.With("description", text)
	}
	if isTrue(p.Field("deprecated")) {
		s = s.With("deprecated", jsonvalue.NewBool(true))
	}
	return withExamples(s, p)
}

// withExamples copies the examples of a parameter into its schema.
func withExamples(s, p Value) Value {
	var values []Value
	if v, ok := p.Get("example"); ok {
		values = append(values, v)
	}
	for _, m := range p.Field("examples").Members() {
		if len(values) == maxExamples {
			break
		}
		if v, ok := m.Value.Get("value"); ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 || s.Has("example", "examples") {
		return s
	}
	return s.With("examples", jsonvalue.NewArray(newValueSet(values).values...))
}

// mediaType picks the media type of a body: JSON, else the first one.
func (d *apiDoc) mediaType(content Value) (Value, bool) {
	d.left -= content.Len() >> 1
	best, rank := Value{}, 0
	for _, m := range content.Members() {
		name, _, _ := strings.Cut(strings.ToLower(m.Key), ";")
		name = strings.TrimSpace(name)
		got := 1
		switch {
		case name == "application/json":
			got = 4
		case strings.HasSuffix(name, "+json"), strings.HasSuffix(name, "/json"):
			got = 3
		case strings.HasSuffix(name, "form-urlencoded"), name == "multipart/form-data":
			got = 2
		}
		if got > rank {
			best, rank = m.Value, got
		}
	}
	return best, rank > 0
}

// body adds the parameters of a request's body: its properties where it is a plain object,
// else one parameter for the whole body.
func (a *apiArguments) body(raw Value, path string) error {
	if raw.IsNull() {
		return nil
	}
	raw, err := a.doc.follow(raw, path)
	if err != nil {
		return err
	}
	media, ok := a.doc.mediaType(raw.Field("content"))
	if !ok {
		return nil // a body without a media type cannot be sent
	}
	needed := isTrue(raw.Field("required"))
	left := maxRootSchemas
	if schema := media.Field("schema"); a.doc.plain(schema, &left) {
		r := roots{root: a.doc.root, left: maxRootSchemas}
		object, err := r.read(schema, path, 0)
		a.doc.left -= 2*maxRootSchemas - left - r.left + len(object.properties)
		for _, p := range object.properties {
			if !isTrue(p.Value.Field("readOnly")) {
				a.add(p.Key, "body", a.doc.localise(p.Value, &a.refs), needed && object.required[p.Key])
			}
		}
		if err == nil && len(object.properties) > 0 {
			return nil
		}
	}
	s := a.doc.localise(media.Field("schema"), &a.refs)
	if s.Kind() != jsonvalue.Object {
		s = jsonvalue.NewObject()
	}
	if text := raw.Field("description"); text.Str() != "" && s.Field("description").Str() == "" {
		s = s.With("description", text)
	}
	a.add("body", "body", s, needed)
	return nil
}

// plain reports whether a schema describes an object by its properties alone, directly or
// through $ref and allOf. It looks at at most left schemas.
func (d *apiDoc) plain(s Value, left *int) bool {
	if *left--; *left < 0 || s.Kind() != jsonvalue.Object {
		return false
	}
	if t := s.Field("type"); !t.IsNull() && t.Str() != "object" || isTrue(s.Field("nullable")) ||
		s.Has("anyOf", "oneOf", "not", "if", "enum", "const", "patternProperties") {
		return false
	}
	parts := s.Field("allOf").Items()
	if ref := s.Field("$ref").Str(); ref != "" {
		target, ok := d.resolve(ref)
		if !ok {
			return false
		}
		parts = append(slices.Clip(parts), target)
	}
	return !slices.ContainsFunc(parts, func(part Value) bool { return !d.plain(part, left) })
}
