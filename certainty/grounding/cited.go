package grounding

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Step is how a value follows from words that are cited for it.
type Step int

// The steps.
const (
	NotAtAll    Step = iota // the words say something else
	ByInference             // they may mean it, and nothing here can tell (tomorrow; the cheapest seats)
	ByItself                // they say it
)

// Follows says how a value of a parameter follows from the words that a reader
// other than the rules cites for it. It is there to catch what the words contradict
// (13 of "12 kg", Paris of "Rome"), and lets pass what takes an inference of the
// kinds that F4 names. d is the domain of the parameter, and may be empty.
func Follows(quotes []string, p *domains.Param, d domains.Domain, v domains.Value) Step {
	c := &cited{text: strings.Join(quotes, "\n")}
	c.words = split(c.text)
	c.numbers, c.digits = numbersOf(c.text)
	for _, q := range quotes {
		c.wordy = c.wordy || !strings.ContainsFunc(q, unicode.IsDigit)
	}
	if p != nil && !formed(p.Schema.Field("format").Str(), v.Str()) {
		return NotAtAll
	}
	if d.Type == domains.Boolean || d.Type == domains.Finite {
		return c.chosen(d, v)
	}
	return c.value(v, 0)
}

// formed reports whether a text may have the format that a schema asks for.
func formed(format, text string) bool {
	switch format {
	case "date", "time", "date-time":
		return strings.ContainsFunc(text, unicode.IsDigit)
	case "email":
		return strings.Contains(text, "@")
	case "uri", "url":
		return strings.ContainsAny(text, ".:/")
	}
	return true
}

// cited is what stands in the words that are cited.
type cited struct {
	text    string
	words   []string
	numbers []float64
	digits  string // all of them, in their order
	wordy   bool   // a quote has none: its words may be a number, a unit or a step of arithmetic
}

// chosen judges a value of a closed set: words that name another one, and little
// else, do not mean it.
func (c *cited) chosen(d domains.Domain, v domains.Value) Step {
	if c.says(plainText(v)) {
		return ByItself
	}
	for _, other := range d.Values {
		named := split(plainText(other))
		if !jsonvalue.Equal(other, v) && 2*len(named) >= len(c.words) && len(named) > 0 && c.says(plainText(other)) && c.shares(plainText(v)) == 0 {
			return NotAtAll
		}
	}
	return ByInference
}

func plainText(v domains.Value) string {
	switch v.Kind() {
	case jsonvalue.String:
		return v.Str()
	case jsonvalue.Null:
		return ""
	}
	return v.JSON()
}

// says reports whether the words of a text stand in what is cited, in their order.
func (c *cited) says(text string) bool {
	words := split(text)
	if len(words) == 0 {
		return strings.Contains(c.text, text)
	}
	for i := 0; i+len(words) <= len(c.words); i++ {
		if slices.Equal(c.words[i:i+len(words)], words) {
			return true
		}
	}
	return false
}

// shares counts the words of a text that are among those that are cited, or forms of
// them.
func (c *cited) shares(text string) (n int) {
	for _, w := range split(text) {
		if slices.ContainsFunc(c.words, func(o string) bool { return kin(w, o) > 0 || initialOf(w, o) }) {
			n++
		}
	}
	return n
}

const maxCitedDepth = 16

// value judges any other value: a list or an object by its parts.
func (c *cited) value(v domains.Value, depth int) Step {
	if depth > maxCitedDepth {
		return NotAtAll
	}
	switch v.Kind() {
	case jsonvalue.Number:
		return c.number(v)
	case jsonvalue.String:
		return c.string(v.Str())
	case jsonvalue.Bool:
		return ByInference
	case jsonvalue.Array:
		return weakest(v.Items(), func(item domains.Value) Step { return c.value(item, depth+1) })
	case jsonvalue.Object:
		return weakest(v.Members(), func(m jsonvalue.Member) Step { return c.value(m.Value, depth+1) })
	}
	return NotAtAll
}

// weakest is the weakest step of the parts; nothing follows from nothing.
func weakest[T any](parts []T, step func(T) Step) Step {
	out := ByItself
	for _, part := range parts {
		out = min(out, step(part))
	}
	if len(parts) == 0 {
		return ByInference
	}
	return out
}

// mostCounted is the largest number that is counted or written out in words.
const mostCounted = 1e12

