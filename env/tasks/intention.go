package tasks

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/trajectory"
)

var (
	// told matches the beginning of a statement in a ClarifyBench intention: what the user
	// requests, or clarifies when asked.
	told = regexp.MustCompile(`(?i)\buser (requests?|clarifies)\b(?:,? that)?(?: (?:this|it) is)?:?\s*`)
	// between matches the text between two statements, which belongs to neither: a list mark,
	// perhaps on its own line, and words such as "if asked".
	between = regexp.MustCompile(`(?i)(?:^|\s)(?:(?:[-*]|(\d+)[.)])\s*)?(?:(?:if asked|thereafter),?\s*)?(?:the\s*)?$`)
)

// quotes maps an opening quotation mark to the closing one.
var quotes = map[rune]string{'"': `"`, '\'': "'", '“': "”", '‘': "’"}

// clarifications returns for each text what the user clarifies according to the intention. A
// request in the intention is matched to the text with most common words, which must be at least
// half of the words of both: the intention may have other requests, and omit some. A request
// without quotation is matched by position if there are as many requests as texts.
func clarifications(intent string, texts []string) []string {
	out, sets := make([]string, len(texts)), make([][]string, len(texts))
	for i, text := range texts {
		sets[i] = trajectory.TokenSet(text)
	}
	at := told.FindAllStringSubmatchIndex(intent, -1)
	requests := 0
	for _, m := range at {
		if isRequest(intent, m) {
			requests++
		}
	}
	place, text, item := -1, -1, 0 // item: the number in a numbered list
	if len(at) > 0 {
		_, item = withoutLead(intent[:at[0][0]], 0)
	}
	for i, m := range at {
		end := len(intent)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		said, next := withoutLead(intent[m[1]:end], item)
		said, quoted := quotation(said)
		item = next
		switch {
		case !isRequest(intent, m):
			if text >= 0 {
				out[text] = strings.TrimSpace(out[text] + " " + said)
			}
			continue
		case requests == len(texts):
			place++
			text = place
		default:
			text = -1
			if quoted {
				text = closest(said, sets)
			}
		}
	}
	return out
}

func isRequest(intent string, m []int) bool {
	return strings.HasPrefix(strings.ToLower(intent[m[2]:m[3]]), "request")
}

// withoutLead removes the words between two statements from the end of a text, and returns the
// number of the next list item. A number is a list number only at the beginning of a line or if it
// follows the last one; else it belongs to the text, as in "the amount is 4.".
func withoutLead(s string, item int) (string, int) {
	m := between.FindStringSubmatchIndex(s)
	if m == nil {
		return strings.TrimSpace(s), item
	}
	cut := m[0]
	if m[2] >= 0 {
		n, _ := strconv.Atoi(s[m[2]:m[3]]) // a number too large for int is no list number
		before := strings.TrimRight(s[:m[2]], " \t")
		if n == item+1 || before == "" || strings.HasSuffix(before, "\n") {
			item = n
		} else {
			cut = m[3] + 1
		}
	}
	return strings.TrimSpace(s[:cut]), item
}

// quotation returns the quotation at the beginning of a text, or the text itself.
func quotation(s string) (said string, quoted bool) {
	for open, end := range quotes {
		if rest, ok := strings.CutPrefix(s, string(open)); ok {
			if i := strings.LastIndex(rest, end); i >= 0 {
				return strings.TrimSpace(rest[:i]), true
			}
		}
	}
	return s, false
}

// closest is the index of the text, given as its words, with most of them in common with said, -1 if
// no text shares half of the words.
func closest(said string, texts [][]string) int {
	own, best, at := trajectory.TokenSet(said), 0.5, -1
	for i, other := range texts {
		common := trajectory.Common(own, other)
		if all := len(own) + len(other) - common; all > 0 && float64(common)/float64(all) >= best {
			best, at = float64(common)/float64(all), i
		}
	}
	return at
}
