package domains

import (
	"strings"
	"unicode/utf8"
)

// The reading of descriptions works on bytes: every marker is ASCII, and the
// scan is in the path of every parameter of every row.

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// wordEnd returns where the word that begins at i ends.
func wordEnd(s string, i int) int {
	for i < len(s) && isWord(s[i]) {
		i++
	}
	return i
}

// skipSpace returns the first position from i that is no blank.
func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') {
		i++
	}
	return i
}

// hasWords reports whether the phrase, in lower case, stands at i as whole
// words, and where it ends. One space in the phrase matches one in s.
func hasWords(s string, i int, phrase string) (end int, ok bool) {
	end = i + len(phrase)
	if end > len(s) || s[i] != phrase[0] && s[i]|0x20 != phrase[0] || !strings.EqualFold(s[i:end], phrase) {
		return i, false
	}
	return end, end == len(s) || !isWord(s[end]) || !isWord(phrase[len(phrase)-1])
}

// hasAny is hasWords for several phrases, the first that fits.
func hasAny(s string, i int, phrases ...string) (end int, ok bool) {
	for _, p := range phrases {
		if end, ok = hasWords(s, i, p); ok {
			return end, true
		}
	}
	return i, false
}

// wordBefore returns the word that ends before i, blanks skipped, in lower
// case, and where it begins.
func wordBefore(s string, i int) (word string, start int) {
	for i > 0 && s[i-1] == ' ' {
		i--
	}
	start = i
	for start > 0 && isWord(s[start-1]) {
		start--
	}
	return strings.ToLower(s[start:i]), start
}

// quoteAt returns the text in quotes that begin at i, and where they end. An
// apostrophe inside a word closes nothing.
func quoteAt(s string, i int) (text string, end int, ok bool) {
	if i >= len(s) {
		return "", i, false
	}
	closing := ""
	switch c := s[i]; {
	case c == '\'' || c == '"' || c == '`':
		closing = s[i : i+1]
	case strings.HasPrefix(s[i:], "“"):
		closing = "”"
	case strings.HasPrefix(s[i:], "‘"):
		closing = "’"
	default:
		return "", i, false
	}
	start := i + len(closing)
	if len(closing) > 1 {
		start = i + len("“")
	}
	for from := start; ; {
		n := strings.Index(s[from:], closing)
		if n < 0 {
			return "", i, false
		}
		at := from + n
		end = at + len(closing)
		if end == len(s) || !isWord(s[end]) || s[end] >= utf8.RuneSelf {
			return s[start:at], end, at > start
		}
		from = end
	}
}

// isQuote reports whether a quotation begins at i and not inside a word.
func isQuote(s string, i int) bool {
	if i > 0 && isWord(s[i-1]) {
		return false
	}
	_, _, ok := quoteAt(s, i)
	return ok
}

// sentenceEnd reports whether what stands at i ends a sentence or a clause that
// a list may fill.
func sentenceEnd(s string, i int) bool {
	if i >= len(s) {
		return true
	}
	switch s[i] {
	case '.', '!', '?':
		return i+1 == len(s) || !isWord(s[i+1])
	case '\n', ')', ']', '}':
		return true
	}
	return strings.HasPrefix(s[i:], "。")
}

// isPattern reports whether a text is a pattern of dates and times ("YYYY-MM-DD",
// "HH:MM AM/PM") and so names a format and no value.
func isPattern(s string) bool {
	if len(s) < 4 {
		return false
	}
	doubled := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if isWord(c) && strings.IndexByte("YMDHSAPTZymdhsapz", c) < 0 {
			return false
		}
		doubled = doubled || i > 0 && c == s[i-1] && isWord(c)
	}
	return doubled
}
