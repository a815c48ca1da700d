package grounding

import (
	"math"
	"slices"
	"strings"
)

// numbers finds the mentions of a number, and what a number can be derived from.
func (q *query) numbers(f float64) []hit {
	hits := q.saying(Number, plain(f), RuleNumber)
	for i := range hits {
		hits[i].unit = q.otherUnit(&hits[i], f)
	}
	hits = q.converted(hits, f)
	for _, at := range q.eligible(Time) { // "barn 3 this morning"
		h := hit{from: at.from, to: at.from + 1, q: 0.9, mention: -1, rule: RuleExact}
		if q.b.norm(&q.b.tokens[at.from]) == plain(f) && q.b.adjoins(q.self, &h, true) {
			hits = append(hits, h)
		}
	}
	if u := q.want.unit; unitTable[u].dim == "time" || u == "" && q.want.lasts {
		hits = append(hits, q.lengths(f)...)
	}
	if f == 0 {
		for _, p := range q.self.places(q.b) {
			if q.b.tokens[p.tok].status == Denied { // "no luggage" says 0
				hits = append(hits, hit{from: p.tok, to: p.tok + 1, q: 0.9, mention: -1, rule: RuleNumber})
			}
		}
	}
	if f == 1 && len(hits) == 0 {
		hits = q.single()
	}
	if q.want.people && len(hits) == 0 {
		hits = q.company(f)
	}
	if part := q.want.part; part.to > 0 {
		for id, at := range q.eligible(part.of) {
			for v := range strings.SplitSeq(q.Mentions[id].Value, "|") {
				if len(v) >= part.to && atoi(v[part.from:part.to]) == int(f) {
					hits = append(hits, hit{from: at.from, to: at.to, q: 0.95, mention: id, rule: RuleDate})
					break
				}
			}
		}
	}
	if !q.any(hits, Said, Denied, Replaced) {
		hits = append(hits, q.worked(f)...)
	}
	return hits
}

// otherUnit reports whether the number f is mentioned in another unit than the parameter's.
func (q *query) otherUnit(h *hit, f float64) bool {
	u, said := q.want.unit, q.Mentions[h.mention].Unit
	switch {
	case u == "": // an amount with a unit is no plain text, nor money a count beside a price
		return q.want.otherDim(said) || said != "" && !q.want.money && q.param.Schema.Field("type").Str() == "string" ||
			currency(said) && q.priced() && q.b.nearness(q.self, h.from, h.to) < 0.5
	case said == "": // "4,200 euros, from the contract of 2019"
		return math.Mod(f, 10) != 0 && f >= 1900 && f < 2100 && len(q.b.inUnit(u)) > 0
	}
	return said != u && !(u == "GBP" && said == "lb") && !(u == "lb" && said == "GBP")
}

// converted appends the mentions of amounts that are f in the parameter's unit.
func (q *query) converted(hits []hit, f float64) []hit {
	u := q.want.unit
	for _, of := range q.b.units {
		if u == "" || of.unit == u || of.unit == "" {
			continue // nothing to convert
		}
		for _, id := range of.ids[:min(len(of.ids), maxEligible)] {
			at := q.b.at3[id]
			for k, s := range strings.SplitN(q.Mentions[id].Value, "|", 3) {
				said, _ := number(s)
				x, ok := convert(said, of.unit, u)
				if y, isData := binary(said, of.unit, u); isData && y == f {
					x = y
				}
				if ok && near(x, f) && (x != said || x == f) {
					hits = append(hits, hit{from: at.from, to: at.to, q: 1, mention: id, rule: RuleUnit, alt: k})
				}
			}
		}
	}
	return hits
}

// priced reports whether another parameter is money, and this one is not.
func (q *query) priced() bool {
	others := q.heard.rivals()
	for i := range others {
		if others[i].want.money && !q.want.money {
			return true
		}
	}
	return false
}

// single finds what a parameter counts, once: "a child", "a small child" is one of the children, but "a room" is no
// room 1.
func (q *query) single() (hits []hit) {
	b := q.b
	for _, p := range q.self.places(b) {
		i := int(p.tok)
		if p.weight <= 0.7 || b.is(i, cSpan|cUnit) || b.tokens[i].gap != space || b.role(int(b.tokens[i].turn)) != "user" || slices.Contains(q.want.full, b.norm(&b.tokens[i])) {
			continue
		}
		one := i - 1
		if t := b.tok(one, i); t.gap == space && t.has&(cStop|cOne|cNum|cOrd|cHalf|cUnit|cSpan|cAnd|cOr) == 0 {
			one-- // an adjective
		}
		if b.is(one, cOne) {
			hits = append(hits, hit{from: int32(one), to: p.tok + 1, q: 0.9, mention: -1, rule: RuleWords})
		}
	}
	return hits
}

// company is where the user counts as one of so many people without a number: "just me", "my wife and I".
type company struct {
	span3
	people int
}

