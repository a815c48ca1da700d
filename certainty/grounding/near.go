package grounding

import (
	"slices"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/words"
)

// A word of the text can stand for an enum value if a word of the value is this similar to it:
// outside for outdoor, rojo for red. The most similar word of the text may also be less similar,
// if by a margin no other value is as similar: funny for comedy, among comedy, horror and drama.
const (
	nearEnough = 0.72
	leastNear  = 0.55
	nearMargin = 0.1
)

// vectors are the words of the text that have a vector. They are collected on first use.
type vectors struct {
	ids []int32 // numbers of the distinct words
	vec []words.ID
}

// maxNear bounds how many distinct words are compared by vector; of more, the last ones
// are.
const maxNear = 256

// likeness says of a word which enum value has the word most similar to it, and how similar that and the most similar
// word of the other values are, as fractions of fine.
type likeness uint64

const fine = 1<<16 - 1

func (l likeness) of() words.ID { return words.ID(l >> 40) }

func (l likeness) option() int { return int(l >> 32 & 0xff) }

func (l likeness) best() float64 { return float64(l>>16&fine) / fine }

func (l likeness) next() float64 { return float64(l&fine) / fine }

// alikeness caches the likeness of words of texts to the values of one enumeration, because the
// same words come in many texts. A word has four places; the last one is taken if all are.
type alikeness [256]atomic.Uint64

// like compares a word with the words that distinguish the values of an enumeration.
func (w *want) like(v words.ID) (l likeness) {
	for k := range uint32(4) {
		at := &w.likes[(uint32(v)^k)%uint32(len(w.likes))]
		if l = likeness(at.Load()); l.of() != v && (l == 0 || k == 3) {
			l = w.compare(v)
			at.Store(uint64(l))
		}
		if l.of() == v {
			break
		}
	}
	return l
}

func (w *want) compare(v words.ID) likeness {
	var option, best, next uint64
	for i := range w.options {
		most := 0.0
		for _, id := range w.options[i].ids {
			if id == v {
				return likeness(v) << 40 // a word of a value stands for that value only
			}
			most = max(most, words.Near(id, v))
		}
		if n := uint64(fine * most); n > best {
			option, best, next = uint64(i), n, best
		} else {
			next = max(next, n)
		}
	}
	return likeness(uint64(v)<<40 | option<<32 | best<<16 | next)
}

// resembling adds, for each enum value, the words of the text that can stand for it by their
// meaning, except in a tool's text, which is about many things.
func (q *query) resembling(all [][]hit) {
	known := q.b.vectors.get(q.b.findVectors)
	var clearest []hit
	of, most := 0, leastNear
	read := slices.Clone(all)
	stated := func(p int32) bool { // annually is yearly, not monthly
		return slices.ContainsFunc(read, func(hits []hit) bool {
			return slices.ContainsFunc(hits, func(h hit) bool { return h.q >= 0.7 && h.from <= p && p < h.to })
		})
	}
	for n, v := range known.vec {
		l := q.want.like(v)
		best, id, o := l.best(), known.ids[n], l.option()
		if best < nearEnough && (best < most || best-l.next() < nearMargin || related(q.b.word(id), q.want.about)) {
			continue // "movie" is not a genre
		}
		var hits []hit
		for _, p := range latest(q.b.occurs(id)) {
			if q.b.role(int(q.b.tokens[p].turn)) != "tool" && !stated(p) {
				hits = append(hits, hit{from: p, to: p + 1, q: best, mention: -1, rule: RuleWords})
			}
		}
		if best < nearEnough {
			clearest, of, most = hits, o, best
			continue
		}
		for i := range hits {
			hits[i].q *= best / float64(len(q.want.options[o].words))
		}
		all[o] = append(all[o], hits...)
	}
	all[of] = append(all[of], clearest...)
}

// vectorsOf returns the positions of words in the table of vectors. It is 0 for a word
// that has no vector or is too short to compare.
func vectorsOf(list []string) []words.ID {
	out := make([]words.ID, len(list))
	for i, w := range list {
		if len(w) > 2 {
			out[i] = words.Find(w)
		}
	}
	return out
}

func (b *bound) findVectors() *vectors {
	out := &vectors{}
	for id := max(0, b.count()-maxNear); id < b.count(); id++ {
		w := b.word(int32(id))
		if v := words.Find(w); v != 0 && len(w) > 2 {
			out.ids, out.vec = append(out.ids, int32(id)), append(out.vec, v)
		}
	}
	return out
}

// nearNoun is how similar a word has to be to one of a parameter's name, where the text has none of its words: Nächte
// to nights, Gepäck to baggage.
const nearNoun = 0.74

// recalled is a word of a text with a vector.
type recalled struct {
	tok int32
	id  words.ID
}

// countedWords finds the words directly before and behind the last numbers of a text.
func (b *bound) countedWords() *[]recalled {
	out := new([]recalled)
	ids := b.ofKind(Number)
	for _, id := range ids[max(0, len(ids)-maxHeard):] {
		at := b.at3[id]
		for _, i := range [...]int32{at.from - 1, at.to} {
			t := b.tok(int(i), int(at.from))
			if t.turn < 0 || b.tokens[max(i, at.from)].gap > space || t.has&cStop != 0 {
				continue
			}
			if v := words.Find(b.norm(t)); v != 0 {
				*out = append(*out, recalled{i, v})
			}
		}
	}
	return out
}

// foreignWords finds the last words of a user who does not speak English, the language of most names.
func (b *bound) foreignWords() *[]recalled {
	out := new([]recalled)
	if b.users&^(1<<b.lx.id("en")) == 0 {
		return out
	}
	for i := len(b.tokens) - 1; i >= 0 && len(*out) < maxForeign; i-- {
		if t := &b.tokens[i]; b.role(int(t.turn)) == "user" && t.has&cStop == 0 && !t.digit && len(b.norm(t)) > 3 {
			if v := words.Find(b.norm(t)); v != 0 {
				*out = append(*out, recalled{int32(i), v})
			}
		}
	}
	return out
}

// maxForeign bounds these words.
const maxForeign = 32
