package trajectory

import (
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Hallucinations counts calls of the agent that cannot be right whatever the user
// wants, by kind; nil if the source does not say what was offered.
type Hallucinations struct {
	NotOffered   *int64 `json:"not_offered"`   // calls of tools that are not offered
	BadArguments *int64 `json:"bad_arguments"` // calls with arguments that the schema refuses
	Fabricated   *int64 `json:"fabricated"`    // calls with a value that nothing supports
	// All counts calls of any of these kinds, each once.
	All *int64 `json:"hallucinations"`
}

// hallucinations counts hallucinated calls by the tools' schemas and by the
// conversation.
func hallucinations(calls []made, backing *backing) Hallucinations {
	if backing == nil {
		return Hallucinations{}
	}
	var unknown, bad, fabricated, all int64
	for i := range calls {
		c := &calls[i]
		if c.byUser {
			continue
		}
		notOffered, refused, made := backing.hallucinated(c)
		unknown, bad, fabricated = unknown+one(notOffered), bad+one(refused), fabricated+one(made)
		all += one(notOffered || refused || made)
	}
	h := Hallucinations{NotOffered: &unknown, BadArguments: &bad, All: &all}
	if !backing.over {
		h.Fabricated = &fabricated
	}
	return h
}

// hallucinated reports which kinds of hallucination a call shows.
func (b *backing) hallucinated(c *made) (notOffered, refused, fabricated bool) {
	tool := b.tools.byName[c.Name]
	if tool == nil {
		return true, false, false
	}
	refused = len(Refused(tool, b.tools.sets[c.Name], c.Call)) > 0
	return false, refused, !c.Malformed() && b.read(c.message) && len(b.unbacked(c)) > 0
}

// Refused lists the parameters for which a tool's schema refuses a call: unknown
// parameters, values of a wrong type or outside the domain, and missing required
// parameters. Arguments that are no object are refused as "".
func Refused(tool *domains.Tool, set domains.Set, c *Call) (names []string) {
	if c.Malformed() {
		return []string{""}
	}
	given := c.Arguments.Getter()
	for i := range tool.Params {
		if _, ok := given(tool.Params[i].Name); tool.Params[i].Required && !ok {
			names = append(names, tool.Params[i].Name)
		}
	}
	of := tool.Finder(set, c.Arguments.Len())
	for _, arg := range c.Arguments.Members() {
		p, d := of(arg.Key)
		switch {
		case p == nil:
			names = append(names, arg.Key)
		case arg.Value.IsNull() && (p.Nullable || !p.Required), p.HasDefault && jsonvalue.Equal(arg.Value, p.Default):
		case d.Excludes(arg.Value), !typed(p.Schema.Field("type"), arg.Value):
			names = append(names, arg.Key)
		}
	}
	return names
}

// typed reports whether a value, as it is written, has a declared type: a number in
// quotes is no number. A type name that JSON Schema does not know admits everything.
func typed(declared domains.Value, v domains.Value) bool {
	if declared.Kind() == jsonvalue.Array {
		return slices.ContainsFunc(declared.Items(), func(one domains.Value) bool { return typed(one, v) })
	}
	switch declared.Str() {
	case "integer":
		return v.Kind() == jsonvalue.Number && jsonvalue.ParseDecimal(v.NumberText()).IsInteger()
	case "string", "number", "boolean", "array", "object", "null":
		return v.Kind().String() == declared.Str()
	}
	return true
}
