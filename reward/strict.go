package reward

import "strings"

// The parts of a text in strict form (F9).
const (
	strictHead   = "<reasoning>\n"
	strictMiddle = "\n</reasoning>\n<answer>\n"
	strictTail   = "\n</answer>\n"
)

// formatStrict is fmt_strict of F9, 0 or 0.5 (SAGE-Agent A.3.5): 0.5 if the
// whole text is "<reasoning>\n...\n</reasoning>\n<answer>\n...\n</answer>\n",
// where ... is any text, newlines and tags included.
func formatStrict(text string) float64 {
	rest, ok := strings.CutPrefix(text, strictHead)
	if !ok {
		return 0
	}
	// The parts do not overlap: the tail is cut off before the middle is sought.
	if rest, ok = strings.CutSuffix(rest, strictTail); !ok {
		return 0
	}
	if !hasMiddle(rest) {
		return 0
	}
	return maxFormat
}

// hasMiddle reports whether s contains strictMiddle. It looks for its '<',
// which a text has fewer of than newlines.
func hasMiddle(s string) bool {
	for i := 1; i < len(s); i++ {
		n := strings.IndexByte(s[i:], '<')
		if n < 0 {
			return false
		}
		if i += n; strings.HasPrefix(s[i-1:], strictMiddle) {
			return true
		}
	}
	return false
}
