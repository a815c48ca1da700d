package grounding

import (
	"slices"
	"strings"
)

// maxLabel is how many tokens before a value its label in a profile begins at most.
const maxLabel = 5

// otherSphere reports whether a profile gives a value for one sphere of life where the user now speaks of another that
// it has, too: the home address, where "my office" is said.
func (q *query) otherSphere(h *hit) bool {
	b, turn := q.b, int(q.b.tokens[h.from].turn)
	if b.role(turn) != "system" || len(tells["sphere"]) == 0 {
		return false
	}
	label := ""
	for k := h.from - 1; k >= b.starts[turn] && k >= h.from-maxLabel && label == ""; k-- {
		if gap := b.tokens[k+1].gap; gap >= comma && !strings.Contains(b.gapText(int(k)+1), ":") {
			break
		}
		label = b.sphere(k)
	}
	if label == "" || slices.ContainsFunc(q.self.want.full, func(n string) bool { return sphereOf(n) == label }) {
		return false
	}
	last := len(b.in.Turns) - 1
	for last > turn && b.role(last) != "user" {
		last--
	}
	if away, sure := q.otherEnd(label, turn, last); sure {
		return away
	}
	meant := ""
	for k := b.starts[turn+1]; k < b.starts[last+1]; k++ {
		switch of := b.sphere(k); {
		case of == label && b.role(int(b.tokens[k].turn)) == "user":
			return false
		case of != "" && k >= b.starts[last] && b.tokens[k].status == Said && b.placedBefore(int(k)) && q.placed(k, turn) && !b.anyIs(int(max(k-3, b.starts[last])), int(k), cNot|cNo):
			meant = of
		}
	}
	for k := b.starts[turn]; meant != "" && k < b.starts[turn+1]; k++ {
		if b.sphere(k) == meant {
			return true
		}
	}
	return false
}

// otherEnd reports whether the user speaks of a sphere of life only as the other end of a journey than the parameter's, or
// of another one as that end: "from home to the office".
func (q *query) otherEnd(label string, turn, last int) (away, sure bool) {
	b, own, opposed := q.b, "", false
	for k := b.starts[turn+1]; side(q.want.role) != 0 && k < b.starts[last+1]; k++ {
		of := b.sphere(k)
		if of == "" || b.tokens[k].status != Said || b.role(int(b.tokens[k].turn)) != "user" || q.compounds(k, turn) {
			continue
		}
		from := int(k)
		if b.is(from-1, cTo) && b.is(from-2, cFrom) {
			from-- // von zu Hause
		}
		switch role := side(b.roleAt(from, int(k)+1)); {
		case role == side(q.want.role):
			own = of
		case role != 0 && of == label:
			opposed = true
		}
	}
	return own != label, own != "" || opposed
}

// placed reports whether token i, for a sphere of life, is no part of another noun and not only where the user or somebody
// else is: "my work shift", "I'm at work till 6", "my son is at school".
func (q *query) placed(i int32, profile int) bool {
	b := q.b
	c := &b.clauses[b.clauseOf[i]]
	if c.whose < 0 || q.compounds(i, profile) {
		return false
	}
	for k := c.from; k < i; k++ {
		if w := b.norm(&b.tokens[k]); tell("sphere_be", w) || (w == "m" || w == "am") && b.is(int(k)-1, cMine) {
			return side(q.want.role) < 0 || q.want.kind == Phone // from where, or at which number the user is
		}
	}
	return true
}

// compounds reports whether another noun than the parameter's, or one of the profile, stands behind token i: work shift.
func (q *query) compounds(i int32, profile int) bool {
	b, next := q.b, q.b.tok(int(i)+1, int(i))
	return next.turn >= 0 && next.gap <= space && !next.digit && next.has&(cStop|cYes|cAt|cTo|cFrom|cIn|cThis|cRel) == 0 && b.sphere(i+1) == "" &&
		!related(b.norm(next), q.want.full) && !slices.ContainsFunc(b.occurs(next.word), func(p int32) bool { return int(b.tokens[p].turn) == profile })
}

// placedBefore reports whether a word before token i says that it is a place or the user's: at home, my office, to the office.
func (b *bound) placedBefore(i int) bool {
	const places = cMine | cAt | cTo | cFrom | cIn
	return (b.is(i-1, places) || tell("sphere_at", b.norm(b.tok(i-1, i)))) && b.tok(i-1, i).turn >= 0 || b.is(i-1, cStop) && b.is(i-2, places) && b.tok(i-2, i).turn >= 0
}

func (b *bound) sphere(i int32) string { return sphereOf(b.norm(&b.tokens[i])) }

// sphereOf returns the words for the sphere of life that a word is of, "" if it is of none.
func sphereOf(w string) string {
	for _, group := range tells["sphere"] {
		for one := range strings.SplitSeq(group, "/") {
			if one == w {
				return group
			}
		}
	}
	return ""
}

// preset reports whether the system gives a value for when the user gives none, and the user gives another one that no
// other parameter can take: 30, where meetings last 30 minutes and the user asks for 15.
func (q *query) preset(h *hit, kind Kind) bool {
	b := q.b
	if q.depth > 0 || b.role(int(b.tokens[h.from].turn)) != "system" || stateOf(q.want.full) != 0 {
		return false
	}
	others := q.heard.rivals()
	for i := range others {
		o := others[i].want
		if o == q.want || !alike(o, q.want) {
			continue
		}
		if kind != Number || q.want.unit == "" || o.unit == "" || unitTable[o.unit].dim == unitTable[q.want.unit].dim {
			return false
		}
	}
	user := func(i int32) bool {
		return b.role(int(b.tokens[i].turn)) == "user" && b.clauses[b.clauseOf[i]].whose >= 0
	}
	switch kind {
	case Enumerator:
		for _, places := range q.evidences() {
			own, given := false, false
			for i := range places {
				own = own || places[i].from == h.from
				given = given || places[i].q >= nearEnough && user(places[i].from) && q.statusAt(&places[i]) == Said
			}
			if given && !own {
				return true
			}
		}
	case Number:
		return q.want.unit != "" && h.mention >= 0 && q.Mentions[h.mention].Unit == q.want.unit && q.beaten(h, kind, func(id int32, at span3) bool {
			return user(at.from) && q.Mentions[id].Unit == q.want.unit
		})
	case Text:
		loose := b.langIs("de") // in which all nouns are capitalised
		person := slices.ContainsFunc(q.want.full, func(n string) bool { return tell("named", n) || tell("name_alone", n) })
		return q.beaten(h, kind, func(id int32, at span3) bool {
			return user(at.from) && (!person && !loose && b.is(int(at.from)-1, cIn|cAt) && q.Mentions[id].Role == "" && !b.is(int(at.from), cDay|cMonth|cRel) || (person || !loose) && b.nearness(q.self, at.from, at.to) > 0.5) && b.sphere(at.from) == ""
		})
	}
	return false
}
