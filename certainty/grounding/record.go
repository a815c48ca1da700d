package grounding

import (
	"math"
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
	score  float64
}

// maxLists bounds the number of tool lists among which the user's words choose; of
// more, the last are used.
const maxLists = 16

// records decides which of the things that a tool lists count as said: those chosen
// by the user's words, or by the assistant's words with the user's consent. All
// others stay proposed.
func (r *reader) records() {
	r.echoes()
	for _, l := range r.lists {
		for _, rec := range l {
			for _, m := range rec.leaves {
				r.out[m].Status = Proposed
			}
		}
	}
	for _, l := range slices.Backward(r.lists[max(0, len(r.lists)-maxLists):]) {
		r.pick(l)
	}
}

// maxLater is how many turns after a list its records can be chosen.
const maxLater = 16

// holder says that a record contains a word; next is the word's next one, or 0.
type holder struct{ record, next int32 }

// hold notes the words of a list's records under their stems.
func (r *reader) hold(list []record) {
	b := r.b
	if len(r.heads) < b.count() {
		r.heads = make([]int32, b.count())
	}
	r.holders, r.held = append(r.holders[:0], holder{}), r.held[:0]
	for k := range list {
		for _, m := range list[k].leaves {
			for i := r.pos[m].from; i < r.pos[m].to; i++ {
				if !b.is(int(i), cStop) {
					r.holds(int32(k), b.stemmed(b.tokens[i].word))
				}
			}
			if x := &r.out[m]; x.Kind == Boolean && x.Value == "true" { // "the open one", of which open is true
				for _, w := range split(x.Role) {
					if id := b.numberOf(hash(w), w); id >= 0 {
						r.holds(int32(k), b.stemmed(id))
					}
				}
			}
		}
	}
}

// holds notes that record k contains a word.
func (r *reader) holds(k, id int32) {
	if head := r.heads[id]; head == 0 {
		r.held = append(r.held, id)
	} else if r.holders[head].record == k {
		return
	}
	r.holders = append(r.holders, holder{k, r.heads[id]})
	r.heads[id] = int32(len(r.holders) - 1)
}

// stemmed returns the number of a word's stem, or of the word if the text lacks its stem.
func (b *bound) stemmed(id int32) int32 {
	w := b.word(id)
	if s := stem(w); s != w {
		if n := b.numberOf(hash(s), s); n >= 0 {
			return n
		}
	}
	return id
}

// pick scores the records of a list by what is said after it.
func (r *reader) pick(list []record) {
	b := r.b
	r.hold(list)
	turn := list[0].turn
	before := turn
	for before > 0 && b.role(before) != "user" {
		before--
	}
	all, hits := false, slices.Grow(r.hits[:0], len(list))[:len(list)]
	for t := before; t < min(len(b.in.Turns), turn+maxLater); t++ {
		role := b.role(t)
		if role != "user" && (role != "assistant" || t < turn) {
			continue
		}
		clear(hits)
		r.named(t, list, hits)
		r.valued(t, list, hits)
		if role == "user" {
			r.inHalf(t, list, hits)
			r.superlatives(t, list, hits) // "book the cheapest" may come before the list
			all = all || t > turn && b.wantsAll(t)
		}
		for k := range hits {
			list[k].score += hits[k]
		}
	}
	for _, id := range r.held {
		r.heads[id] = 0
	}
	r.hits = hits
	best := 0.0
	for k := range list {
		best = max(best, list[k].score)
	}
	for k := range list {
		if s := list[k].score; s > 0 && s >= best-0.01 || all && best == 0 && s == 0 {
			for _, m := range list[k].leaves {
				r.out[m].Status = Said
			}
		}
	}
}

// named counts, for each record, the words of turn t that it contains and not all
// records do; denied words count negatively.
func (r *reader) named(t int, list []record, hits []float64) {
	b := r.b
	asks := b.role(t) == "assistant" && strings.ContainsAny(b.in.Turns[t].Text, questionMarks)
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		x := &b.tokens[i]
		if x.has&cStop != 0 {
			continue // does not identify anything
		}
		head, n := r.heads[b.stemmed(x.word)], 0
		for k := head; k > 0 && n <= 8; k = r.holders[k].next {
			n++
		}
		if n == 0 || n >= len(list) || n > 8 || x.digit && len(b.norm(x)) < 3 && !r.dated[i] {
			continue
		}
		v := 1 / float64(n)
		switch x.status {
		case Denied, Replaced:
			if v = -v; t > list[0].turn && b.role(t) == "user" && r.dropped(int(i)) {
				v /= -2 // less than what is named beside it: "cancel the lamp. No, the kettle."
			}
		case Proposed:
			if asks {
				continue // the assistant's words, without consent
			}
			v /= 2 // the user's count for more
		}
		for k := head; k > 0; k = r.holders[k].next {
			r.steps++
			hits[r.holders[k].record] += v
		}
	}
}

