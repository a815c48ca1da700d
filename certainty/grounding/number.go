package grounding

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// figure is a number as it is written in a text.
type figure struct {
	from, to int
	v, alt   float64 // its possible values, the likelier first
	two      bool    // alt is a second possible value
	ordinal  bool
	lit      string // its digits as written, if it is written in digits
}

func (f *figure) times(x float64) { f.v, f.alt = f.v*x, f.alt*x }

func (f *figure) plus(x float64) { f.v, f.alt = f.v+x, f.alt+x }

func (f *figure) String() string {
	if f.two {
		return plain(f.v) + "|" + plain(f.alt)
	}
	return plain(f.v)
}

// first returns the likeliest value of a mention.
func first(value string) string {
	value, _, _ = strings.Cut(value, "|")
	return value
}

// figureAt reads the number that begins at token i: 1,250.50, two hundred and fifty,
// 5k, 二十四, a dozen, twenty-first.
func (b *bound) figureAt(i int) (f figure, ok bool) {
	if !b.countable(i) {
		return f, false
	}
	if x := &b.figure; x.from != i || x.to == 0 { // several rules ask for the same one
		b.figure, b.counts = b.readFigure(i)
		b.figure.from, b.figure.to = i, max(b.figure.to, i+1)
	}
	return b.figure, b.counts
}

func (b *bound) readFigure(i int) (f figure, ok bool) {
	t := &b.tokens[i]
	if t.digit {
		f, ok = b.literal(i)
	} else if !t.solid {
		f, ok = b.hanNumber(i)
	}
	if !ok && !t.digit {
		f, ok = b.spoken(i)
	}
	if !ok {
		return f, false
	}
	if t.digit {
		b.fraction(&f)
		b.scale(&f)
		b.tenThousands(&f)
	}
	b.andHalf(&f)
	if t.digit && b.negative(i) {
		f.times(-1)
	}
	return f, true
}

// scale reads the word behind digits that multiplies them: 5k, 3 million, 2 dozen.
func (b *bound) scale(f *figure) {
	n := b.tok(f.to, f.from)
	m, ok := b.at(f.to, cNum)
	if !ok || n.gap == sentence || !isScale(m) {
		return
	}
	if w := m.first(); len(w) == 1 && (n.gap != glued || w != "k" && !n.capital && b.signBefore(f.from) == "") {
		return // 5 m
	}
	if next := b.tok(f.to+1, f.from); next.gap != glued || next.digit || !next.solid {
		f.times(m.val)
		f.to += int(m.n)
		f.lit = ""
	}
}

// andHalf adds the part that is named behind a number: two and a half thousand, a million and a half.
func (b *bound) andHalf(f *figure) {
	m, ok := b.at(f.to, cPlus)
	if !ok || b.tok(f.to, f.from).gap == sentence {
		return
	}
	scale, _ := b.at(f.to-1, cNum)
	f.to += int(m.n)
	more, ok := b.at(f.to, cNum)
	switch {
	case ok && b.tok(f.to, f.from).gap < sentence && isScale(more) && scale.val <= 12:
		f.plus(m.val)
		f.times(more.val)
		f.to += int(more.n)
	case isScale(scale):
		f.plus(m.val * scale.val)
	default:
		f.plus(m.val)
	}
}

// tenThousands reads the scales behind digits in Chinese, Japanese and Korean: 3万, 1万5千.
func (b *bound) tenThousands(f *figure) {
	total, part, to := 0.0, f.v, f.to
	for range 4 {
		m, ok := b.at(to, cHan)
		if !ok {
			if m, ok = b.at(to, cNum); !ok || b.tokens[to].solid {
				return
			}
		}
		if m.val < 10 || b.tok(to, f.from).gap > space {
			return
		}
		total, to = total+part*m.val, to+1
		f.v, f.two, f.to, f.lit = total, false, to, ""
		next := b.tok(to, f.from)
		if !next.digit || next.gap > space {
			return
		}
		part, to = float64(atoi(b.norm(next))), to+1
	}
}

// isScale reports whether a number multiplies the one before it: 2 dozen, 3 million.
func isScale(m phrase) bool { return m.val == 12 || m.val >= 100 }

// countable reports whether a number can begin at token i.
func (b *bound) countable(i int) bool {
	if i < 0 || i >= len(b.tokens) {
		return false
	}
	t := &b.tokens[i]
	return t.digit || t.has&(cNum|cOrd|cHan) != 0 &&
		(i == 0 || len(b.norm(t)) > 1 || !apostrophe(b.gapText(i))) // not the "m" of "I'm"
}

// negative reports whether a minus sign directly precedes a number and does not
// follow a number or a word.
func (b *bound) negative(i int) bool {
	g := b.gapText(i)
	return strings.HasSuffix(g, " -") || g == "-" && b.tok(i-1, i).turn < 0 || strings.HasSuffix(g, "\u2212")
}