// number judges a number by the numbers that stand in what is cited. Where there
// are none it is spelt, counted or computed in words.
func (c *cited) number(v domains.Value) Step {
	want, ok := v.Float()
	if !ok {
		return NotAtAll
	}
	if slices.ContainsFunc(c.numbers, func(n float64) bool { return closeTo(n, want) }) {
		return ByItself
	}
	if len(c.numbers) == 0 {
		if len(c.words) == 0 || math.Abs(want) > mostCounted {
			return NotAtAll
		}
		return ByInference
	}
	if c.wordy || derived(c.numbers, want) {
		return ByInference
	}
	return NotAtAll
}

// closeTo allows for the rounding of a conversion.
func closeTo(a, b float64) bool { return math.Abs(a-b) <= 0.006*math.Max(math.Abs(a), math.Abs(b)) }

// scales are what a number is multiplied by where a unit or a word changes: of time,
// length, weight, volume, money, and thousand, million, dozen, half.
var scales = []float64{60, 3600, 24, 1440, 86400, 7, 12, 30, 365, 10, 100, 1e3, 1e6, 1e9, 1e4, 2, 1.609344, 0.3048, 2.54, 0.0254, 0.9144, 0.45359237, 28.349523, 6.35029318, 3.785411784, 4.54609, 0.473176, 0.568261, 1.8, 16, 1024, 1048576}

// derived reports whether a number comes of others by one conversion, or by one
// step of arithmetic.
func derived(numbers []float64, want float64) bool {
	for i, a := range numbers {
		for _, s := range scales {
			if closeTo(a*s, want) || closeTo(a/s, want) {
				return true
			}
		}
		if closeTo(a*1.8+32, want) || closeTo((a-32)/1.8, want) || closeTo(-a, want) || closeTo(a/100, want) {
			return true
		}
		for _, s := range [...]float64{12, 30, 60} { // an hour and 20 minutes
			if a < s && closeTo(a+s, want) {
				return true
			}
		}
		for _, b := range numbers[i+1:] {
			if closeTo(a+b, want) || closeTo(math.Abs(a-b), want) || closeTo(a*b, want) || b != 0 && closeTo(a/b, want) || a != 0 && closeTo(b/a, want) {
				return true
			}
			for _, s := range [...]float64{60, 12, 100, 1000, 7, 16} { // 1 h 30, 5 ft 11, 2 weeks 3 days
				if closeTo(a*s+b, want) || closeTo(a+b/s, want) || closeTo(a*100+b, want*100) {
					return true
				}
			}
		}
	}
	return closeTo(sum(numbers), want) || closeTo(float64(len(numbers)), want)
}

func sum(numbers []float64) (s float64) {
	for _, n := range numbers {
		s += n
	}
	return s
}

// maxNumbers bounds the numbers that are taken out of what is cited.
const maxNumbers = 32

// numbersOf finds the numbers in a text, with a point or a comma for decimals and
// either of them, or a space, between thousands, and all of its digits.
func numbersOf(text string) (numbers []float64, digits string) {
	var all strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsDigit(r) {
			i += n
			continue
		}
		var b strings.Builder
		for i < len(text) {
			r, n = utf8.DecodeRuneInString(text[i:])
			next, _ := utf8.DecodeRuneInString(text[i+n:])
			if !unicode.IsDigit(r) && !(strings.ContainsRune(".,'\u00a0\u202f", r) && unicode.IsDigit(next)) {
				break
			}
			b.WriteRune(asciiDigit(r))
			i += n
		}
		run := b.String()
		for _, r := range run {
			if r >= '0' && r <= '9' {
				all.WriteRune(r)
			}
		}
		if len(numbers) < maxNumbers {
			numbers = append(numbers, readings(run)...)
		}
	}
	return numbers, all.String()
}

