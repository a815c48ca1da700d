package grounding

import (
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// flag returns the value of a boolean parameter.
func (w *want) flag(yes bool) domains.Value {
	switch {
	case w.says[0].IsNull():
		return jsonvalue.NewBool(yes)
	case yes:
		return w.says[1]
	}
	return w.says[0]
}

// flagOf reads a value of a boolean parameter that has its own words for yes and no: Y, 1.
func (w *want) flagOf(v domains.Value) (yes, ok bool) {
	if w.kind != Boolean || w.says[0].IsNull() {
		return false, false
	}
	yes = jsonvalue.Equal(v, w.says[1])
	return yes, yes || jsonvalue.Equal(v, w.says[0])
}

// literal reports whether the user names a value of a flag as the schema writes it, beside the parameter's own words.
func (q *query) literal() bool {
	for i := range q.want.options {
		for _, h := range q.exact(q.want.options[i].solid) {
			if q.statusAt(&h) == Said && q.b.nearness(q.self, h.from, h.to) >= 0.8 {
				return true
			}
		}
	}
	return false
}

// flag compares a boolean with what the text says about its subject.
func (q *query) flag(v bool) Support {
	b := q.b
	best, against, at := 0.0, 0.0, 0
	note := func(p place, yes bool) {
		weight := p.weight * (0.8 + 0.3*float64(p.tok)/float64(len(b.tokens))) // if places disagree, the latest counts most
		switch {
		case yes != v:
			against = max(against, weight)
		case weight > best:
			best, at = weight, int(p.tok)
		}
	}
	for _, p := range q.self.places(b) {
		if q.want.acts && !b.is(int(p.tok), cLeave|cDrop|cOff) {
			continue // a word about the alarm does not delete it
		}
		i, turned := int(p.tok), q.want.leave
		if turned {
			if k := q.leaving(i); k >= 0 {
				i, turned = k, false
			}
		}
		switch b.tokens[i].status {
		case Said:
			if b.role(int(b.tokens[i].turn)) != "tool" {
				note(p, (q.off(i) || b.waived(i) || q.undone(i)) == turned)
			}
		case Denied, Replaced:
			note(p, turned)
		}
	}
	for i := range q.want.undone { // unfurnished
		for _, p := range latest(b.said(q.want.undone[i])) {
			if b.tokens[p].status == Said {
				note(place{p, 1}, false)
			}
		}
	}
	if q.want.power {
		for _, p := range *b.switches.get(b.findSwitches) {
			i := int(max(p, -1-p))
			note(place{int32(i), 1}, (p >= 0) == (b.tokens[i].status == Said))
		}
	}
	f := features{fBool: 1, fBoolFor: best, fBoolAgainst: against}
	if v {
		f[fBoolTrue] = 1
	}
	if best > against {
		f[fBoolWins] = 1
	} else if against > best {
		f[fBoolLoses] = 1
	}
	if tracer != nil {
		tracer(trace{kind: Boolean, own: []features{f}})
	}
	out := Support{Score: contested(f.score(), absent), Rule: RuleNone, Status: Said}
	if best > 0 {
		out.Rule, out.Span = RuleFlag, b.span(at, at+1)
	}
	return out
}

// findSwitches finds where something is switched on, as the token of the word, or off, as -1 less the token.
func (b *bound) findSwitches() *[]int32 {
	out := new([]int32)
	verb := -1 // the last verb that a particle completes
	for i := 0; i < len(b.tokens) && len(*out) < maxHeard; i++ {
		w := b.norm(&b.tokens[i])
		particle := verb >= 0 && b.clauseOf[verb] == b.clauseOf[i]
		switch {
		case tell("switch", w):
			verb = i
		case particle && tell("switch_to", w):
			*out = append(*out, int32(i))
		case particle && tell("switch_from", w):
			*out = append(*out, int32(-1-i))
		}
	}
	return out
}

// waived reports whether token i ends a phrase such as "nicht dringend" or "no rush", which denies nothing behind it.
func (b *bound) waived(i int) bool {
	for n := 1; n <= 2; n++ {
		if m, ok := b.at(i-n, cPass); ok && int(m.n) > n {
			return true
		}
	}
	return false
}

// undone reports whether something is free of what token i says, "gluten-free", or a prefix denies it, "non-smoking",
// where the parameter's own name has none.
func (q *query) undone(i int) bool {
	b := q.b
	next := b.tok(i+1, i)
	return next.gap == hyphen && tell("free", b.norm(next)) || q.want.undone != nil && b.norm(b.tok(i-1, i)) == "non"
}

// leaving returns the word of the parameter's name that turns its value round, in the clause of token i, or -1. If
// it is said, it decides: "Is the road blocked? No." denies blocked itself, "no ads" only what block_ads takes away,
// and "avoid tolls" no avoid_tolls.
func (q *query) leaving(i int) int {
	b := q.b
	for _, p := range q.self.places(b) {
		if b.clauseOf[p.tok] == b.clauseOf[i] && (b.is(int(p.tok), cLeave) || tell("free", b.norm(&b.tokens[p.tok]))) {
			return int(p.tok)
		}
	}
	return -1
}

// off reports whether the words around token i, in the same clause, remove what it names or switch it off: turn the
// alarm off, keep comments closed.
func (q *query) off(i int) bool {
	const near = 6
	b := q.b
	c := &b.clauses[b.clauseOf[i]]
	return b.anyIs(max(i-near+1, int(c.from)), min(i+near, int(c.to)), cOff|cDrop)
}
