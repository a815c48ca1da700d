package domains

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// describedNumber is the domain of a number whose description may write out
// its values ("one of 1, 2 or 4") or its bounds ("from 1 to 5", "at most 50",
// "a multiple of 5"). What the schema says of a bound stands.
func (f *facets) describedNumber(integer bool) Domain {
	n := f.numbers
	s := f.description
	if !strings.ContainsAny(s, "0123456789") && !strings.Contains(s, "ositive") {
		return n.domain(integer)
	}
	if !n.constrained() {
		if d, ok := numberSet(s); ok {
			return d
		}
	}
	found := numbers{}
	from, to := readBounds(s, &found)
	if !found.constrained() {
		return n.domain(integer)
	}
	changed := false
	if n.min.rat == nil && found.min.rat != nil {
		n.min, changed = found.min, true
	}
	if n.max.rat == nil && found.max.rat != nil {
		n.max, changed = found.max, true
	}
	if len(n.steps) == 0 && len(found.steps) > 0 {
		n.steps, changed = found.steps, true
	}
	d := n.domain(integer)
	if !changed || d.Size == 0 {
		return f.numbers.domain(integer)
	}
	d.Source = "description.range"
	return d.from(s[from:to])
}

// numberSet is the enumeration of numbers that a description writes out.
func numberSet(s string) (Domain, bool) {
	items, rule, span, ok := spelledSet(s)
	if !ok {
		return Domain{}, false
	}
	values := make([]Value, len(items))
	for i, item := range items {
		if values[i], ok = numberIn(item); !ok {
			return Domain{}, false
		}
	}
	d := enumeration(values, rule).from(span)
	return d, d.Size > 1
}

// readBounds reads the first range of a description, else its one-sided
// bounds, and a multiple. It returns where the first begins and the last ends.
func readBounds(s string, n *numbers) (from, to int) {
	from = len(s)
	use := func(start, end int) { from, to = min(from, start), max(to, end) }
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case isDigit(c) && numberStarts(s, i):
			lo, end := readNumber(s, i)
			if hi, stop, ok := secondNumber(s, signStart(s, i), end); ok && n.min.rat == nil && n.max.rat == nil {
				setRange(n, signed(s, i, lo), hi)
				use(signStart(s, i), stop)
				end = stop
			}
			i = end
		case isWord(c):
			end := wordEnd(s, i)
			if stop, ok := oneBound(s, i, n); ok {
				use(i, stop)
				end = stop
			}
			i = end
		default:
			i++
		}
	}
	return min(from, to), to
}

func setRange(n *numbers, lo, hi Value) {
	var r numbers
	r.atLeast(lo, false)
	r.atMost(hi, false)
	if r.min.rat != nil && r.max.rat != nil && r.min.rat.Cmp(r.max.rat) < 0 {
		n.min, n.max = r.min, r.max
	}
}

// numberStarts reports whether the digits at i begin a number of their own and
// are no part of a word, a date or a version.
func numberStarts(s string, i int) bool {
	if i == 0 {
		return true
	}
	p := s[i-1]
	return !isWord(p) && p != '.' && p != ',' && p != ':' && p != '/' && p != '#' || p == ',' && i > 1 && !isDigit(s[i-2])
}

// readNumber reads digits with commas between thousands and a fraction.
func readNumber(s string, i int) (Value, int) {
	start, end := i, i
	for end < len(s) && (isDigit(s[end]) || s[end] == ',' && threeDigits(s, end+1)) {
		end++
	}
	if end+1 < len(s) && s[end] == '.' && isDigit(s[end+1]) {
		for end++; end < len(s) && isDigit(s[end]); end++ {
		}
	}
	text := strings.TrimLeft(strings.ReplaceAll(s[start:end], ",", ""), "0")
	if text == "" || text[0] == '.' {
		text = "0" + text
	}
	v, _ := numberIn(text)
	return v, end
}

func threeDigits(s string, i int) bool {
	return i+3 <= len(s) && isDigit(s[i]) && isDigit(s[i+1]) && isDigit(s[i+2]) && (i+3 == len(s) || !isDigit(s[i+3]))
}

// signStart moves from the digits to a minus sign before them.
func signStart(s string, i int) int {
	if i > 0 && s[i-1] == '-' && (i == 1 || s[i-2] == ' ' || s[i-2] == '(' || s[i-2] == '[') {
		return i - 1
	}
	return i
}

func signed(s string, i int, v Value) Value {
	if signStart(s, i) == i || v.NumberText() == "0" {
		return v
	}
	neg, _ := numberIn("-" + v.NumberText())
	return neg
}

// secondNumber reads the rest of "1 (low) to 5", "1 and 100", "1-10" after a
// first number that begins at start and ends at i.
func secondNumber(s string, start, i int) (hi Value, end int, ok bool) {
	i, unit := skipUnit(s, i)
	joint := ""
	for _, j := range [...]string{"to", "and", "through", "up to", "-", "–", "~", ","} {
		if at, found := hasWords(s, i, j); found {
			joint, i = j, skipBlank(s, at)
			break
		}
	}
	if joint == "" || !leads(s, start, joint) {
		return Value{}, i, false
	}
	if e, ok := hasAny(s, i, "including", "a maximum of", "maximum"); ok {
		i = skipBlank(s, e)
	}
	digits := i
	if digits < len(s) && s[digits] == '-' {
		digits++
	}
	if digits >= len(s) || !isDigit(s[digits]) {
		return Value{}, i, false
	}
	hi, end = readNumber(s, digits)
	if digits > i {
		hi, _ = numberIn("-" + hi.NumberText())
	}
	switch {
	case unit != "":
		_, ok = hasWords(s, skipBlank(s, end), unit)
		return hi, end, ok // "2 points and 3 lines" is no range
	case joint == ",":
		end = skipBlank(s, end)
		return hi, end, end < len(s) && s[end] == ']'
	case end+1 < len(s) && strings.IndexByte("/-:.", s[end]) >= 0 && isDigit(s[end+1]):
		return Value{}, end, false // a date, a time, a version
	case joint == "-" && s[start-min(start, 1)] != '(' && !strings.HasPrefix(strings.TrimSpace(s[end:]), "star"):
		_, ok = dashLead(s, start)
		return hi, end, ok
	}
	return hi, end, true
}

