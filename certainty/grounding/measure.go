package grounding

import (
	"cmp"
	"strings"
)

// number reads a number and its unit, or half a unit, at token i.
func (r *reader) number(i int) int {
	b := r.b
	f, ok := b.figureAt(i)
	if !ok || b.is(i, cHalf) {
		if end := r.article(i); !ok || end > i+1 {
			return end
		}
	}
	u, to := b.unitAt(i, f.to)
	if b.minus(i-1, f.to, u) {
		f.times(-1)
	}
	if in := b.tok(f.to, i); in.digit && f.lit != "" && b.gapText(f.to) == "'" && strings.HasPrefix(b.after(f.to), `"`) { // 5'11"
		f.plus(float64(atoi(b.norm(in))) / 12)
		u, to = "ft", f.to+1
	}
	if coin, ok := b.at(to+1, cUnit); u == "" && f.v >= 1e6 && ok && (b.is(to, cStop) || len(b.norm(b.tok(to, i))) == 1) && currency(coin.str()) && b.tok(to+1, i).gap <= space {
		u, to = coin.str(), to+1+int(coin.n) // un million d'euros
	}
	if half, ok := b.at(to, cPlus); u != "" && ok && b.tok(to, i).gap <= space { // four kilos and a half
		f.plus(half.val)
		to += int(half.n)
	}
	to = b.smaller(&f, u, i, to)
	r.price(&f, u, to)
	m := Mention{Kind: kindIn(u), Value: f.String(), Unit: u}
	if f.ordinal {
		m.Role = "ordinal"
	}
	from := i
	if b.dollarOf(i) != "" {
		from--
	}
	r.add(m, from, to)
	return to
}

// kindIn returns the kind of a number with a unit, or without one.
func kindIn(unit string) Kind {
	switch {
	case unit == "":
		return Number
	case currency(unit) || unit == "cent":
		return Money
	case unitTable[unit].dim == "time":
		return Duration
	}
	return Amount
}

// price also reads "eighty-six fifty" as an amount of money.
func (r *reader) price(f *figure, unit string, to int) {
	b := r.b
	if f.lit != "" || unit != "" || !b.is(to, cNum) || b.tokens[to].gap > space {
		return
	}
	g, ok := b.spoken(to)
	if !ok || g.v < 10 || g.v > 99 {
		return
	}
	r.add(Mention{Kind: Money, Value: plain(f.v + g.v/100)}, f.from, g.to)
	r.add(Mention{Kind: Money, Value: plain(f.v*100 + g.v), Unit: "cent"}, f.from, g.to)
}

// smaller adds the smaller unit that follows a larger one, and returns the token behind both: 1h 30, 5 foot 4.
func (b *bound) smaller(f *figure, unit string, i, to int) int {
	next := b.tok(to, i)
	abbreviated := next.digit && b.gapText(to) == ". " // 1 Std. 20 Min.
	if unit == "" || next.gap > comma && !abbreviated {
		return to
	}
	k := to
	if b.is(k, cAnd) && b.tok(k+1, i).gap < sentence {
		k++
	}
	g, ok := b.figureAt(k)
	if !ok {
		return to
	}
	u, end := b.unitAt(g.from, g.to)
	if u == "m" && unit == "h" {
		u = "min" // 1h 20m
	}
	if u == "" {
		// un metro y ochenta, una hora y veinte
		alone := b.tok(g.to, i).gap >= comma && g.v >= 10 && (unit == "m" && g.v < 100 || unit == "h" && g.v < 60)
		switch u = smallerUnit[unit]; {
		case unit == "m" && (alone || next.gap == glued && len(g.lit) == 2):
			u = "cm" // 1m80
		case alone:
		case currency(unit) && k == to && next.gap == space && g.v >= 10 && g.v < 100 && b.clauseEnds(g.to, int(b.tokens[i].turn)):
			u = "cent" // zwei Euro fünfzig
		case u == "" || k > to || next.gap > space || g.v >= 60:
			return to
		}
	}
	v, ok := convert(g.v, u, unit)
	if !ok || unitTable[u].scale >= unitTable[unit].scale && u != "cent" {
		return to
	}
	f.plus(v)
	return end
}

