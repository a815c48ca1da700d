package grounding

import (
	"math"
	"regexp"
	"slices"
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
	c.words, c.numbers, c.digits = split(c.text), amountsOf(c.text), digitsOf(c.text)
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
	numbers []amount
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
		if slices.ContainsFunc(c.words, func(o string) bool {
			return kin(w, o) > 0 || len(w) <= 4 && strings.HasPrefix(o, w) || len(o) <= 4 && strings.HasPrefix(w, o)
		}) {
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
	if slices.ContainsFunc(c.numbers, func(n amount) bool { return closeTo(n.v, want) }) {
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

// derived reports whether a number comes of others by a conversion of units, or by one
// step of arithmetic.
func derived(numbers []amount, want float64) bool {
	sum := 0.0
	for i, a := range numbers {
		sum += a.v
		for u := range unitTable {
			x, ok := convert(a.v, a.unit, u)
			if ok && closeTo(x, want) || closeTo(a.v*unitTable[u].scale, want) && unitTable[u].dim == "time" {
				return true
			}
		}
		for _, s := range [...]float64{2, 10, 100, 1000, 1e6} { // double, per cent, cents, thousand
			if closeTo(a.v*s, want) || closeTo(a.v/s, want) {
				return true
			}
		}
		for _, b := range numbers[i+1:] {
			x, y := a.v, b.v
			if closeTo(x+y, want) || closeTo(math.Abs(x-y), want) || closeTo(x*y, want) || y != 0 && closeTo(x/y, want) || x != 0 && closeTo(y/x, want) {
				return true
			}
			for _, s := range [...]float64{60, 12, 100, 1000, 7, 16} { // 1 h 30, 5 ft 11, 2 weeks 3 days
				if closeTo(x*s+y, want) || closeTo(x+y/s, want) {
					return true
				}
			}
		}
	}
	return closeTo(sum, want) || closeTo(float64(len(numbers)), want)
}

// amount is a number with its unit, "" where it has none.
type amount struct {
	v    float64
	unit string
}

// maxNumbers bounds the numbers that are taken out of what is cited.
const maxNumbers = 32

// amountsOf finds the numbers in a text, in digits or in words, in each way to read them,
// and the digits of its dates, times and codes.
func amountsOf(text string) (out []amount) {
	r := Read(Input{Turns: []Turn{{Role: "user", Text: text}}})
	var counted []Span
	for i := range r.Mentions {
		if m := &r.Mentions[i]; family(m.Kind) == Number && len(out) < maxNumbers {
			counted = append(counted, m.Span)
			for v := range strings.SplitSeq(m.Value, "|") {
				f, _ := number(v)
				out = append(out, amount{f, m.Unit})
			}
		}
	}
	for _, t := range tokenize(nil, text, 0, maxValueTokens) {
		if t.digit && len(out) < maxNumbers && !slices.ContainsFunc(counted, func(s Span) bool { return s.Start <= int(t.start) && int(t.end) <= s.End }) {
			out = append(out, amount{digits(t.norm), ""})
		}
	}
	return out
}

// digitsOf are all the digits of a text, in their order.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r = asciiDigit(r); r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// string judges a text: what is written with digits by them, words by the words.
func (c *cited) string(text string) Step {
	if bare := compact(text); c.says(text) || runes(bare) >= shortest && strings.Contains(compact(c.text), bare) {
		return ByItself
	}
	digits := digitsOf(text)
	switch {
	case strings.ContainsAny(text, "@") || strings.Contains(text, "://"):
		return c.spelt(text)
	case digits != "" && !c.agrees(text, digits):
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
func (c *cited) agrees(text, digits string) bool {
	if c.digits == "" || strings.Contains(c.digits, digits) || strings.Contains(digits, c.digits) {
		return true
	}
	bare := !slices.ContainsFunc(c.words, func(w string) bool { return strings.ContainsFunc(w, unicode.IsLetter) })
	clock := strings.Contains(text, ":")
	from := func(m amount) bool {
		return slices.ContainsFunc(c.numbers, func(n amount) bool {
			return closeTo(m.v, n.v) || clock && (closeTo(m.v, n.v+12) || closeTo(m.v, n.v-12) || closeTo(m.v, n.v-1)) // quarter to five
		}) || !bare && (c.wordy || derived(c.numbers, m.v))
	}
	if bare { // digits alone say all of a date, a time, a phone number
		return !slices.ContainsFunc(amountsOf(text), func(m amount) bool { return !from(m) && m.v != 0 })
	}
	return slices.ContainsFunc(amountsOf(text), from)
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

// abbreviated are the texts that may be a code for what is cited: LAX, EUR, de, pt-BR.
var abbreviated = regexp.MustCompile(`^([A-Z]{2,4}|[a-z]{2,3})([-_]([A-Z]{1,4}|[a-z]{1,3}))?$`)

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
	case abbreviated.MatchString(text):
		return ByInference
	case len(words) > 0 && len(c.words) > 0 && foreign(text) != foreign(c.text):
		return ByInference
	}
	return NotAtAll
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

// foreign reports whether a text has letters of another script than Latin.
func foreign(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}
