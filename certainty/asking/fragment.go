package asking

import (
	"slices"
	"strings"
)

// fragment adds the asks of a sentence that contains no words that ask: "Size?", "Your
// name and number, please", "Small, medium or large?"
func (p *parser) fragment(before []clause, last *clause) {
	if last := before[len(before)-1]; len(p.asks) >= maxAsks || p.skipLead(before[0].from, last.to) >= last.to {
		return // "OK?"
	}
	offers := last != nil || slices.ContainsFunc(before, func(c clause) bool { return p.any(roleOr, c.from, c.to) })
	a := ask{kinds: 1 << askNamed, strict: !offers, phrase: true, start: p.tokens[before[0].from].Start}
	if q := before[len(before)-1]; p.any(roleEnd, q.from, q.to) {
		a.kinds |= 1 << askPolar // 吗, か
	}
	if offers {
		a.kinds |= 1 << askAlternative
	}
	var more []clause
	for i, c := range before {
		for k := c.from + 1; k < c.to && !offers; k++ {
			if p.has(roleAnd, k, c.to) {
				more, c.to = append(more, clause{from: k, to: c.to}), k
			}
		}
		if i > 0 && !offers {
			more = append(more, c)
			continue
		}
		p.terms(&a, c.from, c.to, inFocus)
		a.end = p.tokens[c.to-1].End
	}
	if last != nil {
		p.terms(&a, last.end, last.to, behind)
		a.end = p.tokens[last.to-1].End
	}
	p.asks = append(p.asks, a)
	for i := range more {
		p.items(&more[i])
	}
}

// behind handles a clause that follows an ask after a comma: it lists options or names
// another item.
func (p *parser) behind(c *clause, a *ask) {
	n, _ := p.find(roleAnd, c.from, c.to)
	if c.joined || a.kinds&(1<<askPolar|1<<askAlternative) != 0 || n == 0 && p.has(roleLead, c.from, c.to) {
		p.terms(a, c.from, c.to, behind)
		if c.joined && a.kinds == 1<<askPolar {
			a.kinds = 1 << askAlternative // "is it red, green or blue?"
		}
		return
	}
	p.items(c)
}

// items handles a clause that may be another item of a list.
func (p *parser) items(c *clause) {
	last := &p.asks[len(p.asks)-1]
	switch { // "the number (ID) of the order"
	case p.bracketed(c.from):
		p.terms(last, c.from, c.to, behind)
		return
	case p.has(roleOf, c.from, c.to):
		p.focus(last, c.from, c.to)
		return
	}
	if len(p.asks) >= maxAsks || p.skipLead(c.from, c.to) >= c.to {
		return
	}
	more := ask{kinds: 1 << askNamed, strict: true, more: true, start: p.tokens[c.from].Start, end: p.tokens[c.to-1].End}
	p.focus(&more, c.from, c.to)
	if len(more.terms) > 0 {
		p.asks = append(p.asks, more)
		if c.to-c.from == 3 { // nothing but two nouns
			p.halves(more, c.from, c.to) // "when shall we meet, day and time?"
		}
	}
}

// brackets finds, once, which tokens are inside brackets, because each of many wishes may have to know.
func (p *parser) brackets() {
	inside, at := false, 0
	for i := range p.tokens {
		gap := p.text[at:p.tokens[i].Start]
		if last := strings.LastIndexAny(gap, "()（）"); last >= 0 {
			inside = strings.IndexAny(gap[last:], "(（") == 0
		}
		p.inside, at = append(p.inside, inside), p.tokens[i].End
	}
}

// bracketed reports whether a token is inside brackets.
func (p *parser) bracketed(i int) bool { return p.inside[i] }

// halves adds an ask for each further half of what the words [from, to) ask for: "when do you start and finish".
func (p *parser) halves(a ask, from, to int) {
	if a.kinds&(1<<askAlternative) != 0 {
		return
	}
	for i := from + 1; i < to && len(p.asks) < maxAsks; i++ {
		if p.has(roleOption, i-1, to) {
			return // "the difference between the city and the town"
		}
		if n, _ := p.find(roleAnd, i, to); n > 0 && p.content(from, i) && p.content(i+n, to) && !p.has(roleSubject, i+n, to) && !p.has(roleSubject, i-1, to) && !p.capital(i+n) {
			a.terms, a.more, a.start = nil, true, p.tokens[i+n].Start
			p.focus(&a, i+n, to)
			a.terms = slices.DeleteFunc(a.terms, func(t term) bool { return t.from != inFocus })
			p.asks = append(p.asks, a)
		}
	}
}

// meant handles an ask for "it": if the sentence before asks for nothing, the ask is
// for what that sentence names last. "One thing is missing: the date. Could you give
// it to me?"
func (p *parser) meant(a *ask, c *clause) bool {
	n := len(p.sentences) - 2
	if n < 0 || !p.any(roleIt, c.end, c.to) {
		return false
	}
	before := p.sentences[n]
	if len(p.asks) > 0 && p.asks[len(p.asks)-1].start >= p.tokens[before.from].Start {
		return false
	}
	from := before.from
	for i := before.from + 1; i < before.to; i++ {
		if p.ends(i - 1) {
			from = i
		}
	}
	a.terms, a.strict = a.terms[:0], true
	p.focus(a, from, before.to)
	return p.content(from, before.to)
}

// meaningful returns the end of the meaningful words at the beginning of a run of tokens.
func (p *parser) meaningful(from, to int) int {
	for from < to && !p.has(roleFunction, from, to) && !p.has(rolePolar, from, to) {
		from++
	}
	return from
}
