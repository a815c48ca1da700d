package grounding

import (
	"slices"
	"strings"
)

// reaction reports whether a turn begins by saying yes or no to what was asked. late
// means that something else comes before the yes.
func (b *bound) reaction(t int) (yes, no, late bool) {
	from, to := int(b.starts[t]), int(b.starts[t+1])
	if to == from+1 { // y, n
		w := b.norm(&b.tokens[from])
		if w == "y" || w == "n" {
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
			if isYes && i+int(yes.n) == to || isNo && i+int(no.n) == to {
				if k := i - 1; b.tokens[i].gap < comma && (b.tokens[k].gap >= comma || k > from && b.tokens[k-1].gap >= comma) { // but not "..., please"
					return isYes, !isYes, false
				}
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
			if no, longer := b.at(i, cNo); longer && no.n > yes.n || b.is(i+int(yes.n), cNot) && b.tok(i+int(yes.n), i).gap < comma && !b.is(i+int(yes.n), cPass) {
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
	for k := i + 1; k < min(to, i+window); k++ {
		m, ok := b.at(k, cSorry)
		for n := max(k+1, k+int(m.n)-1); ok && n < min(to, k+int(m.n)+1); n++ { // the phrase may end with it: "anzi no"
			if b.is(n, cYes|cNo) {
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
	yes = yes || b.echoes(t)
	r.takeAll(t)
	r.restated(t)
	if r.several(t) || r.choose(t) || !yes && !no {
		return
	}
	for a := t - 1; a >= 0; a-- {
		if b.in.Turns[a].Role != "assistant" {
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
		if !asked && best == 0 && a > 1 && b.asks(int(b.starts[a-1])) {
			continue // "It is, yes." stands between the question and the consent
		}
		if best > 0 {
			r.accept(f, z, t, late)
		}
		if b.alternatives(from, to) || late {
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
	if t == 0 || to == from || to > from+2 {
		return false
	}
	start, end, asked := b.question(t - 1)
	return asked && !slices.ContainsFunc(b.tokens[from:to], func(x token) bool {
		again := func(o token) bool { return kin(b.norm(&x), b.norm(&o)) > 0.7 }
		return !slices.ContainsFunc(b.tokens[start:end], again)
	})
}

// accept marks the assistant's words [from, to) as accepted, except a value that the
// user's turn t replaces: the only value of its kind there, for which the user gives
// another. A name replaces another one only in an answer that is more than a yes.
func (r *reader) accept(from, to, t int, late bool) {
	b := r.b
	r.mark(from, to, Said)
	r.denyIn(int(b.tokens[from].turn), from, to) // "No insurance then?"
	for n := r.first(int(b.starts[t])); n < len(r.out) && int(r.pos[n].from) < int(b.starts[t+1]); n++ {
		m, one, same := &r.out[n], -1, 0
		if family(m.Kind) == Name && !late || m.Value == "1" {
			continue
		}
		noun := int(r.pos[n].from) - 1 // of "pump 12", which is no rate in place of 2000 Hz
		labelled := noun >= int(b.starts[t]) && b.tokens[noun].has == 0
		for k := r.first(from); k < len(r.out) && int(r.pos[k].to) <= to; k++ {
			o := &r.out[k]
			if family(o.Kind) == family(m.Kind) && (o.Unit == m.Unit || m.Unit == "") && (!labelled || b.shareNoun(r.pos[k], r.pos[n])) {
				one, same = k, same+1
			}
		}
		if same == 1 {
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

// offer returns the part of the assistant's turn a that best matches the words of the
// user's turn t: a sentence, or an item of a list.
func (r *reader) offer(a, t int) (from, to int, best float64) {
	b := r.b
	said := map[int32]bool{}
	for i := b.starts[t]; i < b.starts[t+1] && len(said) < 64; i++ {
		if b.tokens[i].status == Said && !b.is(int(i), cStop|cYes|cNo|cSorry) && len(b.norm(&b.tokens[i])) > 1 {
			said[b.tokens[i].word] = true
		}
	}
	lo, hi := int(b.starts[a]), int(b.starts[a+1])
	begin, score := lo, 0.0
	for i := lo; i <= hi; i++ {
		if i == hi || b.tokens[i].gap == sentence || b.is(i, cOr) {
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

// question returns the last question of an assistant's turn, together with the sentence
// before it if it is too short to have content of its own. Without a question it returns the
// last sentence.
func (b *bound) question(t int) (from, to int, asked bool) {
	before := int(b.starts[t])
	b.sentences(t, func(f, z int) {
		if asks := b.asks(z); asks || !asked {
			if from, to = f, z; z < f+6 {
				from = before
			}
			asked = asked || asks
		}
		before = f
	})
	return from, to, asked
}

// asks reports whether a question ends before token to, marked by punctuation or by a
// Japanese or Chinese particle.
func (b *bound) asks(to int) bool {
	return to > 0 && (b.questioned(to-1) || slices.Contains(askers, b.norm(&b.tokens[to-1])))
}

// questionMarks and, without a mark, askers end a question.
const questionMarks = "?\uff1f\u061f"

var askers = []string{"か", "吗", "嗎", "呢"}

// questioned reports whether a question mark stands behind token i.
func (b *bound) questioned(i int) bool {
	return strings.ContainsAny(b.after(i), questionMarks)
}

// alternatives reports whether a question offers several options.
func (b *bound) alternatives(from, to int) bool { return from < to && b.anyIs(from+1, to, cOr) }

// takeAll marks everything that the assistant has just listed as accepted if the user's turn t has a word for it: all
// of them, the rest.
func (r *reader) takeAll(t int) {
	b := r.b
	if t == 0 || b.inTurn[t]&cAll == 0 || b.role(t-1) != "assistant" {
		return
	}
	b.sentences(t-1, func(from, to int) {
		commas, n := 0, from
		for i := from + 1; i < to; i++ {
			if commas == 0 && strings.Contains(b.gapText(i), ":") {
				n = i // the list follows "three:"
			} else if b.tokens[i].gap == comma {
				commas++
			}
		}
		if commas >= 2 && !b.alternatives(from, to) {
			r.mark(n, to, Said)
		}
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
		if b.is(from, cThen) && !b.asks(to) {
			r.mark(from, to, Said)
		}
	})
}

// sentences calls f with each sentence of a turn.
func (b *bound) sentences(t int, f func(from, to int)) {
	from, hi := int(b.starts[t]), int(b.starts[t+1])
	for i := from + 1; i <= hi; i++ {
		if i == hi || b.tokens[i].gap == sentence {
			if i > from {
				f(from, i)
			}
			from = i
		}
	}
}

// Consent reports whether a turn begins by saying yes or no to what was asked before it.
func (r *Reading) Consent(turn int) (yes, no bool) {
	if b := r.bound(); turn >= 0 && turn+1 < len(b.starts) {
		var late bool
		yes, no, late = b.reaction(turn)
		yes = yes && !late
	}
	return yes, no
}
