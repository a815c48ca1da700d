package grounding

import "slices"

// The parts of an address that a parameter may take.
const (
	houseNumber = "house"
	postcode    = "postcode"
	town        = "town"
)

// addressPart returns the part of an address that the words of a name ask for, "" for none: a house number, a
// postcode or a town. Other numbers are none of them.
func addressPart(name []string) string {
	for i, n := range name {
		if i+1 < len(name) {
			n += name[i+1] // house number, código postal
		}
		for _, part := range [...]string{houseNumber, postcode} {
			if tell("address_"+part, n) || tell("address_"+part, name[i]) {
				return part
			}
		}
	}
	if slices.ContainsFunc(name, func(n string) bool { return tell("address_town", n) }) {
		return town
	}
	return ""
}

// misplaced reports whether a place is another part of an address than the parameter takes: in "Lindenstraße 12,
// 50674 Köln", 12 is no postcode, 50674 no house number and Lindenstraße no town.
func (q *query) misplaced(h *hit) bool {
	b := q.b
	if q.want.address == "" || q.depth > 0 || b.role(int(b.tokens[h.from].turn)) == "tool" {
		return false
	}
	short := func(i int32) bool { // a house number behind its street
		t := b.tok(int(i), int(h.from))
		return t.turn >= 0 && t.digit && len(b.norm(t)) <= 3
	}
	switch q.want.address {
	case town:
		next := b.tok(int(h.to)+1, int(h.from))
		return h.to-h.from <= 3 && (short(h.to) && b.tokens[h.to].gap == space && (next.turn < 0 || next.gap >= comma) || // but Rome 12 June
			b.street(h.to-1) || b.street(h.from-1) && b.tokens[h.from].gap == space ||
			b.street(h.from-2) && b.tokens[h.from-1].capital && b.tokens[h.from].gap == space && b.tok(int(h.to), int(h.from)).gap == comma || // rue Victor Hugo, Lyon
			b.street(h.to) && b.tokens[h.to].gap == space && b.tokens[h.to].capital)
	case postcode:
		return h.to-h.from == 1 && short(h.from) && q.postcoded(h.to, h.to+6)
	}
	return h.to-h.from == 1 && b.tokens[h.from].digit && len(b.norm(&b.tokens[h.from])) > 3 && q.housed(h.from)
}

// postcoded reports whether a number of four digits or more stands within a few tokens and begins what follows a
// comma or ends its sentence, as postcodes do.
func (q *query) postcoded(from, to int32) bool {
	b := q.b
	for i := from; i < to && int(i) < len(b.tokens) && b.tokens[i].turn == b.tokens[from-1].turn && b.tokens[i].gap < sentence; i++ {
		if t := &b.tokens[i]; t.digit && len(b.norm(t)) > 3 {
			next := b.tok(int(i)+1, int(i))
			return !b.street(i+2) && !b.street(i+3) && (t.gap == comma || next.turn < 0 || next.gap == sentence || next.capital && next.gap <= space && i == from) // but 2 pizzas, 1428 Elm Street
		}
	}
	return false
}

// housed reports whether a house number stands a few tokens before token i, with a comma or a name between.
func (q *query) housed(i int32) bool {
	b := q.b
	for k := i - 1; k >= 0 && k >= i-6 && b.tokens[k].turn == b.tokens[i].turn && b.tokens[k+1].gap < sentence; k-- {
		if t := &b.tokens[k]; t.digit && len(b.norm(t)) <= 3 {
			return q.postcoded(k+1, k+7)
		}
	}
	return false
}

// street reports whether token i is a word for a street, or ends in one.
func (b *bound) street(i int32) bool {
	return i >= 0 && int(i) < len(b.tokens) && b.tokens[i].solid && tell("street", b.norm(&b.tokens[i]))
}
