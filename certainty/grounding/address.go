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
	for _, part := range [...]string{houseNumber, postcode, town} {
		for i, n := range name {
			if tell("address_"+part, n) || i+1 < len(name) && tell("address_"+part, n+name[i+1]) {
				return part // house number, código postal
			}
		}
	}
	return ""
}

// misplaced reports whether a place is another part of an address than the parameter takes: in "Lindenstraße 12,
// 50674 Köln", 12 is no postcode, 50674 no house number and Lindenstraße no town.
func (q *query) misplaced(h *hit) bool {
	b := q.b
	switch {
	case q.want.address == town: // neither Lindenstraße, nor Hugo of "rue Victor Hugo, Lyon", nor Elm of "Elm Street"
		next := b.tok(int(h.to), int(h.from))
		return b.street(h.to-1) || b.street(h.from-2) && b.tokens[h.from-1].capital && next.gap == comma ||
			b.street(h.to) && b.tokens[h.to].gap == space && b.tokens[h.to].capital
	case q.want.address == "", h.to-h.from > 1:
		return false
	}
	house := func(t token) bool { return t.digit && len(b.norm(&t)) <= 3 }
	postal := func(t token) bool { return t.digit && len(b.norm(&t)) > 3 }
	number, turn := b.tokens[h.from], b.tokens[h.from].turn
	if q.want.address == postcode {
		return house(number) && slices.ContainsFunc(b.tokens[h.to:min(h.to+6, b.starts[turn+1])], postal)
	}
	return postal(number) && slices.ContainsFunc(b.tokens[max(b.starts[turn], h.from-6):h.from], house) &&
		!b.street(h.to+1) && !b.street(h.to+2) // but 2 pizzas, 1428 Elm Street
}

// street reports whether token i is a word for a street, or ends in one.
func (b *bound) street(i int32) bool {
	return i >= 0 && int(i) < len(b.tokens) && b.tokens[i].solid && tell("street", b.norm(&b.tokens[i]))
}