// dropped reports whether token i is denied only since something is to be done away with, which chooses it: "cancel the lamp".
func (r *reader) dropped(i int) bool {
	b, drops := r.b, false
	for k := i - 1; k >= 0 && k > i-reach && b.tokens[k].turn == b.tokens[i].turn && b.tokens[k+1].gap < comma; k-- {
		if b.is(k, cNot) && !b.is(k, cDrop) {
			return false
		}
		drops = drops || b.is(k, cDrop)
	}
	return drops
}

// maxChoices bounds the codes, dates and times of a turn by which records are chosen.
const maxChoices = 32

// valued counts, for each record, the codes, dates and times of turn t that it contains and not all records do.
func (r *reader) valued(t int, list []record, hits []float64) {
	b := r.b
	if len(list) > maxOptions {
		return
	}
	tried, from := 0, r.first(int(b.starts[t]))
	for _, amounts := range [...]bool{false, true} {
		best := max(leastChosen, slices.Max(hits)) // an amount chooses only among what the turn names otherwise
		for n := from; n < len(r.out) && r.pos[n].from < b.starts[t+1] && tried < maxChoices; n++ {
			m := &r.out[n]
			bare := m.Kind == Number && m.Unit == ""
			switch {
			case amounts != (bare || m.Unit != ""),
				bare && (t <= list[0].turn || b.role(t) != "user" || r.besides(n)),
				!amounts && m.Kind != Code && m.Kind != Date && m.Kind != Time:
				continue
			}
			v := 1.0
			switch b.tokens[r.pos[n].from].status {
			case Denied, Replaced:
				if v = -1; bare && r.dropped(int(r.pos[n].from)) {
					v = 0.5 // "cancel room 7"
				}
			case Proposed:
				continue // the assistant's words, without consent
			}
			tried++
			has := r.having(n, list)
			for _, k := range has {
				switch share := v / float64(len(has)); {
				case len(has) == len(list), amounts && best > leastChosen && hits[k] < best:
				case math.Abs(hits[k]) < math.Abs(share):
					hits[k] = share
				default: // named has counted its words already
					hits[k] += share / 5
				}
			}
		}
	}
}

// having returns the records that contain what mention n says.
func (r *reader) having(n int, list []record) (has []int) {
	m := &r.out[n]
	for k := range list {
		if slices.ContainsFunc(list[k].leaves, func(l int) bool {
			r.steps++
			if m.Kind == Number && m.Unit == "" {
				return r.counts(n, &r.out[l])
			}
			return m.means(&r.out[l])
		}) {
			has = append(has, k)
		}
	}
	return has
}

// leastChosen is how far a turn names a record at least if it chooses one by more than an amount.
const leastChosen = 0.45

// besides reports whether number n stands behind a superlative, in a clause of its own: "the cheapest, 2 seats", but not
// "the cheapest, with 2 seats".
func (r *reader) besides(n int) bool {
	b, begins := r.b, -1
	for k, from := int(r.pos[n].from), int(b.starts[r.out[n].Span.Turn]); k > from; k-- {
		if begins < 0 && (b.tokens[k].gap >= comma || b.is(k, cAnd)) {
			begins = k
		}
		if begins >= 0 && b.is(k-1, cLeast|cMost) {
			return !b.is(begins, cBut) && !tell("having", b.norm(b.tok(int(r.pos[n].from)-1, k)))
		}
	}
	return false
}

// means reports whether a mention is, or may be, the value of a result: the 6th, for 2026-07-06.
func (m *Mention) means(of *Mention) bool {
	if m.Unit != "" && of.Kind == Number {
		return m.Value == of.Value // the £95 one
	}
	if m.Kind != of.Kind {
		return false
	}
	for s := range strings.SplitSeq(m.Value, "|") {
		if open, ok := strings.CutPrefix(s, "XXXX-"); s == of.Value || ok && m.Kind == Date && strings.HasSuffix(of.Value, "-"+strings.TrimPrefix(open, "XX-")) {
			return true
		}
	}
	return false
}

