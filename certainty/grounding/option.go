package grounding

import (
	"slices"
	"strings"
)

// option compares an enum value, by its own words and those that the schema gives for
// it, with the text and with the other values.
func (q *query) option(s string) Support {
	var own *option
	numeric := !q.want.wordy
	for i := range q.want.options {
		if o := &q.want.options[i]; o.value == s || strings.EqualFold(o.value, s) {
			own = o
		}
	}
	if f, ok := number(s); ok && (numeric || own != nil && len(own.gloss) == 0) {
		if out := q.best(q.numbers(f), Number); out.Grounded() || numeric && own != nil && len(own.gloss) == 0 {
			return out
		}
	}
	if own == nil {
		return q.best(q.exact(tokenize(nil, s, 0, maxValueTokens)), Enumerator) // the text states it, whatever its domain is
	}
	all := q.evidences()
	var hits []hit
	focused, named := false, false
	for i := range q.want.options {
		if &q.want.options[i] == own {
			hits = all[i]
			continue
		}
		for _, h := range all[i] {
			if q.statusAt(&h) != Said {
				continue
			}
			named = named || h.q >= 0.7
			if q.b.role(int(q.b.tokens[h.from].turn)) == "tool" {
				continue
			}
			focused = focused || h.q > 0.7 && q.b.about(h.from, h.to) == 1
		}
	}
	if focused {
		hits = slices.Clone(hits)
		for i := range hits {
			hits[i].beaten = true
		}
	}
	if !named && !q.any(hits, Said) {
		if out, ok := q.singled(all, own); ok {
			return out
		}
	}
	if named && len(hits) == 0 { // another value is stated
		return Support{Score: min(unheld, unsaid[Enumerator]), Rule: RuleNone}
	}
	return q.best(hits, Enumerator)
}

// singled supports the only enum value that remains when all others are denied.
func (q *query) singled(all [][]hit, own *option) (out Support, ok bool) {
	for i := range all {
		denied := slices.IndexFunc(all[i], func(h hit) bool { return q.any([]hit{h}, Denied, Replaced) })
		if denied < 0 && &q.want.options[i] != own {
			return out, false
		}
		if denied >= 0 {
			at := all[i][denied]
			out = Support{Score: 0.75, Rule: RuleSingled, Status: Said, Span: q.b.span(int(at.from), int(at.to))}
		}
	}
	return out, len(all) > 1
}

// evidences returns, for each enum value, the places that may state it. It is computed
// on first use.
func (q *query) evidences() [][]hit {
	return *q.self.options.get(func() *[][]hit {
		all := make([][]hit, len(q.want.options))
		for i := range q.want.options {
			all[i] = q.evidence(&q.want.options[i])
		}
		q.resembling(all)
		return &all
	})
}

// evidence finds the places that may state an enum value.
func (q *query) evidence(o *option) []hit {
	if o.day > 0 {
		if h := q.days(o.day); h != nil {
			return h
		}
		for _, p := range q.b.said(o.words[0]) { // the day of today's date in the system's text is nobody's choice
			if q.b.role(int(q.b.tokens[p].turn)) == "system" && q.b.tokens[p].dated {
				return nil
			}
		}
	}
	var hits []hit
	if len(o.words) > 0 && len(q.b.said(o.words[0])) > 0 {
		hits = q.exact(o.solid)
	}
	if len(hits) == 0 {
		hits = q.scattered(o.words)
		kept := hits[:0]
		for _, h := range hits {
			if h.q >= 0.5 || len(o.words) <= 2 && h.q >= 0.2 {
				kept = append(kept, h)
			}
		}
		hits = kept
	}
	for _, h := range q.scattered(o.gloss) {
		h.rule, h.q = RuleGloss, min(1, h.q+0.2)
		hits = append(hits, h)
	}
	for _, w := range o.alone { // "my debit", with the values debit card and credit card
		for _, p := range latest(q.b.said(w)) {
			hits = append(hits, hit{from: p, to: p + 1, q: 0.7, mention: -1, rule: RuleWords})
		}
	}
	for i := 0; i < len(o.words) && q.b.senses != nil; i++ { // the lexicons list rojo as =red and chips as =fries
		for _, p := range latest(q.b.senses[o.words[i].text]) {
			hits = append(hits, hit{from: p, to: p + 1, q: 0.85 / float64(len(o.words)), mention: -1, rule: RuleWords})
		}
	}
	return append(hits, q.coded(o.value)...)
}

