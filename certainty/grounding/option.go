package grounding

import (
	"slices"
	"strings"
)

// option compares an enum value, by its own words and those that the schema gives for
// it, with the text and with the other values.
func (q *query) option(s string) Support {
	var own *option
	for i := range q.want.options {
		if o := &q.want.options[i]; o.value == s || own == nil && strings.EqualFold(o.value, s) {
			own = o // m and M may be two
		}
	}
	numeric, bare := !q.want.wordy, own != nil && len(own.gloss) == 0
	if f, ok := number(s); ok && (numeric || bare) {
		if out := q.best(q.numbers(f), Number); out.Grounded() || numeric && bare {
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
			focused = focused || h.q > 0.7 && q.b.role(int(q.b.tokens[h.from].turn)) != "tool" && q.b.about(h.from, h.to) == 1
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
		switch {
		case denied >= 0:
			at := all[i][denied]
			out = Support{Score: 0.75, Rule: RuleSingled, Status: Said, Span: q.b.span(int(at.from), int(at.to))}
		case &q.want.options[i] != own:
			return out, false
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
		q.scaled(all)
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
		least := 0.5
		if len(o.words) <= 2 {
			least = 0.2
		}
		hits = slices.DeleteFunc(q.scattered(o.words), func(h hit) bool { return h.q < least })
	}
	if len(o.value) == 1 && o.wordy { // the "a" of "a window seat" and the "m" of "I'm" are no values
		hits = slices.DeleteFunc(hits, func(h hit) bool {
			t, next := &q.b.tokens[h.from], q.b.tok(int(h.to), int(h.from))
			return t.gap <= hyphen || t.has&(cStop|cOne) != 0 && next.gap == space && next.has&cStop == 0 && !q.b.adjoins(q.self, &h, false)
		})
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
	for _, w := range o.words { // the lexicons list rojo as =red and chips as =fries
		for _, p := range latest(q.b.senses[w.text]) {
			hits = append(hits, hit{from: p, to: p + 1, q: 0.85 / float64(len(o.words)), mention: -1, rule: RuleWords})
		}
	}
	if o.sorts != 0 {
		hits = append(hits, q.superlative(o)...)
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