// counts reports whether mention n, a number without a unit, is the value of a result: the word beside it is the
// field's, "the one with 7 gears", or "the one" stands for the noun, "the one for 30".
func (r *reader) counts(n int, of *Mention) bool {
	m, b, from, to := &r.out[n], r.b, int(r.pos[n].from), int(r.pos[n].to)
	if of.Kind != Number || m.Value != of.Value || m.Role == "ordinal" {
		return false
	}
	before, behind, key := b.tok(from-1, from), b.tok(to, from), split(of.Role)
	switch { // a "to" before it says what the field is to be
	case related(b.norm(behind), key):
		return !b.is(from-1, cTo)
	case related(b.norm(before), key):
		return !b.is(from-2, cTo)
	}
	k := from - 1
	for k > int(b.starts[m.Span.Turn]) && k > from-3 && b.is(k, cStop|cAt) && !b.is(k, cOne) {
		k--
	}
	return k < from-1 && b.is(k, cOne) && b.is(k-1, cStop) && (behind.gap >= comma || b.is(to, cStop))
}

// superlatives adds the record that a superlative of turn t selects (the cheapest,
// the first), among the records that the turn names or, if it names none, among all.
func (r *reader) superlatives(t int, list []record, hits []float64) {
	b := r.b
	const picks = cLeast | cMost | cOrd | cLast
	if b.inTurn[t]&picks == 0 {
		return
	}
	var in []int
	best := max(0, slices.Max(hits))
	for k, h := range hits {
		if h >= best {
			in = append(in, k)
		}
	}
	for i := int(b.starts[t]); i < int(b.starts[t+1]); i++ {
		if !b.is(i, picks) || b.tokens[i].status != Said {
			continue
		}
		for _, c := range [...]class{cLeast, cMost} {
			if m, ok := b.at(i, c); ok {
				if k := r.extreme(list, in, m.str(), c == cMost); k >= 0 {
					hits[k] += 1.5
				}
			}
		}
		if m, ok := b.at(i, cOrd); ok && m.val >= 1 && int(m.val) <= len(list) && (b.is(i+1, cOne) || b.tok(i+1, i).gap >= comma) {
			hits[int(m.val)-1]++
		}
		if b.is(i, cLast) && b.is(i+1, cOne) {
			hits[len(list)-1]++
		}
	}
}

// extreme returns which of the records in has the lowest or highest value of the field that a
// superlative is about, or -1.
func (r *reader) extreme(list []record, in []int, field string, most bool) int {
	best, at, keys := 0.0, -1, tells["field_"+field]
	for _, k := range in {
		for _, l := range list[k].leaves {
			x := &r.out[l]
			v, ok := x.magnitude()
			if !ok || !hasField(x.Role, keys) {
				continue
			}
			if at < 0 || most && v > best || !most && v < best {
				best, at = v, k
			}
			break
		}
	}
	return at
}

// hasField reports whether a key is of a field: a word of it begins with one of the field's, or has a long one within.
func hasField(key string, fields []string) bool {
	return slices.ContainsFunc(split(key), func(w string) bool {
		return slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(w, f) || len(f) > 4 && strings.Contains(w, f) })
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
// that first appeared in an assistant's call or text and that nobody else mentioned
// before.
func (r *reader) echoes() {
	b := r.b
	called, echoed := map[string]bool{}, map[int]bool{}
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
		brought, vouched := len(called) > 0 && called[squash(b.text(int(at.from), int(at.to)))], false
		for n, p := range b.of(b.norm(&b.tokens[at.from])) {
			if n >= 64 || p >= at.from {
				break
			}
			if b.samePhrase(int(p), int(at.from), int(at.to)) {
				assistant := b.role(int(b.tokens[p].turn)) == "assistant"
				brought, vouched = brought || assistant, vouched || !assistant
			}
		}
		if brought && !vouched {
			m.Status, echoed[k] = Proposed, true
		}
	}
	for _, l := range r.lists {
		for k := range l {
			l[k].leaves = slices.DeleteFunc(l[k].leaves, func(m int) bool { return echoed[m] })
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

// samePhrase reports whether the same words as tokens [from, to) also stand at p, before them.
func (b *bound) samePhrase(p, from, to int) bool {
	for k := range to - from {
		if x := &b.tokens[p+k]; x.word != b.tokens[from+k].word || x.turn != b.tokens[p].turn {
			return false
		}
	}
	return true
}
