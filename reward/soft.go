package reward

import (
	"strings"
	"unicode"

	"github.com/voi-rl/voi/dataset/completion"
)

// formatSoft is fmt_soft of F9: 0 or 0.5 (SAGE-Agent A.3.5). It is 0.5 if
// <reasoning>, </reasoning>, <answer> and </answer> occur in this order
// anywhere in the text, with only white space between </reasoning> and
// <answer>. Tags may repeat.
func formatSoft(c *completion.Completion) float64 {
	if _, _, ok := findSoft(c); ok {
		return maxFormat
	}
	return 0
}

// findSoft returns the part of the text that earns fmt_soft.
func findSoft(c *completion.Completion) (start, end int, ok bool) {
	start = -1
	closed := -1    // end of a </reasoning> without another tag behind it
	linked := false // <reasoning>, </reasoning> and <answer> occurred in order
	marks := c.Marks()
	for tag, at := marks.Next(); tag != completion.NoOuter; tag, at = marks.Next() {
		wasClosed := closed
		closed = -1
		switch tag {
		case completion.ReasoningTag:
			if start < 0 {
				start = at
			}
		case completion.ReasoningEnd:
			if start >= 0 {
				closed = at + tag.Len()
			}
		case completion.AnswerTag:
			if wasClosed >= 0 && blank(c.Text[wasClosed:at]) {
				linked = true
			}
		case completion.AnswerEnd:
			if linked {
				return start, at + tag.Len(), true
			}
		}
	}
	return 0, 0, false
}

// blank reports whether s is Unicode white space only.
func blank(s string) bool {
	return strings.TrimLeftFunc(s, unicode.IsSpace) == ""
}
