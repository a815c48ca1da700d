package domains

// letters reads a range of capital letters as the set of its members: "a letter from A to E",
// "Section of the hall (A-D)". School grades have no E.
func (d *description) letters() (l listing, from int, ok bool) {
	for i := range d.tokens {
		lo, hi, to := d.span(i, i+1), "", i+1
		switch {
		case !d.word(i):
			continue
		case len(lo) == 3 && lo[1] == '-':
			lo, hi = lo[:1], lo[2:]
		case len(lo) == 1 && (d.is(to, "-", "–", "—", "~", "〜", "～") || d.has(to, clsTo|clsAnd)):
			for to++; d.has(to, clsArticle) && d.word(to+1) && d.tokens[to].end > d.tokens[to].start+1; to++ {
			}
			if hi = d.span(to, min(to+1, len(d.tokens))); len(hi) != 1 {
				continue
			}
			to++
		}
		from = i - 1
		between := d.has(from, clsFrom|clsBetween|clsTo)
		for between && (d.has(from, clsFrom|clsBetween|clsTo) || d.has(from, clsArticle)) {
			from--
		}
		lead := d.bracket(from) || d.is(from, ",", ":", "-", "–", "，", "：") || d.has(from, clsChoice) || between && d.has(from-1, clsArticle)
		if len(hi) != 1 || lo < "A" || hi > "Z" || hi[0] < lo[0]+2 || !lead || d.has(i+1, clsAnd) && !between || !d.filled(to) || d.is(0, "grade") || d.example(i) || d.habit(i) {
			continue
		}
		l = listing{from: i, to: to}
		for c := lo[0]; c <= hi[0]; c++ {
			l.items = append(l.items, item{text: string(rune(c)), words: 1})
		}
		return l, from + 1, true
	}
	return listing{}, 0, false
}
