package grounding

import "slices"

// maxPicked bounds the words with which the user takes some of several things that are offered.
const maxPicked = 7

// several decides what the user's short turn t takes of the several things in the question before it, without a yes or
// a no to each: "both, please" takes all of them, "only breakfast" what it names and nothing else.
func (r *reader) several(t int) bool {
	b := r.b
	from, to := int(b.starts[t]), int(b.starts[t+1])
	if t == 0 || b.inTurn[t]&(cAll|cOnly) == 0 || to-from > maxPicked || b.role(t-1) != "assistant" {
		return false
	}
	in := b.asked(t - 1)
	if in.from >= in.to || !b.asks(int(in.to)) || !b.joins(in) {
		return false
	}
	switch {
	case b.takes(from, to):
		r.mark(int(in.from), int(in.to), Said)
	case b.inTurn[t]&cOnly != 0:
		named := b.onlyNamed(from, to, in)
		if named == nil {
			return false
		}
		r.mark(int(in.from), int(in.to), Denied)
		for _, i := range named {
			r.mark(int(i), int(i)+1, Said)
		}
	default:
		return false
	}
	return true
}

// joins reports whether a question names several things.
func (b *bound) joins(in span3) bool {
	for i := in.from + 1; i < in.to; i++ {
		if b.tokens[i].gap >= comma || b.is(int(i), cAnd|cOr) {
			return true
		}
	}
	return false
}

// takes reports whether the tokens [from, to) of a turn say that all of an offer is meant: "both", "I'd like all of
// them". "That's all" does not, nor "all day".
func (b *bound) takes(from, to int) bool {
	const denies = cNot | cNotPost | cNo | cBut | cSorry | cOnly | cDrop
	i := from
	for i < to && b.is(i, cYes) && !b.is(i, cAll) {
		i++
	}
	if mine := i < to && b.is(i, cMine); mine {
		for i < to && !b.is(i, cAll) {
			i++
		}
	}
	m, ok := b.at(i, cAll)
	if !ok || i >= to || b.anyIs(from, to, denies) {
		return false
	}
	next := b.tok(i+int(m.n), i)
	if !next.solid && i+int(m.n) == to-1 && next.turn >= 0 {
		return true // 都要
	}
	return next.turn < 0 || next.gap >= comma || next.has&(cStop|cYes) != 0 && next.has&(cSpan|cUnit|cDay) == 0
}

// onlyNamed returns the words of a question that the tokens [from, to) of a turn repeat, if "only" and they are all
// that it says.
func (b *bound) onlyNamed(from, to int, in span3) (named []int32) {
	for i := from; i < to; i++ {
		m, only := b.at(i, cOnly)
		if only {
			i += int(m.n) - 1
			continue
		}
		found, w := false, b.norm(&b.tokens[i])
		for k := in.from; k < in.to && !b.is(i, cStop); k++ {
			if kin(w, b.norm(&b.tokens[k])) > 0.7 {
				found, named = true, append(named, k)
			}
		}
		if !found && (b.tokens[i].digit || !b.is(i, cStop|cYes|cNo|cAnd)) {
			return nil
		}
	}
	slices.Sort(named)
	return named
}