// skipUnit goes over what may follow the first number: a percent sign, a note
// in brackets, one word as its unit, which it returns in lower case.
func skipUnit(s string, i int) (next int, unit string) {
	if i < len(s) && s[i] == '%' {
		i++
	}
	i = skipBlank(s, i)
	if i < len(s) && s[i] == '(' {
		if n := strings.IndexByte(s[i:], ')'); n >= 0 {
			return skipBlank(s, i+n+1), ""
		}
	}
	if _, joint := hasAny(s, i, "to", "and", "through", "up to"); joint || i >= len(s) || !isWord(s[i]) || isDigit(s[i]) {
		return i, ""
	}
	stop := wordEnd(s, i)
	end := skipBlank(s, stop)
	if _, joint := hasAny(s, end, "to", "and", "through"); joint {
		return end, strings.ToLower(s[i:stop])
	}
	return i, ""
}

// leads reports whether what stands before a first number makes it the lower
// end of a range.
func leads(s string, start int, joint string) bool {
	at := start
	for at > 0 && s[at-1] == ' ' {
		at--
	}
	if at == 0 {
		return joint != "and"
	}
	word, begin := wordBefore(s, at)
	if tends(s, begin) {
		return false
	}
	if joint == "and" {
		return word == "between"
	}
	switch s[at-1] {
	case '[':
		return true
	case '(', ':', '=':
		return joint != ","
	case ',':
		return joint == "to"
	}
	switch word {
	case "from", "between", "range", "ranges", "ranging", "of", "is", "are", "in", "within", "be", "scale", "value", "values", "rating", "level":
		return joint != ","
	}
	return strings.HasPrefix(s[at-1:], "-") && joint != ","
}

// tends reports whether a word of habit or of example stands shortly before i:
// "typically ranging from 1", "e.g. from 1".
func tends(s string, i int) bool {
	for n := 0; n < 3; n++ {
		for i > 0 && strings.IndexByte(" (,", s[i-1]) >= 0 || i > 1 && s[i-1] == '.' && s[i-2] != ' ' && isWord(s[i-2]) && (i < 4 || s[i-3] == '.') {
			i--
		}
		word, begin := wordBefore(s, i)
		switch word {
		case "typically", "usually", "often", "generally", "normally", "commonly", "like", "g", "eg", "example", "instance":
			return true
		case "as":
			if prev, _ := wordBefore(s, begin); prev == "such" {
				return true
			}
		case "":
			return false
		}
		i = begin
	}
	return false
}

// dashLead reports whether "1-10" outside brackets follows a word that makes it
// a range.
func dashLead(s string, start int) (word string, ok bool) {
	for start > 0 && strings.IndexByte(" :[", s[start-1]) >= 0 {
		start--
	}
	word, begin := wordBefore(s, start)
	if word == "is" || word == "of" || word == "from" || word == "are" {
		word, _ = wordBefore(s, begin)
	}
	switch word {
	case "range", "ranges", "scale", "values", "value", "rating", "level", "between":
		return word, true
	}
	return word, false
}

// The phrases of one-sided bounds.
var boundPhrases = [...]struct {
	text  string
	upper bool
	open  bool
}{
	{"at most", true, false}, {"no more than", true, false}, {"maximum of", true, false}, {"max of", true, false},
	{"less than or equal to", true, false}, {"less than", true, true},
	{"at least", false, false}, {"no less than", false, false}, {"minimum of", false, false}, {"min of", false, false},
	{"greater than or equal to", false, false}, {"greater than", false, true},
}

// oneBound reads a one-sided bound or a multiple at the word at i.
func oneBound(s string, i int, n *numbers) (end int, ok bool) {
	switch s[i] | 0x20 {
	case 'a', 'n', 'm', 'l', 'g', 'p', 'i', 's':
	default:
		return i, false
	}
	if end, ok = hasAny(s, i, "multiple of", "multiples of", "increments of", "steps of"); ok {
		if v, stop, ok := numberAfter(s, end); ok {
			n.multiple(v)
			return stop, true
		}
	}
	if end, ok = hasAny(s, i, "positive integer", "positive whole number"); ok && n.min.rat == nil {
		n.atLeast(jsonvalue.NewInt(1), false)
		return end, true
	}
	for _, p := range boundPhrases {
		if end, ok = hasWords(s, i, p.text); !ok {
			continue
		}
		v, stop, ok := numberAfter(s, end)
		switch {
		case !ok:
		case p.upper && n.max.rat == nil:
			n.atMost(v, p.open)
		case !p.upper && n.min.rat == nil:
			n.atLeast(v, p.open)
		}
		return max(end, stop), ok
	}
	return i, false
}

func numberAfter(s string, i int) (v Value, end int, ok bool) {
	i = skipBlank(s, i)
	if i >= len(s) || !isDigit(s[i]) {
		return v, i, false
	}
	v, end = readNumber(s, i)
	return v, end, true
}
