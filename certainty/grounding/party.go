package grounding

import (
	"slices"
	"strings"
)

// deed is a verb whose subject is one of two parties, the one who lends and the one who is lent to, and by which a
// parameter is a party: the doer, or the other one.
type deed struct {
	verbs []term
	doer  bool
}

// deedsOf returns the verbs by which a parameter of a name is a party. The class party lists words for the one who does
// it, for the other one, and the verbs.
func deedsOf(name []string) (out []deed) {
	for _, line := range tells["party"] {
		groups := strings.Split(line, "|")
		is := func(words string) bool {
			return slices.ContainsFunc(strings.Split(words, "/"), func(w string) bool { return slices.Contains(name, w) })
		}
		if doer := is(groups[0]); doer != is(groups[1]) {
			out = append(out, deed{termsOf(strings.Split(groups[2], "/")), doer})
		}
	}
	return out
}

// otherParty reports whether a name is the other party of a verb in its clause than the parameter asks for: Tom is no
// borrower, in "Anna borrowed 60 dollars from Tom". But "our guest Anna invited Tom" says itself who is the guest.
func (q *query) otherParty(h *hit) bool {
	b := q.b
	c := &b.clauses[b.clauseOf[h.from]]
	for _, d := range q.want.deeds {
		for _, verb := range d.verbs {
			for _, v := range latest(b.said(verb)) {
				if v < c.from || v >= c.to || slices.ContainsFunc(q.self.places(b), func(p place) bool { return p.tok == h.from-1 }) {
					continue
				}
				if doer, ok := b.doer(h, v, c); ok {
					return doer != d.doer
				}
			}
		}
	}
	return false
}

// doer reports whether a name is who does what verb v of its clause says. The one before it does, but for "was beaten
// by". Of two before it the nearer one does, "tell Amy that Zoe paid", but the first where the verb ends the sentence that
// an auxiliary begins: "Anna hat Max eingeladen".
func (b *bound) doer(h *hit, v int32, c *clause) (doer, ok bool) {
	var before, behind []span3
	if t := &b.tokens[c.from]; t.capital && t.has == 0 && c.from < v { // which alone is no mention of a name
		before = append(before, span3{c.from, c.from + 1})
	}
	for _, id := range b.ofKind(Name) {
		switch at := b.at3[id]; {
		case at.from < c.from || at.to > c.to:
		case at.from == c.from && len(before) > 0:
			before[0] = at
		case at.to <= v:
			before = append(before, at)
		case at.from > v:
			behind = append(behind, at)
		}
	}
	subject, last := span3{c.from, c.from}, len(before)-1
	framed := last > 0 && tell("perfect", b.norm(b.tok(int(before[0].to), int(c.from))))
	if framed {
		subject = before[0]
	} else if last >= 0 {
		subject = before[last]
	}
	passive := !strings.HasSuffix(b.norm(&b.tokens[v]), "ing") &&
		slices.ContainsFunc(b.tokens[max(c.from, subject.from-1):v], func(t token) bool { return tell("passive", b.norm(&t)) })
	within := func(at span3) bool { return h.from < at.to && at.from < h.to }
	switch {
	case possessive(b.after(int(h.to)-1)) || len(behind) > 0 && b.is(int(subject.from)-1, cTo|cFrom): // a Ella le enseña Pablo
		return false, false
	case len(behind) > 0 && within(behind[0]), framed && within(before[1]):
		return passive, true
	}
	return !passive, within(subject)
}
