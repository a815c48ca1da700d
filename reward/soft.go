package reward

import (
	"strings"
	"unicode"
)

// formatSoft is fmt_soft of F9, 0 or 0.5 (SAGE-Agent A.3.5): 0.5 if, anywhere
// in the text, <reasoning>, </reasoning>, <answer> and </answer> occur in that
// order with only white space between </reasoning> and <answer>. Tags may
// repeat.
func formatSoft(text string) float64 {
	if _, _, ok := findSoft(text); ok {
		return maxFormat
	}
	return 0
}

// findSoft returns the part of the text that fmt_soft is given for.
func findSoft(text string) (start, end int, ok bool) {
	start = -1
	closed := -1    // where a </reasoning> ended that no other tag has followed
	linked := false // <reasoning>, </reasoning> and <answer> have been seen in order
	for tag, at := nextFormatTag(text, 0); tag != ""; tag, at = nextFormatTag(text, at+len(tag)) {
		wasClosed := closed
		closed = -1
		switch tag {
		case reasoningTag:
			if start < 0 {
				start = at
			}
		case reasoningEndTag:
			if start >= 0 {
				closed = at + len(tag)
			}
		case answerTag:
			if wasClosed >= 0 && blank(text[wasClosed:at]) {
				linked = true
			}
		case answerEndTag:
			if linked {
				return start, at + len(tag), true
			}
		}
	}
	return 0, 0, false
}

// blank reports whether s is Unicode white space only.
func blank(s string) bool {
	return strings.TrimLeftFunc(s, unicode.IsSpace) == ""
}
