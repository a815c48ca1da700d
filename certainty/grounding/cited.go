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

// Step says how a value follows from the words that are cited for it.
type Step int

// Values of Step.
const (
	NotAtAll    Step = iota // the words contradict the value
	ByInference             // they may mean it, but the rules cannot tell (tomorrow; the cheapest seats)
	ByItself                // they state it
)

// Follows returns how the value v of parameter p follows from quotes, the words that a
// reader other than these rules (such as a model) cites for it. It is ByItself if the
// rules find the value in the quotes. Otherwise it is NotAtAll if the quotes contradict
// the value (13 and "12 kg", Paris and "Rome"), and ByInference if getting there takes an
// inference of a kind that F4 lists. d is the parameter's domain and may be empty.
func Follows(quotes []string, p *domains.Param, d domains.Domain, v domains.Value) Step {
	if p == nil {
		p = &domains.Param{}
	}
	c := &cited{text: strings.Join(quotes, "\n"), param: p}
	c.words, c.digits = split(c.text), digitsOf(c.text)
	c.reading, c.numbers = amountsOf(c.text)
	c.wordy = slices.ContainsFunc(quotes, func(q string) bool { return digitsOf(q) == "" })
	return c.judge(d, v, 0)
}

// judge judges a value of the domain d.
func (c *cited) judge(d domains.Domain, v domains.Value, depth int) Step {
	switch {
	case !formed(c.param.Schema.Field("format").Str(), v.Str()):
		return NotAtAll
	case c.says(d, v):
		return ByItself
	case closed(d):
		return c.chosen(d, v)
	}
	return c.value(v, depth)
}

// closed reports whether a domain is a closed set of values.
func closed(d domains.Domain) bool { return d.Type == domains.Boolean || d.Type == domains.Finite }

// formed reports whether a text can be in the format that a schema requires.
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

// cited holds the cited words, prepared for comparison.
type cited struct {
	param   *domains.Param
	text    string
	reading *Reading
	words   []string
	numbers []amount
	digits  string // all digits of the text, in order
	wordy   bool   // some quote contains no digits, so its words may stand for a number, a unit or a calculation
}

// says reports whether the rules find a value in the cited words. A value of a closed set
// has to be there in its own words.
func (c *cited) says(d domains.Domain, v domains.Value) bool {
	s := c.reading.Support(nil, c.param, d, v)
	return s.Grounded() && s.Rule != RuleDefault && (!closed(d) || s.Rule == RuleExact)
}

// chosen judges a value of a closed set. It does not follow if the cited words name
// another value of the set and little else.
func (c *cited) chosen(d domains.Domain, v domains.Value) Step {
	if c.shares(split(plainText(v))) > 0 {
		return ByInference
	}
	for _, other := range d.Values {
		if 2*len(split(plainText(other))) >= len(c.words) && !jsonvalue.Equal(other, v) && c.says(d, other) {
			return NotAtAll
		}
	}
	return ByInference
}

// plainText returns a value as it would be written in a text.
func plainText(v domains.Value) string {
	if v.Kind() == jsonvalue.String {
		return v.Str()
	}
	return v.JSON()
}

// shares counts the words that are, or are forms of, cited words.
func (c *cited) shares(words []string) (n int) {
	for _, w := range words {
		if slices.ContainsFunc(c.words, func(o string) bool {
			return kin(w, o) > 0 || inflected(w, o) || len(w) <= 4 && strings.HasPrefix(o, w) || len(o) <= 4 && strings.HasPrefix(w, o)
		}) {
			n++
		}
	}
	return n
}

// inflected reports whether two words have three quarters of the shorter one's letters in common at their
// beginning (Helsingistä, Helsinki; Ялту, Ялта), or one is the other behind a letter or two (בחיפה, חיפה).
func inflected(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	n := 0
	for n < len(x) && x[n] == y[n] {
		n++
	}
	behind := len(y)-len(x) <= 2 && foreign(a) && slices.Equal(y[len(y)-len(x):], x)
	return len(x) > 3 && (4*n >= 3*len(x) || behind)
}

// value judges a value that is not from a closed set; a list or an object is judged by its
// parts.
func (c *cited) value(v domains.Value, depth int) Step {
	if depth >= maxDepth {
		return NotAtAll
	}
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
	case jsonvalue.Array, jsonvalue.Object:
		of, step := *c, ByInference
		for _, x := range v.Items() {
			of.param = c.part("items", "")
			step = min(step, of.judge(closedSet(of.param), x, depth+1))
		}
		for _, m := range v.Members() {
			of.param = c.part("properties", m.Key)
			step = min(step, of.judge(closedSet(of.param), m.Value, depth+1))
		}
		return step
	}
	return NotAtAll
}

