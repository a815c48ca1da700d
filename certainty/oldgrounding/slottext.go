package oldgrounding

import (
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// toolText is all of a tool that decides what words of a question name its
// parameters.
type toolText struct {
	name, description string
	params            []paramText
	bytes             int // of all of it
}

type paramText struct {
	name, description string
	nested            []string     // the names inside an object, as far as its schema spells them out
	kind              domains.Type // of its domain
	values            []valueText  // of its enumeration
}

type valueText struct {
	text   string // "" for one that is neither a string nor a number
	number bool
}

func textOfValue(v domains.Value) valueText {
	if v.Kind() == jsonvalue.Number {
		return valueText{v.NumberText(), true}
	}
	return valueText{v.Str(), false}
}

// textOf reads a tool.
func textOf(t *domains.Tool, set domains.Set) toolText {
	x := toolText{name: t.Name, description: t.Description, params: make([]paramText, len(t.Params))}
	x.bytes = len(t.Name) + len(t.Description)
	for i := range x.params {
		p, own := &t.Params[i], &x.params[i]
		own.name, own.description = p.Name, p.Description
		x.bytes += len(p.Name) + len(p.Description)
		nested := nestedProperties(p.Schema)
		for k := range nested {
			own.nested = append(own.nested, nested[k].Key)
			x.bytes += len(nested[k].Key)
		}
		var values []domains.Value
		own.kind, values = offeredValues(p, domainOf(set, p.Name))
		for _, v := range values {
			text := textOfValue(v)
			own.values = append(own.values, text)
			x.bytes += len(text.text) + 1
		}
	}
	return x
}

// clone copies the texts into memory of their own, so that who keeps them keeps
// nothing else of a sample alive.
func (x *toolText) clone() toolText {
	var b strings.Builder
	b.Grow(x.bytes)
	copied := func(s string) string {
		from := b.Len()
		b.WriteString(s)
		return b.String()[from:]
	}
	out := toolText{name: copied(x.name), description: copied(x.description), params: make([]paramText, len(x.params)), bytes: x.bytes}
	for i := range x.params {
		p, own := &x.params[i], &out.params[i]
		own.name, own.description, own.kind = copied(p.name), copied(p.description), domains.Type(strings.Clone(string(p.kind)))
		for _, name := range p.nested {
			own.nested = append(own.nested, copied(name))
		}
		for _, v := range p.values {
			own.values = append(own.values, valueText{copied(v.text), v.number})
		}
	}
	return out
}

// is reports whether it is the text of a tool.
func (x *toolText) is(t *domains.Tool, set domains.Set) bool {
	if x.name != t.Name || x.description != t.Description || len(x.params) != len(t.Params) {
		return false
	}
	for i := range x.params {
		if !x.params[i].is(&t.Params[i], set) {
			return false
		}
	}
	return true
}

func (x *paramText) is(p *domains.Param, set domains.Set) bool {
	if x.name != p.Name || x.description != p.Description {
		return false
	}
	kind, values := offeredValues(p, domainOf(set, p.Name))
	nested := nestedProperties(p.Schema)
	if x.kind != kind || len(x.values) != len(values) || len(x.nested) != len(nested) {
		return false
	}
	for i := range nested {
		if x.nested[i] != nested[i].Key {
			return false
		}
	}
	for i := range values {
		if x.values[i] != textOfValue(values[i]) {
			return false
		}
	}
	return true
}

// hashOfTool is the same for tools of the same text.
func hashOfTool(t *domains.Tool) uint64 {
	h := uint64(hashOf(t.Name))<<32 | uint64(len(t.Description))
	for i := range t.Params { // descriptions are compared soon enough
		p := &t.Params[i]
		h = h*0x9e3779b97f4a7c15 + uint64(hashOf(p.Name))<<32 + uint64(len(p.Description))
	}
	return h
}

// domainOf returns the domain of a parameter, nil where the set lacks it.
func domainOf(set domains.Set, name string) *domains.Domain {
	for i := range set {
		if set[i].Name == name {
			return &set[i].Domain
		}
	}
	return nil
}

// offeredValues returns the type of a parameter's domain, and the values that a
// question may offer, nil for one that does not list them. Of a large enumeration
// the domain holds examples only, the schema all.
func offeredValues(p *domains.Param, d *domains.Domain) (kind domains.Type, values []domains.Value) {
	if d == nil {
		return "", nil
	}
	switch d.Type {
	case domains.EstimatedFinite:
		if enum, ok := p.Schema.Get("enum"); ok {
			return d.Type, enum.Items()
		}
	case domains.Boolean, domains.Finite:
	default:
		return "", nil
	}
	return d.Type, d.Values
}

// nestedProperties are the properties of an object, or of the objects of a list.
func nestedProperties(schema domains.Value) []jsonvalue.Member {
	props := schema.Field("properties")
	if props.Kind() != jsonvalue.Object {
		props = schema.Field("items").Field("properties")
	}
	return props.Members()
}

// closed reports whether the domain is an enumeration of several values.
func (x *paramText) closed() bool {
	return x.kind == domains.Boolean || (x.kind == domains.Finite || x.kind == domains.EstimatedFinite) && len(x.values) > 1
}
