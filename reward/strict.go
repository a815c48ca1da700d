package reward

import (
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
)

// The parts of a text in strict form (F9).
const (
	strictHead   = "<reasoning>\n"
	strictMiddle = "\n</reasoning>\n<answer>\n"
	strictTail   = "\n</answer>\n"
)

// formatStrict is fmt_strict of F9, 0 or 0.5 (SAGE-Agent A.3.5): 0.5 if the
// whole text is "<reasoning>\n...\n</reasoning>\n<answer>\n...\n</answer>\n",
// where ... is any text, newlines and tags included.
func formatStrict(c *completion.Completion) float64 {
	text := c.Text
	if !strings.HasPrefix(text, strictHead) || !strings.HasSuffix(text, strictTail) {
		return 0
	}
	marks := c.Marks()
	for tag, at := marks.Next(); tag != completion.NoOuter; tag, at = marks.Next() {
		// The parts must not overlap: the middle is between head and tail.
		start := at - 1
		end := start + len(strictMiddle)
		if tag == completion.ReasoningEnd && start >= len(strictHead) && end <= len(text)-len(strictTail) && text[start:end] == strictMiddle {
			return maxFormat
		}
	}
	return 0
}
