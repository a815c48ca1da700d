package term

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote makes text from data safe to print: control characters, line breaks, direction
// overrides and bytes that are not UTF-8 are written as Go escapes. So hostile data can
// neither move the cursor nor hide text.
func Quote(s string) string {
	safe := true
	for _, r := range s {
		if !printable(r) {
			safe = false
			break
		}
	}
	if safe && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i]), 16))
		case printable(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		i += n
	}
	return b.String()
}

// printable reports whether a character does not move the cursor: unicode.IsPrint excludes
// controls, format characters (with direction overrides) and separators other than the
// space.
func printable(r rune) bool { return unicode.IsPrint(r) || r == '\u200d' }

// Shorten cuts s to at most n code points and marks the cut.
func Shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := 0
	for i := range s {
		if runes == n-1 {
			return s[:i] + "…"
		}
		runes++
	}
	return s
}

// QuoteLines is Quote for our own messages that quote data; their line breaks are kept.
func QuoteLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Quote(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Count is a number with its noun: "1 row", "2 rows".
func Count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.FormatInt(n, 10) + " " + what + "s"
}

// Counts lists counts with their names, the largest first, and equal ones by name: "a 3, b
// 1".
func Counts(counts map[string]int64) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = Quote(name) + " " + strconv.FormatInt(counts[name], 10)
	}
	return strings.Join(names, ", ")
}
