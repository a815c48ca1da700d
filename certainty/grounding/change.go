package grounding

import "slices"

var nowTerms = termsOf(tells["time_now"])

// findNow tells the clauses that say what is so now. It is nil if none does.
func (b *bound) findNow() *[]bool {
	var now []bool
	for n := range nowTerms {
		for _, p := range latest(b.said(nowTerms[n])) {
			if now == nil {
				now = make([]bool, len(b.clauses))
			}
			now[b.clauseOf[p]] = true
		}
	}
	return &now
}

// bygone reports whether another clause of the turn says what is so now instead of a value: 40, and not 20, in "I used to
// take 20 mg, now it's 40".
func (q *query) bygone(h *hit, kind Kind) bool {
	b := q.b
	if q.want.was || kind != Enumerator && len(b.ofKind(q.vying(h, kind))) < 2 || b.role(int(b.tokens[h.from].turn)) != "user" {
		return false
	}
	now, own := *b.now.get(b.findNow), b.clauseOf[h.from]
	if now == nil || now[own] {
		return false
	}
	instead := func(at span3) bool {
		n := b.clauseOf[at.from]
		return now[n] && b.tokens[at.from].turn == b.tokens[h.from].turn && !b.recalled(own, n) && !q.moved(own, at)
	}
	if kind == Enumerator {
		for _, places := range q.evidences() {
			if slices.ContainsFunc(places, func(o hit) bool { return instead(span3{o.from, o.to}) }) {
				return !slices.ContainsFunc(places, func(o hit) bool { return o.from == h.from })
			}
		}
		return false
	}
	alone := true
	for i, others := 0, q.heard.rivals(); i < len(others); i++ {
		alone = alone && (others[i].want == q.want || !alike(others[i].want, q.want))
	}
	return q.beaten(h, kind, func(_ int32, at span3) bool {
		return instead(at) && (alone && !b.beforeNoun(at) || b.shareNoun(at, span3{h.from, h.to})) // else it may be of another thing
	})
}

// moved reports whether a clause has the parameter's own noun, and that of another value does not: what is told of food
// is no change of the hotel, in "the hotel was 80 dollars, today I spent 20 on food".
func (q *query) moved(n int32, at span3) bool {
	places := q.self.places(q.b)
	own := func(n int32) bool {
		return slices.ContainsFunc(places, func(p place) bool { return q.b.clauseOf[p.tok] == n })
	}
	return own(n) && !own(q.b.clauseOf[at.from])
}

// recalled reports whether the user's words behind two clauses repeat a word of the first: "the stolen one".
func (b *bound) recalled(n, other int32) bool {
	c, last := &b.clauses[n], &b.clauses[max(n, other)]
	return slices.ContainsFunc(b.tokens[c.from:c.to], func(t token) bool {
		return t.has&^cMean == 0 && !t.digit && b.occursIn(t.word, last.to, b.starts[t.turn+1])
	})
}

// occursIn reports whether the distinct word with number id occurs among the tokens [from, to).
func (b *bound) occursIn(id, from, to int32) bool {
	places := b.occurs(id)
	k, _ := slices.BinarySearch(places, from)
	return k < len(places) && places[k] < to
}
