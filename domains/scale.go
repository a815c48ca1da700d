package domains

import (
	"math/big"
	"strings"
)

// scale reads the two ends of a scale, each with an explanation: "0.0 means free
// and 1.0 represents no limit". Both must be written as fractions, as on a scale
// without steps, and the lower one must be 0 or the negative of the upper one.
// The text must hold no other number. An end that the text calls normal or
// default means that the range is not closed.
func (b *bounder) scale() bool {
	var ends []quantity
	for i := 0; i < len(b.tokens); i++ {
		if b.has(i, clsExample) {
			return false
		}
		q, ok := b.quantity(i)
		if !ok || b.tokens[q.to-1].class&clsNumber != 0 {
			continue
		}
		if !fraction(q.value) || !b.has(q.to, clsGloss) || b.is(q.to, "is", "to", "for", "if") || len(ends) == 2 {
			return false
		}
		for j := q.to + 1; !b.ends(j) && !b.is(j, ",", ";"); j++ {
			if b.is(j, "normal", "unchanged", "original", "same", "neutral", "no change", "regular", "average", "identical", "equal", "default", "standard") {
				return false
			}
		}
		ends = append(ends, q)
		i = q.to
	}
	if len(ends) != 2 {
		return false
	}
	lo, _, _ := rational(ends[0].value)
	hi, _, _ := rational(ends[1].value)
	if lo == nil || hi == nil || lo.Cmp(hi) >= 0 || lo.Sign() != 0 && new(big.Rat).Neg(lo).Cmp(hi) != 0 {
		return false
	}
	b.setRange(ends[0].value, ends[1].value, false, false)
	b.from, b.to = ends[0].from, ends[1].to
	return true
}

// labelled reads the two ends of a scale of whole numbers, each with an explanation: "0 = mute,
// 100 = loudest". The lower one must be 0, 1 or the negative of the upper one.
func (d *description) labelled() (ends numbers, from, to int, ok bool) {
	for i := range d.tokens {
		if !d.anchor(i) || d.tokens[i].kind != tokNumber {
			continue
		}
		l := d.list(i)
		if len(l.items) != 2 || !l.all(isGlossed) || !l.scale() || d.example(i) || !l.all(func(it item) bool { return !strings.Contains(it.text, ".") }) {
			continue
		}
		lo, _ := numberIn(l.items[0].text)
		hi, _ := numberIn(l.items[1].text)
		ends.atLeast(lo, false)
		ends.atMost(hi, false)
		if a, z := ends.min.rat, ends.max.rat; a != nil && z != nil && a.Cmp(z) < 0 && (a.IsInt() && a.Num().IsInt64() && (a.Num().Int64() == 0 || a.Num().Int64() == 1) || new(big.Rat).Neg(a).Cmp(z) == 0) {
			return ends, l.from, l.to, true
		}
		return numbers{}, 0, 0, false
	}
	return numbers{}, 0, 0, false
}
