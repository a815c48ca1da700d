package grounding

import (
	"cmp"
	"slices"
	"strings"
)

// maxLabel is how many tokens before a value its label in a profile begins at most.
const maxLabel = 5

// otherSphere reports whether a profile gives a value for one sphere of life where the user now speaks of another that
// it has, too: the home address, where "my office" is said. A sphere at the other end of a journey than the parameter's
// is that of another parameter.
func (q *query) otherSphere(h *hit) bool {
	b, turn := q.b, int(q.b.tokens[h.from].turn)
	if b.role(turn) != "system" {
		return false
	}
	label := ""
	for k := h.from - 1; k >= h.from-maxLabel && b.tokens[k+1].gap < sentence && label == ""; k-- {
		label = b.sphere(k)
	}
	if label == "" || slices.ContainsFunc(q.want.full, func(n string) bool { return sphereOf(n) == label }) {
		return false
	}
	system := map[string]bool{} // the spheres of the system's turn
	for k := b.starts[turn]; k < b.starts[turn+1]; k++ {
		system[b.sphere(k)] = true
	}
	away, own := false, side(q.want.role)
	for k := b.starts[turn+1]; int(k) < len(b.tokens); k++ {
		of := b.sphere(k)
		if of == "" || b.tokens[k].status != Said || b.role(int(b.tokens[k].turn)) != "user" || q.compounds(k) {
			continue
		}
		stays, end := b.staying(k), side(b.roleAt(int(k), int(k)+1))
		if stays {
			end = side(roleFrom)
		}
		switch {
		case own == 0 && stays:
		case own != 0 && end == -own:
			away = away || of == label
		case of == label:
			return false
		case b.anyIs(int(max(k-2, b.starts[turn+1])), int(k), cMine|cAt|cTo|cFrom|cIn) || tell("sphere_at", b.norm(b.tok(int(k)-1, int(k)))):
			away = away || system[of]
		}
	}
	return away
}

// staying reports whether token i says where the user is, by a verb before it: "sono a casa", "I'm in the office".
func (b *bound) staying(i int32) bool {
	return slices.ContainsFunc(b.tokens[max(b.clauses[b.clauseOf[i]].from, i-3):i], func(t token) bool {
		w := b.norm(&t)
		return w == "m" || w == "am" || tell("sphere_be", w) && sphereOf(w) == ""
	})
}

// compounds reports whether token i is a part of a noun that is not what the parameter takes: "work shift", but not "work
// number".
func (q *query) compounds(i int32) bool {
	next := q.b.tok(int(i)+1, int(i))
	w := q.b.norm(next)
	return next.gap <= space && next.has&(cStop|cYes|cAt|cTo|cFrom|cIn|cThis|cRel|cOne) == 0 && !related(w, q.want.full) && !tell("sphere_phone", w) && !tell("sphere_place", w)
}

func (b *bound) sphere(i int32) string { return sphereOf(b.norm(&b.tokens[i])) }

// sphereOf returns the words for the sphere of life that a word is of, "" if it is of none.
func sphereOf(w string) string { return spheres[w] }

// spheres has the first group that a word is in.
var spheres = func() map[string]string {
	out := map[string]string{}
	for _, group := range tells["sphere"] {
		for w := range strings.SplitSeq(group, "/") {
			out[w] = cmp.Or(out[w], group)
		}
	}
	return out
}()

// preset reports whether the system gives a value by default, and the user another one for the same thing: 30, where
// meetings last 30 minutes by default and the user asks for a 15 minute meeting.
func (q *query) preset(h *hit, kind Kind) bool {
	b, turn := q.b, int(q.b.tokens[h.from].turn)
	if q.depth > 0 || kind != Enumerator && (kind != Number || q.want.unit == "") || b.role(turn) != "system" {
		return false
	}
	from, to := h.from, h.to
	for b.tokens[from].gap < sentence {
		from--
	}
	for to < b.starts[turn+1] && b.tokens[to].gap < sentence {
		to++
	}
	rule := b.tokens[from:to]
	if !slices.ContainsFunc(rule, func(t token) bool { return tell("preset", b.norm(&t)) }) {
		return false
	}
	noun := func(i, beside int32) bool { // token i is a noun of the rule
		t := b.tok(int(i), int(beside))
		return t.has&cStop == 0 && slices.ContainsFunc(rule, func(r token) bool { return r.has&(cStop|cUnit) == 0 && kin(b.norm(&r), b.norm(t)) > 0.8 })
	}
	asked := func(from, to int32) bool {
		return b.role(int(b.tokens[from].turn)) == "user" && !tell("owner", b.norm(b.tok(int(from)-1, int(from)))) &&
			(noun(to, from) || kind == Number && noun(from-2, from) || kind == Enumerator && b.nearness(q.self, from, to) > 0.5)
	}
	if kind == Number {
		return q.beaten(h, kind, func(id int32, at span3) bool { return q.Mentions[id].Unit == q.want.unit && asked(at.from, at.to) })
	}
	return q.anyStated(func(p *hit) bool { return asked(p.from, p.to) })
}
