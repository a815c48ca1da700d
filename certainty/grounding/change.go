package grounding

import "slices"

// What a clause of the user says of its time.
const (
	timeWas  = 1 << iota // something was so
	timeOnce             // it is so no more: used to, früher
	timeNow
)

var nowTerms, onceTerms = termsOf(tells["time_now"]), termsOf(tells["time_once"])

// findTimes finds, for each clause, what it says of its time, in the turns that tell of a change. It is nil if none
// does.
func (b *bound) findTimes() *[]uint8 {
	var times []uint8
	note := func(i int32, time uint8) {
		if b.role(int(b.tokens[i].turn)) != "user" {
			return
		}
		if times == nil {
			times = make([]uint8, len(b.clauses))
		}
		times[b.clauseOf[i]] |= time
	}
	for _, w := range nowTerms {
		for _, p := range latest(b.said(w)) {
			note(p, timeNow)
		}
	}
	const moment = cNum | cDay | cMonth | cClock | cPast | cBefore
	for _, w := range onceTerms {
		for _, p := range latest(b.said(w)) {
			next := b.tok(int(p)+1, int(p))
			if p != b.clauses[b.clauseOf[p]].from || next.digit || next.gap > space || next.has&moment != 0 || tell("particle", b.norm(next)) {
				continue // antes vivía, but not antes de las 5
			}
			note(p, timeOnce)
		}
	}
	for i := 0; b.classes&cTheirs != 0 && i < len(b.tokens); i++ {
		if m, ok := b.at(i, cTheirs); ok && m.str() == "once" {
			note(int32(i), timeOnce)
		}
	}
	past := func(t token) bool { return tell("stage_past", b.norm(&t)) }
	for from, to := 0, 0; from < len(times); from = to {
		turn := b.tokens[b.clauses[from].from].turn
		for to < len(times) && b.tokens[b.clauses[to].from].turn == turn {
			to++
		}
		if slices.Max(times[from:to]) == 0 {
			continue
		}
		for n := from; n < to; n++ {
			if c := &b.clauses[n]; slices.ContainsFunc(b.tokens[c.from:c.to], past) {
				times[n] |= timeWas
			}
		}
	}
	return &times
}

// bygone reports whether a value was so before a change, and another one is so now: 20, in "I used to take 20 mg, since
// March it's 40".
func (q *query) bygone(h *hit, kind Kind) bool {
	b := q.b
	if q.want.state != 0 || q.want.was || q.depth > 0 || b.role(int(b.tokens[h.from].turn)) != "user" ||
		kind != Enumerator && kind != Code && len(b.ofKind(q.vying(h, kind))) < 2 {
		return false
	}
	times := *b.times.get(b.findTimes)
	if times == nil {
		return false
	}
	self := b.clauseOf[h.from]
	own := times[self]
	once := own&timeOnce != 0
	if own&timeNow != 0 || !once && (own == 0 || kind == Date || kind == Time) {
		return false
	}
	now := func(at span3) bool {
		n := b.clauseOf[at.from]
		return b.tokens[at.from].turn == b.tokens[h.from].turn && n != self &&
			(times[n]&timeNow != 0 || once && times[n] == 0) && !b.recalled(self, n) && (once || !q.moved(self, at))
	}
	if kind == Enumerator {
		for _, places := range q.evidences() {
			for i := range places {
				if p := &places[i]; p.q > leastRival && now(span3{p.from, p.to}) && q.statusAt(p) == Said {
					return !slices.ContainsFunc(places, func(o hit) bool { return o.from == h.from })
				}
			}
		}
		return false
	}
	length := len(b.norm(&b.tokens[h.from]))
	if kind == Code && length >= shortestPhone && q.beaten(h, Number, func(_ int32, at span3) bool { // numbers of a telephone
		return now(at) && len(b.norm(&b.tokens[at.from])) == length
	}) {
		return true
	}
	alone := true
	for i, others := 0, q.heard.rivals(); i < len(others); i++ {
		alone = alone && (others[i].want == q.want || !alike(others[i].want, q.want))
	}
	return q.beaten(h, kind, func(id int32, at span3) bool {
		m, likely := &q.Mentions[id], alone // else it may be another parameter's
		if h.mention >= 0 {
			old := &q.Mentions[h.mention]
			if !m.succeeds(old) {
				return false
			}
			likely = alone || m.Unit != "" && m.Unit == old.Unit
		}
		return now(at) && (likely && !b.beforeNoun(at) || b.shareNoun(at, span3{h.from, h.to}))
	})
}

// moved reports whether a clause has the parameter's own noun, and that of another value a noun instead: what is
// told of food is no change of the hotel, in "the hotel was 80 dollars, today I spent 20 on food".
func (q *query) moved(n int32, at span3) bool {
	b := q.b
	other := b.clauseOf[at.from]
	own := func(n int32) bool {
		return slices.ContainsFunc(q.self.places(b), func(p place) bool { return b.clauseOf[p.tok] == n })
	}
	if !own(n) || own(other) {
		return false
	}
	o := &b.clauses[other]
	for i := o.from + 1; i < o.to; i++ {
		t, before := &b.tokens[i], &b.tokens[i-1]
		w := b.norm(t)
		if i >= at.from && i < at.to || t.has&^cMean != 0 || t.digit || len(w) <= 2 || t.gap > space ||
			tell("stage_past", w) || tell("stage_says", w) || tell("time_now", w) {
			continue // it is no noun
		}
		if before.has&(cStop|cMine|cTheirs) == cStop && !tell("time_now", b.norm(before)) || possessive(b.after(int(i)-1)) {
			return true
		}
	}
	return false
}

// recalled reports whether the user's words behind two clauses repeat a word of the first: "the stolen one".
func (b *bound) recalled(n, other int32) bool {
	c, last := &b.clauses[n], &b.clauses[max(n, other)]
	for i := c.from; i < c.to; i++ {
		if t := &b.tokens[i]; t.has&^cMean == 0 && !t.digit && b.occursIn(t.word, last.to, b.starts[t.turn+1]) {
			return true
		}
	}
	return false
}

// occursIn reports whether the distinct word with number id occurs among the tokens [from, to).
func (b *bound) occursIn(id, from, to int32) bool {
	places := b.occurs(id)
	k, _ := slices.BinarySearch(places, from)
	return k < len(places) && places[k] < to
}

// shortestPhone is how many digits of a number may be one of a telephone.
const shortestPhone = 6

// mostChange is by how much a number changes at most that is still of the same thing.
const mostChange = 10

// succeeds reports whether a mention may be what another one has become.
func (m *Mention) succeeds(old *Mention) bool {
	x, okX := number(first(m.Value))
	y, okY := number(first(old.Value))
	if family(m.Kind) != Number || !okX || !okY {
		return true
	}
	return (m.Unit == old.Unit || m.Unit == "" || old.Unit == "") && x <= mostChange*y && y <= mostChange*x
}
