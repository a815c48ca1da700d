package grounding

import (
	"slices"

	"github.com/voi-rl/voi/internal/words"
)

// clause is a part of a sentence. own and other count its words that name the thing the
// conversation is about, and other things.
type clause struct {
	from, to   int32
	own, other int32
	state      int8 // 1: about the thing in focus, -1: about another thing, 0: neither
	whose      int8 // 1: about the user and the present, -1: about somebody else or another time
	named      bool // ... and that person is named or described, not only a pronoun
	revised    bool // the user takes something back earlier in the same turn
}

// findFocus decides which of several things the conversation is now about: for example,
// of two orders, the one that the user's last words name again. A clause that names it
// is about it, a clause that names another thing is not, and a clause that names
// neither is about the same thing as the clause before.
func (b *bound) findFocus() {
	b.clauses, b.inFocus = make([]clause, 0, len(b.tokens)/6+1), b.focusWords()
	b.clauseOf = make([]int32, len(b.tokens))
	state, turn, revised := int8(0), int32(-1), false
	for i := 0; i < len(b.tokens); {
		if b.tokens[i].turn != turn {
			turn, state, revised = b.tokens[i].turn, 0, false
		}
		user := b.role(int(turn)) == "user"
		revised = revised || user && b.takesBack(i)
		c := clause{from: int32(i), named: b.subject(i), revised: revised}
		j, mine, theirs := i, false, c.named
		for ; j < len(b.tokens) && b.tokens[j].turn == turn; j++ {
			if j > i && (b.tokens[j].gap >= comma || b.is(j, cAnd|cBut)) {
				break
			}
			b.clauseOf[j] = int32(len(b.clauses))
			switch {
			case b.inFocus[b.tokens[j].word]:
				c.own++
			case b.entity(j):
				c.other++
			}
			mine = mine || b.is(j, cMine)
			theirs = theirs || b.is(j, cTheirs)
			c.named = c.named || b.is(j, cTheirs) && !b.is(j, cStop)
			revised = revised || user && b.takesBack(j)
		}
		switch {
		case !user:
		case theirs && !(b.is(i, cMine) && !b.is(i+1, cTheirs)):
			c.whose = -1
		case mine:
			c.whose = 1
		}
		switch {
		case c.own > 0:
			state = 1
		case c.other > 0:
			state = -1
		}
		c.to, c.state = int32(j), state
		b.clauses = append(b.clauses, c)
		i = j
	}
}

// takesBack reports whether a correction's marker, or a no between commas, stands at token i.
func (b *bound) takesBack(i int) bool {
	_, no := b.retracts(i)
	return no || b.is(i, cSorry)
}

// subject reports whether token i begins a sentence and is a name that the sentence is
// about: "Livia pays 45".
func (b *bound) subject(i int) bool {
	t, next := &b.tokens[i], b.tok(i+1, i)
	return t.capital && t.solid && !t.digit && t.has == 0 && (t.gap == sentence || i == int(b.starts[t.turn])) &&
		next.gap == space && words.Name(b.norm(t))
}

// theirs reports whether the clause of a token is about somebody else or another
// time while another clause of the turn is about the user now.
func (b *bound) theirs(i int32) bool {
	const near = 8
	n := int(b.clauseOf[i])
	if b.clauses[n].whose >= 0 {
		return false
	}
	return slices.ContainsFunc(b.clauses[max(0, n-near):min(n+near+1, len(b.clauses))], func(c clause) bool {
		return c.whose > 0 && b.tokens[c.from].turn == b.tokens[i].turn
	})
}

// about returns 1 if the clause of the tokens [from, to) is about the thing in focus,
// -1 if it is about another thing, and 0 otherwise. The tokens themselves do not count
// as naming another thing.
func (b *bound) about(from, to int32) int8 {
	if len(b.inFocus) == 0 {
		return 0
	}
	n := b.clauseOf[from]
	c := &b.clauses[n]
	if c.own > 0 {
		return 1
	}
	other := c.other
	for k := from; k < to && other > 0; k++ {
		if b.entity(int(k)) {
			other--
		}
	}
	if other > 0 {
		return -1
	}
	if n > 0 && b.tokens[b.clauses[n-1].from].turn == b.tokens[from].turn {
		return b.clauses[n-1].state
	}
	return 0
}

// entity reports whether a token names a particular thing: a name, a code or an order
// number.
func (b *bound) entity(k int) bool {
	t := &b.tokens[k]
	return !t.dated && (t.capital && t.gap != sentence && t.has&(cStop|cDay|cMonth|cRel) == 0 ||
		t.digit && (len(b.norm(t)) >= 4 || b.numberOfMany(k)))
}

// numberOfMany reports whether a number tells things of one name apart: station 4, beside station 5.
func (b *bound) numberOfMany(k int) bool {
	t, name := &b.tokens[k], b.tok(k-1, k)
	if t.gap != space || !name.solid || name.digit || name.has != 0 || len(b.norm(name)) < 3 {
		return false
	}
	for _, p := range latest(b.occurs(name.word)) {
		if n := b.tok(int(p)+1, int(p)); n.digit && n.gap == space && n.word != t.word {
			return true
		}
	}
	return false
}

// focusWords returns the words that name the thing in focus: those of the user's last
// turn, from its last sentence backwards, that name something mentioned before.
func (b *bound) focusWords() map[int32]bool {
	for t := len(b.in.Turns) - 1; t >= 0 && t >= len(b.in.Turns)-8; t-- {
		if role := b.in.Turns[t].Role; role == "tool" || role == "system" {
			continue
		}
		lo, hi := b.starts[t], b.starts[t+1]
		from := hi
		for from > lo {
			if from--; b.tokens[from].gap == sentence {
				if out := b.namedAgain(from, hi); len(out) > 0 {
					return out
				}
				hi = from // what does not occur before a sentence does not occur before an earlier one either
			}
		}
	}
	return nil
}

// namedAgain returns the words of the tokens [from, to) that name something and also
// occur before them. A word of the lexicon is too common to name anything.
func (b *bound) namedAgain(from, to int32) map[int32]bool {
	out := map[int32]bool{}
	for i := from; i < to && len(out) < 16; i++ {
		b.steps++
		t := &b.tokens[i]
		if t.status != Said || t.has&cStop != 0 {
			continue
		}
		places := b.occurs(t.word)
		if places[0] >= from || len(b.norm(t)) < 3 && !b.entity(int(places[0])) && !t.digit {
			continue
		}
		before := b.tokens[places[0]].turn
		thing := b.entity(int(i))
		for _, p := range places[:min(len(places), 8)] {
			b.steps++
			thing = thing || b.entity(int(p))
		}
		if thing || len(places) == 2 && t.has == 0 && before != t.turn && b.role(int(before)) != "tool" {
			out[t.word] = true
		}
	}
	return out
}
