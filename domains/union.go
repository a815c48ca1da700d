package domains

import (
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// unite evaluates a schema with anyOf or oneOf. It multiplies out the first union:
// each branch is joined with all other constraints.
func (e *evaluator) unite(f *facets) Domain {
	branches := f.unions[0]
	if len(branches) > maxUnionParts || !e.spend() {
		if all, ok := constants(branches); ok {
			g := f.clone()
			g.unions = g.unions[1:]
			g.enumerate(all, "schema.union")
			return e.plain(&g)
		}
		return Domain{Type: Custom, Size: Infinite, Source: "schema.union"}
	}
	many := meaningful(branches) > 1
	parts := make([]Domain, 0, len(branches))
	for _, branch := range branches {
		g := f.clone()
		e.left -= g.weight()
		g.unions = slices.Clip(g.unions[1:])
		g.nullable = false
		g.strict = slices.DeleteFunc(slices.Clone(g.strict), func(u []Value) bool { return &u[0] == &branches[0] })
		if many { // these describe the union, not the branch
			g.description, g.examples = "", nil
		}
		e.collect(branch, &g, 1)
		parts = append(parts, e.evaluate(&g))
	}
	return e.union(parts)
}

// constants returns the values of a long union in which each branch is a const.
func constants(branches []Value) (values []Value, ok bool) {
	values = make([]Value, len(branches))
	for i, b := range branches {
		if values[i], ok = b.Get("const"); !ok {
			return nil, false
		}
	}
	return values, true
}

// meaningful counts the branches that are more than null.
func meaningful(branches []Value) int {
	n := 0
	for _, b := range branches {
		if b.Field("type").Str() != "null" {
			n++
		}
	}
	return n
}

// withNull adds null to a domain, unless it is there already.
func withNull(d Domain) Domain {
	if d.admitsNull() {
		return d
	}
	if values, ok := d.enumerated(); ok {
		if hasNull(values) {
			return d
		}
		return enumeration(append(slices.Clip(values), Value{}), d.Source).from(d.span)
	}
	if d.Source == sourceNothing {
		return enumeration([]Value{{}}, "schema.type")
	}
	d.Size = addSize(d.Size, 1)
	d.with().null = true
	return d
}

// union is F1's: enumerated parts are united, overlapping ranges count once, other
// parts are summed. Null is handled apart, so that a union of one domain and null is
// that domain.
func (e *evaluator) union(parts []Domain) Domain {
	null := false
	kept := make([]Domain, 0, len(parts))
	for _, p := range parts {
		if p.admitsNull() {
			null = true
			p = withoutNull(p)
		} else if values, ok := p.enumerated(); ok && hasNull(values) {
			null = true
			p = enumeration(slices.DeleteFunc(slices.Clone(values), Value.IsNull), p.Source).from(p.span)
		}
		if p.Size != 0 && !slices.ContainsFunc(kept, func(k Domain) bool { return sameSet(k, p) }) {
			kept = append(kept, p)
		}
	}
	var d Domain
	switch {
	case len(kept) == 1:
		d = kept[0]
	case len(kept) == 0 && null:
		return enumeration([]Value{{}}, "schema.type")
	case len(kept) == 0:
		if len(parts) == 1 {
			return parts[0]
		}
		return nothing()
	default:
		d = e.join(kept)
	}
	if null {
		d = withNull(d)
	}
	return d
}

// withoutNull undoes withNull for a domain that is not enumerated.
func withoutNull(d Domain) Domain {
	if d.Size != Infinite && d.Size < MaxSize {
		d.Size--
	}
	d.with().null = false
	return d
}

// sameSet reports whether two domains without values are plainly the same.
func sameSet(a, b Domain) bool {
	if a.Type != b.Type || a.Size != b.Size || a.Source != b.Source {
		return false
	}
	switch a.Type {
	case Boolean, String:
		return true
	case NumericRange:
		return a.Min == nil && a.Max == nil && a.Step == nil && b.Min == nil && b.Max == nil && b.Step == nil &&
			a.integer() == b.integer()
	}
	return false
}

func (d *Domain) integer() bool { return d.detail != nil && d.detail.integer }

// atoms replaces each union of finite size by its parts.
func atoms(parts []Domain) []Domain {
	out := make([]Domain, 0, len(parts))
	for _, p := range parts {
		if p.Type == Custom && p.detail != nil && p.detail.parts != nil {
			out = append(out, atoms(p.detail.parts)...)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// join joins two or more domains, none of which has the null flag.
func (e *evaluator) join(parts []Domain) Domain {
	var values []Value
	var ranges, rest []Domain
	enums := 0
	described := Domain{Source: "schema.union"}
	for _, p := range parts {
		described.describe("union", p)
		if _, ok := p.enumerated(); ok {
			enums++
		}
	}
	all := atoms(parts)
	for _, p := range all {
		vs, ok := p.enumerated()
		switch {
		case ok:
			values = append(values, vs...)
		case p.Type == Boolean:
			values = append(values, jsonvalue.NewBool(false), jsonvalue.NewBool(true))
		case p.Type == NumericRange && p.Size != Infinite:
			ranges = append(ranges, p)
		default:
			rest = append(rest, p)
		}
	}
	if enums == len(parts) {
		return enumeration(values, described.Source).from(described.span)
	}
	d := Domain{Type: Custom, Source: described.Source}.from(described.span)
	if len(all) > maxUnionParts {
		d.Size = Infinite
		return d
	}
	set := newValueSet(values)
	for _, v := range set.values {
		contains := func(p Domain) bool {
			return p.Size != Infinite && (p.Type != NumericRange || v.Kind() == jsonvalue.Number) && e.spend() && p.Contains(v)
		}
		if !slices.ContainsFunc(ranges, contains) && !slices.ContainsFunc(rest, contains) {
			d.Size = addSize(d.Size, 1)
		}
	}
	d.Size = addSize(d.Size, countRanges(ranges))
	for _, p := range rest {
		d.Size = addSize(d.Size, p.Size)
	}
	if d.Size == Infinite {
		return d
	}
	d.with().parts = slices.Clone(parts)
	return d
}

// countRanges is the number of values in finite ranges. A value in several ranges
// counts once if the ranges are few; else the result is their sum, an upper bound.
func countRanges(ranges []Domain) int64 {
	sum := int64(0)
	for i := range ranges {
		sum = addSize(sum, ranges[i].Size)
	}
	if len(ranges) > 1 && len(ranges) <= maxOverlaps && sum < MaxSize {
		return countOverlapping(ranges)
	}
	return sum
}
