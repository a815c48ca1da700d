package tasks

import (
	"regexp"
	"strings"

	"github.com/voi-rl/voi/trajectory"
)

var (
	// told begins what the intention of a file of ClarifyBench says that the user requests, or
	// clarifies when asked.
	told = regexp.MustCompile(`(?i)\buser (requests?|clarifies)\b(?:,? that)?(?: (?:this|it) is)?:?\s*`)
	// between stands before the next one, and belongs to neither.
	between = regexp.MustCompile(`(?i)(?:\s|^)(?:[-*]|\d+[.)]|if asked,?|thereafter,?|the)\s*$`)
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
	place, text := -1, -1
	for i, m := range at {
		end := len(intent)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		said, quoted := quotation(intent[m[1]:end])
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

// quotation is what a text quotes where it begins with that, else the text without what
// leads over to the next.
func quotation(s string) (said string, quoted bool) {
	s = strings.TrimSpace(s)
	for open, end := range quotes {
		if rest, ok := strings.CutPrefix(s, string(open)); ok {
			if i := strings.LastIndex(rest, end); i >= 0 {
				return strings.TrimSpace(rest[:i]), true
			}
		}
	}
	for {
		cut := strings.TrimSpace(between.ReplaceAllString(s, ""))
		if cut == s {
			return s, false
		}
		s = cut
	}
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
