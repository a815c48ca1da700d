package domains

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Ranges that are written as mathematics, in money, in words, or as the two ends
// of a scale.

// operatorAt reads a comparison at i: its length there (0 where there is none),
// whether what stands after it is the upper end, and whether that end is open.
func operatorAt(s string, i int) (length int, upper, open bool) {
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "<=") || strings.HasPrefix(rest, ">="):
		return 2, rest[0] == '<', false
	case strings.HasPrefix(rest, "≤") || strings.HasPrefix(rest, "≥"):
		return len("≤"), strings.HasPrefix(rest, "≤"), false
	case strings.HasPrefix(rest, "<") || strings.HasPrefix(rest, ">"):
		return 1, rest[0] == '<', true
	}
	return 0, false, false
}

// chainBound reads "1 <= x <= 10" at a number v that begins at start and ends at
// i. Both comparisons must look the same way, and the chain fill its clause: in
// "for 1 < n < 5 the first is used" it is a condition.
func chainBound(s string, start, i int, v Value, n *numbers) (end int, ok bool) {
	i = skipBlank(s, i)
	first, upper, open := operatorAt(s, i)
	if first == 0 || n.min.rat != nil || n.max.rat != nil || !opensClause(s, start) {
		return i, false
	}
	i = skipBlank(s, i+first)
	stop := i
	for stop < len(s) && isWord(s[stop]) && s[stop] < utf8.RuneSelf {
		stop++
	}
	if stop == i || isDigit(s[i]) {
		return i, false
	}
	i = skipBlank(s, stop)
	second, same, openEnd := operatorAt(s, i)
	if second == 0 || same != upper {
		return i, false
	}
	other, end, ok := numberAfter(s, i+second)
	if !ok || !filled(s, end) {
		return i, false
	}
	boundPhrase{upper: !upper, open: open}.apply(n, v)
	boundPhrase{upper: upper, open: openEnd}.apply(n, other)
	return end, true
}

// opensClause reports whether nothing of its sentence stands before i, or a
// bracket, a comma, a colon, or a word that says what the value is.
func opensClause(s string, i int) bool {
	before := strings.TrimRight(s[:i], " ")
	if startsSentence(s, i) || strings.HasSuffix(before, ":") || sets(s, i) {
		return true
	}
	word, _ := wordBefore(s, i)
	return word == "range" || word == "satisfy" || word == "constraint"
}

// comparison reads ">= 0", "≤ 5" or "x < 5" where it stands in brackets or after a
// word that says what the value is. A letter for the value must open the clause
// that the comparison fills.
func comparison(s string, i int, n *numbers) (end int, ok bool) {
	length, upper, open := operatorAt(s, i)
	if length == 0 {
		return i + 1, false
	}
	p := boundPhrase{upper: upper, open: open}
	v, stop, ok := numberAfter(s, i+length)
	if !ok {
		return i + length, false
	}
	word, at := wordBefore(s, i)
	if tends(s, at) {
		return i + length, false
	}
	if !sets(s, i) {
		_, joint := hasAny(s, skipBlank(s, stop), "and")
		if len(word) != 1 || isDigit(word[0]) || !opensClause(s, at) || !joint && !filled(s, stop) {
			return i + length, false
		}
	}
	p.apply(n, v)
	return stop, true
}

// currencySigns are those that may stand before both ends of a range.
var currencySigns = [...]string{"$", "€", "£", "¥", "₹"}

// signBefore is the currency sign that stands right before i, "" where none.
func signBefore(s string, i int) string {
	for _, sign := range currencySigns {
		if strings.HasSuffix(s[:i], sign) {
			return sign
		}
	}
	return ""
}

// signLength is the length of the comparison or the currency sign of several
// bytes at i, 0 where there is none; to a scan of words it would be one.
func signLength(s string, i int) int {
	if s[i] < utf8.RuneSelf {
		return 0
	}
	length, _, _ := operatorAt(s, i)
	for _, sign := range currencySigns {
		if strings.HasPrefix(s[i:], sign) {
			length = len(sign)
		}
	}
	return length
}

