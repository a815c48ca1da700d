package grounding

import "slices"

// The ways in which a value sorts, with eitherWay for one that only says by what: price, of sort_by.
const (
	upward    = -1
	downward  = 1
	eitherWay = 2
)

// sortingOf returns which way a value of an enumeration sorts by a field, 0 if it does not: price_asc, and date_desc. Where
// the parameter's name says that it is about sorting, so may a value of one word: asc, price.
func sortingOf(value []string, name []string) int {
	low := slices.IndexFunc(value, func(w string) bool { return tell("sort_up", w) })
	high := slices.IndexFunc(value, func(w string) bool { return tell("sort_down", w) })
	sorting := slices.ContainsFunc(name, func(n string) bool { return tell("sorting", n) })
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

// superlative finds where the user says by a superlative that things are to be sorted as a value of an enumeration says:
// the cheapest first.
func (q *query) superlative(o *option) (hits []hit) {
	b := q.b
	for n, c := range [...]class{cLeast, cMost} {
		if b.classes&c == 0 || o.sorts != eitherWay && o.sorts != 2*n-1 {
			continue
		}
		for i := range b.tokens {
			if m, ok := b.at(i, c); ok && !b.is(i, cOrd|cLast) && b.ordering(i) && b.role(int(b.tokens[i].turn)) == "user" && (hasField(o.value, tells["field_"+m.str()]) || len(o.words) == 1 && o.sorts != eitherWay) {
				hits = append(hits, hit{from: int32(i), to: int32(i) + int32(m.n), q: 0.9, mention: -1, rule: RuleWords})
			}
		}
	}
	return hits
}

// ordering reports whether a superlative at token i may say how things are sorted, and describes no thing of its own: "my
// oldest son", "at the biggest bank".
func (b *bound) ordering(i int) bool {
	from := int(b.clauses[b.clauseOf[i]].from)
	return !slices.ContainsFunc(b.tokens[max(from, i-2):i], func(t token) bool { return t.has&(cAt|cIn) != 0 || tell("owner", b.norm(&t)) })
}
