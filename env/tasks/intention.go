package tasks

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/trajectory"
)

var (
	// told begins what the intention of a file of ClarifyBench says that the user requests, or
	// clarifies when asked.
	told = regexp.MustCompile(`(?i)\buser (requests?|clarifies)\b(?:,? that)?(?: (?:this|it) is)?:?\s*`)
	// between leads over to the next one, and belongs to neither: the mark of an item of a list,
	// on a line of its own or not, and words.
	between = regexp.MustCompile(`(?i)(?:^|\s)(?:(?:[-*]|(\d+)[.)])\s*)?(?:(?:if asked|thereafter),?\s*)?(?:the\s*)?$`)
)

// quotes are the ends of a quotation by its beginning.
var quotes = map[rune]string{'"': `"`, '\'': "'", '“': "”", '‘': "’"}

// clarifications are what the intention says that the user clarifies of each text. A request
// of the intention is the text that shares the most of its words, which are at least half:
// the intention may have requests that nobody makes, and leave some out. One that is not quoted is
// the text of its place, where there are as many requests as texts.
func clarifications(intent string, texts []string) []string {
	out := make([]string, len(texts))
	at := told.FindAllStringSubmatchIndex(intent, -1)
	requests := 0
	for _, m := range at {
		if isRequest(intent, m) {
			requests++
		}
	}
	place, text, item := -1, -1, 0 // item: of a numbered list
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
				text = closest(said, texts)
			}
		}
	}
	return out
}

func isRequest(intent string, m []int) bool {
	return strings.HasPrefix(strings.ToLower(intent[m[2]:m[3]]), "request")
}

// withoutLead is a text without what leads over to the next, and the item of the list that the
// next is, where it is one. A number ends what was said, as in "the amount is 4.", unless it stands
// at the begin of a line or is the one behind the last.
func withoutLead(s string, item int) (string, int) {
	m := between.FindStringSubmatchIndex(s)
	if m == nil {
		return strings.TrimSpace(s), item
	}
	cut := m[0]
	if m[2] >= 0 {
		n, _ := strconv.Atoi(s[m[2]:m[3]]) // one that is too large is none of a list
		before := strings.TrimRight(s[:m[2]], " \t")
		if n == item+1 || before == "" || strings.HasSuffix(before, "\n") {
			item = n
		} else {
			cut = m[3] + 1
		}
	}
	return strings.TrimSpace(s[:cut]), item
}

// quotation is what a text quotes where it begins with that, else the text.
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

// closest is the text that shares the most words with one that was said, -1 where none has
// half of those of both.
func closest(said string, texts []string) int {
	own, best, at := trajectory.TokenSet(said), 0.5, -1
	for i, text := range texts {
		other := trajectory.TokenSet(text)
		common := trajectory.Common(own, other)
		if all := len(own) + len(other) - common; all > 0 && float64(common)/float64(all) >= best {
			best, at = float64(common)/float64(all), i
		}
	}
	return at
}
