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
	lists := r.lists[max(0, len(r.lists)-maxLists):]
	for _, l := range r.lists {
		for _, rec := range l {
			for _, m := range rec.leaves {
				r.out[m].Status = Proposed
			}
		}
	}
	for n := len(lists) - 1; n >= 0; n-- {
		r.pick(lists[n])
	}
}

// maxLater is how many turns after a list its records can be chosen.
const maxLater = 16

// pick scores the records of a list by what is said after it.
func (r *reader) pick(list []record) {
	b := r.b
	byWord := map[string][]int{} // for each word, the records that contain it
	for k := range list {
		for _, m := range list[k].leaves {
			for i := r.pos[m].from; i < r.pos[m].to; i++ {
				if w := b.norm(&b.tokens[i]); !b.is(int(i), cStop) && enter(byWord, w, k) {
					enter(byWord, stem(w), k)
				}
			}
		}
	}
	turn := list[0].turn
	before := turn
	for before > 0 && b.role(before) != "user" {
		before--
	}
	all, hits := false, make([]float64, len(list))
	for t := before; t < min(len(b.in.Turns), turn+maxLater); t++ {
		role := b.role(t)
		if role != "user" && role != "assistant" || t < turn && role == "assistant" {
			continue
		}
		clear(hits)
		r.named(t, list, byWord, hits)
		if role == "user" && t > turn {
			r.superlatives(t, list, hits)
			for i := b.starts[t]; i < b.starts[t+1]; i++ {
				all = all || b.is(int(i), cAll) && b.tokens[i].status == isSaid
			}
		}
		weight := r.recent(t)
		for k := range hits {
			list[k].score += weight * hits[k]
		}
	}
	best := 0.0
	for k := range list {
		best = max(best, list[k].score)
	}
	for k := range list {
		if s := list[k].score; s > 0 && s >= best-0.01 || all && best == 0 && s >= 0 {
			for _, m := range list[k].leaves {
				r.out[m].Status = Said
			}
		}
	}
}

// enter records that record k contains a word, and reports whether this is new.
func enter(byWord map[string][]int, w string, k int) bool {
	ks := byWord[w]
	if len(ks) > 0 && ks[len(ks)-1] == k {
		return false
	}
	byWord[w] = append(ks, k)
	return true
}

// named counts, for each record, the words of turn t that it contains and not all
// records do; denied words count negatively.
func (r *reader) named(t int, list []record, byWord map[string][]int, hits []float64) {
	b := r.b
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		if b.tokens[i].has&cStop != 0 {
			continue // does not identify anything
		}
		w := b.norm(&b.tokens[i])
		ks := byWord[w]
		if ks == nil {
			w = stem(w)
			ks = byWord[w]
		}
		if len(ks) == 0 || len(ks) >= len(list) || len(ks) > 8 || b.tokens[i].digit && len(w) < 3 && !r.dated[i] {
			continue
		}
		v := 1 / float64(len(ks))
		switch b.tokens[i].status {
		case isDenied, isReplaced:
			v = -v
		case isProposed:
			if strings.ContainsAny(b.in.Turns[t].Text, "?\uff1f") {
				continue // the assistant's words, without consent
			}
		}
		for _, k := range ks {
			r.steps++
			hits[k] += v
		}
	}
}

// recent returns the weight of a turn: what the user says last counts most.
func (r *reader) recent(turn int) float64 {
	users := 0
	for t := turn + 1; t < len(r.b.in.Turns) && users < 4; t++ {
		if r.b.role(t) == "user" {
			users++
		}
	}
	return 2 / float64(1+users)
}

// superlatives adds the record that a superlative of turn t selects (the cheapest,
// the first), among the records that the turn names or, if it names none, among all.
func (r *reader) superlatives(t int, list []record, hits []float64) {
	b := r.b
	const picks = cLeast | cMost | cOrd | cLast
	var in []int
	best := 0.0
	for _, h := range hits {
		best = max(best, h)
	}
	for k := range list {
		if hits[k] >= best {
			in = append(in, k)
		}
	}
	for i := int(b.starts[t]); b.inTurn[t]&picks != 0 && i < int(b.starts[t+1]); i++ {
		if b.tokens[i].has&picks == 0 || b.tokens[i].status != isSaid {
			continue
		}
		for _, c := range [...]class{cLeast, cMost} {
			if m, ok := b.at(i, c); ok {
				if k := r.extreme(list, in, m, c == cMost); k >= 0 {
					hits[k] += 1.5
				}
			}
		}
		if m, ok := b.at(i, cOrd); ok && int(m.val) <= len(list) && (b.is(i+1, cOne) || b.tok(i+1, i).turn < 0 || b.tok(i+1, i).gap >= comma) {
			hits[int(m.val)-1]++
		}
		if b.is(i, cLast) && b.is(i+1, cOne) {
			hits[len(list)-1]++
		}
	}
}

// extreme returns the record with the lowest or highest value of the field that a
// superlative is about, or -1.
func (r *reader) extreme(list []record, in []int, m phrase, most bool) int {
	best, at := 0.0, -1
	for _, k := range in {
		for _, l := range list[k].leaves {
			x := &r.out[l]
			key := fold(x.Role)
			fits := false
			for f := range tells["field_"+m.str] {
				fits = fits || strings.Contains(key, f)
			}
			v, ok := number(x.Value)
			if x.Kind == Time {
				t, _ := timeValue(x.Value)
				v, ok = float64(t), true
			} else if x.Kind == Date && len(x.Value) == 10 {
				v, ok = float64(atoi(x.Value[:4])*10000+atoi(x.Value[5:7])*100+atoi(x.Value[8:])), true
			}
			if x.Kind == Code && len(x.Value) >= 13 && x.Value[8] == 't' {
				v, ok = number(x.Value[:8] + x.Value[9:13])
				fits = fits || m.str == "time"
			}
			if !fits || !ok {
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

// samePhrase reports whether the same words as tokens [from, to) also stand at p.
func (b *bound) samePhrase(p, from, to int) bool {
	for k := from; k < to; k++ {
		if p+k-from >= len(b.tokens) || b.norm(&b.tokens[p+k-from]) != b.norm(&b.tokens[k]) || b.tokens[p+k-from].turn != b.tokens[p].turn {
			return false
		}
	}
	return true
}
