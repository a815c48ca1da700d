package grounding

import (
	"slices"
	"unicode/utf8"
	"unique"
)

// stem removes a plural s from a word, in every language alike: it only serves to compare
// whether two words may be forms of the same word.
func stem(w string) string {
	if n := len(w); n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i' {
		return w[:n-1]
	}
	return w
}

// otherNumber returns the singular of a plural English word, and the plural of any other.
func otherNumber(w string) string {
	switch w {
	case "child":
		return "children"
	case "children":
		return "child"
	case "person":
		return "people"
	case "people":
		return "person"
	}
	if s := stem(w); s != w {
		return s
	}
	return unique.Make(w + "s").Value()
}

// kin returns how likely two words are forms of the same word, in [0,1]: 1 for equal words,
// less for a common stem, a common beginning or a misspelling.
func kin(a, b string) float64 {
	if a == b {
		return 1
	}
	if len(a) < 3 || len(b) < 3 || numeral(a) || numeral(b) {
		return 0 // numbers are alike only if they are equal
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	if n < 3 {
		return 0
	}
	if stem(a) == stem(b) {
		return 0.95
	}
	ra, rb := runes(a[n:]), runes(b[n:])
	common, short := runes(a[:n]), min(runes(a), runes(b))
	switch {
	case common >= 4 && ra <= 3 && rb <= 3 && 3*common >= 2*short:
		return 0.85
	case common >= 5 && (ra == 0 || rb == 0):
		return 0.75
	case common >= 4 && short >= 6 && misspelt(a, b):
		return 0.75
	}
	return 0
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// misspelt reports whether two words differ by one edit (a swap of neighbours is one), or by
// two if both have ten bytes or more.
func misspelt(a, b string) bool {
	if min(len(a), len(b)) >= 10 {
		return within(a, b, 2)
	}
	return within(a, b, 1)
}

// within reports whether at most so many edits turn one word into the other.
func within(a, b string, edits int) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" || b == "" || edits == 0 {
		return len(a)+len(b) <= edits
	}
	return within(a[1:], b[1:], edits-1) || within(a, b[1:], edits-1) || within(a[1:], b, edits-1) ||
		len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && within(a[2:], b[2:], edits-1)
}

// typedClasses are the classes of words that are, or begin, a number, a date or a time.
const typedClasses = cNum | cOrd | cHalf | cMonth | cDay | cRel | cClock | cLapse | cHoliday | cDays

// Figure reports whether a folded word can be, or begin, a number, a day, a month, a time
// or a duration in a language, given by its code, or in English. In any other, "to" would be two. A function
// word has to be one alone: "this" begins "this morning".
func Figure(word, lang string) bool {
	lx, empty := lexicons(), Empty(word)
	return slices.ContainsFunc(lx.of(word), func(e phrase) bool {
		return e.class&typedClasses != 0 && (e.n == 1 || !empty) && (lx.langs[e.lang] == lang || lx.langs[e.lang] == "en")
	})
}

// Empty reports whether a folded word is a function word in some language of the lexicon.
func Empty(word string) bool {
	return slices.ContainsFunc(lexicons().of(word), func(e phrase) bool { return e.class&cStop != 0 && e.n == 1 })
}

// numeral reports whether a word begins and ends with a digit.
func numeral(w string) bool { return w[0] <= '9' && w[len(w)-1] <= '9' }
