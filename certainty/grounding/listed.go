package grounding

import "slices"

// listed lowers the support of a text that enumerates several things if the user took one of them back after it was said:
// the eggs, of "milk, eggs and bread" ... "scratch the eggs".
func (q *query) listed(words []word, out Support) Support {
	b := q.b
	if !out.Grounded() || q.want.leave || len(words) < 2 || b.classes&(cNot|cNotPost|cDrop) == 0 ||
		!slices.ContainsFunc(words[1:], func(w word) bool { return w.gap == comma }) {
		return out
	}
	for i := range words {
		places := b.of(words[i].norm)
		if len(places) < 2 {
			continue
		}
		at := places[len(places)-1]
		first, last := &b.tokens[places[0]], &b.tokens[at]
		later := first.turn < last.turn && b.role(int(last.turn)) == "user"
		if later && last.status == Denied && first.has&(cStop|cAnd|cNum) == 0 && b.takenBack(at, words) {
			out.Score, out.Status = unheld, Denied
			return out
		}
	}
	return out
}

// takenBack reports whether the clause of token i denies the thing itself and nothing of it: "no eggs after all", but not
// "Ben doesn't eat meat".
func (b *bound) takenBack(i int32, words []word) bool {
	c := &b.clauses[b.clauseOf[i]]
	from, start := i, c.from
	if b.is(int(start), cBut) && start > b.starts[b.tokens[i].turn] {
		start-- // everyone but Cy
	}
	for from > start && !b.is(int(from), cNot|cDrop) {
		from--
	}
	m, ok := b.at(int(from), cNot)
	if !ok {
		m, _ = b.at(int(from), cDrop)
	}
	for k := from + int32(m.n); k < c.to; k++ { // what stands before a denial is no part of it: "we can do without eggs"
		w := b.norm(&b.tokens[k])
		if !b.is(int(k), cStop|cNot|cNotPost|cNo|cDrop|cSorry|cAnd) && !tell("taking", w) && !slices.ContainsFunc(words, func(o word) bool { return o.norm == w }) {
			return false
		}
	}
	return true
}
