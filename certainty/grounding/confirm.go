package grounding

import (
	"slices"
	"strings"
)

// reaction reports whether a turn begins by saying yes or no to what was asked. late
// means that something else comes before the yes.
func (b *bound) reaction(t int) (yes, no, late bool) {
	from, to := int(b.starts[t]), int(b.starts[t+1])
	if to == from+1 {
		if w := b.norm(&b.tokens[from]); w == "y" || w == "n" {
			return w == "y", w == "n", false
		}
	}
	if b.inTurn[t]&(cYes|cNo|cNot) == 0 {
		return false, false, false
	}
	if to > from+2 && !b.is(from, cNo) && b.clauseEnds(to, t) { // "..., so yes"
		for i := to - 1; i > from && i >= to-3; i-- {
			yes, isYes := b.at(i, cYes)
			no, isNo := b.at(i, cNo)
			last := isYes && i+int(yes.n) == to || isNo && i+int(no.n) == to
			if last && b.tokens[i].gap < comma && (b.tokens[i-1].gap >= comma || i-1 > from && b.tokens[i-2].gap >= comma) {
				return isYes, !isYes, false // but not "..., please"
			}
		}
	}
	for i := from; i < to && i < from+6; i++ {
		if b.is(i, cYes|cNo) {
			if yes, no := b.thinksAgain(i, to); yes || no {
				return yes, no, false
			}
		}
		if yes, ok := b.at(i, cYes); ok {
			next := i + int(yes.n)
			no, isNo := b.at(i, cNo)
			if isNo && no.n > yes.n || b.is(next, cNot) && b.tok(next, i).gap < comma && !b.is(next, cPass) {
				return false, true, false // "definitely not", "I do not want it"
			}
			end := i + 1
			for end < to && b.tokens[end].gap < comma {
				end++
			}
			return i == from || !b.asks(end), false, late // the "do" in "What do you mean?" is not a yes
		}
		if b.is(i, cNo|cNot) && i < from+2 {
			return false, true, false
		}
		late = late || !b.is(i, cStop|cSorry) && len(b.norm(&b.tokens[i])) > 3
	}
	return false, false, false
}

// thinksAgain reports whether a yes or no that follows a correction in [i, to) takes back the one at token i: "yes
// please, actually no".
func (b *bound) thinksAgain(i, to int) (yes, no bool) {
	for k := i + 1; k < to && k < i+window; k++ {
		m, ok := b.at(k, cSorry)
		for n := max(k+1, k+int(m.n)-1); ok && n <= k+int(m.n) && n < to; n++ { // the phrase may end with it: "anzi no"
			if b.is(n, cYes|cNo) && (n+1 == to || b.tokens[n+1].gap >= comma) {
				yes, no = b.is(n, cYes), b.is(n, cNo)
			}
		}
	}
	return yes, no
}

// confirm decides which of the assistant's preceding words the user's turn t accepts or
// rejects. A yes accepts, and a no rejects, what the assistant's last question is about;
// words of an offer that the user repeats accept that part of it.
func (r *reader) confirm(t int) {
	b := r.b
	yes, no, late := b.reaction(t)
	yes = yes || !no && b.echoes(t)
	r.takeAll(t)
	r.restated(t)
	if r.several(t) || r.choose(t) || !yes && !no {
		return
	}
	for a := t - 1; a >= 0; a-- {
		if b.role(a) != "assistant" {
			continue
		}
		from, to, asked := b.question(a)
		if !asked && a != t-1 {
			return // a tool answered between the two turns
		}
		if no {
			if asked {
				r.mark(from, to, Denied)
			}
			return
		}
		f, z, best := r.offer(a, t)
		if !asked && best == 0 && b.earlierQuestion(a) {
			continue // "It is, yes." stands between the question and the consent
		}
		if best > 0 {
			r.accept(f, z, t, late)
			if asked && f >= from && z <= to {
				return
			}
		}
		if b.alternatives(from, to) || late && best == 0 {
			return // "standard is fine" accepts the standard option and nothing else
		}
		r.accept(from, to, t, late)
		return
	}
}