func (b *bound) companies() *[]company {
	out := new([]company)
	for i := range b.tokens {
		n, from, to := 0, i, i+1
		switch {
		case !b.is(i, cMine):
		case b.is(i-1, cOnly) && b.alone(i):
			n, from = 1, i-1
		case b.is(i-1, cAnd) && b.relative(i-2):
			for n, from = 2, i-3; b.tokens[from].gap == comma && b.relative(from-1); n++ { // my father, my sister and me
				from -= 2
			}
		case b.is(i+1, cAnd) && b.relative(i+3): // me and my wife
			n, to = 2, i+4
		}
		if n > 0 {
			*out = append(*out, company{span3{int32(from), int32(to)}, n})
		}
	}
	return out
}

// company finds the places where the user is one of f people, unless people are counted by a number.
func (q *query) company(f float64) (hits []hit) {
	for _, at := range q.eligible(Number) {
		if q.b.is(int(at.to), cPeople) {
			return nil
		}
	}
	for _, c := range *q.b.company.get(q.b.companies) {
		if float64(c.people) == f {
			hits = append(hits, hit{from: c.from, to: c.to, q: 0.9, mention: -1, rule: RuleWords})
		}
	}
	return hits
}

// relative reports whether token i is a person whom the user names by what they are to him: wife, in "my wife".
func (b *bound) relative(i int) bool { return b.is(i, cTheirs) && b.is(i-1, cMine) }

// alone reports whether a word about the user at token i has no noun behind it: "me", not "my".
func (b *bound) alone(i int) bool {
	next := b.tok(i+1, i)
	return next.turn < 0 || next.gap >= comma || next.has&(cStop|cAt|cFrom|cTo|cRel|cIn|cAnd|cThis|cNext|cDay) != 0
}

// any reports whether one of the places has one of the statuses.
func (q *query) any(hits []hit, of ...Status) bool {
	return slices.ContainsFunc(hits, func(h hit) bool { return slices.Contains(of, q.statusAt(&h)) })
}

// instant reads one way to read a mention as a day or a time of day, in seconds.
func instant(kind Kind, s string) (float64, bool) {
	if kind == Time {
		minutes, ok := timeValue(s)
		return float64(60 * minutes), ok
	}
	d, ok := dateValue(s)
	return float64(d.time().Unix()), ok
}

const daySeconds = 86400

// lengths finds the periods of a given length: from 5:30 to 9 are 3.5 hours.
func (q *query) lengths(f float64) (hits []hit) {
	seconds := f * daySeconds
	if u := q.want.unit; u != "" {
		seconds = f * unitTable[u].scale
	}
	for _, k := range [...]Kind{Time, Date} {
		ids := q.b.ofKind(k)
		for n := 0; n+1 < len(ids) && n < maxEligible; n++ {
			x, z := &q.Mentions[ids[n]], &q.Mentions[ids[n+1]]
			if x.Role != roleFrom || z.Role != roleTo {
				continue
			}
			for a := range strings.SplitSeq(x.Value, "|") {
				for c := range strings.SplitSeq(z.Value, "|") {
					start, ok := instant(k, a)
					end, okEnd := instant(k, c)
					if end < start && k == Time {
						end += daySeconds
					}
					if ok && okEnd && near(end-start, seconds) {
						hits = append(hits, hit{from: q.b.at3[ids[n]].from, to: q.b.at3[ids[n+1]].to, q: 1, mention: ids[n+1], rule: RuleDerived})
					}
				}
			}
		}
	}
	return hits
}

// later finds what a day or a time of day follows from: the day after a mentioned one, three
// nights from the 12th, two hours before five.
func (q *query) later(kind Kind, target float64) (hits []hit) {
	for id, at := range q.eligible(kind) {
		x, _ := instant(kind, first(q.Mentions[id].Value))
		diff := math.Abs(target - x)
		if days, ok := q.b.shift(at); ok && days*daySeconds == target-x {
			hits = append(hits, hit{from: at.from, to: at.to, q: 0.9, mention: id, rule: RuleDerived})
		}
		for id, at := range q.eligible(Number) {
			m := &q.Mentions[id]
			v, ok := number(m.Value)
			if v *= unitTable[m.Unit].scale; ok && m.Kind == Duration && (near(v, diff) || kind == Time && near(v, daySeconds-diff)) {
				hits = append(hits, hit{from: at.from, to: at.to, q: 0.8, mention: id, rule: RuleDerived})
			}
		}
	}
	return hits
}