// smallerUnit gives the unit of a second number that follows a number with a unit.
var smallerUnit = map[string]string{"h": "min", "ft": "in", "st": "lb", "min": "s"}

// compound reports whether a number and its unit begin at token i and a smaller unit follows: 1h 20m.
func (b *bound) compound(i int) bool {
	f, _ := b.figureAt(i)
	u, to := b.unitAt(i, f.to)
	g, ok := b.figureAt(to)
	if u == "" || !ok {
		return false
	}
	less, _ := b.unitAt(to, g.to)
	return less != "" && less != u
}

// minus reports whether a word such as "minus" at token i makes the number of [i+1, to) negative: a temperature,
// or a number without a unit from which nothing is taken away ("keep it at minus eighteen").
func (b *bound) minus(i, to int, unit string) bool {
	m, ok := b.at(i, cDot)
	if !ok || m.str() != "-" || b.tok(i+1, i).turn < 0 {
		return false
	}
	before, turn := b.tok(i-1, i), int(b.tokens[i].turn)
	if unitTable[unit].dim == "temp" {
		return before.has&(cNum|cUnit) == 0
	}
	first := i == int(b.starts[turn]) || b.tokens[i].gap >= comma
	return unit == "" && (!first && b.is(i-1, cStop|cAt|cFrom|cTo|cAnd) && !b.is(i-1, cMin|cMax) || first && b.clauseEnds(to, turn))
}

// article reads "an hour", "half a dozen", "half an hour", "three quarters of a kilo", "ein Kilo".
func (r *reader) article(i int) int {
	b := r.b
	f, k := figure{v: 1}, i
	if m, ok := b.at(i, cHalf); ok {
		f.v, k = cmp.Or(m.val, 0.5), i+int(m.n)
		if b.is(k, cStop) {
			k++ // "of"
		}
		if m, ok := b.at(k, cOne); ok {
			k += int(m.n)
		}
	} else if m, ok := b.at(i, cOne); ok {
		k = i + int(m.n)
		if before := b.tok(i-1, i); b.is(k, cSpan) && b.tokens[i].gap == space && (before.digit || before.has&(cNum|cUnit) != 0 || tell("times", b.norm(before))) {
			return k + 1 // twice a day
		}
		if m, ok := b.at(k, cHalf); ok {
			f.v, k = cmp.Or(m.val, 0.5), k+int(m.n)
		}
	} else {
		return i + 1
	}
	if b.tok(k, i).gap > space {
		return i + 1
	}
	multiple := false // half a dozen
	if scale, ok := b.at(k, cNum); ok && isScale(scale) && f.v < 1 {
		f.v, k, multiple = f.v*scale.val, k+int(scale.n), true
	}
	unit := ""
	if u, ok := b.at(k, cUnit); ok && (len(u.first()) > 1 || !b.tokens[k].solid) {
		unit, k = u.str(), k+int(u.n)
		if p, found := b.at(k, cPlus); found {
			f.plus(p.val)
			k += int(p.n)
		}
		k = b.smaller(&f, unit, i, k)
	} else if !multiple {
		return i + 1
	}
	r.add(Mention{Kind: kindIn(unit), Value: plain(f.v), Unit: unit}, i, k)
	return k
}

// bareUnit reads a unit without a number that is a word or digits: "hora y media", ½ cup. It returns i if
// there is none.
func (r *reader) bareUnit(i int) int {
	b := r.b
	m, ok := b.at(i, cUnit)
	if !ok {
		return i
	}
	to := i + int(m.n)
	v := vulgarIn(b.gapText(i))
	if half, ok := b.at(to, cPlus); ok && unitTable[m.str()].dim == "time" && !b.countable(i-1) && b.tok(to, i).gap <= space {
		v, to = 1+half.val, to+int(half.n)
	} else if v == 0 || b.tok(i-1, i).digit {
		return i
	}
	r.add(Mention{Kind: kindIn(m.str()), Value: plain(v), Unit: m.str()}, i, to)
	return to
}
