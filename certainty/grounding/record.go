package grounding

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// record is one object of a list that a tool returned. The user may choose one of
// them.
type record struct {
	turn   int
	leaves []int // indices of its mentions
}

// maxLists bounds the number of tool lists among which the user's words choose; of
// more, the last are used.
const maxLists = 16

// records decides which of the things that a tool lists count as said: those chosen
// by the user's words, or by the assistant's words with the user's consent. All
// others stay proposed.
func (r *reader) records() {
	r.echoes()
	for n, list := range r.lists {
		for _, rec := range list {
			for _, m := range rec.leaves {
				r.out[m].Status = Proposed
			}
		}
		if n >= len(r.lists)-maxLists {
			r.pick(list)
		}
	}
}

// maxLater is how many turns after a list its records can be chosen.
const maxLater = 16

// maxHolders is how many records of a list contain a word at most that chooses among them.
const maxHolders = 8

// held returns which records of a list contain each word.
func (r *reader) held(list []record) map[int32][]int {
	b, by := r.b, map[int32][]int{}
	for k := range list {
		hold := func(word int32) {
			if ks := by[word]; len(ks) <= maxHolders && (len(ks) == 0 || ks[len(ks)-1] != k) {
				by[word] = append(ks, k)
			}
		}
		for _, m := range list[k].leaves {
			for i := r.pos[m].from; i < r.pos[m].to; i++ {
				hold(b.tokens[i].word)
			}
			if x := &r.out[m]; x.Kind == Boolean && x.Value == "true" { // "the open one", of which open is true
				for _, w := range split(x.Role) {
					hold(b.numberOf(hash(w), w))
				}
			}
		}
	}
	return by
}

// pick scores the records of a list by what is said after it.
func (r *reader) pick(list []record) {
	b, turn := r.b, list[0].turn
	before := turn
	for before > 0 && b.role(before) != "user" {
		before--
	}
	held, hits, score := r.held(list), make([]float64, len(list)), make([]float64, len(list))
	for t := before; t < min(len(b.in.Turns), turn+maxLater); t++ {
		role := b.role(t)
		if role != "user" && role != "assistant" {
			continue
		}
		clear(hits)
		r.named(t, held, hits)
		r.valued(t, list, hits)
		if role == "user" {
			r.bounded(t, list, hits)
			r.superlatives(t, list, hits) // "book the cheapest" may come before the list
		}
		for k := range hits {
			score[k] += hits[k]
		}
	}
	best := slices.Max(score)
	for k, rec := range list {
		for n := 0; n < len(rec.leaves) && score[k] > 0 && score[k] >= best; n++ {
			r.out[rec.leaves[n]].Status = Said
		}
	}
}

// named counts, for each record, the words of turn t that it contains and not all records do; denied words count
// negatively.
func (r *reader) named(t int, held map[int32][]int, hits []float64) {
	b := r.b
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		has := held[b.tokens[i].word]
		if b.is(int(i), cStop) || len(has) >= len(hits) || len(has) > maxHolders || b.tokens[i].digit && len(b.norm(&b.tokens[i])) < 3 && !r.dated[i] {
			continue // does not identify anything
		}
		for _, k := range has {
			r.steps++
			hits[k] += r.weight(int(i)) / float64(len(has))
		}
	}
}

// weight returns how far token i chooses what it names: less if it is only proposed, or denied since it is to be done away
// with, as in "cancel the lamp".
func (r *reader) weight(i int) float64 {
	b := r.b
	t := int(b.tokens[i].turn)
	switch b.tokens[i].status {
	case Denied, Replaced:
		if b.role(t) != "user" || !b.anyIs(max(int(b.starts[t]), i-reach), i, cDrop) {
			return -1
		}
		return 0.5
	case Proposed:
		return 0.5
	}
	return 1
}

// maxChoices bounds the codes, dates, times and numbers of a turn by which records are chosen.
const maxChoices = 32

// valued counts, for each record, the codes, dates, times and numbers of turn t that it contains.
func (r *reader) valued(t int, list []record, hits []float64) {
	b := r.b
	if len(list) > maxOptions {
		return
	}
	best, tried := slices.Max(hits), 0
	for n := r.first(int(b.starts[t])); n < len(r.out) && int(r.pos[n].from) < int(b.starts[t+1]) && tried < maxChoices; n++ {
		m, at := &r.out[n], int(r.pos[n].from)
		bare := m.Kind == Number && m.Unit == ""
		if m.Unit == "" && !bare && m.Kind != Code && m.Kind != Date && m.Kind != Time || b.tokens[at].status == Proposed || bare && (b.role(t) != "user" || r.besides(n)) {
			continue
		}
		tried++
		var has []int
		for k := range list {
			if slices.ContainsFunc(list[k].leaves, func(l int) bool {
				r.steps++
				return !bare && m.means(&r.out[l]) || bare && r.counts(n, &r.out[l])
			}) {
				has = append(has, k)
			}
		}
		for _, k := range has {
			if m.Unit == "" && !bare || hits[k] >= best-leastChosen { // a number chooses among what the turn names otherwise
				hits[k] += r.weight(at) / float64(len(has))
			}
		}
	}
}

// leastChosen is how far a turn names a record at least if it chooses one by more than a count.
const leastChosen = 0.45

// besides reports whether number n stands behind a superlative, in a clause of its own: "the cheapest, 2 seats", but not
// "the cheapest, with 2 seats".
func (r *reader) besides(n int) bool {
	b, begins := r.b, -1
	for k, from := int(r.pos[n].from), int(b.starts[r.out[n].Span.Turn]); k > from; k-- {
		if begins < 0 && b.tokens[k].gap >= comma {
			begins = k
		}
		if begins >= 0 && b.is(k-1, cLeast|cMost) {
			return !b.is(begins, cBut)
		}
	}
	return false
}

