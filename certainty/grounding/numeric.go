package grounding

import (
	"math"
	"slices"
	"strings"
)

// What is wrong with the unit of a number: it is not the one that is asked for, or there
// is one where none is.
const (
	unitOther = 1
	unitStray = 2
)

// numbers finds the mentions of a number.
func (q *query) numbers(f float64) []hit {
	var hits []hit
	u := q.want.unit
	for n, id := range q.b.valued(Number, plain(f)) {
		if n >= 32 {
			break
		}
		m := &q.Mentions[id]
		h := hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: 1, mention: id, rule: RuleNumber, alt: altOf(m.Value, plain(f))}
		switch {
		case u == "" && m.Unit != "" && !currency(m.Unit) && !q.want.speaksOf(unitTable[m.Unit].dim):
			h.unit = unitStray
		case u == "" || m.Unit == "" || m.Unit == u || u == "GBP" && m.Unit == "lb" || u == "lb" && m.Unit == "GBP" || m.Unit == "deg" || m.Unit == "points":
		default:
			h.unit = unitOther
		}
		hits = append(hits, h)
	}
	for _, of := range q.b.units {
		if u == "" || f == 0 || of.unit == u || of.unit == "" {
			continue // there is nothing to convert
		}
		for _, id := range of.ids[:min(len(of.ids), maxEligible)] {
			for k, s := range strings.SplitN(q.Mentions[id].Value, "|", 3) {
				x, _ := number(s)
				if x, ok := convert(x, of.unit, u); ok && near(x, f) {
					hits = append(hits, hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: 1, mention: id, rule: RuleUnit, alt: k})
				}
			}
		}
	}
	if unitTable[u].dim == "time" || u == "" && q.want.speaksOf("time") {
		hits = append(hits, q.lengths(f)...)
	}
	if f == 0 && len(hits) == 0 {
		for _, p := range q.self.places(q.b) {
			if p.weight > 0.7 && q.b.tokens[p.tok].status == isDenied { // "no luggage" says none of it
				hits = append(hits, hit{from: p.tok, to: p.tok + 1, q: 0.9, mention: -1, rule: RuleNumber})
			}
		}
	}
	if f != 0 && !q.any(hits, Said, Denied, Replaced) {
		hits = append(hits, q.worked(f)...)
	}
	return hits
}

// any reports whether one of the places has one of the statuses.
func (q *query) any(hits []hit, of ...Status) bool {
	for i := range hits {
		if slices.Contains(of, q.statusAt(&hits[i])) {
			return true
		}
	}
	return false
}

// lengths finds the periods whose length is a value: from 5:30 to 9 are 3.5 hours.
func (q *query) lengths(f float64) []hit {
	var hits []hit
	seconds := f * unitTable[q.want.unit].scale
	if q.want.unit == "" {
		seconds = f * 86400
	}
	for _, k := range [...]Kind{Time, Date} {
		ids := q.b.ofKind(k)
		for n := 0; n+1 < len(ids) && n < 16 && (k == Date || q.want.unit != ""); n++ {
			x, z := &q.Mentions[ids[n]], &q.Mentions[ids[n+1]]
			if x.Role != roleFrom || z.Role != roleTo || x.Span.Turn != z.Span.Turn {
				continue
			}
			for _, a := range strings.Split(x.Value, "|") {
				for _, c := range strings.Split(z.Value, "|") {
					var d float64
					if k == Time {
						p, _ := timeValue(a)
						e, _ := timeValue(c)
						d = float64((e-p+24*60)%(24*60)) * 60
					} else {
						p, ok1 := dateValue(a)
						e, ok2 := dateValue(c)
						if !ok1 || !ok2 {
							continue
						}
						d = e.time().Sub(p.time()).Seconds()
					}
					if d > 0 && near(d, seconds) {
						hits = append(hits, hit{from: q.b.at3[ids[n]].from, to: q.b.at3[ids[n+1]].to, q: 1, mention: ids[n+1], rule: RuleDerived})
					}
				}
			}
		}
	}
	return hits
}

// worked finds two numbers of which a value is the sum, the difference, the product,
// the quotient or the share.
func (q *query) worked(f float64) []hit {
	const most = 8
	var vals [most]float64
	var ids [most]int32
	n := 0
	all := q.b.ofKind(Number)
	for k := len(all) - 1; k >= 0 && n < most; k-- {
		m := &q.Mentions[all[k]]
		if v, ok := number(strings.SplitN(m.Value, "|", 2)[0]); ok && m.Status == Said && m.Role != "ordinal" && v != 0 && (q.b.role(m.Span.Turn) != "tool" || m.Role != "") {
			if x, ok := convert(v, m.Unit, q.want.unit); ok && m.Unit != "" && q.want.unit != "" {
				v = x
			}
			vals[n], ids[n] = v, all[k]
			n++
		}
	}
	for i := range n {
		for k := range i {
			a, c := vals[k], vals[i] // a is said after c
			share := a * c / 100
			pct := q.Mentions[ids[i]].Unit == "pct" || q.Mentions[ids[k]].Unit == "pct"
			ok := !pct && (q.b.calc || q.want.is("total")) && (near(a+c, f) || near(math.Abs(a-c), f) || near(a*c, f) && a != 1 && c != 1 || c != 1 && near(a/c, f) || a != 1 && near(c/a, f)) ||
				pct && (near(share, f) || near(a+share, f) || near(c+share, f) || near(a-share, f) || near(c-share, f))
			if ok {
				return []hit{{from: q.b.at3[ids[k]].from, to: q.b.at3[ids[k]].to, q: 0.5, mention: ids[k], rule: RuleDerived}}
			}
		}
	}
	return nil
}

