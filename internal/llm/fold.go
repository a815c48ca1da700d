package llm

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// alone reports whether text[start:end] begins and ends at the bounds of words: "120" does
// not say "12". Scripts without spaces have no such bounds, and Hebrew and Arabic write words
// like "in", "to" and "the" without a space in front of the next one.
func alone(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	first, _ := utf8.DecodeRuneInString(text[start:end])
	last, _ := utf8.DecodeLastRuneInString(text[start:end])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !glued(last, after) && (!glued(before, first) || prefixed(text[:start]))
}

func glued(a, b rune) bool {
	return spaced(a) && spaced(b) || unicode.IsDigit(a) && unicode.IsDigit(b)
}

// spaced reports whether a rune is a letter of a script that separates words by spaces.
func spaced(r rune) bool { return unicode.IsLetter(r) && r < 0x0E00 }

// prefixed reports whether a text ends in a word that Hebrew or Arabic joins to the next one.
func prefixed(text string) bool {
	text = text[max(0, len(text)-2*(mostPrefix+1)):] // two bytes a letter
	prefix := text[len(strings.TrimRightFunc(text, spaced)):]
	return utf8.RuneCountInString(prefix) <= mostPrefix && (strings.Trim(prefix, "בהוכלמש") == "" || strings.Trim(prefix, "ابسفكلو") == "")
}

// mostPrefix is the most letters that are joined to a word: "and in the".
const mostPrefix = 4

// mostOf returns the word that contains text[start:end], if that is most of it (Budapest, of
// "Budapesten"); else 0, 0.
func mostOf(text string, start, end int) (from, to int) {
	left := utf8.RuneCountInString(text[start:end]) // the letters that the word may have besides
	if left < leastPart || strings.ContainsFunc(text[start:end], unicode.IsDigit) {
		return 0, 0
	}
	for from, to = start, end; left >= 0; left-- {
		before, m := utf8.DecodeLastRuneInString(text[:from])
		after, n := utf8.DecodeRuneInString(text[to:])
		switch {
		case spaced(before):
			from -= m
		case spaced(after):
			to += n
		default:
			return from, to
		}
	}
	return 0, 0
}

// folded is a text with its variable forms made equal. at holds, for each byte of the
// folded text and for its end, the offset in the original text.
type folded struct {
	text string
	at   []int
}

// fold returns the folded text of a turn. What a tool returns is often JSON, which a model
// quotes as it reads it: "Zürich", where "Z\u00fcrich" stands.
func (c *citations) fold(turn int) *folded {
	f := &c.folded[turn]
	if f.at == nil {
		*f = fold(c.in.Turns[turn].Text, c.in.Turns[turn].Role == "tool")
	}
	return f
}

var sameMarks = strings.NewReplacer("\u2018", "'", "\u2019", "'", "\u02bc", "'", "\u201c", `"`, "\u201d", `"`, "\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-", "\u2014", "-", "\u2212", "-")

// fold makes equal: case, white space, the form of quotes and dashes, letters with combining
// marks and composed ones, invisible characters and none, and, if escaped, the escapes of JSON
// and what they stand for.
func fold(text string, escaped bool) folded {
	f := folded{at: make([]int, 0, len(text)+1)}
	var b strings.Builder
	space := true
	for i := 0; i < len(text); {
		part, n := text[i:], 0
		if r, size := unescape(part); escaped && size > 0 {
			part, n = string(r), size
		} else {
			n = max(1, norm.NFC.NextBoundaryInString(part, true))
			part = norm.NFC.String(part[:n])
		}
		at := i
		i += n
		for _, r := range part {
			same := ""
			switch {
			case unicode.Is(unicode.Cf, r), unicode.IsSpace(r) && space:
				continue
			case unicode.IsSpace(r):
				same = " "
			default:
				same = sameMarks.Replace(string(unicode.ToLower(r)))
			}
			space = same == " "
			b.WriteString(same)
			for range len(same) {
				f.at = append(f.at, at)
			}
		}
	}
	f.at = append(f.at, len(text))
	f.text = strings.TrimRight(b.String(), " ")
	return f
}

// unseen reports whether a rune at the end of a quoted place does not belong to it.
func unseen(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// unescape returns the character of the JSON escape that a text begins with, and the
// escape's length; 0 where it begins with none.
func unescape(text string) (r rune, size int) {
	if len(text) < 2 || text[0] != '\\' {
		return 0, 0
	}
	if i := strings.IndexByte(`"/\nrtbf`, text[1]); i >= 0 {
		return rune("\"/\\\n\r\t\b\f"[i]), 2
	}
	if r, size = unit(text); size > 0 && utf16.IsSurrogate(r) {
		low, more := unit(text[size:])
		return utf16.DecodeRune(r, low), size + more
	}
	return r, size
}

// unit returns the code unit of the escape \uXXXX that a text begins with.
func unit(text string) (r rune, size int) {
	const length = len(`\uXXXX`)
	if len(text) < length || text[:2] != `\u` {
		return 0, 0
	}
	n, err := strconv.ParseUint(text[2:length], 16, 16)
	if err != nil {
		return 0, 0
	}
	return rune(n), length
}
