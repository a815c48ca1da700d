package grounding

import (
	"math"
	"slices"
)

// sibling is another parameter for the same kind of thing about something else, such as fence_color beside door_color,
// with the words of both names that tell them apart.
type sibling struct{ own, theirs []term }

// maxSiblings bounds the siblings of a parameter, and maxApart the words that tell two apart.
const maxSiblings, maxApart = 6, 3

// pair finds the siblings of a parameter: their names have a word in common, and each has one of its own.
func (w *want) pair(all []want) {
	if w.kind == Text {
		w.deeds = deedsOf(w.full)
	}
	w.trait = !tellAny("asker", w.full) && (w.human() || tellAny("trait", w.full))
	w.was = tellAny("state_was", w.full)
	for i := range all[:min(len(all), mostRivals)] {
		o := &all[i]
		if o == w || len(w.siblings) == maxSiblings || !alike(o, w) || w.kind == Boolean {
			continue
		}
		switch state := stateOf(w.full); {
		case state != 0 && stateOf(o.full) == -state:
			w.state = state
		case tellAny("state_was", o.full) && tellAny("state_now", w.full): // the current one, beside the previous one
			w.state, w.role, w.named = 1, roleTo, true
		case w.was && tellAny("state_now", o.full):
			w.state, w.role, w.named = -1, roleFrom, true
		}
		own, theirs := besides(w.name, o.full), besides(o.name, w.full)
		if len(own) > 0 && len(theirs) > 0 && slices.ContainsFunc(w.full, func(n string) bool { return related(n, o.full) }) {
			w.siblings = append(w.siblings, sibling{termsOf(own), termsOf(theirs)})
		}
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
// stands in another clause: white, of the door, in "paint the door green and the fence white".
func (q *query) elsewhere(h *hit) bool {
	b := q.b
	if len(q.want.siblings) == 0 || b.role(int(b.tokens[h.from].turn)) != "user" {
		return false
	}
	in := func(at int32) bool { return b.clauseOf[at] == b.clauseOf[h.from] }
	for i := range q.want.siblings {
		s := &q.want.siblings[i]
		own := b.told(s.own, h.from)
		if slices.ContainsFunc(own, in) {
			if b.likenedLater(s, h.from) {
				return true
			}
			continue
		}
		theirs := b.told(s.theirs, h.from)
		k := slices.IndexFunc(theirs, in)
		if own == nil || k < 0 {
			continue
		}
		q.steps += len(own) + len(theirs)
		first := b.clauses[b.clauseOf[h.from]].from
		if !slices.ContainsFunc(own, func(at int32) bool { return b.likened(at) || at+1 == first && theirs[k] < h.from }) { // not "the door and the fence white"
			return true
		}
	}
	return false
}

// likenedLater reports whether a later turn says that the parameter's thing is the same as another one, so that what
// was said of it before holds no more. A noun behind the word makes it that noun's: "in the same building".
func (b *bound) likenedLater(s *sibling, i int32) bool {
	for _, w := range s.own {
		for _, p := range latest(b.said(w)) {
			if t := &b.tokens[p]; t.turn <= b.tokens[i].turn || b.role(int(t.turn)) != "user" {
				continue
			}
			for k := p; k < b.clauses[b.clauseOf[p]].to; k++ {
				next := b.tok(int(k)+1, int(k))
				if tell("same", b.norm(&b.tokens[k])) && (next.gap > space || next.has&^cMean != 0) {
					return true
				}
			}
		}
	}
	return false
}

// likened reports whether the clause of a token says that its thing is like another one.
func (b *bound) likened(at int32) bool { return (*b.stages.get(b.findStages))[b.clauseOf[at]].likens }

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
	if state == 0 {
		return false
	}
	own := b.stage(h.from)
	return own >= 0 && q.beaten(h, kind, func(_ int32, at span3) bool {
		other := b.stage(at.from)
		return b.tokens[at.from].turn == b.tokens[h.from].turn && other >= 0 && state*(other-own) > 0
	})
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
		c, s := &b.clauses[n], &out[n]
		s.stage, s.moved = 1, math.MaxInt32
		for k := c.from; k < c.to; k++ {
			w := b.norm(&b.tokens[k])
			if s.stage == 0 && (b.is(int(k), cTo) || tell("stage_to", w)) {
				s.moved = min(s.moved, k)
			}
			switch stage, ok := stageOf[w]; {
			case ok && stage == likens:
				s.likens = true
			case ok:
				s.stage = stage
			}
		}
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
