package domains

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// resolve follows a local reference ("#", "#/$defs/Name", "#/definitions/Name")
// into root. Nothing outside root is ever opened.
func resolve(root Value, ref string) (target Value, ok bool) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return Value{}, false
	}
	target = root
	if pointer == "" {
		return target, true
	}
	for _, token := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if strings.Contains(token, "%") {
			if plain, err := url.PathUnescape(token); err == nil {
				token = plain
			}
		}
		if strings.Contains(token, "~") {
			token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		}
		if target.Kind() == jsonvalue.Array {
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= target.Len() {
				return Value{}, false
			}
			target = target.Items()[i]
			continue
		}
		if target, ok = target.Get(token); !ok {
			return Value{}, false
		}
	}
	return target, true
}

// maxNullSchemas bounds the search for null in a schema.
const maxNullSchemas = 256

// admitsNull reports whether a schema says that it admits null: nullable, a
// type or a union that names null, an enum that lists it. A schema without a
// type, which admits everything, does not say so. depth bounds the chain of
// unions and references, left the number of schemas looked at.
func admitsNull(schema, root Value, depth int, left *int) bool {
	if *left--; *left < 0 || depth > maxTypeDepth || schema.Kind() != jsonvalue.Object {
		return false
	}
	if isTrue(schema.Field("nullable")) {
		return true
	}
	if enum, ok := schema.Get("enum"); ok && enum.Kind() == jsonvalue.Array {
		return hasNull(enum.Items())
	}
	if c, ok := schema.Get("const"); ok {
		return c.IsNull()
	}
	if typeAdmitsNull(schema.Field("type"), root, depth, left) {
		return true
	}
	for _, key := range [...]string{"anyOf", "oneOf"} {
		for _, branch := range schema.Field(key).Items() {
			if admitsNull(branch, root, depth+1, left) {
				return true
			}
		}
	}
	if ref := schema.Field("$ref").Str(); ref != "" {
		if target, ok := resolve(root, ref); ok {
			return admitsNull(target, root, depth+1, left)
		}
	}
	return false
}

func typeAdmitsNull(t, root Value, depth int, left *int) bool {
	switch t.Kind() {
	case jsonvalue.Array:
		for _, item := range t.Items() {
			if typeAdmitsNull(item, root, depth+1, left) {
				return true
			}
		}
	case jsonvalue.Object:
		return admitsNull(t, root, depth+1, left)
	case jsonvalue.String:
		if _, _, simple := simpleType(t.Str()); simple {
			return t.Str() == "null" || t.Str() == "none"
		}
		s, _ := typeSchema(t.Str())
		if name := s.Field("type"); name.Kind() == jsonvalue.String {
			return name.Str() == "null"
		}
		return admitsNull(s, root, depth+1, left)
	}
	return false
}

func hasNull(values []Value) bool {
	for _, v := range values {
		if v.IsNull() {
			return true
		}
	}
	return false
}

// isTrue reads a flag that some sources write as a string.
func isTrue(v Value) bool { return v.Bool() || strings.EqualFold(v.Str(), "true") }
