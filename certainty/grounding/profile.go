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
		role := side(b.roleAt(from, int(k)+1))
		if b.staying(k) {
			role = side(roleFrom)
		}
		switch {
		case role == side(q.want.role):
			own = of
		case role != 0 && of == label:
			opposed = true
		}
	}
	return own != label, own != "" || opposed
}

// staying reports whether token i says where the user is, by a verb before it: "sono a casa".
func (b *bound) staying(i int32) bool {
	for k := i - 1; k >= b.clauses[b.clauseOf[i]].from && k >= i-3; k-- {
		switch w := b.norm(&b.tokens[k]); {
		case tell("sphere_be", w) && b.sphere(k) == "" || (w == "m" || w == "am" || w == "re" || w == "are") && b.is(int(k)-1, cMine):
			return true
		case b.tokens[k].has&(cStop|cAt|cIn|cTo|cFrom) == 0 && !tell("sphere_at", w):
			return false
		}
	}
	return false
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
		!related(b.norm(next), q.want.full) && !q.contact(b.norm(next)) && !b.occursIn(next.word, b.starts[profile], b.starts[profile+1])
}

// contact reports whether a word says what the parameter takes: the work number, the office building.
func (q *query) contact(w string) bool {
	switch {
	case tell("sphere_one", w):
		return true
	case q.want.kind == Phone:
		return tell("sphere_phone", w)
	case q.want.kind == Email:
		return tell("sphere_email", w)
	}
	return tell("sphere_place", w)
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

// preset reports whether the system gives a value by default, and the user another one for the same thing, which no other
// parameter can take: 30, where meetings last 30 minutes by default and the user asks for a 15 minute meeting.
func (q *query) preset(h *hit, kind Kind) bool {
	b, turn := q.b, int(q.b.tokens[h.from].turn)
	if q.depth > 0 || kind != Enumerator && (kind != Number || q.want.unit == "" || h.mention < 0) || b.role(turn) != "system" || stateOf(q.want.full) != 0 {
		return false
	}
	from, to := int(h.from), int(h.to)
	for from > int(b.starts[turn]) && b.tokens[from].gap < sentence {
		from--
	}
	for to < int(b.starts[turn+1]) && b.tokens[to].gap < sentence {
		to++
	}
	rule := b.tokens[from:to]
	if !slices.ContainsFunc(rule, func(t token) bool { return tell("preset", b.norm(&t)) }) {
		return false
	}
	others := q.heard.rivals()
	for i := range others {
		o := others[i].want
		if o == q.want || !alike(o, q.want) {
			continue
		}
		if kind != Number || o.unit == "" || unitTable[o.unit].dim == unitTable[q.want.unit].dim {
			return false
		}
	}
	asked := func(at span3) bool { // beside a noun of the rule, or by the parameter's name, which may be only the unit of a number
		if b.role(int(b.tokens[at.from].turn)) != "user" || b.clauses[b.clauseOf[at.from]].whose < 0 || tell("owner", b.norm(b.tok(int(at.from)-1, int(at.from)))) {
			return false
		}
		of := func(i, beside int) bool { // a noun of the rule
			t := b.tok(i, beside)
			return t.turn >= 0 && b.tokens[max(i, beside)].gap <= space && t.has&cStop == 0 && slices.ContainsFunc(rule, func(r token) bool {
				return r.has&(cStop|cUnit) == 0 && !r.digit && kin(b.norm(&r), b.norm(t)) > 0.8
			})
		}
		from, to := int(at.from), int(at.to)
		return of(to, to-1) || kind == Number && (of(from-1, from) || b.is(from-1, cStop) && of(from-2, from-1)) || kind == Enumerator && b.nearness(q.self, at.from, at.to) > 0.5
	}
	if kind == Enumerator {
		for _, places := range q.evidences() {
			own, given := false, false
			for i := range places {
				own = own || places[i].from == h.from
				given = given || places[i].q >= nearEnough && q.statusAt(&places[i]) == Said && asked(span3{from: places[i].from, to: places[i].to})
			}
			if given && !own {
				return true
			}
		}
		return false
	}
	return q.Mentions[h.mention].Unit == q.want.unit && q.beaten(h, kind, func(id int32, at span3) bool {
		return q.Mentions[id].Unit == q.want.unit && asked(at)
	})
}