// means reports whether a mention is, or may be, the value of a result: "the £95 one", and 3 or 15 o'clock for 15:00.
func (m *Mention) means(of *Mention) bool {
	if m.Unit != "" {
		return m.Value == of.Value
	}
	return m.Kind == of.Kind && slices.Contains(strings.Split(m.Value, "|"), of.Value)
}

// counts reports whether mention n, a number without a unit, is the value of a result: the word beside it is the
// field's, "the one with 7 gears", or "the one" stands for the noun, "the one for 30". Behind "to" the number is what the
// field is to be.
func (r *reader) counts(n int, of *Mention) bool {
	b, before, behind := r.b, int(r.pos[n].from)-1, int(r.pos[n].to)
	if of.Kind != Number || r.out[n].Value != of.Value {
		return false
	}
	switch key := split(of.Role); {
	case related(b.norm(b.tok(behind, before+1)), key):
		return !b.is(before, cTo)
	case related(b.norm(b.tok(before, before+1)), key):
		return !b.is(before-1, cTo)
	}
	return b.is(before-1, cOne) && b.is(before-2, cStop)
}

// superlatives adds the record that a superlative of turn t selects (the cheapest,
// the first), among the records that the turn names or, if it names none, among all.
func (r *reader) superlatives(t int, list []record, hits []float64) {
	b := r.b
	const picks = cLeast | cMost | cOrd
	if b.inTurn[t]&picks == 0 {
		return
	}
	var in []int
	best := max(0, slices.Max(hits))
	for k := range list {
		if hits[k] >= best {
			in = append(in, k)
		}
	}
	for i := int(b.starts[t]); i < int(b.starts[t+1]); i++ {
		if b.tokens[i].has&picks == 0 || b.tokens[i].status != Said {
			continue
		}
		for _, c := range [...]class{cLeast, cMost} {
			if m, ok := b.at(i, c); ok {
				if k := r.extreme(list, in, m, c == cMost); k >= 0 {
					hits[k] += 1.5
				}
			}
		}
		if m, ok := b.at(i, cOrd); ok && int(m.val) <= len(list) && (b.is(i+1, cOne) || b.tok(i+1, i).turn < 0) {
			hits[int(m.val)-1]++
		}
	}
}

// extreme returns the record with the lowest or highest value of the field that a
// superlative is about, or -1.
func (r *reader) extreme(list []record, in []int, m phrase, most bool) int {
	best, at, fields := 0.0, -1, tells["field_"+m.str()]
	for _, k := range in {
		for _, l := range list[k].leaves {
			x := &r.out[l]
			v, ok := x.magnitude()
			if ok && hasField(x.Role, fields) && (at < 0 || most && v > best || !most && v < best) {
				best, at = v, k
			}
		}
	}
	return at
}

// hasField reports whether a key is of a field: a word of it begins with one of the field's.
func hasField(key string, fields []string) bool {
	return slices.ContainsFunc(split(key), func(w string) bool {
		return slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(w, f) })
	})
}

// magnitude returns a number by which mentions of a kind are in order; ok is false if there is none.
func (m *Mention) magnitude() (v float64, ok bool) {
	switch {
	case m.Kind == Time:
		return float64(60*atoi(m.Value[:2]) + atoi(m.Value[3:5])), true
	case m.Kind == Date && len(m.Value) == 10:
		return float64(atoi(m.Value[:4])*10000 + atoi(m.Value[5:7])*100 + atoi(m.Value[8:])), true
	}
	return number(m.Value)
}

// echoes marks as proposed the parts of a tool's result that only repeat the call: values
// that appeared in an assistant's call or text before.
func (r *reader) echoes() {
	b := r.b
	called := map[string]bool{}
	for i := range b.in.Turns {
		for _, c := range b.in.Turns[i].Calls {
			collect(c.Arguments, called, 0)
		}
	}
	for k := range r.out {
		m, at := &r.out[k], r.pos[k]
		if b.role(m.Span.Turn) != "tool" || at.from >= at.to {
			continue
		}
		brought := len(called) > 0 && called[squash(b.text(int(at.from), int(at.to)))]
		for n, p := range b.of(b.norm(&b.tokens[at.from])) {
			if n >= 64 || p >= at.from || brought {
				break
			}
			brought = b.role(int(b.tokens[p].turn)) == "assistant" && b.samePhrase(int(p), int(at.from), int(at.to))
		}
		if brought {
			m.Status = Proposed
		}
	}
}

// collect adds the texts and numbers of a call's arguments to a set.
func collect(v domains.Value, into map[string]bool, depth int) {
	switch k := v.Kind(); {
	case k == jsonvalue.String:
		into[squash(v.Str())] = true
	case k == jsonvalue.Number:
		into[squash(v.NumberText())] = true
	case depth < maxDepth:
		for _, x := range v.Items() {
			collect(x, into, depth+1)
		}
		for _, m := range v.Members() {
			collect(m.Value, into, depth+1)
		}
	}
}

// samePhrase reports whether the same words as tokens [from, to) also stand at p.
func (b *bound) samePhrase(p, from, to int) bool {
	there := b.tokens[p:min(len(b.tokens), p+to-from)]
	return slices.EqualFunc(there, b.tokens[from:to], func(x, y token) bool { return x.word == y.word && x.turn == there[0].turn })
}