// echoes reports whether the user's turn t says yes by repeating a word of the question, as many languages do: "ister
// misiniz?" "isterim".
func (b *bound) echoes(t int) bool {
	from, to := int(b.starts[t]), int(b.starts[t+1])
	if t == 0 || to == from || to-from > 2 || b.role(t-1) != "assistant" || b.tokens[from].upper {
		return false
	}
	start, end, asked := b.question(t - 1)
	if !asked || b.alternatives(start, end) {
		return false
	}
	said := false
	for i := from; i < to; i++ {
		x := &b.tokens[i]
		w := b.norm(x)
		if b.is(i, cStop) && len(w) < 3 && x.solid {
			continue
		}
		if x.has&(typedClasses|cAll|cAny) != 0 ||
			!slices.ContainsFunc(b.tokens[start:end], func(o token) bool { return kin(w, b.norm(&o)) > 0.7 }) {
			return false
		}
		said = true
	}
	return said
}

// accept marks the assistant's words [from, to) as accepted, except a value that the
// user's turn t replaces: the only value of its kind there, for which the user gives
// another. A name replaces another one only in an answer that is more than a yes, or
// that contains "but".
func (r *reader) accept(from, to, t int, late bool) {
	b := r.b
	r.mark(from, to, Said)
	r.denyIn(int(b.tokens[from].turn), from, to) // "No insurance then?"
	for n := r.first(int(b.starts[t])); n < len(r.out) && r.pos[n].from < b.starts[t+1]; n++ {
		m, one, same := &r.out[n], -1, 0
		if family(m.Kind) == Name && !late && b.inTurn[t]&cBut == 0 || m.Role == "ordinal" || m.Value == "1" {
			continue
		}
		noun := int(r.pos[n].from) - 1 // of "pump 12", which is no rate in place of 2000 Hz
		labelled := noun >= int(b.starts[t]) && b.tokens[noun+1].gap == space && b.tokens[noun].has == 0
		for k := r.first(from); k < len(r.out) && int(r.pos[k].to) <= to; k++ {
			o := &r.out[k]
			if family(o.Kind) != family(m.Kind) || o.Unit != m.Unit && m.Unit != "" || o.Role == "ordinal" || o.Kind == Code ||
				labelled && !b.shareNoun(r.pos[k], r.pos[n]) {
				continue
			}
			if one, same = k, same+1; o.Value == m.Value {
				same = 2
			}
		}
		if same == 1 && b.tokens[r.pos[n].from].status == Said {
			r.mark(int(r.pos[one].from), int(r.pos[one].to), Replaced)
		}
	}
}

// first returns the first mention at or after token i.
func (r *reader) first(i int) int {
	n, _ := slices.BinarySearchFunc(r.pos, i, func(p span3, at int) int { return int(p.from) - at })
	return n
}

func (r *reader) mark(from, to int, st Status) {
	for i := from; i < to; i++ {
		r.b.tokens[i].status = st
	}
}

// offer returns the part of the assistant's turn a with most of the words of the user's
// turn t, a sentence or an item of a list, and how many it has.
func (r *reader) offer(a, t int) (from, to, best int) {
	b := r.b
	said := map[int32]bool{}
	for i := b.starts[t]; i < b.starts[t+1] && len(said) < 64; i++ {
		if x := &b.tokens[i]; x.status == Said && !b.is(int(i), cStop|cYes|cNo|cSorry) && len(b.norm(x)) > 1 {
			said[x.word] = true
		}
	}
	lo, hi := int(b.starts[a]), int(b.starts[a+1])
	begin, score := lo, 0
	for i := lo; i <= hi; i++ {
		if i == hi || i > lo && (b.tokens[i].gap == sentence || b.is(i, cOr)) {
			if score > best {
				from, to, best = begin, i, score
			}
			begin, score = i, 0
		}
		if i < hi && said[b.tokens[i].word] {
			score++
		}
	}
	return from, to, best
}

