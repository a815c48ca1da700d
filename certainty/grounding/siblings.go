package grounding

import (
	"math"
	"slices"
)

// sibling is another parameter for the same kind of thing about something else, such as fence_color beside door_color,
// with the words of both names that tell them apart.
type sibling struct {
	own, theirs []term
	shared      []string
}

// maxSiblings bounds the siblings of a parameter, and maxApart the words that tell two apart.
const maxSiblings, maxApart = 6, 3

// pair finds the siblings of a parameter: their names have a word in common, and each has one of its own.
func (w *want) pair(all []want) {
	if w.kind == Text {
		w.deeds = deedsOf(w.full)
	}
	user := slices.ContainsFunc(w.full, func(n string) bool { return tell("asker", n) })
	trait := func(n string) bool { return tell("trait", n) }
	w.trait = !user && w.kind != Email && w.kind != Phone && (w.human() || slices.ContainsFunc(w.full, trait) || slices.ContainsFunc(w.means, trait))
	w.was = slices.ContainsFunc(w.full, func(n string) bool { return tell("state_was", n) })
	for i := range all[:min(len(all), mostRivals)] {
		o := &all[i]
		if o == w || len(w.siblings) == maxSiblings || !alike(o, w) || w.kind == Boolean {
			continue
		}
		was := slices.ContainsFunc(o.full, func(n string) bool { return tell("state_was", n) })
		now := slices.ContainsFunc(w.full, func(n string) bool { return tell("state_now", n) })
		switch state := stateOf(w.full); {
		case state != 0 && stateOf(o.full) == -state:
			w.state = state
		case was && now: // the current one, beside the previous one
			w.state, w.role = 1, roleTo
		case w.was && slices.ContainsFunc(o.full, func(n string) bool { return tell("state_now", n) }):
			w.state, w.role = -1, roleFrom
		}
		shared := slices.DeleteFunc(slices.Clone(w.full), func(n string) bool { return !related(n, o.full) })
		own, theirs := besides(w.name, o.full), besides(o.name, w.full)
		if len(shared) == 0 || len(own) == 0 || len(theirs) == 0 {
			continue
		}
		w.siblings = append(w.siblings, sibling{termsOf(own), termsOf(theirs), shared})
	}
}

// besides returns the words of a name that have no relative in another one.
func besides(name, other []string) []string {
	out := slices.DeleteFunc(slices.Clone(name), func(n string) bool { return related(n, other) })
	return out[:min(len(out), maxApart)]
}

func related(w string, name []string) bool {
	return slices.ContainsFunc(name, func(n string) bool { return kin(n, w) > 0.8 })
}

// elsewhere reports whether a place in the user's words is said of a sibling's thing, where the parameter's own thing
// has another value: white, of the door, in "paint the door green and the fence white". Each thing stands in a clause of
// its own, with its value on the same side.
func (q *query) elsewhere(h *hit) bool {
	b := q.b
	if len(q.want.siblings) == 0 || b.role(int(b.tokens[h.from].turn)) != "user" {
		return false
	}
	for i := range q.want.siblings {
		s := &q.want.siblings[i]
		if like := b.likenedLater(s, h.from); like != 0 {
			return like < 0
		}
		theirs := b.told(s.theirs, h.from)
		if theirs == nil {
			continue
		}
		own := b.told(s.own, h.from)
		n := b.clauseOf[h.from]
		in := func(at int32) bool { return b.clauseOf[at] == n && (at < h.from || at >= h.to) }
		k := slices.IndexFunc(theirs, in)
		if own == nil || k < 0 || slices.ContainsFunc(own, in) {
			continue
		}
		behind := h.from > theirs[k]
		slices.Sort(theirs)
		if slices.Sort(own); behind {
			slices.Reverse(own)
		}
		own = slices.CompactFunc(own, func(x, y int32) bool { return b.clauseOf[x] == b.clauseOf[y] }) // what goes for this one goes for the others
		q.steps += len(own) + len(theirs)
		if !slices.ContainsFunc(own, func(at int32) bool { return b.likened(at, theirs) }) && !slices.ContainsFunc(own, func(at int32) bool { return !q.valueBeside(at, behind, h, s) }) {
			return true
		}
	}
	return false
}

// likenedLater reports whether a later turn says that the parameter's thing is like its sibling's: 1 if the place of
// token i is the sibling's, -1 if it is its own, and so no more what holds, 0 for anything else.
func (b *bound) likenedLater(s *sibling, i int32) int {
	if int(b.tokens[i].turn)+2 >= len(b.in.Turns) {
		return 0
	}
	for k := range s.own {
		for _, p := range latest(b.said(s.own[k])) {
			t := &b.tokens[p]
			c := &b.clauses[b.clauseOf[p]]
			if t.turn <= b.tokens[i].turn || b.role(int(t.turn)) != "user" || t.status != Said || !b.sameThing(s, p, c.to) {
				continue
			}
			in := func(terms []term, n int32) bool {
				return slices.ContainsFunc(terms, func(w term) bool {
					return slices.ContainsFunc(b.said(w), func(at int32) bool { return b.clauseOf[at] == n })
				})
			}
			switch n := b.clauseOf[i]; {
			case !in(s.theirs, b.clauseOf[p]):
			case in(s.theirs, n):
				return 1
			case in(s.own, n):
				return -1
			}
		}
	}
	return 0
}

// sameThing reports whether tokens have a word of same, and no other noun behind it than the parameter's: not "in the same
// building".
func (b *bound) sameThing(s *sibling, from, to int32) bool {
	for i := from; i < to; i++ {
		if !tell("same", b.norm(&b.tokens[i])) {
			continue
		}
		next := b.tok(int(i)+1, int(i))
		w := b.norm(next)
		return i+1 >= to || next.gap > space || next.has&^cMean != 0 || tell("plain", w) || related(w, s.shared) || related(stem(w), s.shared)
	}
	return false
}

