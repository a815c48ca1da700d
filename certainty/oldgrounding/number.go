package oldgrounding

import (
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// number is a number that the text states.
type number struct {
	dec       jsonvalue.Decimal // its exact value
	val       float64
	from, end int // tokens
	percent   bool
	ordinal   bool // first, 3rd
	calendar  bool // part of a date or a time of day
}

var smallNumbers = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
	"fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
	"nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90, "single": 1, "once": 1, "twice": 2,
	"double": 2, "both": 2, "couple": 2, "pair": 2, "triple": 3, "thrice": 3, "dozen": 12,
}

var ordinalWords = map[string]float64{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
	"fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
	"nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}

var scales = map[string]float64{
	"dozen": 12, "dozens": 12, "hundred": 100, "thousand": 1e3, "grand": 1e3, "million": 1e6,
	"billion": 1e9, "trillion": 1e12, "k": 1e3, "m": 1e6, "mn": 1e6, "b": 1e9, "bn": 1e9,
}

// findNumbers reads every number of the text, in order.
func (c *Context) findNumbers(kinds []kind) []number {
	var out []number
	for i := 0; i < len(c.tokens); {
		if kinds[i]&mayNumber == 0 {
			i++
			continue
		}
		n, ok := c.digits(i)
		if !ok {
			n, ok = c.numberWords(i)
		}
		if !ok {
			i++
			continue
		}
		if n.val > 0 && !n.ordinal && c.negative(&n) {
			n = n.value("-" + formatFloat(n.val))
		}
		n.percent = strings.HasPrefix(strings.TrimLeft(c.gap(n.end-1), " "), "%")
		if w := c.at(n.end, i); w == "percent" || w == "pct" {
			n.percent = true
		}
		out = append(out, n)
		i = n.end
	}
	return out
}

// negative reports whether words or the sign for it make a number negative:
// minus five, negative 7, five below zero; ten minus five is none.
func (c *Context) negative(n *number) bool {
	if strings.HasSuffix(c.before(n.from, 3), "\u2212") {
		return n.from == 0 || !strings.HasSuffix(c.before(n.from, 4), c.tokens[n.from-1].norm+"\u2212")
	}
	switch c.at(n.from-1, n.from) {
	case "minus":
		_, after := smallNumbers[c.at(n.from-2, n.from)]
		return !after && !allDigits(c.at(n.from-2, n.from))
	case "negative":
		return true
	}
	k := c.skip(n.end, n.from, "degrees", "degree", "c", "f", "celsius", "fahrenheit")
	return c.at(k, n.from) == "below" && (c.at(k+1, n.from) == "zero" || c.at(k+1, n.from) == "freezing")
}

// digits reads a number in digits that begins at token i: separators of
// thousands, a decimal point, a sign, a scale (5k, 2 million), an ordinal.
func (c *Context) digits(i int) (number, bool) {
	lit, rest, ok := leadingDigits(c.tokens[i].norm)
	if !ok || c.inDotted(i) {
		return number{}, false
	}
	j := i
	if rest == "" {
		for len(lit) <= 12 && c.gapIs(j, ",") && len(c.at(j+1, i)) == 3 && allDigits(c.at(j+1, i)) && (j > i || len(c.tokens[i].norm) <= 3) {
			j++
			lit += c.tokens[j].norm
		}
		if c.gapIs(j, ".") && j+1 < len(c.tokens) && c.tokens[j+1].turn == c.tokens[i].turn {
			if frac, tail, ok := leadingDigits(c.tokens[j+1].norm); ok {
				lit, rest = lit+"."+frac, tail
				j++
			}
		}
	}
	sign := c.before(i, 2)
	if strings.HasSuffix(sign, "-") && (len(sign) < 2 || !alnum(sign[0])) {
		lit = "-" + lit
	}
	n := number{from: i, end: j + 1}
	switch scale, scaled := scales[rest]; {
	case rest == "st" || rest == "nd" || rest == "rd" || rest == "th":
		n.ordinal = true
	case scaled:
		lit = scaleLiteral(lit, scale)
	case len(rest) > 4:
		return number{}, false // an identifier that begins with a digit
	case rest == "":
		if scale, scaled := scales[c.at(n.end, i)]; scaled && len(c.at(n.end, i)) > 2 && c.gapIs(n.end-1, " ") {
			lit = scaleLiteral(lit, scale)
			n.end++
		}
	}
	return n.value(lit), true
}

// inDotted reports whether a token is part of an address, a version or a date:
// a run of digits with more than one point in it.
func (c *Context) inDotted(i int) bool {
	point := func(k int) bool {
		return k >= 0 && c.gapIs(k, ".") && c.tokens[k].turn == c.tokens[i].turn && allDigits(c.tokens[k].norm) && allDigits(c.tokens[k+1].norm)
	}
	return point(i) && (point(i-1) || point(i+1)) || point(i-1) && point(i-2)
}

func (c *Context) gapIs(i int, want string) bool {
	return i >= 0 && i+1 < len(c.tokens) && c.tokens[i+1].turn == c.tokens[i].turn && c.gap(i) == want
}

// leadingDigits splits a token into its digits and the letters after them.
func leadingDigits(w string) (digits, rest string, ok bool) {
	n := 0
	for n < len(w) && w[n] >= '0' && w[n] <= '9' {
		n++
	}
	for _, r := range w[n:] {
		if r < 'a' || r > 'z' {
			return "", "", false
		}
	}
	return w[:n], w[n:], n > 0
}

func allDigits(w string) bool {
	d, rest, ok := leadingDigits(w)
	return ok && rest == "" && d != ""
}

func (n number) value(lit string) number {
	n.dec = jsonvalue.ParseDecimal(lit)
	n.val, _ = strconv.ParseFloat(lit, 64)
	return n
}

func scaleLiteral(lit string, scale float64) string {
	if exp := math.Log10(scale); exp == math.Trunc(exp) {
		return lit + "e" + strconv.Itoa(int(exp))
	}
	v, _ := strconv.ParseFloat(lit, 64)
	return strconv.FormatFloat(v*scale, 'f', -1, 64)
}

// numberWords reads a number in words that begins at token i: two hundred and
// fifty, twenty-five, a dozen, the first.
func (c *Context) numberWords(i int) (number, bool) {
	if v, ok := ordinalWords[c.tokens[i].norm]; ok && c.at(i-1, i) != "per" && !(v == 2 && allDigits(c.at(i-1, i))) { // 0.5-second
		return number{from: i, end: i + 1, ordinal: true}.value(formatFloat(v)), true
	}
	total, part, used := 0.0, 0.0, false
	j := i
	for ; j < len(c.tokens) && c.tokens[j].turn == c.tokens[i].turn && j-i < 16; j++ {
		w := c.tokens[j].norm
		if j > i && strings.ContainsAny(c.gap(j-1), ",.;:!?()") {
			break
		}
		v, small := smallNumbers[w]
		scale, scaled := scales[w]
		switch {
		case small && w != "dozen" && (!used || (part >= 20 && math.Mod(part, 10) == 0 && v < 10) || part >= 100 || (part == 0 && total > 0)):
			part += v
			used = true
		case used && part >= 20 && math.Mod(part, 10) == 0 && ordinalWords[w] > 0 && ordinalWords[w] < 10:
			n, ok := wordNumber(i, j+1, total+part+ordinalWords[w], true) // twenty-first
			n.ordinal = true
			return n, ok
		case scaled && len(w) > 2 && (used || c.at(j-1, i) == "a" || w == "dozen"):
			part = max(part, 1) * scale
			if scale >= 1e3 {
				total, part = total+part, 0
			}
			used = true
		case w == "and" && part >= 100 && j+1 < len(c.tokens) && smallNumbers[c.at(j+1, i)] > 0:
		default:
			return wordNumber(i, j, total+part, used)
		}
	}
	return wordNumber(i, j, total+part, used)
}

func wordNumber(from, end int, v float64, ok bool) (number, bool) {
	if !ok {
		return number{}, false
	}
	return number{from: from, end: end}.value(formatFloat(v)), ok
}

func formatFloat(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// markNumbers notes which numbers are part of a date or a time of day, so that
// the 10 of "March 10th" is not taken for a count.
func (c *Context) markNumbers() {
	if len(c.numbers) == 0 || len(c.dates)+len(c.times) == 0 {
		return
	}
	inside := make([]bool, len(c.tokens))
	for _, d := range c.dates {
		for i := d.from; i < d.end && !d.relative; i++ { // the 3 of "in 3 days" counts
			inside[i] = true
		}
	}
	for _, t := range c.times {
		for i := t.from; i < t.end; i++ {
			inside[i] = true
		}
	}
	for i := range c.numbers {
		c.numbers[i].calendar = inside[c.numbers[i].from]
	}
}
