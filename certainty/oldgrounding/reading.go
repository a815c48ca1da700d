package oldgrounding

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A reading is a number that the text may mean where its plain digits or words
// say another: 3,5 and 1.234.567,89 as Europeans write them, 1 234 567, a half,
// 2 1/2, two and a half, the numerals of Chinese and Japanese. Readings back a
// value; nothing else is made of them.
type reading struct {
	number
	score float64
	rough bool // a fraction that no decimal ends: 0.33 and 0.667 are near enough
}

// findReadings reads them, in order of their ends.
func (c *Context) findReadings(kinds []kind) []reading {
	var out []reading
	for i := range c.tokens {
		if kinds[i]&mayReading == 0 {
			continue
		}
		if r, ok := c.grouped(i); ok {
			if w := c.at(r.end, i); scales[w] >= 1e3 && len(w) > 2 { // 1,5 million
				r.number = number{from: i, end: r.end + 1}.value(formatFloat(r.val * scales[w]))
			}
			out = append(out, r)
		}
		if r, ok := c.fraction(i); ok {
			out = append(out, r)
		}
		if !c.tokens[i].solid {
			if v, ok := hanNumber(c.tokens[i].norm); ok {
				out = append(out, reading{number: number{from: i, end: i + 1}.value(formatFloat(v)), score: 0.9})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b reading) int { return a.end - b.end })
	return out
}

// readingEnding returns the reading that ends before token i.
func (c *Context) readingEnding(i int) (reading, bool) {
	k := sort.Search(len(c.readings), func(k int) bool { return c.readings[k].end >= i })
	for ; k < len(c.readings) && c.readings[k].end == i; k++ {
		if c.readings[k].score > 0.8 {
			return c.readings[k], true
		}
	}
	return reading{}, false
}

// grouped reads digits whose separators are not those of English: points,
// apostrophes or spaces between thousands, commas before decimals, and the
// lakhs and crores of India.
func (c *Context) grouped(i int) (reading, bool) {
	w := c.tokens[i].norm
	if len(w) > 3 || !allDigits(w) || c.digitBefore(i) {
		return reading{}, false
	}
	sep, lit, j := c.gap(i), w, i
	switch sep {
	case ".", ",", "'", "\u2019", " ", "\u00a0", "\u202f", "_":
	default:
		return reading{}, false
	}
	for len(lit) <= 15 && c.gapIs(j, sep) && len(c.at(j+1, i)) == 3 && allDigits(c.at(j+1, i)) {
		j++
		lit += c.tokens[j].norm
	}
	groups := j - i
	mark := ","
	if sep == "," {
		mark = "."
		if groups == 0 {
			if r, ok := c.lakhs(i); ok {
				return r, true
			}
		}
	}
	if frac := c.at(j+1, i); c.gapIs(j, mark) && allDigits(frac) && groups > 0 {
		return c.read(lit+"."+frac, i, j+2, 1)
	}
	switch {
	case sep == "," && groups == 0:
		frac := c.at(i+1, i)
		if digits, rest, ok := leadingDigits(frac); ok && len(digits) < 3 && len(rest) < 3 && !c.gapIs(i+1, ",") {
			return c.read(w+"."+digits, i, i+2, 0.85)
		}
	case sep == "," || groups == 0:
	case sep == " " && groups == 1 && c.tokens[j].norm != "000":
	case sep == "." && groups == 1:
		return c.read(lit, i, j+1, 0.7)
	case sep != "." || groups > 1 && !c.gapIs(j, "."):
		return c.read(lit, i, j+1, 1)
	}
	return reading{}, false
}

// digitBefore reports whether a number in digits ends right before a token.
func (c *Context) digitBefore(i int) bool {
	s := c.before(i, 2)
	return len(s) == 2 && s[0] >= '0' && s[0] <= '9' && strings.IndexByte(".,'_/:-", s[1]) >= 0
}

// lakhs reads 12,34,567.
func (c *Context) lakhs(i int) (reading, bool) {
	lit, j := c.tokens[i].norm, i
	for len(lit) < 15 && c.gapIs(j, ",") && len(c.at(j+1, i)) == 2 && allDigits(c.at(j+1, i)) {
		j++
		lit += c.tokens[j].norm
	}
	if last := c.at(j+1, i); j > i && c.gapIs(j, ",") && len(last) == 3 && allDigits(last) {
		return c.read(lit+last, i, j+2, 1)
	}
	return reading{}, false
}

func (c *Context) read(lit string, from, end int, score float64) (reading, bool) {
	return reading{number: number{from: from, end: end}.value(lit), score: score}, true
}

var denominators = map[string]float64{"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}

// vulgar are the fractions that are one sign.
var vulgar = map[rune]float64{'\u00bc': 0.25, '\u00bd': 0.5, '\u00be': 0.75, '\u2153': 1.0 / 3, '\u2154': 2.0 / 3,
	'\u2155': 0.2, '\u215b': 0.125, '\u215c': 0.375, '\u215d': 0.625, '\u215e': 0.875}

// fraction reads a part of one, alone or after whole ones, that ends at or
// begins with token i: half a, three quarters, 2 1/2, two and a half, 3 and 1/2.
func (c *Context) fraction(i int) (reading, bool) {
	gap := c.gap(i)
	if k := strings.IndexFunc(gap, func(r rune) bool { return r >= utf8.RuneSelf }); k >= 0 {
		r, _ := utf8.DecodeRuneInString(gap[k:])
		if v, ok := vulgar[r]; ok {
			if whole, is := c.num(i, i, 4); is && strings.TrimSpace(gap[:k]) == "" {
				return c.part(v+float64(whole), i, i+1)
			}
			if c.at(i+1, i) != "" {
				return c.part(v, i+1, i+2) // the sign is no token: what it is said of stands for it
			}
			return c.part(v, i, i+1)
		}
	}
	w := c.tokens[i].norm
	if d, ok := c.num(i, i, 2); ok && d > 1 && c.gapIs(i-1, "/") && !c.gapIs(i, "/") && !c.gapIs(i-2, "/") {
		n, ok := c.num(i-1, i, 2)
		if !ok || n >= d || d > 16 {
			return reading{}, false
		}
		from, whole := i-1, 0
		if v, ok := c.num(i-2, i, 3); ok && c.gapIs(i-2, " ") {
			from, whole = i-2, v
		}
		return c.part(float64(whole)+float64(n)/float64(d), from, i+1)
	}
	if len(w) < 4 || strings.IndexByte("hqtfse", w[0]) < 0 {
		return reading{}, false // no denominator begins so
	}
	d, ok := denominators[stem(w)]
	if !ok {
		return reading{}, false
	}
	prev := c.at(i-1, i)
	n, named := smallNumbers[prev]
	switch {
	case named && n > 1 && n < d && w != stem(w):
	case (prev == "a" || prev == "one") && w == stem(w):
		if n = 1; c.at(i-2, i) == "and" {
			if whole, ok := c.numberEnding(i - 2); ok && !whole.ordinal {
				return c.part(whole.val+1/d, whole.from, i+1)
			}
		}
	case w == "half":
		switch c.at(i+1, i) {
		case "a", "an", "of", "the", "":
			return c.part(0.5, i, i+1)
		}
		if prev == "by" {
			return c.part(0.5, i, i+1)
		}
		return reading{}, false
	default:
		return reading{}, false
	}
	return c.part(n/d, i-1, i+1)
}

func (c *Context) part(v float64, from, end int) (reading, bool) {
	r, ok := c.read(formatFloat(v), from, end, 0.85)
	r.rough = len(formatFloat(v)) > 6
	return r, ok
}

// hanDigits are the numerals of Chinese and Japanese.
var hanDigits = map[rune]float64{'\u3007': 0, '\u96f6': 0, '\u4e00': 1, '\u4e8c': 2, '\u4e24': 2, '\u5169': 2, '\u4e09': 3, '\u56db': 4, '\u4e94': 5,
	'\u516d': 6, '\u4e03': 7, '\u516b': 8, '\u4e5d': 9}

var hanScales = map[rune]float64{'\u5341': 10, '\u767e': 100, '\u5343': 1e3, '\u4e07': 1e4, '\u842c': 1e4, '\u4ebf': 1e8, '\u5104': 1e8}

// hanCounters follow a numeral that counts: sheets, pieces, people, names,
// copies, units, cups, times, days, nights, and the like. One numeral alone is
// mostly part of a word.
const hanCounters = "\u5f20\u5f35\u679a\u4e2a\u500b\u4f4d\u4eba\u540d\u4ef6\u672c\u53f0\u676f\u6b21\u5929\u665a\u6cca\u95f4\u4efd\u53ea\u6761\u500d\u5c0f\u5206\u5468\u9031\u6708\u5e74\u65e5\u5143\u5186\u6b73\u5c81"

// hanNumber reads the first numeral of a run of Chinese or Japanese text.
func hanNumber(s string) (v float64, ok bool) {
	total, part, digit, n := 0.0, 0.0, 0.0, 0
	for _, r := range s {
		d, isDigit := hanDigits[r]
		scale, isScale := hanScales[r]
		switch {
		case isDigit && digit == 0:
			digit = d
		case isScale && scale >= 1e4:
			total, part, digit = (total+part+max(digit, 0))*scale, 0, 0
		case isScale:
			part, digit = part+max(digit, 1)*scale, 0
		case n > 1 || n == 1 && strings.ContainsRune(hanCounters, r):
			return total + part + digit, true
		case n == 1 || isDigit:
			total, part, digit, n = 0, 0, 0, 0 // it was part of a word
			continue
		default:
			continue
		}
		n++
		if n > 12 || !unicode.Is(unicode.Han, r) {
			return 0, false
		}
	}
	return total + part + digit, n > 1
}
