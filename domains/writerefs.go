package domains

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// refWriter rewrites the references of one tool so that each points to
// something in the written tool.
type refWriter struct {
	root  Value // the schema of the parameters as it was read
	names names // of $defs, from the first reference on
	known map[string]string
	refs  resolver
	queue []movedRef // schemas to be written among $defs
}

// movedRef is the target of a reference that would otherwise not be written.
type movedRef struct {
	name   string
	target Value
}

// place returns the written form of a reference; ok is false if it is broken
// and is left out. A target outside the root's properties and definitions moves
// to $defs.
func (r *refWriter) place(ref string) (written string, ok bool) {
	if written, ok = r.known[ref]; ok {
		return written, written != ""
	}
	if r.known == nil {
		r.known = map[string]string{}
		for _, m := range r.root.Field("$defs").Members() {
			r.names.use(m.Key)
		}
	}
	r.known[ref] = ""
	target, found := r.refs.resolve(r.root, ref)
	if k := target.Kind(); !found || k != jsonvalue.Object && k != jsonvalue.Bool && k != jsonvalue.String {
		return "", false
	}
	if written = ref; !r.written(ref) {
		if len(r.queue) >= maxToolDefs {
			return "", false
		}
		name := functionName(strings.TrimPrefix(ref, "#"))
		if name == "" {
			name = "parameters"
		}
		name = r.names.take(name, maxParamName)
		written = "#/$defs/" + name
		r.queue = append(r.queue, movedRef{name, target})
	}
	r.known[ref] = written
	return written, true
}

// written reports whether the target of a reference is written at its old
// place.
func (r *refWriter) written(ref string) bool {
	tokens := strings.Split(ref, "/")
	if len(tokens) != 3 || strings.ContainsAny(tokens[2], "%") {
		return false
	}
	switch tokens[1] {
	case "properties", "$defs", "definitions":
		return r.root.Field(tokens[1]).Kind() == jsonvalue.Object
	}
	return false
}

// moved writes the schemas that have moved, and the schemas that these refer
// to.
func (r *refWriter) moved() []jsonvalue.Member {
	var out []jsonvalue.Member
	for i := 0; i < len(r.queue); i++ {
		out = append(out, jsonvalue.Member{Key: r.queue[i].name, Value: r.schema(r.queue[i].target)})
	}
	return out
}