// worked finds two numbers from which a value follows: as their sum, difference, product or
// quotient, or by taking, adding or subtracting a percentage.
func (q *query) worked(f float64) []hit {
	const most = 8
	vals, ids := make([]float64, 0, most), make([]int32, 0, most)
	all := q.b.ofKind(Number)
	for k := len(all) - 1; k >= 0 && len(ids) < most; k-- {
		m := &q.Mentions[all[k]]
		v, ok := number(first(m.Value))
		if !ok || m.Status != Said || m.Role == "ordinal" || m.Role == "" && q.b.role(m.Span.Turn) == "tool" {
			continue
		}
		if x, ok := convert(v, m.Unit, q.want.unit); ok {
			v = x
		}
		vals, ids = append(vals, v), append(ids, all[k])
	}
	for i := range ids {
		for k := range i {
			a, c := vals[k], vals[i] // a is the later of the two
			var ok bool
			if q.Mentions[ids[i]].Unit == "pct" || q.Mentions[ids[k]].Unit == "pct" {
				share := a * c / 100
				ok = near(share, f) || near(a+share, f) || near(c+share, f) || near(a-share, f) || near(c-share, f)
			} else if q.b.calc && !q.apart(ids[i], ids[k]) {
				ok = near(a+c, f) || near(math.Abs(a-c), f) ||
					a != 1 && c != 1 && near(a*c, f) || c != 1 && near(a/c, f) || a != 1 && near(c/a, f)
			}
			if ok {
				at := q.b.at3[ids[k]]
				return []hit{{from: at.from, to: at.to, q: 0.5, mention: ids[k], rule: RuleDerived}}
			}
		}
	}
	return nil
}

// apart reports whether two numbers of a turn count different things, one of them the parameter's, and neither is
// a difference ("one less").
func (q *query) apart(i, k int32) bool {
	x, y := &q.Mentions[i], &q.Mentions[k]
	return x.Span.Turn == y.Span.Turn && (q.counted(i) || q.counted(k)) && !q.b.is(int(q.b.at3[k].to), cCalc)
}

// counted reports whether a number stands beside the parameter's own noun, so that nothing is worked out from it:
// 27 children plus 4 teachers are no 31 children.
func (q *query) counted(id int32) bool {
	at := q.b.at3[id]
	return q.b.nearness(q.self, at.from, at.to) > 0.55
}

// altOf returns the index of the alternative s in a mention's value ("08:00|20:00"), 0 if there
// is none.
func altOf(value, s string) int { return max(0, slices.Index(strings.SplitN(value, "|", 4), s)) }

// dates finds the mentions of a day.
func (q *query) dates(d day) []hit {
	var hits []hit
	parts := [...]day{{y: d.y, m: d.m, d: d.d}, {m: d.m, d: d.d}, {wd: d.wd}, {d: d.d}, {y: d.y, m: d.m}, {m: d.m}}
	for k, part := range parts {
		key := part.String()
		for _, h := range q.saying(Date, key, RuleDate) {
			if k == 0 || q.Mentions[h.mention].Value == key { // a mention with more or other parts than the key is another day
				h.q = [...]float64{1, 0.9, 0.6, 0.7, 0.4, 0.4}[k]
				hits = append(hits, h)
			}
		}
	}
	if len(hits) == 0 {
		hits = q.later(Date, float64(d.time().Unix()))
	}
	return hits
}

// shift reads "the day before", "the day after" near a date, but not in it (the day after tomorrow).
func (b *bound) shift(at span3) (days float64, ok bool) {
	i := int(at.from)
	for k := max(0, i-6); k < min(len(b.tokens), i+24); k++ {
		s, isDay := b.at(k, cSpan)
		if !isDay || s.str() != "d" || k >= i && k < int(at.to) {
			continue
		}
		for _, j := range [...]int{k + int(s.n), k - 1} {
			switch {
			case b.is(j, cAgo):
				return -1, true
			case b.is(j, cLater) || b.is(j, cNext) || b.norm(b.tok(j, i)) == "after":
				return 1, true
			}
		}
	}
	return 0, false
}

// times finds the mentions of a time of day.
func (q *query) times(minutes int) []hit {
	hits := q.saying(Time, clock(minutes), RuleTime)
	// The other half of the day may be said, as in "three in the afternoon".
	other := len(hits) == 0 && q.any(q.saying(Time, clock((minutes+12*60)%(24*60)), RuleTime), Said)
	// A number without a unit may be the time: 7, 7.30.
	for _, h := range [...]int{minutes / 60, minutes/60 - 12, minutes/60 + 12} {
		for _, x := range q.saying(Number, plain(float64(h)+float64(minutes%60)/100), RuleTime) {
			if h > 0 && !other && !(h == 12 && minutes < 60) && isHour(&q.Mentions[x.mention]) && !q.b.is(int(x.to), cPeople) {
				x.q, x.alt = 0.7, 0
				hits = append(hits, x)
			}
		}
		for _, x := range q.saying(Number, plain(float64(100*h+minutes%60)), RuleTime) { // 615
			if q.b.unpointed(&x, minutes) && !q.claimed() {
				x.q, x.alt = 0.7, 0
				hits = append(hits, x)
			}
		}
	}
	if len(hits) == 0 {
		hits = q.later(Time, float64(60*minutes))
	}
	return hits
}
