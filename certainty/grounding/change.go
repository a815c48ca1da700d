package grounding

import "slices"

// What a clause of the user says of its time.
const (
	timeWas  = 1 << iota // something was so
	timeOnce             // it is so no more: used to, früher
	timeNow
)

var nowTerms, onceTerms = termsOf(tells["time_now"]), termsOf(tells["time_once"])

// findTimes finds, for each clause, what it says of its time, in the turns that tell of a change. It is nil if none does.
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
	for n := range nowTerms {
		for _, p := range latest(b.said(nowTerms[n])) {
			note(p, timeNow)
		}
	}
	for n := range onceTerms {
		for _, p := range latest(b.said(onceTerms[n])) {
			if next := b.tok(int(p)+1, int(p)); p == b.clauses[b.clauseOf[p]].from && !next.digit && next.gap <= space && next.has&(cNum|cDay|cMonth|cClock|cPast|cBefore) == 0 && !tell("particle", b.norm(next)) {
				note(p, timeOnce) // antes vivía, but not antes de las 5
			}
		}
	}
	for t := 0; b.classes&cTheirs != 0 && t < len(b.in.Turns); t++ {
		for i := b.starts[t]; b.inTurn[t]&cTheirs != 0 && i < b.starts[t+1]; i++ {
			if m, ok := b.at(int(i), cTheirs); ok && m.str() == "once" {
				note(i, timeOnce)
			}
		}
	}
	for n := 0; n < len(times); n++ {
		if times[n] == 0 {
			continue
		}
		t := b.tokens[b.clauses[n].from].turn
		first := int(b.clauseOf[b.starts[t]])
		for n = first; n < len(times) && b.tokens[b.clauses[n].from].turn == t; n++ {
			c := &b.clauses[n]
			if slices.ContainsFunc(b.tokens[c.from:c.to], func(t token) bool { return tell("stage_past", b.norm(&t)) }) {
				times[n] |= timeWas
			}
		}
		n--
	}
	return &times
}

// bygone reports whether a value was so before a change, and another one is so now: 20, in "I used to take 20 mg, since
// March it's 40".
func (q *query) bygone(h *hit, kind Kind) bool {
	b := q.b
	if q.want.state != 0 || q.want.was || q.depth > 0 || kind != Enumerator && kind != Code && len(b.ofKind(q.vying(h, kind))) < 2 || b.role(int(b.tokens[h.from].turn)) != "user" {
		return false
	}
	times := *b.times.get(b.findTimes)
	if times == nil {
		return false
	}
	turn, own := b.tokens[h.from].turn, times[b.clauseOf[h.from]]
	if own&timeNow != 0 || own&timeOnce == 0 && (own == 0 || kind == Date || kind == Time) {
		return false
	}
	now := func(at span3) bool {
		n := b.clauseOf[at.from]
		return b.tokens[at.from].turn == turn && n != b.clauseOf[h.from] && (times[n]&timeNow != 0 || own&timeOnce != 0 && times[n] == 0) && !b.recalled(b.clauseOf[h.from], n) && (own&timeOnce != 0 || !q.moved(b.clauseOf[h.from], at))
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
	if kind == Code && q.beaten(h, Number, func(_ int32, at span3) bool { // numbers of a telephone
		return now(at) && len(b.norm(&b.tokens[at.from])) == len(b.norm(&b.tokens[h.from])) && len(b.norm(&b.tokens[at.from])) >= shortestPhone
	}) {
		return true
	}
	alone := true
	for i, others := 0, q.heard.rivals(); i < len(others); i++ {
		alone = alone && (others[i].want == q.want || !alike(others[i].want, q.want))
	}
	return q.beaten(h, kind, func(id int32, at span3) bool {
		if !alone && !b.shareNoun(at, span3{h.from, h.to}) && (h.mention < 0 || q.Mentions[id].Unit == "" || q.Mentions[id].Unit != q.Mentions[h.mention].Unit) {
			return false // the other value may be another parameter's
		}
		return now(at) && (h.mention < 0 || q.succeeds(&q.Mentions[id], &q.Mentions[h.mention])) && (!b.beforeNoun(at) || b.shareNoun(at, span3{h.from, h.to}))
	})
}

// moved reports whether a clause has the parameter's own noun, and that of another value a noun instead: what is
// told of food is no change of the hotel, in "the hotel was 80 dollars, today I spent 20 on food".
func (q *query) moved(n int32, at span3) bool {
	b := q.b
	c, o := &b.clauses[n], &b.clauses[b.clauseOf[at.from]]
	own := func(c *clause) bool {
		return slices.ContainsFunc(q.self.places(b), func(p place) bool { return p.tok >= c.from && p.tok < c.to })
	}
	if !own(c) || own(o) {
		return false
	}
	for i := o.from; i < o.to; i++ {
		t := &b.tokens[i]
		if before := b.tokens[max(i-1, o.from)]; i > o.from && (i < at.from || i >= at.to) && t.has&^cMean == 0 && !t.digit && len(b.norm(t)) > 2 && t.gap <= space && !tell("stage_past", b.norm(t)) && !tell("stage_says", b.norm(t)) && !tell("time_now", b.norm(t)) &&
			(before.has&cStop != 0 && before.has&(cMine|cTheirs) == 0 && !tell("time_now", b.norm(&before)) || possessive(b.after(int(i)-1))) {
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
func (q *query) succeeds(m, old *Mention) bool {
	x, okX := number(first(m.Value))
	y, okY := number(first(old.Value))
	if family(m.Kind) != Number || !okX || !okY {
		return true
	}
	return (m.Unit == old.Unit || m.Unit == "" || old.Unit == "") && x <= mostChange*y && y <= mostChange*x
}
