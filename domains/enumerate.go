package domains

import (
	"math/big"
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxListed is the number of values up to which a finite domain is written out,
// where arithmetic alone cannot count it: under not, if, contains and those like
// them, and where lists or objects of a union overlap.
const maxListed = 4096

// maxCells is the number of elements and members that may be written on the
// way, for each value that may be listed.
const maxCells = 16

// lister writes the values of finite domains out.
type lister struct {
	limit int // values of one domain
	cells int // elements and members that may still be written
}

// writeOut lists the values of one domain, or the distinct ones of several,
// within what is left to the evaluator, and charges it for that.
func (e *evaluator) writeOut(parts ...Domain) (values []Value, ok bool) {
	l := lister{limit: max(0, min(maxListed, e.left))}
	l.cells = l.limit * maxCells
	before := l.cells
	if len(parts) == 1 {
		values, ok = l.values(&parts[0])
	} else {
		values, ok = l.union(parts)
	}
	e.left -= (before-l.cells)>>3 + len(values)>>2
	return values, ok
}

// values returns every value of a finite domain; ok is false where they are
// more than the limit or not known.
func (l *lister) values(d *Domain) (values []Value, ok bool) {
	switch {
	case d.Size == 0:
		return nil, true
	case d.Size == Infinite || d.Size > int64(l.limit):
		return nil, false
	}
	if values, ok = d.enumerated(); ok {
		return values, true
	}
	if values, ok = l.plain(d); !ok {
		return nil, false
	}
	if d.admitsNull() {
		values = append(values, Value{})
	}
	if d.detail != nil && d.detail.guard != nil {
		values = slices.DeleteFunc(values, func(v Value) bool { return !d.detail.guard.admits(v) })
	}
	return values, true
}

// plain is values without null and without the guard.
func (l *lister) plain(d *Domain) (values []Value, ok bool) {
	switch {
	case d.Type == Boolean:
		return []Value{jsonvalue.NewBool(false), jsonvalue.NewBool(true)}, true
	case d.Type == NumericRange:
		return l.ranged(d)
	case d.detail == nil:
		return nil, false
	case d.Type == List && (d.detail.elem != nil || d.detail.prefix != nil):
		return l.lists(d.detail)
	case d.detail.members != nil:
		return l.objects(d.detail.members)
	case d.detail.parts != nil:
		return l.union(d.detail.parts)
	}
	return nil, false
}

// ranged counts a range through from its lower bound.
func (l *lister) ranged(d *Domain) (values []Value, ok bool) {
	if d.Min == nil || d.Max == nil {
		return nil, false
	}
	lo, _, _ := rational(*d.Min)
	hi, _, _ := rational(*d.Max)
	openMin, openMax := d.detail != nil && d.detail.openMin, d.detail != nil && d.detail.openMax
	step := d.stride()
	if step == nil {
		if lo.Cmp(hi) == 0 && !openMin && !openMax {
			return []Value{*d.Min}, true
		}
		return nil, false
	}
	first, exact := quotient(lo, step)
	if !exact || openMin {
		first.Add(first, big.NewInt(1))
	}
	for x := new(big.Rat).Mul(new(big.Rat).SetInt(first), step); !beyond(x.Cmp(hi), openMax); x = new(big.Rat).Add(x, step) {
		if l.cells--; len(values) == l.limit || l.cells < 0 {
			return nil, false
		}
		values = append(values, ratValue(x))
	}
	return values, true
}

// stride is the distance between the values of a range, nil where there is
// none.
func (d *Domain) stride() *big.Rat {
	var n numbers
	if d.Step != nil {
		n.multiple(*d.Step)
	}
	return n.step(d.integer())
}

// lists builds the lists one element longer at a time.
func (l *lister) lists(det *detail) (values []Value, ok bool) {
	layer := [][]Value{nil}
	for n := int64(0); ; n++ {
		if n >= det.min {
			for _, items := range layer {
				values = append(values, jsonvalue.NewArray(items...))
			}
		}
		if n == det.max || len(layer) == 0 {
			return values, true
		}
		parts, ok := l.values(det.itemAt(n))
		if l.cells -= len(layer) * len(parts) * int(n+1); !ok || l.cells < 0 {
			return nil, false
		}
		next := make([][]Value, 0, len(layer)*len(parts))
		for _, items := range layer {
			for _, x := range parts {
				if !det.unique || !holds(items, x) {
					next = append(next, append(slices.Clip(items), x))
				}
			}
		}
		layer = next
	}
}

// itemAt is the domain of the element at position n of a list.
func (det *detail) itemAt(n int64) *Domain {
	if n < int64(len(det.prefix)) {
		return &det.prefix[n]
	}
	if det.elem == nil {
		return &Domain{Type: Custom, Size: Infinite}
	}
	return det.elem
}

// objects builds the objects one property at a time.
func (l *lister) objects(members []member) (values []Value, ok bool) {
	layer := [][]jsonvalue.Member{nil}
	for i := range members {
		m := &members[i]
		parts, ok := l.values(&m.domain)
		if l.cells -= len(layer) * (len(parts) + 1) * (i + 1); !ok || l.cells < 0 {
			return nil, false
		}
		next := make([][]jsonvalue.Member, 0, len(layer)*(len(parts)+1))
		for _, o := range layer {
			if !m.needed {
				next = append(next, o)
			}
			for _, x := range parts {
				next = append(next, append(slices.Clip(o), jsonvalue.Member{Key: m.name, Value: x}))
			}
		}
		layer = next
	}
	for _, o := range layer {
		values = append(values, jsonvalue.NewObject(o...))
	}
	return values, true
}

// union lists the distinct values of several domains.
func (l *lister) union(parts []Domain) (values []Value, ok bool) {
	for i := range parts {
		vs, ok := l.values(&parts[i])
		if l.cells -= len(vs); !ok || l.cells < 0 {
			return nil, false
		}
		values = append(values, vs...)
	}
	return newValueSet(slices.Clip(values)).values, true
}

// guarded applies the schemas that only a checker understands: the values that
// they exclude are taken from a domain that can be written out, or, where only
// a few can be told, from its size. Otherwise the size is an upper bound.
func (e *evaluator) guarded(d Domain, f *facets) Domain {
	if d.Size == 0 || e.left <= 0 {
		return d
	}
	g := &guard{root: e.root, schemas: f.guards}
	values, ok := e.writeOut(d)
	if !ok {
		return e.excluding(d, g)
	}
	c := e.checker()
	kept := make([]Value, 0, len(values))
	for _, v := range values {
		if c.passes(f.guards, v, c.uncounted) {
			kept = append(kept, v)
		}
	}
	e.charge(c)
	if len(kept) == len(values) {
		return d
	}
	if _, enum := d.enumerated(); enum || d.Type == Boolean {
		return enumeration(kept, d.Source).from(d.span)
	}
	det := d.with()
	det.guard, det.null = g, det.null && hasNull(kept)
	if d.Size = int64(len(kept)); d.Values != nil {
		d.Values = slices.DeleteFunc(slices.Clone(d.Values), func(v Value) bool { return !d.Contains(v) })
	}
	return d
}

// excluding takes from a domain that is too large to be written out, or
// infinite, what a plain "not" names. The size of a finite one becomes smaller
// by the values that both have.
func (e *evaluator) excluding(d Domain, g *guard) Domain {
	d.with().guard = g
	if d.Size == Infinite || d.Size == MaxSize || len(g.schemas) != 1 {
		return d
	}
	not, has := g.schemas[0].Get("not")
	if !has {
		return d
	}
	for _, m := range g.schemas[0].Members() {
		if checked(m.Key) && m.Key != "not" {
			return d
		}
	}
	out := e.domain(not)
	values, ok := e.writeOut(out)
	if !ok {
		return d
	}
	unguarded := d
	unguarded.with().guard = nil
	c := e.checker()
	for _, v := range values {
		if c.check(not, v, 0) == yes && unguarded.Contains(v) {
			d.Size--
		}
	}
	e.charge(c)
	return d
}

// checker makes a checker that may take a share of the steps that are left.
func (e *evaluator) checker() *checker {
	steps := max(0, min(e.left, maxListed)) << checkShift
	return &checker{root: e.root, left: steps, given: steps}
}

// checkShift is how much less a step of a checker costs than a schema read, as
// a power of two.
const checkShift = 4

// charge takes what a checker of e used.
func (e *evaluator) charge(c *checker) {
	e.left -= (c.given - c.left) >> checkShift
}
