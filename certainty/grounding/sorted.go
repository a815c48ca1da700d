package grounding

import "slices"

// The ways in which a value sorts, with eitherWay for one that only says by what: price, of sort_by.
const (
	upward    = -1
	downward  = 1
	eitherWay = 2
)

// sortingOf returns which way a value of an enumeration sorts by a field, 0 if it does not: price_asc, and date_desc.
// Where the parameter's name says that it is about sorting, so may a value of one word: asc, price.
func sortingOf(value []string, name []string) int {
	low := slices.IndexFunc(value, func(w string) bool { return tell("sort_up", w) })
	high := slices.IndexFunc(value, func(w string) bool { return tell("sort_down", w) })
	sorting := tellAny("sorting", name)
	switch {
	case !sorting && (len(value) < 2 || low < 0 && high < 0):
		return 0
	case low < 0 && high < 0:
		return eitherWay
	case high < 0 || low >= 0 && low < high: // price_low_to_high
		return upward
	}
	return downward
}

// superlative finds where the user says by a superlative that things are to be sorted as a value of an enumeration
// says: the cheapest first.
func (q *query) superlative(o *option) (hits []hit) {
	b := q.b
	for n, c := range [...]class{cLeast, cMost} {
		if b.classes&c == 0 || o.sorts != eitherWay && o.sorts != [...]int{upward, downward}[n] {
			continue
		}
		from := len(hits)
		for t := range b.in.Turns {
			for i := b.starts[t]; b.inTurn[t]&c != 0 && b.role(t) == "user" && i < b.starts[t+1]; i++ {
				m, ok := b.at(int(i), c)
				if !ok || b.is(int(i), cOrd|cLast) || !b.ordering(int(i), int(i)+int(m.n)) {
					continue
				}
				if len(o.words) == 1 && o.sorts != eitherWay || hasField(o.value, tells["field_"+m.str()]) {
					hits = append(hits, hit{from: i, to: i + int32(m.n), q: 0.9, mention: -1, rule: RuleWords})
				}
			}
		}
		hits = slices.Delete(hits, from, max(from, len(hits)-maxPlaces))
	}
	return hits
}

// ordering reports whether a superlative at [from, to) may say how things are sorted, and describes no thing of its own:
// "my oldest son", "at the biggest bank", "the best phone I had".
func (b *bound) ordering(from, to int) bool {
	c := &b.clauses[b.clauseOf[from]]
	for k := from - 1; k >= int(c.from) && k >= from-2; k-- {
		if w := b.norm(&b.tokens[k]); tell("owner", w) || b.is(k, cAt|cIn) && !tell("sort_by", w) {
			return false
		}
	}
	end := max(to, min(to+3, int(c.to))) // the superlative may reach beyond its clause
	return !b.anyIs(to, end, cMine)
}
