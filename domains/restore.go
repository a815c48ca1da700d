package domains

import (
	"maps"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Restore returns sets, which were read from JSON, with what JSON lacks and the schemas of
// their tools still say: which values a domain holds, and which of them the schema itself
// excludes. A domain that the schema annotator would write the same holds what the
// annotator's holds. Any other, of a model or a person, is as it was read, on the schema's
// own (Domain.On). The given map and sets are not changed.
func Restore(tools []Tool, sets map[string]Set) map[string]Set {
	out := maps.Clone(sets)
	for i := range tools {
		if set, ok := sets[tools[i].Name]; ok {
			out[tools[i].Name] = set.restored(&tools[i])
		}
	}
	return out
}

func (s Set) restored(tool *Tool) Set {
	e := evaluator{root: tool.Schema, left: maxEvalSchemas}
	out := s
	for i := range s {
		if s[i].Domain.plain() {
			continue // most are; the schema need not be read
		}
		p := tool.Param(s[i].Name)
		if i < len(tool.Params) && tool.Params[i].Name == s[i].Name {
			p = &tool.Params[i]
		}
		if p == nil {
			continue
		}
		if &out[0] == &s[0] {
			out = slices.Clone(s)
		}
		out[i].Domain = s[i].Domain.restored(e.param(p))
	}
	return out
}

// plain reports whether the JSON form of d says all: which values it holds, and that they
// are the schema's.
func (d *Domain) plain() bool {
	switch {
	case d.Source == "":
		return true // a row's own, which rests on nothing else
	case !d.Stated():
		return false
	}
	switch d.Type {
	case Boolean:
		return true
	case Finite:
		return d.Values != nil
	}
	return d.Size == Infinite && d.Type != NumericRange
}

// restored is d, which was read from JSON, on the domain that the schema annotator finds.
func (d Domain) restored(own Domain) Domain {
	if !sameForm(&d, &own) {
		return d.On(own)
	}
	d.detail = own.detail
	return d
}

// sameForm reports whether d, which was read from JSON, may be the schema annotator's
// domain own: all members but data_dependent are equal.
func sameForm(d, own *Domain) bool {
	if d.Type != own.Type || d.Size != own.Size || !sameSource(d.Source, own.Source) || !slices.EqualFunc(d.Values, own.Values, jsonvalue.Equal) {
		return false
	}
	theirs := own.bounds()
	for i, b := range d.bounds() {
		switch {
		case (b == nil) != (theirs[i] == nil):
			return false
		case b != nil && (!jsonvalue.Equal(*b, *theirs[i]) || !sameSource(d.origin(i), own.origin(i))):
			return false
		}
	}
	return true
}

// sameSource reports whether two sources are one. A model that knows no more than the
// schema adds its word in parentheses. A tool that is written again may have its domain from
// another keyword, where its schema says the same twice.
func sameSource(read, own string) bool {
	read, _, _ = strings.Cut(read, " (")
	return read == own || strings.HasPrefix(read, "schema.") && strings.HasPrefix(own, "schema.")
}