func solid(ws []string) []word {
	out := make([]word, len(ws))
	for i, w := range ws {
		out[i] = word{token{solid: true}, w}
	}
	return out
}

// flag compares a boolean with what the text says about its subject.
func (q *query) flag(v bool) Support {
	b := q.b
	best, against, at := 0.0, 0.0, 0
	note := func(p place, yes bool) {
		weight := p.weight * (0.8 + 0.3*float64(p.tok)/float64(len(b.tokens))) // if places disagree, the latest counts most
		switch {
		case yes != (q.want.leave && !q.leaving(int(p.tok))) != v:
			against = max(against, weight)
		case weight > best:
			best, at = weight, int(p.tok)
		}
	}
	for _, p := range q.self.places(b) {
		if q.want.acts && !b.is(int(p.tok), cLeave|cDrop|cOff) {
			continue // a word about the alarm does not delete it
		}
		switch b.tokens[p.tok].status {
		case Said:
			if b.role(int(b.tokens[p.tok].turn)) != "tool" {
				note(p, !q.off(int(p.tok)) && !b.waived(int(p.tok)) && !q.undone(int(p.tok)))
			}
		case Denied, Replaced:
			note(p, false)
		}
	}
	for i := range q.want.undone { // unfurnished
		for _, p := range latest(b.said(q.want.undone[i])) {
			if t := &b.tokens[p]; b.role(int(t.turn)) != "tool" && t.status == Said {
				note(place{p, 1}, false)
			}
		}
	}
	f := features{fBool: 1, fBoolFor: best, fBoolAgainst: against}
	if v {
		f[fBoolTrue] = 1
	}
	if best > against {
		f[fBoolWins] = 1
	} else if against > best {
		f[fBoolLoses] = 1
	}
	if tracer != nil {
		tracer(trace{kind: Boolean, own: []features{f}})
	}
	out := Support{Score: contested(f.score(), absent), Rule: RuleNone, Status: Said}
	if best > 0 {
		out.Rule, out.Span = RuleFlag, b.span(at, at+1)
	}
	return out
}

// waived reports whether token i ends a phrase such as "nicht dringend" or "no rush", which denies nothing behind it.
func (b *bound) waived(i int) bool {
	for n := 1; n <= 2; n++ {
		if m, ok := b.at(i-n, cPass); ok && int(m.n) > n && b.is(i-n, cNot|cNotPost|cNo) {
			return true
		}
	}
	return false
}

// undone reports whether a prefix before token i denies it, non-smoking, where the parameter's own name has none.
func (q *query) undone(i int) bool {
	b := q.b
	return q.want.undone != nil && i > 0 && b.tokens[i].gap <= hyphen && b.norm(b.tok(i-1, i)) == "non"
}

// leaving reports whether the clause of token i has the word of the parameter's name that turns its value
// round: "Is the road blocked? No." denies blocked itself, "no ads" only what block_ads takes away.
func (q *query) leaving(i int) bool {
	b := q.b
	return slices.ContainsFunc(q.self.places(b), func(p place) bool {
		return b.clauseOf[p.tok] == b.clauseOf[i] && (b.is(int(p.tok), cLeave) || tell("free", b.norm(&b.tokens[p.tok])))
	})
}

// off reports whether the clause of token i removes what it names or switches it off:
// turn the alarm off, keep comments closed. A word of the parameter's name, as in
// disabled_badge, does not.
func (q *query) off(i int) bool {
	b := q.b
	for _, step := range [...]int{-1, 1} {
		for k := i; k >= 0 && k < len(b.tokens) && k-i < 6 && i-k < 6; k += step {
			if b.tokens[k].turn != b.tokens[i].turn || k != i && b.tokens[max(k, k-step)].gap >= comma {
				break
			}
			if k != i && b.is(k, cOff|cDrop) && !slices.Contains(q.want.full, b.norm(&b.tokens[k])) {
				return true
			}
		}
	}
	return false
}
