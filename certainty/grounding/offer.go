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
	things := b.things(in)
	if len(things) < 2 {
		return false
	}
	var taken uint
	switch named := b.repeats(from, to, in); {
	case b.takes(from, to):
		taken = 1<<len(things) - 1
	case b.anyIs(from, to, cNot|cNotPost):
		if named == nil {
			return false
		}
		r.mark(int(in.from), int(in.to), Said)
		for _, i := range named {
			r.mark(int(i), int(i)+1, Denied)
		}
		return true
	case b.inTurn[t]&cOnly != 0 && named != nil:
		for n, thing := range things {
			if b.is(int(thing.from), cAt|cIn|cTo|cFrom) || slices.ContainsFunc(named, func(i int32) bool { return i >= thing.from && i < thing.to }) {
				taken |= 1 << n // "..., in Rome" is no thing
			}
		}
	default:
		if taken = b.ranked(from, to, len(things)); taken == 0 {
			return false
		}
	}
	for n, thing := range things {
		status := Denied
		if taken&(1<<n) != 0 {
			status = Said
		}
		r.mark(int(thing.from), int(thing.to), status)
	}
	return true
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
			out = nil // the list follows
		case from < i:
			out = append(out, span3{from, i})
		}
		if from = i; b.is(int(i), cAnd|cOr) {
			from++
		}
	}
	return out[:min(len(out), maxOffered)]
}

// takes reports whether the tokens [from, to) of a turn say that all of an offer is meant: "both", "all of them". "All
// day" does not.
func (b *bound) takes(from, to int) bool {
	m, ok := b.at(from, cAll)
	if !ok || b.anyIs(from, to, cNot|cNotPost) {
		return false
	}
	next := b.tok(from+int(m.n), from)
	return next.turn < 0 || next.has&(cStop|cYes) != 0 || !next.solid && from+int(m.n) == to-1 // 都要
}

// repeats returns the words of a question that the tokens [from, to) of a turn repeat, if they, "only" and "all but" are
// all that it says.
func (b *bound) repeats(from, to int, in span3) (named []int32) {
	for i := from; i < to; i++ {
		if b.is(i, cOnly|cAll|cNot|cNotPost) {
			continue
		}
		found, w := false, b.norm(&b.tokens[i])
		for k := in.from; k < in.to; k++ {
			if kin(w, b.norm(&b.tokens[k])) > 0.7 {
				found, named = true, append(named, k)
			}
		}
		if !found && !b.is(i, cStop|cYes|cNo|cAnd) {
			return nil
		}
	}
	return named
}

// ranked returns which of n things the tokens [from, to) of a turn take by their places, as bits: "the first two",
// "just the last one". It is 0 if they say anything else.
func (b *bound) ranked(from, to, n int) (taken uint) {
	many := 1
	for i := from; i < to; i++ {
		first, isFirst := b.at(i, cOrd)
		last, isLast := b.at(i, cLast)
		for k := i; k <= i+1 && k < to; k++ { // before or behind the place: los dos últimos
			if count, ok := b.at(k, cNum); ok {
				many = int(max(1, min(count.val, maxOffered+1)))
			}
		}
		switch {
		case isFirst || isLast:
			if b.is(i-1, cOne) {
				return 0 // just a second
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
		case !b.is(i, cStop|cOnly|cYes|cAnd|cOne|cAll|cNum):
			return 0
		}
	}
	return taken
}
