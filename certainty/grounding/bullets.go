package grounding

import "strings"

// bullets returns the items of a list that turn t numbers: "1. Aspen 2. Birch", "a) Aspen b) Birch".
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
	return out
}

// bullet reports whether token i is the mark of the nth item of a list.
func (b *bound) bullet(i, n int) bool {
	mark, after := b.norm(&b.tokens[i]), b.after(i)
	if mark != string(rune('a'+n-1)) && !(b.tokens[i].digit && atoi(mark) == n) {
		return false
	}
	return strings.HasPrefix(after, ")") || strings.HasPrefix(after, ".") && len(after) > 1
}

// byBullet returns which item of n the short turn t names by its mark, -1 if it names none: "2", "option b", "number 3
// please".
func (b *bound) byBullet(t, n int, letters bool) int {
	from, to := int(b.starts[t]), int(b.starts[t+1])
	for to > from+1 && b.is(to-1, cStop) && !(letters && len(b.norm(&b.tokens[to-1])) == 1) {
		to--
	}
	if to <= from || to-from > 2 {
		return -1
	}
	k := -1
	switch mark := b.norm(&b.tokens[to-1]); {
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