// literal reads a number written in digits, with the separators of any country.
func (b *bound) literal(i int) (figure, bool) {
	head := b.norm(&b.tokens[i])
	f, tail := figure{from: i, to: i + 1, lit: head}, head
	var seps [8]byte // for each part, the separator before it
	grouped, last := len(head) <= 3 && head != "0", 0
	for b.tok(f.to, i).digit && last < 7 {
		next, sep := b.norm(&b.tokens[f.to]), byte(0)
		switch gap := b.gapText(f.to); gap {
		case ".", ",":
			sep = gap[0]
		case " ", "\u00a0", "\u202f", "'", "\u2019":
			if len(next) == 3 && len(tail) <= 3 {
				sep = ' '
			}
		}
		if sep == 0 {
			break
		}
		last++
		seps[last] = sep
		grouped = grouped && len(next) == 3
		f.lit, f.to, tail = f.lit+next, f.to+1, next
	}
	if len(f.lit) > 40 {
		return figure{}, false
	}
	fraction := func() float64 { // reads the last part as the fraction
		return digits(strings.TrimSuffix(f.lit, tail) + "." + tail)
	}
	mixed := last >= 2 && seps[last] != seps[1]
	if last >= 2 && !mixed && seps[1] == ',' {
		grouped = len(tail) == 3 && len(head) <= 3 // 1,50,000
	}
	switch {
	case last == 1 && seps[1] != ' ' && grouped: // 1,234 or 1.234
		f.v, f.alt, f.two = digits(f.lit), fraction(), true
	case last == 1 && seps[1] != ' ', mixed:
		f.v = fraction()
	case last == 0, grouped:
		f.v = digits(f.lit)
	default:
		return figure{}, false // a version, an address, a date
	}
	if r := b.tok(f.to, i); r.gap == glued {
		switch b.norm(r) {
		case "th", "st", "nd", "rd":
			f.ordinal = true
			f.to++
		}
	}
	return f, true
}

// fraction reads the fraction of a number written in digits: 2½, and before a unit 1/2 and 2 1/2.
func (b *bound) fraction(f *figure) {
	if part := vulgarIn(b.after(f.to - 1)); part > 0 {
		f.plus(part)
		f.lit = ""
		return
	}
	i, whole := f.from, 0.0
	if b.gapText(f.to) == " " {
		i, whole = f.to, f.v
	}
	if b.gapText(i+1) != "/" {
		return
	}
	p, q := digits(b.norm(b.tok(i, f.from))), digits(b.norm(b.tok(i+1, f.from)))
	if 0 < p && p < q && b.is(i+2, cUnit) {
		*f = figure{from: f.from, to: i + 2, v: whole + p/q}
	}
}

// vulgar are the fractions of one character.
var vulgar = map[rune]float64{'½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1. / 3, '⅔': 2. / 3, '⅛': 0.125, '⅜': 0.375, '⅝': 0.625, '⅞': 0.875}

// vulgarIn returns the fraction that the text between two words begins with, 0 for none.
func vulgarIn(gap string) float64 {
	if gap = strings.TrimLeft(gap, " "); gap == "" || gap[0] < utf8.RuneSelf {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(gap)
	return vulgar[r]
}

// digits returns the value of digits.
func digits(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

// hanNumber reads Chinese and Japanese numerals.
func (b *bound) hanNumber(i int) (figure, bool) {
	total, section, cur, scaled := 0.0, 0.0, -1.0, false
	var row uint64 // digits that are written one after the other
	j := i
	for ; (j == i || b.tok(j, i).gap == glued) && j-i < 16; j++ {
		m, ok := b.at(j, cHan)
		if !ok {
			break
		}
		if m.val < 10 {
			row, cur = row*10+uint64(m.val), m.val
			continue
		}
		if scaled = true; m.val >= 1e4 {
			total, section, cur = total+max(section+max(cur, 0), 1)*m.val, 0, -1
			continue
		}
		if cur < 0 {
			cur = 1
		}
		section, cur = section+cur*m.val, -1
	}
	f := figure{from: i, to: j, v: total + section + max(cur, 0)}
	if last, _ := b.at(j-2, cHan); scaled && cur > 0 && last.val > 10 {
		f.v += cur * (last.val/10 - 1) // 三万五
	}
	if !scaled {
		f.v = float64(row)
	}
	return f, j > i
}

// spoken reads a number written in words that begins at token i.
func (b *bound) spoken(i int) (figure, bool) {
	f := figure{from: i, to: i}
	total, part := 0.0, 0.0
	used, joined := false, false // joined: "and" stands before the word
words:
	for j := i; (j == i || b.tok(j, i).gap < comma) && j-i < 20; {
		m, ok := b.at(j, cNum)
		ordinal := false
		if !ok {
			m, ordinal = b.at(j, cOrd)
		}
		if !ok && !ordinal {
			if used && !joined && b.is(j, cAnd) && b.is(j+1, cNum) {
				joined = true
				j++
				continue
			}
			break
		}
		switch v := m.val; {
		case !used && v == 1000:
			total = v
		case !used:
			part = v
		case !joined && part > 0 && part < v && (v == 100 || v == 12 || v == 10 && tens[m.first()]):
			part *= v
		case !joined && v >= 1000 && (part > 0 || total > v):
			total, part = total+max(part, 1)*v, 0
		case v < 100 && math.Mod(part, 100) == 0 && (part > 0 || total > 0),
			v < 1000 && part == 0 && total > 0,
			v < 10 && part >= 20 && math.Mod(part, 10) == 0,
			v >= 10 && v < 20 && (math.Mod(part, 100) == 60 || math.Mod(part, 100) == 80) && b.langIs("fr"),
			v < 100 && v >= 20 && joined && part < 10 && b.langIs("ar"):
			part += v
		default:
			break words
		}
		used, joined = true, false
		j += int(m.n)
		f.to = j
		if ordinal {
			f.ordinal = true
			break
		}
	}
	f.v = total + part
	return f, used
}

// tens are the words that multiply by ten.
var tens = map[string]bool{"puluh": true, "muoi": true, "십": true}

// langIs reports whether the text may be in a language.
func (b *bound) langIs(name string) bool { return b.langs&(1<<b.lx.id(name)) != 0 }

// plain formats a number like the value of a mention: 1250, 0.5.
func plain(v float64) string {
	if math.Abs(v) < 1e15 {
		if v == math.Trunc(v) {
			return strconv.Itoa(int(v))
		}
		v = math.Round(v*1e6) / 1e6
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
