package grounding

import "strings"

// bullets returns the items of a list that turn t numbers: "1. Aspen 2. Birch", "a) Aspen b) Birch". A list of
// questions offers nothing.
func (b *bound) bullets(t int) (out []span3) {
	to := b.starts[t+1]
	for i := b.starts[t]; i < to; i++ {
		if !b.bullet(int(i), len(out)+1) {
			continue
		}
		if n := len(out); n > 0 {
			out[n-1].to = i
		}
		out = append(out, span3{i + 1, to})
	}
	if len(out) < 2 || len(out) > maxOffered {
		return nil
	}
	last := &out[len(out)-1]
	for i := last.from + 1; i < to; i++ {
		if b.tokens[i].gap == sentence {
			last.to = i
			break
		}
	}
	if last.from >= to {
		return nil
	}
	end := int(last.to - 1)
	if list := b.in.Turns[t].Text[b.tokens[out[0].from-1].start:b.tokens[end].end] + b.after(end); strings.ContainsAny(list, questionMarks) {
		return nil
	}
	for i := last.to; i < to; i++ {
		if b.tokens[i].has&(cUnit|cSpan|cPeople) != 0 {
			return nil // "For how many nights?"
		}
	}
	return out
}

// bullet reports whether token i is the mark of the nth item of a list.
func (b *bound) bullet(i, n int) bool {
	t := &b.tokens[i]
	mark, ok := b.norm(t), false
	if t.digit {
		ok = len(mark) <= 2 && atoi(mark) == n
	} else {
		ok = len(mark) == 1 && int(mark[0]) == 'a'+n-1
	}
	if !ok {
		return false
	}
	after := b.after(i)
	return strings.HasPrefix(after, ")") || strings.HasPrefix(after, ".") && len(after) > 1
}

// byBullet returns which item of n the short turn t names by its mark, -1 if it names none: "2", "option b", "number 3
// please".
func (b *bound) byBullet(t, n int, letters bool) int {
	from, to := int(b.starts[t]), int(b.starts[t+1])
	for to > from+1 && b.is(to-1, cStop) && !(letters && len(b.norm(&b.tokens[to-1])) == 1) {
		to--
	}
	if to <= from || to-from > 2 || to-from == 2 && b.is(from, cStop|cUnit|cSpan|cDay|cMonth|cNum) || strings.ContainsAny(b.in.Turns[t].Text, "?.:") {
		return -1
	}
	mark, k := b.norm(&b.tokens[to-1]), -1
	switch {
	case !letters && b.tokens[to-1].digit && len(mark) <= 2:
		k = atoi(mark) - 1
	case letters && len(mark) == 1:
		k = int(mark[0]) - 'a'
	}
	if k >= n {
		return -1
	}
	return k
}
