package trajectory

import (
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Hallucinations counts the agent's calls that cannot be right whatever the user
// wants, of each kind apart; nil where the source does not say what was offered.
type Hallucinations struct {
	NotOffered   *int64 `json:"not_offered"`   // calls of tools that are not offered
	BadArguments *int64 `json:"bad_arguments"` // calls with arguments that the schema refuses
	Fabricated   *int64 `json:"fabricated"`    // calls with a value that nothing backs
	// All is the number of calls of any kind.
	All *int64 `json:"hallucinations"`
}

// hallucinations counts by the schemas and by what the conversation backs.
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

// hallucinated says in which ways a call cannot be right.
func (b *backing) hallucinated(c *made) (notOffered, refused, fabricated bool) {
	tool := b.tools.byName[c.Name]
	if tool == nil {
		return true, false, false
	}
	refused = len(Refused(tool, b.tools.sets[c.Name], c.Call)) > 0
	return false, refused, !c.Malformed() && b.read(c.message) && len(b.unbacked(c)) > 0
}

// Refused lists the parameters with which a tool's schema refuses a call: those that
// it does not know, whose value has a wrong type or lies outside the domain, or that
// are required and missing. Arguments that are no object are refused as "".
func Refused(tool *domains.Tool, set domains.Set, c *Call) (names []string) {
	if c.Malformed() {
		return []string{""}
	}
	for i := range tool.Params {
		if _, ok := c.Arguments.Get(tool.Params[i].Name); tool.Params[i].Required && !ok {
			names = append(names, tool.Params[i].Name)
		}
	}
	for _, arg := range c.Arguments.Members() {
		p := tool.Param(arg.Key)
		d, _ := set.Get(arg.Key)
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

// typed reports whether a value is of a type that a schema declares, as it is written:
// a number in quotes is none. Names that JSON Schema does not know admit everything.
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