// part returns the elements of a list, or a member of an object, as a parameter.
func (c *cited) part(field, key string) *domains.Param {
	schema := c.param.Schema.Field(field)
	if field == "properties" {
		return memberOf(schema, key)
	}
	return &domains.Param{Name: c.param.Name, Schema: schema}
}

// derived reports whether the number want equals one of numbers, or results from them by a
// conversion of units or one arithmetic operation.
func derived(numbers []amount, want float64) bool {
	is := func(v float64) bool { return near(v, want) }
	for i, a := range numbers {
		for u, of := range unitTable {
			if x, ok := convert(a.v, a.unit, u); ok && is(x) || of.dim == "time" && is(a.v*of.scale) {
				return true
			}
		}
		for _, s := range [...]float64{1, 2, 10, 100, 1000, 1e6} { // double, tenths, per cent or cents, thousands, millions
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

// amount is a number with its unit, which is "" if it has none.
type amount struct {
	v    float64
	unit string
}

// maxNumbers bounds how many numbers are taken from the cited words.
const maxNumbers = 32

// amountsOf reads a text and returns its numbers, written in digits or in words, in every
// way they can be read, and the digits of its dates, times and codes.
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

// digitsOf returns all digits of a text, in order.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r = asciiDigit(r); r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// letterUnits is the most letters that an amount, a date or a time contains besides its
// digits (2026-05-03T10:00:00Z, 12 minutes, 3 September 2026).
const letterUnits = 10

// string judges a text: by its digits if it consists mainly of digits, and otherwise by
// its words.
func (c *cited) string(text string) Step {
	switch digits := digitsOf(text); {
	case strings.Contains(text, "@") || strings.Contains(text, "://"):
		return c.spelt(text)
	case digits != "" && !c.agrees(text, digits):
		return NotAtAll
	case digits != "" && runes(squash(text))-len(digits) <= letterUnits:
		return ByInference // a date, a time or an amount; its digits were compared with the cited words above
	}
	return c.worded(text)
}

// agrees compares the numbers of a text with the cited numbers. One of the text's has to be
// cited or follow from a cited one; if nothing but figures is cited, all of them have to be. For a
// date, a time or a phone number it is enough that the digits agree.
func (c *cited) agrees(text, digits string) bool {
	if strings.Contains(c.digits, digits) || strings.Contains(digits, c.digits) {
		return true
	}
	bare := !strings.ContainsFunc(c.text, unicode.IsLetter)
	clock := strings.Contains(text, ":")
	follows := func(m amount) bool {
		if bare && m.v == 0 || !bare && (c.wordy || derived(c.numbers, m.v)) {
			return true
		}
		return slices.ContainsFunc(c.numbers, func(n amount) bool {
			return near(m.v, n.v) || clock && (m.v == n.v+12 || m.v == n.v-12 || m.v == n.v-1) // quarter to five
		})
	}
	_, numbers := amountsOf(text)
	if bare {
		return !slices.ContainsFunc(numbers, func(m amount) bool { return !follows(m) })
	}
	return slices.ContainsFunc(numbers, follows)
}

// spelt judges an address, which the conversation may spell out: its letters and digits
// have to occur in order in the cited words.
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

// abbreviated matches texts that may be a code for what is cited: LAX, EUR, de, pt-BR.
var abbreviated = regexp.MustCompile(`^([A-Z]{2,4}|[a-z]{2,3})([-_]([A-Z]{1,4}|[a-z]{1,3}))?$`)

// worded judges a text by its words. It can follow if at least half of its words are, or
// are forms of, cited words, if it consists of their initials, if it is a short code that
// may stand for them, or if it is in another script, which cannot be compared here.
func (c *cited) worded(text string) Step {
	words, cited := split(text), strings.Join(c.words, "")
	if len(words) > 0 && (2*c.shares(words) >= len(words) || foreign(text) != foreign(c.text)) || abbreviated.MatchString(text) ||
		cited != "" && initials(words) == cited {
		return ByInference
	}
	return NotAtAll
}

// initials returns the first letters of several words.
func initials(words []string) (out string) {
	if len(words) < 2 {
		return ""
	}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		out += string(r)
	}
	return out
}

// foreign reports whether a text contains letters of a script other than Latin.
func foreign(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}
