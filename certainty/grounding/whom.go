package grounding

import (
	"slices"
	"strings"
)

// maxPossessor is how many tokens behind "for" the person stands for whom something is.
const maxPossessor = 3

// findWhom finds for each turn whether the user asks for something for somebody else: a ticket for my son.
func (b *bound) findWhom() *[]bool {
	out := make([]bool, len(b.in.Turns))
	for t := range out {
		out[t] = b.classes&cMine != 0 && b.inTurn[t]&cTheirs != 0 && b.role(t) == "user" && b.forOther(t)
	}
	return &out
}

// forOther reports whether a turn says for whom something is, and it is not the user, or whether its last sentence is about
// somebody else alone: "my son is 9 and I'm 41. Enrol him, please".
func (b *bound) forOther(t int) bool {
	from, to := int(b.starts[t]), int(b.starts[t+1])
	last, said := from, 0
	for i := from; i < to; i++ {
		if b.tokens[i].gap == sentence {
			last = i
		}
		if !tell("for_whom", b.norm(&b.tokens[i])) {
			continue
		}
		for k := i + 1; k < to && k <= i+maxPossessor && b.tokens[k].gap <= space && (k == i+1 || b.is(k-1, cStop|cMine)); k++ {
			switch {
			case possessive(b.after(k)): // my sister's wedding
			case b.other(b.tokens[k]) || tell("whom_for", b.norm(&b.tokens[k])):
				said = 1
				if b.is(k+1, cAnd) && b.is(k+2, cMine) { // my sister and me
					said = -1
				}
			case k == i+1 && b.is(k, cMine):
				said = -1 // the last one counts: "for me"
			}
		}
	}
	if said != 0 {
		return said > 0
	}
	return !b.anyIs(last, to, cMine) && slices.ContainsFunc(b.tokens[last:to], b.other)
}

// possessive reports whether the text behind a name says that something is that person's.
func possessive(gap string) bool {
	return strings.HasPrefix(gap, "'s ") || strings.HasPrefix(gap, "\u2019s ")
}

// other reports whether a token is a person other than the user.
func (b *bound) other(t token) bool {
	return t.has&cTheirs != 0 || tell("whom", b.norm(&t))
}

// person returns how far a place is about another person than the one whose value the user wants, as the feature fTheirs.
// Of what is somebody else's, only what they are themselves goes with what is for them, unless the user wants another one:
// "he wears S, but I'd like an L for him".
func (q *query) person(h *hit, kind Kind) float64 {
	b := q.b
	turn, whose := b.tokens[h.from].turn, b.clauses[b.clauseOf[h.from]].whose
	if whose == 0 {
		return 0
	}
	if whom := *b.whom.get(b.findWhom); whom[turn] && q.want.trait {
		rival := func(_ int32, at span3) bool {
			c := &b.clauses[b.clauseOf[at.from]]
			wished := c.whose > 0 && slices.ContainsFunc(b.tokens[c.from:c.to], func(t token) bool { return tell("wish", b.norm(&t)) })
			return b.tokens[at.from].turn == turn && (wished || whose > 0 && c.whose < 0)
		}
		chosen := func(p *hit) bool { return rival(p.mention, span3{p.from, p.to}) }
		if !chosen(h) && (kind == Enumerator && q.anyStated(chosen) || q.beaten(h, kind, rival)) {
			return 1
		}
		return 0
	}
	switch {
	case !b.theirs(h.from):
		return 0
	case !b.clauses[b.clauseOf[h.from]].named:
		return 0.5 // an earlier clause says whose it is
	}
	return 1
}