// altOf says which of the ways to read a mention is a value.
func altOf(value, s string) int {
	for k, x := range strings.SplitN(value, "|", 4) {
		if x == s {
			return k
		}
	}
	return 0
}

// dates finds the mentions of a day.
func (q *query) dates(d day) []hit {
	var hits []hit
	full := d
	full.wd = 0
	keys := [...]string{full.String(), day{m: d.m, d: d.d}.String(), day{wd: d.wd}.String(), day{d: d.d}.String(), day{y: d.y, m: d.m}.String(), day{m: d.m}.String()}
	for k, key := range keys {
		for n, id := range q.b.valued(Date, key) {
			m := &q.Mentions[id]
			if n >= 16 || k > 0 && m.Value != key {
				continue // a reading of something that is known in full
			}
			hits = append(hits, hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: [...]float64{1, 0.9, 0.6, 0.7, 0.4, 0.4}[k], mention: id, rule: RuleDate, alt: altOf(m.Value, key)})
		}
	}
	if len(hits) > 0 {
		return hits
	}
	// A length of time from a day that is named: three nights from the 12th, the day after.
	for n, id := range q.b.ofKind(Date) {
		if n >= 16 {
			break
		}
		x, ok := dateValue(strings.SplitN(q.Mentions[id].Value, "|", 2)[0])
		if !ok || q.Mentions[id].Status != Said {
			continue
		}
		diff := int(d.time().Sub(x.time()).Hours() / 24)
		if diff == 0 || diff > 400 || diff < -400 {
			continue
		}
		if rel, ok := q.b.shift(int(q.b.at3[id].from)); ok && rel == diff {
			hits = append(hits, hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: 0.9, mention: id, rule: RuleDerived})
			continue
		}
		for k, did := range q.b.ofKind(Number) {
			m := &q.Mentions[did]
			v, ok := number(m.Value)
			if k < 32 && ok && (m.Unit == "d" || m.Unit == "wk") && m.Status == Said && int(v*unitTable[m.Unit].scale/86400) == max(diff, -diff) {
				hits = append(hits, hit{from: q.b.at3[did].from, to: q.b.at3[did].to, q: 0.8, mention: did, rule: RuleDerived})
			}
		}
	}
	return hits
}

// shift reads "the day before", "the day after" near a date.
func (b *bound) shift(i int) (days int, ok bool) {
	turn := b.tokens[i].turn
	for k := max(i-6, 0); k < len(b.tokens) && k < i+24 && b.tokens[k].turn <= turn+1; k++ {
		s, isDay := b.at(k, cSpan)
		if !isDay || s.str != "d" {
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
	var hits []hit
	key := clock(minutes)
	for n, id := range q.b.valued(Time, key) {
		if n >= 16 {
			break
		}
		hits = append(hits, hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: 1, mention: id, rule: RuleTime, alt: altOf(q.Mentions[id].Value, key)})
	}
	if minutes%60 == 0 { // a bare number, where an hour is asked for
		for _, h := range [...]int{minutes / 60, minutes/60 - 12, minutes/60 + 12} {
			for n, id := range q.b.valued(Number, plain(float64(h))) {
				m := &q.Mentions[id]
				if n >= 16 || h < 1 || h > 24 || m.Unit != "" || m.Role == "ordinal" || m.Kind != Number || q.b.role(m.Span.Turn) == "tool" {
					continue
				}
				x := hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: 0.7, mention: id, rule: RuleTime}
				hits = append(hits, x)
			}
		}
	}
	if len(hits) > 0 {
		return hits
	}
	for n, id := range q.b.ofKind(Time) { // a length of time from a time that is named
		t, ok := timeValue(strings.SplitN(q.Mentions[id].Value, "|", 2)[0])
		if n >= 16 || !ok || q.Mentions[id].Status != Said {
			continue
		}
		for k, did := range q.b.ofKind(Number) {
			m := &q.Mentions[did]
			v, ok := number(m.Value)
			if k < 32 && ok && m.Kind == Duration && m.Status == Said {
				d := int(v*unitTable[m.Unit].scale/60 + 0.5)
				if (t+d)%(24*60) == minutes || (minutes+d)%(24*60) == t {
					hits = append(hits, hit{from: q.b.at3[did].from, to: q.b.at3[did].to, q: 0.8, mention: did, rule: RuleDerived})
				}
			}
		}
	}
	return hits
}
