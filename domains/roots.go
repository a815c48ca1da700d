package domains

import (
	"fmt"
	"maps"
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxRootSchemas is the number of schemas that may be merged into one set of
// parameters.
const maxRootSchemas = 1024

// roots reads the parameters that a schema names through $ref, allOf, oneOf and
// anyOf at its root.
type roots struct {
	root Value
	left int // schemas that may still be read
}

// arguments are the properties of a schema of objects, and the names of the
// required ones.
type arguments struct {
	properties []jsonvalue.Member
	index      map[string]int // of the properties, once several schemas were merged; the slice and the map are then copies
	required   map[string]bool
	shaped     bool // it describes an object, and not only other types
}

// add appends a property. If the name is there already, it returns its index.
func (a *arguments) add(m jsonvalue.Member) (at int, had bool) {
	if at, had = a.index[m.Key]; !had {
		if a.index == nil {
			a.index = map[string]int{}
		}
		a.index[m.Key] = len(a.properties)
		a.properties = append(a.properties, m)
	}
	return at, had
}

// read returns the arguments that a schema describes. Its own properties, its
// references and all branches of allOf must hold. Of oneOf and anyOf one branch
// must hold: a parameter has the union of the branches' schemas, and is required if
// all branches require it. Which parameters go together in a branch is lost.
func (r *roots) read(schema Value, path string, depth int) (arguments, error) {
	var a arguments
	if r.left--; r.left < 0 || depth > maxTypeDepth {
		return a, &Error{CodeBadTools, path, fmt.Sprintf("the parameters join more than %d schemas, or nest them deeper than %d; write out what the tool takes", maxRootSchemas, maxTypeDepth)}
	}
	if ref := schema.Field("$ref").Str(); ref != "" {
		if target, ok := resolve(r.root, ref); ok {
			b, err := r.read(target, path, depth+1)
			if err != nil {
				return a, err
			}
			a.both(b)
		}
	}
	props, ok := schema.Get("properties")
	if k := props.Kind(); k != jsonvalue.Object && k != jsonvalue.Null {
		return a, &Error{CodeBadTools, join(path, "properties"), "the properties are " + props.Kind().Noun() + "; give an object of name: schema"}
	}
	r.left -= props.Len() >> 8
	own := arguments{properties: props.Members(), shaped: ok, required: map[string]bool{}}
	for _, name := range schema.Field("required").Items() {
		if own.shaped = true; name.Kind() == jsonvalue.String {
			own.required[name.Str()] = true
		}
	}
	a.both(own)
	for _, key := range [...]string{"allOf", "oneOf", "anyOf"} {
		branches := schema.Field(key)
		if branches.Kind() != jsonvalue.Array && !branches.IsNull() {
			return a, &Error{CodeBadTools, join(path, key), key + " is " + branches.Kind().Noun() + "; give a list of schemas"}
		}
		var any []arguments
		for i, branch := range branches.Items() {
			b, err := r.read(branch, fmt.Sprintf("%s[%d]", join(path, key), i), depth+1)
			if err != nil {
				return a, err
			}
			if key == "allOf" {
				a.both(b)
			} else if b.shaped || branch.Field("type").Str() == "object" {
				any = append(any, b)
			}
		}
		a.both(either(any))
	}
	return a, nil
}

// both adds arguments that must hold as well.
func (a *arguments) both(b arguments) {
	if !a.shaped {
		*a = b
		return
	}
	a.detach()
	for _, m := range b.properties {
		if i, had := a.add(m); had && !jsonvalue.Equal(a.properties[i].Value, m.Value) {
			a.properties[i].Value = joined("allOf", a.properties[i].Value, m.Value)
		}
	}
	for name := range b.required {
		a.required[name] = true
	}
}

// detach replaces properties that are shared with the schema by copies, which may be
// changed.
func (a *arguments) detach() {
	if a.index != nil {
		return
	}
	theirs := a.properties
	a.properties, a.index, a.required = nil, map[string]int{}, maps.Clone(a.required)
	if a.required == nil {
		a.required = map[string]bool{}
	}
	for _, m := range theirs {
		a.add(m)
	}
}

// either merges the arguments of branches of which one must hold.
func either(branches []arguments) arguments {
	var a arguments
	for n, b := range branches {
		a.shaped = true
		for _, m := range b.properties {
			if i, had := a.add(m); had {
				have := a.properties[i].Value
				if !jsonvalue.Equal(have, m.Value) && !slices.ContainsFunc(have.Field("anyOf").Items(), func(v Value) bool { return jsonvalue.Equal(v, m.Value) }) {
					a.properties[i].Value = joined("anyOf", have, m.Value)
				}
			}
		}
		if n == 0 {
			a.required = maps.Clone(b.required)
		} else {
			maps.DeleteFunc(a.required, func(name string, _ bool) bool { return !b.required[name] })
		}
	}
	return a
}

// joined combines two schemas under key, without nesting. The first description
// also stands beside them, for readers that look at the parameter alone.
func joined(key string, have, next Value) Value {
	items := []Value{have}
	if list := have.Field(key); list.Kind() == jsonvalue.Array && have.Without("description").Len() == 1 {
		items = list.Items()
	}
	out := jsonvalue.ObjectOf(key, append(slices.Clip(items), next))
	for _, v := range [...]Value{have, next} {
		if text := v.Field("description"); text.Str() != "" {
			return out.With("description", text)
		}
	}
	return out
}

// unexplained finds a key that may hold parameters although no notation uses it.
// Reading such a tool without parameters would be wrong.
func unexplained(v Value) (key string, ok bool) {
	for _, m := range v.Members() {
		switch m.Key {
		case "name", "description", "type", "strict", "required", "returns", "return", "response", "responses", "output", "outputs", "outputSchema", "output_schema", "output_parameters",
			"annotations", "_meta", "metadata", "example", "examples", "errors", "$defs", "definitions", "properties", "title", "default", "dependentRequired", "dependentSchemas", "patternProperties", "not", "if", "then", "else":
			continue
		}
		if holdsParameters(m.Value) {
			return m.Key, true
		}
	}
	return "", false
}

// holdsParameters reports whether a value looks like parameters: a schema of an
// object, a map of schemas, or a list of named ones.
func holdsParameters(v Value) bool {
	v, err := unwrap(v, CodeBadTools, "")
	if err != nil {
		return false
	}
	unnamed := func(item Value) bool { return item.Field("name").Kind() != jsonvalue.String || !isSchema(item) }
	other := func(m jsonvalue.Member) bool { return !isSchema(m.Value) }
	return v.Field("properties").Len() > 0 || v.Len() > 0 && !slices.ContainsFunc(v.Items(), unnamed) && !slices.ContainsFunc(v.Members(), other)
}

// isSchema reports whether a value is an object with a keyword that gives a value's
// type.
func isSchema(v Value) bool { return v.Has("type", "enum", "$ref", "anyOf", "oneOf") }
