package domains

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// boundPhrase says on which side of the number after it the values lie.
type boundPhrase struct {
	text  string
	upper bool
	open  bool
}

// The phrases of one-sided bounds.
var boundPhrases = [...]boundPhrase{
	{"at most", true, false}, {"no more than", true, false}, {"not more than", true, false}, {"no greater than", true, false}, {"not greater than", true, false},
	{"maximum", true, false}, {"max", true, false}, {"not exceed", true, false}, {"not to exceed", true, false}, {"not exceeding", true, false}, {"cannot exceed", true, false},
	{"less than or equal to", true, false}, {"less or equal to", true, false}, {"less than", true, true},
	{"at least", false, false}, {"no less than", false, false}, {"not less than", false, false}, {"no fewer than", false, false},
	{"minimum", false, false}, {"min", false, false},
	{"greater than or equal to", false, false}, {"greater or equal to", false, false}, {"greater than", false, true},
	{"up to", true, false},
	{"starting from", false, false}, {"starting at", false, false}, {"starts from", false, false}, {"starts at", false, false},
	{"beginning at", false, false}, {"begins at", false, false}, {"first page is", false, false}, {"first index is", false, false},
}

// The phrases that are a bound without a number after them.
var signPhrases = [...]struct {
	text string
	from int64
	open bool
}{
	{"positive integer", 1, false}, {"positive whole number", 1, false}, {"positive number", 0, true},
	{"non-negative", 0, false}, {"nonnegative", 0, false},
	{"zero-based", 0, false}, {"zero-indexed", 0, false}, {"one-based", 1, false}, {"one-indexed", 1, false},
}

// oneBound reads a one-sided bound or a multiple at the word at i. A bound that
// is habit or example ("typically at most 5"), or in another unit of time than
// the value ("in seconds, at most 7 days"), is none.
func oneBound(s string, i int, n *numbers) (end int, ok bool) {
	if strings.IndexByte("abcdefgilmnopsuz", s[i]|0x20) < 0 {
		return i, false
	}
	if end, ok = hasAny(s, i, "multiple of", "multiples of", "increments of", "steps of", "divisible by"); ok {
		if v, stop, ok := numberAfter(s, end); ok {
			n.multiple(v)
			return stop, true
		}
	}
	if end, ok = hasAny(s, i, "even number", "even integer"); ok {
		n.multiple(jsonvalue.NewInt(2))
		return end, true
	}
	for _, p := range signPhrases {
		if end, ok = hasWords(s, i, p.text); ok && n.min.rat == nil && !tends(s, i) {
			n.atLeast(jsonvalue.NewInt(p.from), p.open)
			return end, true
		}
	}
	for _, p := range boundPhrases {
		if end, ok = hasWords(s, i, p.text); !ok {
			continue
		}
		if p.text[:2] == "ma" || p.text[:2] == "mi" {
			end = afterLimit(s, end)
		}
		v, stop, ok := numberAfter(s, end)
		if !ok || tends(s, i) || otherUnit(s, i, stop) || p.comparative() && !sets(s, i) {
			return end, false
		}
		p.apply(n, v)
		return stop, true
	}
	return i, false
}

// comparative reports whether a phrase may as well compare something else with
// the number: "users of an age greater than 18".
func (p boundPhrase) comparative() bool {
	return p.text == "up to" || strings.HasPrefix(p.text, "less") || strings.HasPrefix(p.text, "greater")
}

// apply sets a bound where none was read before.
func (p boundPhrase) apply(n *numbers, v Value) {
	if p.upper && n.max.rat == nil {
		n.atMost(v, p.open)
	} else if !p.upper && n.min.rat == nil {
		n.atLeast(v, p.open)
	}
}

// afterLimit goes over what stands between "max" and its number: "of", "is",
// "value is", a colon.
func afterLimit(s string, i int) int {
	for _, word := range [...]string{"value", "allowed", "of", "is", "being"} {
		if end, ok := hasWords(s, skipBlank(s, i), word); ok {
			i = end
		}
	}
	if at := skipBlank(s, i); at < len(s) && (s[at] == ':' || s[at] == '=') {
		i = at + 1
	}
	return i
}

// numberAfter reads the number at i, a minus sign before it, that no letter
// follows ("5k" is a word).
func numberAfter(s string, i int) (v Value, end int, ok bool) {
	i = skipBlank(s, i)
	digits := i
	if i < len(s) && s[i] == '-' {
		digits++
	}
	if digits >= len(s) || !isDigit(s[digits]) {
		return v, i, false
	}
	v, end = readNumber(s, digits)
	if digits > i {
		v = signed(s, digits, v)
	}
	return v, end, end == len(s) || !isWord(s[end])
}

// timeUnits are the units in which a bound may differ from the value.
var timeUnits = []string{"millisecond", "second", "minute", "hour", "day", "week", "month", "year"}

// otherUnit reports whether the unit of time that follows a number is not the
// one that stands before the bound that begins at i.
func otherUnit(s string, i, end int) bool {
	end = skipBlank(s, end)
	unit := unitAt(s, end)
	if unit == "" {
		return false
	}
	other := false
	for at := 0; at < i; {
		if !isWord(s[at]) {
			at++
			continue
		}
		switch u := unitAt(s, at); u {
		case unit:
			return false
		case "":
		default:
			other = true
		}
		at = wordEnd(s, at)
	}
	return other
}

// unitAt is the unit of time that is the word at i, "" where it is none.
func unitAt(s string, i int) string {
	word := s[i:wordEnd(s, i)]
	for _, u := range timeUnits {
		if n := len(u); len(word) >= n && len(word) <= n+1 && strings.EqualFold(word[:n], u) && (len(word) == n || word[n]|0x20 == 's') {
			return u
		}
	}
	return ""
}

// baseBound reads "0-based", "1-indexed", "0 represents the first page" at the
// digits at i.
func baseBound(s string, i int, n *numbers) (end int, ok bool) {
	if n.min.rat != nil || i > 0 && s[i-1] == '-' {
		return i, false
	}
	for _, p := range [...]string{"-based", "-indexed"} {
		if end, ok = hasWords(s, i+1, p); ok && s[i] <= '1' {
			n.atLeast(jsonvalue.NewInt(int64(s[i]-'0')), false)
			return end, true
		}
	}
	v, after := readNumber(s, i)
	if end, ok = hasAny(s, skipBlank(s, after), "represents the first", "is the first", "being the first"); ok {
		n.atLeast(v, false)
	}
	return end, ok
}

// sets reports whether what stands before i makes the bound there one of the
// value: nothing, brackets, a comma, or a word that says what the value is.
func sets(s string, i int) bool {
	before := strings.TrimRight(s[:i], " ")
	if before == "" || strings.IndexByte("([,", before[len(before)-1]) >= 0 {
		return true
	}
	switch word, _ := wordBefore(s, i); word {
	case "be", "is", "are", "and", "integer", "integers", "number", "numbers", "value", "values", "strictly", "than":
		return true
	}
	return false
}