// earlierQuestion reports whether the assistant's preceding turn asked something.
func (b *bound) earlierQuestion(a int) bool {
	for k := a - 1; k >= max(0, a-2); k-- {
		if b.role(k) == "assistant" {
			_, _, asked := b.question(k)
			return asked
		}
	}
	return false
}

// question returns the last question of an assistant's turn, together with the sentence
// before it if the question has no content of its own. Without a question it returns the
// last sentence.
func (b *bound) question(t int) (from, to int, asked bool) {
	before := int(b.starts[t])
	b.sentences(t, func(f, z int) {
		if asks := b.asks(z); asks || !asked {
			content := 0
			for k := f; k < z; k++ {
				if !b.is(k, cStop|cYes|cNo) {
					content++
				}
			}
			if from, to, asked = f, z, asks; asks && content < 3 {
				from = before
			}
		}
		before = f
	})
	return from, to, asked
}

// asks reports whether a question ends before token to, marked by punctuation or by a
// Japanese or Chinese particle.
func (b *bound) asks(to int) bool {
	if to == 0 {
		return false // the first turn has no words
	}
	w := b.norm(&b.tokens[to-1])
	return b.questioned(to-1) || w == "か" || w == "吗" || w == "嗎" || w == "呢"
}

// questionMarks end a question.
const questionMarks = "?\uff1f\u061f"

// questioned reports whether a question mark stands behind token i.
func (b *bound) questioned(i int) bool {
	g := b.after(i)
	return g != " " && strings.ContainsAny(g, questionMarks)
}

// alternatives reports whether a question offers several options.
func (b *bound) alternatives(from, to int) bool { return from < to && b.anyIs(from+1, to, cOr) }

// takeAll marks everything that the assistant lists as accepted if the user's turn t
// says so: all of them, the rest.
func (r *reader) takeAll(t int) {
	b := r.b
	if !b.wantsAll(t) {
		return
	}
	for a, turns := t-1, 0; a >= 0 && turns < 2; a-- {
		if b.role(a) != "assistant" {
			continue
		}
		turns++
		b.sentences(a, func(from, to int) {
			commas, n := 0, from
			for i := from + 1; i < to; i++ {
				if commas == 0 && strings.Contains(b.gapText(i), ":") {
					n = i // the list follows "three:"
				} else if b.tokens[i].gap == comma || b.is(i, cAnd) {
					commas++
				}
			}
			if commas >= 2 && !b.alternatives(from, to) {
				r.mark(n, to, Said)
			}
		})
	}
}

// wantsAll reports whether turn t says that all of something is meant.
func (b *bound) wantsAll(t int) bool {
	return b.inTurn[t]&cAll != 0 && slices.ContainsFunc(b.tokens[b.starts[t]:b.starts[t+1]], func(x token) bool {
		return x.has&cAll != 0 && x.status == Said
	})
}

// restated marks what the assistant repeats in its own words before its question ("So
// Tuesday then. At what time?") as accepted, unless the user's turn t takes something back. A no
// answers only the question.
func (r *reader) restated(t int) {
	b := r.b
	if t == 0 || b.role(t-1) != "assistant" || b.inTurn[t-1]&cThen == 0 || b.is(int(b.starts[t]), cSorry) {
		return
	}
	b.sentences(t-1, func(from, to int) {
		if b.is(from, cThen) && !b.asks(to) && !b.alternatives(from, to) {
			r.mark(from, to, Said)
		}
	})
}

// sentences calls f with each sentence of a turn.
func (b *bound) sentences(t int, f func(from, to int)) {
	from, hi := int(b.starts[t]), int(b.starts[t+1])
	for i := from + 1; i <= hi; i++ {
		if i == hi || b.tokens[i].gap == sentence {
			f(from, i)
			from = i
		}
	}
}

// Consent reports whether a turn begins by saying yes or no to what was asked before it.
func (r *Reading) Consent(turn int) (yes, no bool) {
	b := r.bound()
	if turn < 0 || turn+1 >= len(b.starts) {
		return false, false
	}
	yes, no, late := b.reaction(turn)
	return yes && !late, no
}