// otherMoney reports whether a description names a part of a currency, in which
// case an amount with a sign may be another than the value.
func otherMoney(s string) bool {
	lower := strings.ToLower(s)
	for _, part := range [...]string{"cents", "pence", "minor unit", "smallest", "thousand"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// magnitude reports whether the number that ends at i is multiplied by what
// follows: "5k", "10 million".
func magnitude(s string, i int) bool {
	if i < len(s) && strings.IndexByte("kKMB", s[i]) >= 0 && wordEnd(s, i) == i+1 {
		return true
	}
	_, ok := hasAny(s, skipBlank(s, i), "hundred", "thousand", "million", "billion", "lakh", "crore")
	return ok
}

// numberWords are the numbers that descriptions write in words, each at its
// value; ten and more go on in numberTens.
var numberWords = [...]string{
	"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
}

var numberTens = [...]string{"thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "one hundred", "a hundred", "hundred"}

// wordNumber reads a number in words, or in digits, at i.
func wordNumber(s string, i int) (v Value, end int, ok bool) {
	if end, ok = hasAny(s, i, numberTens[7:]...); ok {
		return jsonvalue.NewInt(100), end, true
	}
	for n, word := range numberWords {
		if end, ok = hasWords(s, i, word); ok {
			return jsonvalue.NewInt(int64(n)), end, end == len(s) || s[end] != '-'
		}
	}
	for n, word := range numberTens[:7] {
		if end, ok = hasWords(s, i, word); ok {
			return jsonvalue.NewInt(int64(30 + 10*n)), end, end == len(s) || s[end] != '-'
		}
	}
	return numberAfter(s, i)
}

// wordRange reads "between one and ten", "from zero to five" at the word at i.
func wordRange(s string, i int, n *numbers) (end int, ok bool) {
	joint := "to"
	at, ok := hasWords(s, i, "from")
	if !ok {
		if at, ok = hasWords(s, i, "between"); !ok {
			return i, false
		}
		joint = "and"
	}
	at = skipBlank(s, at)
	if at < len(s) && isDigit(s[at]) {
		return i, false // digits are read where they stand
	}
	lo, at, ok := wordNumber(s, at)
	if !ok {
		return i, false
	}
	if at, ok = hasWords(s, skipBlank(s, at), joint); !ok {
		return i, false
	}
	hi, end, ok := wordNumber(s, skipBlank(s, at))
	if !ok || tends(s, i) || magnitude(s, end) || otherUnit(s, i, end) {
		return i, false
	}
	setRange(n, lo, hi)
	return end, true
}

// startsWordRange reports whether "from" or "between" at i is followed by a
// number in words.
func startsWordRange(s string, i int) bool {
	if !strings.HasPrefix(s[i+1:], "rom ") && !strings.HasPrefix(s[i+1:], "etween ") {
		return false
	}
	at, ok := hasAny(s, i, "from", "between")
	if !ok {
		return false
	}
	at = skipBlank(s, at)
	_, _, ok = wordNumber(s, at)
	return ok
}

// scaleBound reads the two ends of a scale, each explained: "0.0 means free and
// 1.0 represents no limit". Both must be written as fractions, as those of a
// scale without steps are, the lower one be 0 or the upper one's negative, and
// nothing else be a number: a third would be beyond or between them. An end that
// is the usual value ("1.0 means normal speed") is none.
func scaleBound(s string, n *numbers) (from, to int, ok bool) {
	var ends [2]Value
	found := 0
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case isDigit(c):
			if found == len(ends) || !numberStarts(s, i) {
				return 0, 0, false
			}
			v, end := readNumber(s, i)
			at, means := hasAny(s, skipBlank(s, end), "means", "meaning", "represents", "representing", "indicates", "indicating", "denotes", "corresponds to", "stands for")
			if !means || strings.IndexByte(s[i:end], '.') < 0 || usualValue(s, at) {
				return 0, 0, false
			}
			if found == 0 {
				from = signStart(s, i)
			}
			ends[found], to, i = signed(s, i, v), end, end
			found++
		case isWord(c):
			if _, example := hasAny(s, i, exampleMarks...); example {
				return 0, 0, false
			}
			i = wordEnd(s, i)
		default:
			i++
		}
	}
	if found < len(ends) {
		return 0, 0, false
	}
	lo, _, _ := rational(ends[0])
	hi, _, _ := rational(ends[1])
	if lo == nil || hi == nil || lo.Cmp(hi) >= 0 || lo.Sign() != 0 && new(big.Rat).Neg(lo).Cmp(hi) != 0 {
		return 0, 0, false
	}
	setRange(n, ends[0], ends[1])
	return from, to, true
}

// usualValue reports whether the explanation at i, up to the next comma or the
// end of the sentence, is of a value in the middle of things.
func usualValue(s string, i int) bool {
	for ; i < len(s) && s[i] != ',' && s[i] != ';' && !sentenceEnd(s, i); i++ {
		if _, ok := hasAny(s, i, "normal", "default", "unchanged", "original", "same", "neutral", "no change", "regular", "standard", "average", "identical", "equal"); ok && !isWord(s[i-1]) {
			return true
		}
	}
	return false
}