// likened reports whether the clause of a token says that its thing is like another one, whose words are theirs.
func (b *bound) likened(at int32, theirs []int32) bool {
	n := b.clauseOf[at]
	_, with := slices.BinarySearchFunc(theirs, n, func(i, n int32) int { return int(b.clauseOf[i] - n) })
	return with || (*b.stages.get(b.findStages))[n].likens
}

// told returns the tokens where words stand in the turn of another token.
func (b *bound) told(terms []term, i int32) (at []int32) {
	for k := range terms {
		b.formsOf(terms[k], func(id int32, _ float64) {
			for _, p := range latest(b.occurs(id)) {
				if b.tokens[p].turn == b.tokens[i].turn {
					at = append(at, p)
				}
			}
		})
	}
	return at
}

// valueBeside reports whether a value other than that of a place stands in the clause of token at, on one side of it.
func (q *query) valueBeside(at int32, behind bool, h *hit, s *sibling) bool {
	b := q.b
	c := &b.clauses[b.clauseOf[at]]
	if kind := family(q.self.want.kind); kind == Number || kind == Date || kind == Time {
		kinds := [...]Kind{kind, 0}
		if kind == Time {
			kinds[1] = Number // at 7
		}
		for _, kind := range kinds {
			for id, p := range q.eligible(kind) {
				if p.from >= c.from && p.to <= c.to && (h.mention < 0 || q.Mentions[id].Value != q.Mentions[h.mention].Value) {
					return true
				}
			}
		}
		return false
	}
	from, to := c.from, at
	if behind {
		from, to = at+1, c.to
	}
	for i := from; i < to; i++ {
		q.steps++
		w := b.norm(&b.tokens[i])
		if !b.is(int(i), cStop|cAnd) && !slices.Contains(s.shared, w) && !slices.Contains(s.shared, stem(w)) {
			return true
		}
	}
	return false
}

// stateOf returns -1 for the name of what was or is before a change, 1 for that of what comes of it, else 0.
func stateOf(name []string) int {
	for _, n := range name {
		switch {
		case tell("state_old", n):
			return -1
		case tell("state_new", n):
			return 1
		}
	}
	return 0
}

// untimely reports whether a value is said to be earlier or later in a change than the parameter asks for, and another
// one is not: 22 is not the current temperature, in "it's 18 now, I want 22".
func (q *query) untimely(h *hit, kind Kind) bool {
	b, state := q.b, q.self.want.state
	if state == 0 || h.mention < 0 || b.role(int(b.tokens[h.from].turn)) != "user" || !q.beaten(h, kind, func(_ int32, at span3) bool { return b.tokens[at.from].turn == b.tokens[h.from].turn }) {
		return false
	}
	own := b.stage(h.from)
	beyond := func(way int) bool {
		return q.beaten(h, kind, func(_ int32, at span3) bool {
			if b.tokens[at.from].turn != b.tokens[h.from].turn {
				return false
			}
			other := b.stage(at.from)
			return other >= 0 && way*(other-own) > 0
		})
	}
	if state < 0 && own == 1 && !q.want.was && beyond(-1) && slices.ContainsFunc(q.want.full, func(n string) bool { return tell("state_now", n) }) {
		return false // what is now is current, though something else was before
	}
	return own >= 0 && beyond(state) && !beyond(-state) && !b.again(h.from)
}

// again reports whether the turn of a token asks for what was before: "it was 22 yesterday, I'd like that again".
func (b *bound) again(i int32) bool {
	t := b.tokens[i].turn
	return slices.ContainsFunc(b.tokens[b.starts[t]:b.starts[t+1]], func(t token) bool { return tell("again", b.norm(&t)) })
}

// stage returns when the clause of a token is true: 0 if it was, 1 if it is and 2 if it is wanted. It is negative
// where the clause says by a word of a name which it is about, tells that something was said, or moves it: "was moved to".
func (b *bound) stage(i int32) int {
	s := (*b.stages.get(b.findStages))[b.clauseOf[i]]
	if s.moved < i {
		return -1
	}
	return s.stage
}

// staged is the stage of a clause, the token behind which it is moved, and whether it likens its thing to another one.
type staged struct {
	stage  int
	moved  int32
	likens bool
}

func (b *bound) findStages() *[]staged {
	out := make([]staged, len(b.clauses))
	for n := range b.clauses {
		c, s := &b.clauses[n], staged{1, math.MaxInt32, false}
		for k := c.from; k < c.to; k++ {
			if s.stage == 0 && (b.is(int(k), cTo) || tell("stage_to", b.norm(&b.tokens[k]))) {
				s.moved = min(s.moved, k)
			}
			switch stage, ok := stageOf[b.norm(&b.tokens[k])]; {
			case ok && stage == likens:
				s.likens = true
			case ok && s.stage >= 0 && (stage != 0 || s.stage < 2):
				s.stage = stage
			}
		}
		out[n] = s
	}
	return &out
}

// stageOf has the words that tell the stage of a clause, or that it likens.
var stageOf = func() map[string]int {
	out := map[string]int{}
	for n, class := range [...]string{"same", "stage_past", "stage_wanted", "state_old", "state_new", "stage_says"} { // of a word in several, the last one counts
		for _, w := range tells[class] {
			out[w] = [...]int{likens, 0, 2, -1, -1, -1}[n]
		}
	}
	return out
}()

const likens = 3
