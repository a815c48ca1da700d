package grounding

import (
	"slices"
	"strings"
)

// maxPicked bounds the words with which the user takes some of several things that are offered.
const maxPicked = 7

// several decides what the user's short turn t takes of the several things in the question before it, without a yes or
// no to each: "both, please" takes all of them, "only breakfast" what it names and nothing else, "all but the soup" the
// others, and "just the last one" the one in its place.
func (r *reader) several(t int) bool {
	b := r.b
	from, to := int(b.starts[t]), int(b.starts[t+1])
	if t == 0 || b.inTurn[t]&(cAll|cOnly|cOrd|cLast) == 0 || to-from > maxPicked || b.role(t-1) != "assistant" {
		return false
	}
	in := b.asked(t - 1)
	if in.from >= in.to || !b.asks(int(in.to)) {
		return false
	}
	things := b.things(in)
	if len(things) < 2 {
		return false
	}
	var named []int32
	if b.inTurn[t]&(cAll|cOnly) != 0 {
		named = b.repeats(from, to, in)
	}
	switch {
	case b.takes(from, to):
		r.mark(int(in.from), int(in.to), Said)
	case b.inTurn[t]&(cAll|cOnly) != 0 && b.excepts(from, to):
		if named == nil {
			return false
		}
		r.mark(int(in.from), int(in.to), Said)
		for _, i := range named {
			if w := b.norm(&b.tokens[i]); !slices.ContainsFunc(b.tokens[from:to], func(t token) bool { return t.status == Said && kin(w, b.norm(&t)) > 0.7 }) {
				r.mark(int(i), int(i)+1, Denied)
			}
		}
	case b.inTurn[t]&cOnly != 0 && named != nil:
		in := func(i int32, thing span3) bool { return i >= thing.from && i < thing.to }
		own := slices.DeleteFunc(slices.Clone(named), func(i int32) bool { // "extra", of extra cheese and extra olives
			return slices.ContainsFunc(named, func(k int32) bool {
				return b.tokens[k].word == b.tokens[i].word && slices.ContainsFunc(things, func(thing span3) bool { return in(k, thing) && !in(i, thing) })
			})
		})
		if len(own) > 0 {
			named = own
		}
		for n, thing := range things {
			has := slices.ContainsFunc(named, func(i int32) bool { return in(i, thing) })
			if has || n > 0 && b.is(int(thing.from), cAt|cIn|cTo|cFrom) { // "..., in Rome" is no thing
				r.mark(int(thing.from), int(thing.to), Said)
			} else {
				r.mark(int(thing.from), int(thing.to), Denied)
			}
		}
	default:
		taken := b.ranked(from, to, len(things))
		if taken == 0 || taken&(taken-1) == 0 && b.alternatives(int(in.from), int(in.to)) {
			return false
		}
		for n, thing := range things {
			if taken&(1<<n) != 0 {
				r.mark(int(thing.from), int(thing.to), Said)
			} else {
				r.mark(int(thing.from), int(thing.to), Denied)
			}
		}
	}
	return true
}

// excepts reports whether the tokens [from, to) deny a part of what they take: "all but the soup", but not "not both".
func (b *bound) excepts(from, to int) bool {
	for i := from; i < to; i++ {
		if b.is(i, cNot) && b.is(i+1, cAll) {
			return false
		}
	}
	return b.anyIs(from, to, cNot|cNotPost)
}

// things returns the parts of a question that commas, "and" and "or" separate.
func (b *bound) things(in span3) (out []span3) {
	from := in.from
	for i := in.from + 1; i <= in.to; i++ {
		if i < in.to && b.tokens[i].gap < comma && !b.is(int(i), cAnd|cOr) {
			continue
		}
		switch {
		case i < in.to && strings.Contains(b.gapText(int(i)), ":"):
			out = out[:0] // the list follows
		case from < i:
			out = append(out, span3{from, i})
		}
		if from = i; i < in.to && b.is(int(i), cAnd|cOr) {
			from++
		}
	}
	return out[:min(len(out), maxOffered)]
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

// repeats returns the words of a question that the tokens [from, to) of a turn repeat, if they, "only" and "all but" are
// all that it says.
func (b *bound) repeats(from, to int, in span3) (named []int32) {
	for i := from; i < to; i++ {
		skipped := 0
		for _, c := range [...]class{cOnly, cAll, cNot, cNotPost} {
			if m, ok := b.at(i, c); ok {
				skipped = max(skipped, int(m.n))
			}
		}
		if skipped > 0 {
			i += skipped - 1
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

// ranked returns which of n things the tokens [from, to) of a turn take by their places, as bits: "the first two",
// "just the last one". It is 0 if they say anything else.
func (b *bound) ranked(from, to, n int) (taken uint) {
	many := 1
	for i := from; i < to; i++ {
		first, isFirst := b.at(i, cOrd)
		last, isLast := b.at(i, cLast)
		count, counts := b.at(i, cNum)
		switch {
		case isFirst || isLast:
			if i > from && b.is(i-1, cOne) {
				return 0 // just a second
			}
			if next, ok := b.at(i+1, cNum); ok && i+1 < to {
				count, counts = next, true
			} else if b.is(i+1, cAll) && i+1 < to { // die ersten beiden
				many = 2
			}
			if counts && count.val > 1 {
				many = int(count.val)
			}
			at := n - many
			if isFirst {
				at = int(first.val) - 1
			} else {
				i += int(last.n) - 1
			}
			if at < 0 || at+many > n {
				return 0
			}
			taken, many = taken|(1<<many-1)<<at, 1
		case counts && count.val > 1:
			many = int(min(count.val, maxOffered+1))
		case !b.is(i, cStop|cOnly|cYes|cAnd|cOne|cAll) || b.tokens[i].digit:
			return 0
		}
	}
	return taken
}
