package domains

import (
	"strings"
	"unicode"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// quantity is a number in a text, with its sign and its unit.
type quantity struct {
	value    Value
	from, to int    // tokens
	unit     string // written onto the number: "km"; the sign of a currency; "" for none
}

// bounder collects the bounds that a description states for its parameter's value.
type bounder struct {
	*description
	found    numbers
	from, to int  // tokens of everything that was read
	ranged   bool // a range with both ends was read
}

// bounds reads the bounds of a number from its description: ranges, one-sided
// bounds before and behind their number, comparisons, multiples. A bound counts
// where its sentence speaks of the value.
func (d *description) bounds(integer bool) (found numbers, ranged bool, from, to int) {
	b := bounder{description: d, from: len(d.tokens)}
	if !integer && b.scale() {
		return b.found, true, b.from, b.to
	}
	for i := 0; i < len(d.tokens); {
		next := i + 1
		if d.tokens[i].kind != tokQuoted && !d.example(i) {
			if end := b.at(i); end > i {
				b.from, b.to = min(b.from, i), max(b.to, end)
				next = end
			}
		}
		i = next
	}
	return b.found, b.ranged, min(b.from, b.to), b.to
}

// at reads the bound that begins at token i and returns where it ends; i if there is
// none.
func (b *bounder) at(i int) int {
	c := b.tokens[i].class
	if end := b.sign(i, c); end > i {
		return end
	}
	if c&(clsFrom|clsBetween) != 0 {
		if end := b.bothEnds(i + 1); end > i+1 {
			return end
		}
	}
	if c&clsMultiple != 0 {
		if q, ok := b.quantity(i + 1); ok {
			b.found.multiple(q.value)
			return q.to
		}
		return i
	}
	if end := b.chain(i); end > i {
		return end
	}
	if end := b.bothEnds(i); end > i {
		return end
	}
	if end := b.behind(i); end > i {
		return end
	}
	if q, ok := b.quantity(i + 1); c&clsOr != 0 && ok && b.found.excluded(q.value) && (b.ends(q.to) || b.has(q.to, clsGloss)) {
		b.found.min = bound{} // "a positive integer, or 0 for a free price"
		b.found.atLeast(q.value, false)
		return q.to
	}
	switch {
	case c&(clsLeast|clsMost|clsAbove|clsBelow) != 0:
		return b.before(i, c)
	case c&clsLeastAfter != 0:
		return b.before(i, clsAbove)
	case c&clsMostAfter != 0:
		return b.before(i, clsBelow)
	}
	if upper, open, n := b.operator(i); n > 0 {
		return b.compare(i, n, upper, open)
	}
	return i
}

// sign reads the phrases that bound a value without a number ("positive", "even").
func (b *bounder) sign(i int, c class) int {
	if c&(clsPositive|clsNonNegative|clsAboveZero|clsEven) == 0 || !b.mine(i, quantity{to: i + 1}) {
		return i
	}
	switch {
	case c&clsEven != 0:
		b.found.multiple(jsonvalue.NewInt(2))
	case b.found.min.rat != nil:
		return i
	case c&clsPositive != 0:
		b.found.atLeast(jsonvalue.NewInt(1), false)
	default:
		b.found.atLeast(jsonvalue.NewInt(0), c&clsAboveZero != 0)
	}
	return i + 1
}

// quantity reads the number at i: digits or a word, a sign or money before it, a
// unit written onto it.
func (b *bounder) quantity(i int) (q quantity, ok bool) {
	q.from = i
	if b.is(i, "$", "€", "£", "¥", "₹") {
		q.unit = b.tokens[i].low
		i++
	}
	negative := b.is(i, "-", "−", "–") && i+1 < len(b.tokens) && !b.spaced(i+1) && (i == 0 || b.spaced(i) || b.bracket(i-1) || b.is(i-1, "~", "-", ":") || q.unit != "" || b.has(i-1, ^class(0)))
	if negative {
		i++
	} else if b.is(i, "+") && i+1 < len(b.tokens) && !b.spaced(i+1) {
		i++
	}
	if i >= len(b.tokens) {
		return q, false
	}
	switch t := b.tokens[i]; {
	case t.kind == tokNumber:
		q.value, ok = b.number(t)
	case t.kind == tokQuoted:
		q.value, ok = numberIn(t.text)
	case t.class&clsNumber != 0:
		q.value, ok = jsonvalue.NewFloat(t.value), true
	case t.kind == tokWord && strings.Contains(t.low, "-") && b.compound(t.low) > 0:
		q.value, ok = jsonvalue.NewFloat(b.compound(t.low)), true
	case t.kind == tokWord && isDigit(t.low[0]):
		end := numberEnd(t.low, 0)
		q.value, ok = b.number(token{start: t.start, end: t.start + end})
		if q.unit = t.low[end:]; strings.ContainsAny(q.unit, "0123456789-") {
			return q, false // a code
		}
	}
	if !ok {
		return q, false
	}
	if negative && q.value.NumberText() != "0" {
		q.value, ok = numberIn("-" + q.value.NumberText())
	}
	i++
	if b.is(i, "%") {
		i++
	} else if b.is(i, "°") {
		i++
		if b.is(i, "c", "f", "k") && !b.spaced(i) {
			i++
		}
	}
	q.to = i
	return q, ok && !b.magnitude(q)
}

// compound is the value of "twenty-three"; 0 for any other word.
func (b *bounder) compound(word string) float64 {
	tens, ones, _ := strings.Cut(word, "-")
	value := func(s string) float64 {
		for _, p := range b.english.phrases[s] {
			if len(p.rest) == 0 && p.class&clsNumber != 0 {
				return p.value
			}
		}
		return 0
	}
	if t, o := value(tens), value(ones); t >= 20 && t <= 90 && o > 0 && o < 10 {
		return t + o
	}
	return 0
}

// magnitude reports whether the word behind a quantity changes the number ("5
// million").
func (b *bounder) magnitude(q quantity) bool {
	if q.unit == "k" || q.unit == "mb" || q.unit == "gb" || q.unit == "kb" || q.unit == "bn" {
		return true
	}
	if b.has(q.to, clsMagnitude) {
		return b.tokens[q.to].low != "k" && b.tokens[q.to].low != "m"
	}
	return false
}

// note skips a remark between a number and the word or dash that joins a range: a
// remark in brackets, or one word for the unit.
func (b *bounder) note(i int, q *quantity) int {
	if b.bracket(i) {
		if end := b.close(i); end > 0 {
			i = end
		}
	}
	if b.word(i) && b.tokens[i].kind == tokWord && !b.joint(i) && b.joint(i+1) {
		q.unit = b.tokens[i].low
		return i + 1
	}
	return i
}

func (b *bounder) joint(i int) bool {
	return b.has(i, clsTo|clsAnd) || b.is(i, "-", "–", "—", "~", "〜", "～", "..", "…")
}

// bothEnds reads a range with both ends: "from 1 to 5", "between 1 (low) and 5",
// "1-10", "[1, 10]".
func (b *bounder) bothEnds(i int) int {
	if b.ranged {
		return i
	}
	lo, ok := b.quantity(i)
	if !ok || i > 0 && !b.spaced(i) && b.is(i-1, ".", "/", "#", "-") {
		return i
	}
	at := b.note(lo.to, &lo)
	dash := b.is(at, "-", "–", "—", "~", "〜", "～", "…")
	dots := b.is(at, ".") && b.is(at+1, ".")
	list := b.is(at, ",", ";") && (b.is(i-1, "[") || b.is(i-1, "(") && b.lead(i-1) >= leadStrong)
	and := b.has(at, clsAnd) && !b.has(at, clsTo)
	switch {
	case dots:
		for b.is(at, ".") {
			at++
		}
	case dash, list, b.has(at, clsTo), and:
		at++
	default:
		return i
	}
	for b.has(at, clsMost) || b.is(at, "including", "a", "an") {
		at++
	}
	hi, ok := b.quantity(at)
	if !ok && b.has(i-1, clsFrom|clsBetween) && b.tokens[i].kind == tokNumber && b.has(at, clsArticle) && b.mine(i, lo) {
		b.apply(lo.value, false, false) // "from 1 to the number of pages"
		return at
	}
	if !ok || !b.mine(i, hi) || b.another(lo, hi) {
		return i
	}
	if b.is(hi.to, "-", "/", ":", ".") && hi.to+1 < len(b.tokens) && !b.spaced(hi.to+1) && b.word(hi.to+1) && !b.spaced(hi.to) {
		return i // a date, a time, a version
	}
	lead := b.lead(i)
	if (lead == leadNone || dash && lead == leadWeak) && (b.has(hi.to, clsRange) || b.has(hi.to+1, clsRange) && !b.stops(hi.to)) {
		lead = leadBetween // "1 ile 10 arasında"
	}
	switch {
	case and && lead < leadBetween, lead == leadNone:
		return i
	case lead == leadWeak && dash && !b.bracket(i-1) && !b.is(i-1, "[") && !b.rounded(hi):
		return i
	case list && (!b.is(hi.to, "]", ")") || b.has(i-2, clsOneOf|clsValues)):
		return i
	case b.refusing(i, hi.to):
		return i
	}
	b.ranged = true
	end := hi.to
	for b.bracket(end) || b.is(end, ",") {
		end++
	}
	both := b.has(i-1, clsExclusive) || b.has(i-2, clsExclusive) || b.has(end, clsExclusive) && !b.bracket(hi.to)
	b.setRange(lo.value, hi.value, both || list && b.is(i-1, "(") || b.bracket(lo.to) && b.has(lo.to+1, clsExclusive), both || list && b.is(hi.to, ")") || b.has(end, clsExclusive))
	return hi.to
}

// setRange takes both bounds if the lower one is below the upper one.
func (b *bounder) setRange(lo, hi Value, openLo, openHi bool) {
	var r numbers
	r.atLeast(lo, openLo)
	r.atMost(hi, openHi)
	if r.min.rat == nil || r.max.rat == nil || r.min.rat.Cmp(r.max.rat) >= 0 {
		return
	}
	b.found.min, b.found.max = r.min, r.max
}

// How strongly the text before a number makes it the lower end of a range.
const (
	leadNone    = iota
	leadWeak    // the number begins its clause
	leadStrong  // "from", "range", "scale of"
	leadBetween // "between": an "and" joins the two ends
)

// lead weighs the text before the number at i.
func (b *bounder) lead(i int) int {
	j := i - 1
	if j < 0 || b.stops(j) {
		return leadWeak
	}
	switch {
	case b.has(j, clsBetween):
		return leadBetween
	case b.is(j, "["):
		return leadStrong
	case b.has(j, clsFrom|clsRange):
		return leadStrong
	case b.bracket(j) || b.is(j, ":", "：", "=", ",", "，", "、", "-", "–", ";", "；"):
		if b.is(j, ":", "=", "：") && b.has(j-1, clsRange|clsValues|clsClosing) {
			return leadStrong
		}
		return leadWeak
	case b.has(j, clsAre|clsSets|clsPlain|clsChoice|clsValues|clsClosing|clsOneOf), b.is(j, "of", "in", "within"):
		return leadStrong
	case !b.tokens[j].isLatin() && b.tokens[j].kind == tokWord:
		return leadWeak
	}
	return leadNone
}

// isLatin reports whether the word's script separates words by blanks.
func (t *token) isLatin() bool {
	for _, r := range t.low {
		return !signRune(r) && !unicode.Is(unicode.Hangul, r)
	}
	return true
}

// rounded reports whether a range with a dash ends its clause, perhaps with a unit such
// as stars.
func (b *bounder) rounded(hi quantity) bool {
	i := hi.to
	if b.is(i, "star", "stars", "scale", "inclusive", "inclusively", "points") {
		return true
	}
	if b.word(i) && !b.tokens[i].isLatin() {
		i++ // skip the noun that is counted
	}
	return b.filled(i)
}

// before reads a bound at i whose number follows: "at least 5", "maximum: 10",
// "minimum of two nights".
func (b *bounder) before(i int, c class) int {
	j := i + 1
	if b.is(j, ".") && !b.spaced(j) {
		j++ // "max. 30"
	}
	for n := 0; n < 4 && (b.is(j, ":", "=", "：", "of", "is", "value", "values", "allowed", "being", "de", "von", "di", "van", "の", "为", "是", "は", "から", ",") || b.has(j, clsAre|clsValues) || b.lang != b.english && b.has(j, clsArticle)) && !b.stops(j); n++ {
		if b.is(j, ",") && n == 0 {
			break
		}
		j++
	}
	if b.word(j) && b.tokens[j].kind == tokWord && b.tokens[j].class&^(clsChoice|clsPart|clsThing) == 0 && (b.mentioned(b.tokens[j].low, i) || b.begin(i) == 0 && b.has(j+1, clsAre)) {
		for j++; b.has(j, clsAre); j++ { // "minimum investment 100", "the maximum radius is 50"
		}
	}
	q, ok := b.quantity(j)
	if !ok || !b.mine(i, q) {
		return i
	}
	upper, open := c&(clsMost|clsBelow) != 0, c&(clsAbove|clsBelow) != 0
	if open {
		if b.refusing(i, q.to) {
			upper, open = !upper, false // "under 30 or over 275 are refused"
		} else if b.negated(i) {
			upper, open = !upper, false
		} else if b.has(q.to, clsAre) || b.has(q.to+1, clsAre) || b.opens(i) && i > 0 && !b.filled(q.to) && !b.filled(q.to+1) {
			return i // "values over 10 are clamped", "more than 16 rarely help"
		} else if !b.sets(i) || b.is(i-1, ",", ";") && !b.filled(q.to) && !b.filled(q.to+1) && !b.has(q.to, clsAnd|clsOr|clsTo) {
			return i // "...; under 25 a surcharge applies"
		}
	} else if b.is(i-1, ",", ";") && b.is(i, "ab", "od", "от", "de") && !b.filled(q.to) && !b.filled(q.to+1) {
		return i // "..., ab 60 gibt es Geld zurück"
	} else if b.is(i, "up to", "less than or equal to", "greater than or equal to", "less or equal to", "greater or equal to", "hasta", "jusqu'à", "até", "fino a", "bis", "bis zu", "tot", "do", "od", "ab", "de", "от", "до", "sampai", "hingga") && !b.sets(i) && !((b.is(b.begin(i), "you") || i == 1 || i == 2 && b.is(1, ":")) && (b.filled(q.to) || b.filled(q.to+1))) {
		return i
	} else if b.has(i-1, clsNot) && b.is(i, "minimum", "maximum") {
		return i
	}
	b.apply(q.value, upper, open)
	if hi, ok := b.quantity(q.to + 1); ok && !upper && b.has(q.to, clsTo) {
		b.apply(hi.value, true, false) // "greater than 0 and up to 15"
		return hi.to
	}
	return q.to
}

// unitOf is the unit of a quantity: the word behind it, or the letters written directly
// after its digits.
func (b *bounder) unitOf(q quantity) string {
	if q.unit == "" && b.word(q.to) {
		return b.tokens[q.to].low
	}
	return q.unit
}

// apply sets a bound unless an earlier phrase has set it.
func (b *bounder) apply(v Value, upper, open bool) {
	if upper && b.found.max.rat == nil {
		b.found.atMost(v, open)
	} else if !upper && b.found.min.rat == nil {
		b.found.atLeast(v, open)
	}
}

// behind reads a bound that stands after the number at i: "18 or older", "5以上".
func (b *bounder) behind(i int) int {
	q, ok := b.quantity(i)
	if !ok || b.tokens[i].class&clsNumber != 0 && b.tokens[i].value == 1 { // "one or more"
		return i
	}
	j := q.to
	if b.has(j, clsFirst) {
		b.apply(q.value, false, false)
		return j + 1
	}
	if b.tokens[i].kind != tokMark && !b.has(j, clsLeastAfter|clsMostAfter|clsAboveAfter|clsBelowAfter) && b.word(j) {
		j++ // the unit
	}
	c := class(0)
	if j < len(b.tokens) {
		c = b.tokens[j].class
	}
	if c&(clsLeastAfter|clsMostAfter|clsAboveAfter|clsBelowAfter) == 0 || b.lead(i) == leadNone || !b.mine(i, quantity{from: i, to: j + 1, unit: b.unitOf(q)}) {
		return i
	}
	b.apply(q.value, c&(clsMostAfter|clsBelowAfter) != 0, c&(clsAboveAfter|clsBelowAfter) != 0)
	return j + 1
}

// operator reads a comparison sign at i. It returns whether the number behind it is an
// upper bound, whether that bound itself is excluded, and how many tokens the sign
// takes.
func (b *bounder) operator(i int) (upper, open bool, n int) {
	switch {
	case b.is(i, "≤"):
		return true, false, 1
	case b.is(i, "≥"):
		return false, false, 1
	case b.is(i, "<", ">"):
		upper = b.is(i, "<")
		if b.is(i+1, "=") && !b.spaced(i+1) {
			return upper, false, 2
		}
		return upper, true, 1
	}
	return false, false, 0
}

// chain reads "1 <= x <= 10" at its first number. Both comparisons must point the same
// way, and the chain must fill its clause.
func (b *bounder) chain(i int) int {
	lo, ok := b.quantity(i)
	if !ok || b.found.min.rat != nil || b.found.max.rat != nil || !b.clause(i) {
		return i
	}
	upper, open, n := b.operator(lo.to)
	at := lo.to + n
	if n == 0 || !b.word(at) || b.tokens[at].kind == tokNumber {
		return i
	}
	same, openEnd, m := b.operator(at + 1)
	if m == 0 || same != upper {
		return i
	}
	hi, ok := b.quantity(at + 1 + m)
	if !ok || !b.filled(hi.to) {
		return i
	}
	b.apply(lo.value, !upper, open)
	b.apply(hi.value, upper, openEnd)
	return hi.to
}

// compare reads ">= 0", "≤ 5", "x < 5" at the sign. A letter that stands for the value
// must begin the clause, and the comparison must fill it.
func (b *bounder) compare(i, n int, upper, open bool) int {
	q, ok := b.quantity(i + n)
	if !ok || !b.mine(i, q) {
		return i
	}
	if !b.sets(i) {
		if !b.word(i-1) || b.tokens[i-1].end-b.tokens[i-1].start != 1 || !b.clause(i-1) || !b.filled(q.to) && !b.has(q.to, clsAnd) {
			return i
		}
	}
	b.apply(q.value, upper, open)
	return q.to
}
