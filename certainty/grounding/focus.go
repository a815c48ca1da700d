package grounding

// focus says which of several things the conversation has come to: of two orders the one
// that the user's last words name again. A clause that names it is about it, one that
// names another thing is not, and one that names none is about what the last did.
//
// about holds 1, -1 and 0 for each token.
func (b *bound) findFocus() {
	b.about = make([]int8, len(b.tokens))
	named := b.focusWords()
	if len(named) == 0 {
		return
	}
	state, turn := int8(0), int32(-1)
	for i := 0; i < len(b.tokens); {
		if b.tokens[i].turn != turn {
			turn, state = b.tokens[i].turn, 0
		}
		j := i + 1
		for j < len(b.tokens) && b.tokens[j].turn == turn && b.tokens[j].gap < comma && !b.is(j, cAnd, cBut) {
			j++
		}
		own, other := false, false
		for k := i; k < j; k++ {
			switch {
			case named[b.ids[k]]:
				own = true
			case b.entity(k):
				other = true
			}
		}
		switch {
		case own:
			state = 1
		case other:
			state = -1
		}
		for k := i; k < j; k++ {
			b.about[k] = state
		}
		i = j
	}
}

// entity reports whether a token names a thing: a name, a code, a number of an order.
func (b *bound) entity(k int) bool {
	t := &b.tokens[k]
	return t.capital && t.gap != sentence && !b.is(k, cStop, cDay, cMonth, cRel) || t.digit && len(t.norm) >= 4
}

// focusWords are the words of the user's last turn, its last sentence first, that name
// again what was named before.
func (b *bound) focusWords() map[int32]bool {
	for t := len(b.in.Turns) - 1; t >= 0 && t >= len(b.in.Turns)-8; t-- {
		if role := b.in.Turns[t].Role; role == "tool" || role == "system" {
			continue
		}
		lo, hi := b.starts[t], b.starts[t+1]
		from := hi
		for from > lo {
			if from--; b.tokens[from].gap == sentence {
				if out := b.namedAgain(from, hi); len(out) > 0 {
					return out
				}
			}
		}
	}
	return nil
}

// namedAgain are the words of tokens [from, to) that name a thing and stand before it.
func (b *bound) namedAgain(from, to int32) map[int32]bool {
	out := map[int32]bool{}
	for i := from; i < to && len(out) < 16; i++ {
		if b.status[i] != Said || b.is(int(i), cStop) {
			continue
		}
		id := b.ids[i]
		places := b.places[b.from[id]:b.from[id+1]]
		if places[0] >= from || len(b.words[id]) < 3 && !b.entity(int(places[0])) && !b.tokens[i].digit {
			continue
		}
		thing := b.entity(int(i))
		for n, p := range places {
			thing = thing || n < 8 && b.entity(int(p))
		}
		if thing || len(places) == 2 && !b.anyMark(int(i)) {
			out[id] = true
		}
	}
	return out
}

// anyMark reports whether the lexicon has a token, whose use then says little.
func (b *bound) anyMark(i int) bool { return b.first[i] < b.first[i+1] }
