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

// bracketed reports whether a token is inside brackets.
func (p *parser) bracketed(i int) bool {
	before := p.text[:p.tokens[i].Start]
	at := strings.LastIndexAny(before, "()（）")
	return at >= 0 && strings.IndexAny(before[at:], "(（") == 0
}