// readings are the numbers that a run of digits and separators can be.
func readings(run string) []float64 {
	var out []float64
	add := func(s string) {
		if f, err := strconv.ParseFloat(s, 64); err == nil && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	bare := strings.NewReplacer(",", "", "'", "", "\u00a0", "", "\u202f", "")
	add(bare.Replace(run))
	add(strings.ReplaceAll(strings.NewReplacer(".", "", "'", "", "\u00a0", "", "\u202f", "").Replace(run), ",", "."))
	add(strings.ReplaceAll(bare.Replace(run), ".", ""))
	for _, part := range strings.FieldsFunc(run, func(r rune) bool { return r < '0' || r > '9' }) {
		if strings.Count(run, ".") > 1 || strings.Contains(run, ":") { // 3.5.2026
			add(part)
		}
	}
	return out
}

// string judges a text: what is written with digits by them, words by the words.
func (c *cited) string(text string) Step {
	if bare := compact(text); c.says(text) || runes(bare) >= shortest && strings.Contains(compact(c.text), bare) {
		return ByItself
	}
	numbers, digits := numbersOf(text)
	switch {
	case strings.ContainsAny(text, "@") || strings.Contains(text, "://"):
		return c.spelt(text)
	case digits != "" && !c.agrees(text, numbers, digits):
		return NotAtAll
	case digits != "" && letters(text) <= letterUnits:
		return ByInference // a date, a time, an amount: what its digits say was held against what is cited
	}
	return c.worded(text)
}

// shortest is the least that is looked for inside of words (AB-1234, AB1234), in
// letters and digits.
const shortest = 4

// letterUnits is how many letters an amount, a date or a time has at most beside its
// digits (2026-05-03T10:00:00Z, 12 minutes, 3 September 2026).
const letterUnits = 10

func letters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// agrees holds the numbers of a text against those that are cited. Where both have
// some, one of what is cited has to be among them, or lead to one of them.
func (c *cited) agrees(text string, numbers []float64, digits string) bool {
	if c.digits == "" || strings.Contains(c.digits, digits) || strings.Contains(digits, c.digits) {
		return true
	}
	bare := !slices.ContainsFunc(c.words, func(w string) bool { return strings.ContainsFunc(w, unicode.IsLetter) })
	clock := strings.Contains(text, ":")
	from := func(m float64) bool {
		return slices.ContainsFunc(c.numbers, func(n float64) bool {
			return closeTo(m, n) || clock && (closeTo(m, n+12) || closeTo(m, n-12) || closeTo(m, n-1)) // quarter to five
		}) || !bare && (c.wordy || derived(c.numbers, m))
	}
	if bare { // digits alone say all of a date, a time, a phone number
		return !slices.ContainsFunc(numbers, func(m float64) bool { return !from(m) && m != 0 })
	}
	return slices.ContainsFunc(numbers, from)
}

// compact is a text without all but its letters and digits.
func compact(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold(text))
}

// spelt judges an address, which may have been spelt out: its letters and digits
// stand in their order in what is cited.
func (c *cited) spelt(text string) Step {
	rest := compact(c.text)
	if _, after, ok := strings.Cut(text, "://"); ok { // which nobody spells
		text = strings.TrimPrefix(after, "www.")
	}
	for _, r := range compact(text) {
		i := strings.IndexRune(rest, r)
		if i < 0 {
			return NotAtAll
		}
		rest = rest[i+utf8.RuneLen(r):]
	}
	return ByInference
}

// abbreviated reports whether a text may be a code for what is cited: LAX, EUR, de,
// pt-BR, PT_br.
func abbreviated(text string) bool {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '_' })
	for _, part := range parts {
		upper, lower := 0, 0
		for _, r := range part {
			upper += strings.Count("ABCDEFGHIJKLMNOPQRSTUVWXYZ", string(r))
			lower += strings.Count("abcdefghijklmnopqrstuvwxyz", string(r))
		}
		if upper+lower != len(part) || upper > 0 && lower > 0 || upper > 4 || lower > 3 {
			return false
		}
	}
	return len(parts) == 1 && len(text) > 1 || len(parts) == 2
}

// worded judges words: at least half of them are among those that are cited, or
// forms of them; or they are their initials; or a short code stands for them; or
// another script was used, which nothing here can read.
func (c *cited) worded(text string) Step {
	words := split(text)
	switch {
	case len(words) > 0 && 2*c.shares(text) >= len(words):
		return ByInference
	case initials(words) == strings.Join(c.words, "") || initials(c.words) == strings.Join(words, ""):
		return ByInference
	case abbreviated(text):
		return ByInference
	case len(words) > 0 && len(c.words) > 0 && script(text) != script(c.text):
		return ByInference
	}
	return NotAtAll
}

// initialOf reports whether one word begins as a shorter one, as an abbreviation
// does (st, street; 3 letters of a month).
func initialOf(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 1 && len(a) <= 4 && a[0] == b[0] && len(a) < len(b) && isSubsequence(a, b)
}

func isSubsequence(a, b string) bool {
	for i := range len(a) {
		k := strings.IndexByte(b, a[i])
		if k < 0 {
			return false
		}
		b = b[k+1:]
	}
	return true
}

func initials(words []string) string {
	if len(words) < 2 {
		return ""
	}
	var b strings.Builder
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		b.WriteRune(r)
	}
	return b.String()
}

// script is the script of the first letter of a text that is not Latin, else Latin.
func script(text string) *unicode.RangeTable {
	for _, r := range text {
		for _, s := range [...]*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Devanagari, unicode.Thai} {
			if unicode.Is(s, r) {
				if s == unicode.Hiragana || s == unicode.Katakana {
					return unicode.Han
				}
				return s
			}
		}
	}
	return unicode.Latin
}
