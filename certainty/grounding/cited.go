package grounding

import (
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
// other than the rules cites for it: by itself where the rules find it in them. Else it
// catches what the words contradict (13 of "12 kg", Paris of "Rome"), and lets pass what
// takes an inference of the kinds that F4 names. d is the domain of the parameter, and
// may be empty.
func Follows(quotes []string, p *domains.Param, d domains.Domain, v domains.Value) Step {
	c := &cited{text: strings.Join(quotes, "\n"), param: p}
	c.words, c.digits = split(c.text), digitsOf(c.text)
	c.reading, c.numbers = amountsOf(c.text)
	for _, q := range quotes {
		c.wordy = c.wordy || digitsOf(q) == ""
	}
	switch {
	case p != nil && !formed(p.Schema.Field("format").Str(), v.Str()):
		return NotAtAll
	case c.says(d, v):
		return ByItself
	case d.Type == domains.Boolean || d.Type == domains.Finite:
		return c.chosen(d, v)
	}
	return c.value(v, 0)
}

// formed reports whether a text may have the format that a schema asks for.
func formed(format, text string) bool {
	switch format {
	case "date", "time", "date-time":
		return digitsOf(text) != ""
	case "email":
		return strings.Contains(text, "@")
	case "uri", "url":
		return strings.ContainsAny(text, ".:/")
	}
	return true
}

// cited is what stands in the words that are cited.
type cited struct {
	param   *domains.Param
	text    string
	reading *Reading
	words   []string
	numbers []amount
	digits  string // all of them, in their order
	wordy   bool   // a quote has none: its words may be a number, a unit or a step of arithmetic
}

// says reports whether the rules find a value in what is cited; one of a closed set by its
// own words.
func (c *cited) says(d domains.Domain, v domains.Value) bool {
	s := c.reading.Support(nil, c.param, d, v)
	closed := d.Type == domains.Boolean || d.Type == domains.Finite
	return s.Grounded() && s.Rule != RuleDefault && (!closed || s.Rule == RuleExact)
}

// chosen judges a value of a closed set: words that name another one, and little
// else, do not mean it.
func (c *cited) chosen(d domains.Domain, v domains.Value) Step {
	for _, other := range d.Values {
		if 2*len(split(plainText(other))) >= len(c.words) && !jsonvalue.Equal(other, v) && c.says(d, other) && c.shares(split(plainText(v))) == 0 {
			return NotAtAll
		}
	}
	return ByInference
}

// plainText is a value as a text has it.
func plainText(v domains.Value) string {
	if v.Kind() == jsonvalue.String {
		return v.Str()
	}
	return v.JSON()
}

// shares counts the words that are among those that are cited, or forms of them.
func (c *cited) shares(words []string) (n int) {
	for _, w := range words {
		if slices.ContainsFunc(c.words, func(o string) bool {
			return kin(w, o) > 0 || len(w) <= 4 && strings.HasPrefix(o, w) || len(o) <= 4 && strings.HasPrefix(w, o)
		}) {
			n++
		}
	}
	return n
}

// value judges any other value: a list or an object by its parts.
func (c *cited) value(v domains.Value, depth int) Step {
	var parts []domains.Value
	switch v.Kind() {
	case jsonvalue.Bool:
		return ByInference
	case jsonvalue.Number:
		if f, ok := v.Float(); ok && len(c.words) > 0 && (c.wordy || derived(c.numbers, f)) {
			return ByInference
		}
		return NotAtAll
	case jsonvalue.String:
		return c.string(v.Str())
	case jsonvalue.Array:
		parts = v.Items()
	case jsonvalue.Object:
		for _, m := range v.Members() {
			parts = append(parts, m.Value)
		}
	default:
		return NotAtAll
	}
	for _, part := range parts {
		if depth >= maxDepth || !c.says(domains.Domain{}, part) && c.value(part, depth+1) == NotAtAll {
			return NotAtAll
		}
	}
	return ByInference
}

// derived reports whether a number is another one, or comes of others by a conversion of
// units or one step of arithmetic.
func derived(numbers []amount, want float64) bool {
	is := func(v float64) bool { return near(v, want) }
	for i, a := range numbers {
		for u := range unitTable {
			if x, ok := convert(a.v, a.unit, u); ok && is(x) || unitTable[u].dim == "time" && is(a.v*unitTable[u].scale) {
				return true
			}
		}
		for _, s := range [...]float64{1, 2, 10, 100, 1000, 1e6} { // double, per cent, cents, thousand
			if is(a.v*s) || is(a.v/s) {
				return true
			}
		}
		for _, b := range numbers[i+1:] {
			if x, y := a.v, b.v; is(x+y) || is(x-y) || is(y-x) || is(x*y) || y != 0 && is(x/y) || x != 0 && is(y/x) {
				return true
			}
			for _, s := range [...]float64{60, 12, 100, 1000, 7, 16} { // 1 h 30, 5 ft 11, 2 weeks 3 days
				if is(a.v*s+b.v) || is(a.v+b.v/s) {
					return true
				}
			}
		}
	}
	return is(float64(len(numbers)))
}

// amount is a number with its unit, "" where it has none.
type amount struct {
	v    float64
	unit string
}

// maxNumbers bounds the numbers that are taken out of what is cited.
const maxNumbers = 32

// amountsOf reads a text and finds its numbers, in digits or in words, in each way to
// read them, and the digits of its dates, times and codes.
func amountsOf(text string) (r *Reading, out []amount) {
	r = Read(Input{Turns: []Turn{{Role: "user", Text: text}}})
	counted := make([]bool, len(text))
	for i := range r.Mentions {
		if m := &r.Mentions[i]; family(m.Kind) == Number && len(out) < maxNumbers {
			for k := m.Span.Start; k < m.Span.End; k++ {
				counted[k] = true
			}
			for v := range strings.SplitSeq(m.Value, "|") {
				f, _ := number(v)
				out = append(out, amount{f, m.Unit})
			}
		}
	}
	for _, t := range tokenize(nil, text, 0, maxValueTokens) {
		if t.digit && len(out) < maxNumbers && !counted[t.start] {
			out = append(out, amount{digits(t.norm), ""})
		}
	}
	return r, out
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

// letterUnits is how many letters an amount, a date or a time has at most beside its
// digits (2026-05-03T10:00:00Z, 12 minutes, 3 September 2026).
const letterUnits = 10

// string judges a text: what is written with digits by them, words by the words.
func (c *cited) string(text string) Step {
	switch digits := digitsOf(text); {
	case strings.Contains(text, "@") || strings.Contains(text, "://"):
		return c.spelt(text)
	case digits != "" && !c.agrees(text, digits):
		return NotAtAll
	case digits != "" && runes(squash(text))-len(digits) <= letterUnits:
		return ByInference // a date, a time, an amount: what its digits say was held against what is cited
	}
	return c.worded(text)
}

// agrees holds the numbers of a text against those that are cited. Where both have
// some, one of what is cited has to be among them, or lead to one of them. Digits alone
// say all of a date, a time, a phone number.
func (c *cited) agrees(text, digits string) bool {
	if strings.Contains(c.digits, digits) || strings.Contains(digits, c.digits) {
		return true
	}
	bare := !strings.ContainsFunc(c.text, unicode.IsLetter)
	clock := strings.Contains(text, ":")
	_, numbers := amountsOf(text)
	return slices.ContainsFunc(numbers, func(m amount) bool {
		follows := m.v == 0 && bare || !bare && (c.wordy || derived(c.numbers, m.v)) || slices.ContainsFunc(c.numbers, func(n amount) bool {
			return near(m.v, n.v) || clock && (m.v == n.v+12 || m.v == n.v-12 || m.v == n.v-1) // quarter to five
		})
		return follows != bare
	}) != bare
}

// spelt judges an address, which may have been spelt out: its letters and digits
// stand in their order in what is cited.
func (c *cited) spelt(text string) Step {
	rest := squash(c.text)
	for _, r := range strings.ReplaceAll(squash(text), "@", "") {
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
	if len(words) > 0 && (2*c.shares(words) >= len(words) || foreign(text) != foreign(c.text)) || abbreviated.MatchString(text) ||
		initials(words) == strings.Join(c.words, "") {
		return ByInference
	}
	return NotAtAll
}

// initials are the first letters of several words.
func initials(words []string) (out string) {
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); len(words) > 1 {
			out += string(r)
		}
	}
	return out
}

// foreign reports whether a text has letters of another script than Latin.
func foreign(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}
