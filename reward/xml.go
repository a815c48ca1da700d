package reward

import (
	"strings"
	"unicode/utf8"
)

// maxFormat is the most that each of the fmt components gives.
const maxFormat = 0.5

// The tags of the tagged grammar that the fmt components look for.
const (
	reasoningTag    = "<reasoning>"
	reasoningEndTag = "</reasoning>"
	answerTag       = "<answer>"
	answerEndTag    = "</answer>"
)

// formatXML is fmt_xml of F9, in [0, 0.5] (SAGE-Agent A.3.5, the XML count):
// 0.125 for each of "<reasoning>\n", "\n</reasoning>\n", "\n<answer>\n" and
// "\n</answer>" that occurs exactly once, counted without overlap, less 0.001
// for each code point after the last "</answer>", not counting one newline
// directly after it.
func formatXML(text string) float64 {
	f := countTags(text)
	score := 0.125*float64(f.once()) - 0.001*float64(utf8.RuneCountInString(text[f.rest:]))
	return min(max(score, 0), maxFormat)
}

// tagCounts is what formatXML counts.
type tagCounts struct {
	found [4]int // how often each tag stands in its place, in the order of the formula
	ends  [4]int // where the last of each ended, since matches do not overlap
	rest  int    // where the text after the last </answer> begins, less one newline; len(text) without it
}

// once returns the number of tags that stand in their place exactly once.
func (f *tagCounts) once() int {
	n := 0
	for _, found := range f.found {
		if found == 1 {
			n++
		}
	}
	return n
}

func countTags(text string) tagCounts {
	f := tagCounts{rest: len(text)}
	for tag, at := nextFormatTag(text, 0); tag != ""; tag, at = nextFormatTag(text, at+len(tag)) {
		end := at + len(tag)
		after := end < len(text) && text[end] == '\n'
		switch tag {
		case reasoningTag:
			if after {
				f.found[0]++
			}
		case reasoningEndTag:
			f.between(1, text, at, end)
		case answerTag:
			f.between(2, text, at, end)
		case answerEndTag:
			if at > 0 && text[at-1] == '\n' {
				f.found[3]++
			}
			if f.rest = end; after {
				f.rest++
			}
		}
	}
	return f
}

// between counts a tag that needs a newline on either side. One newline between
// two tags serves the first only.
func (f *tagCounts) between(which int, text string, at, end int) {
	if at > f.ends[which] && text[at-1] == '\n' && end < len(text) && text[end] == '\n' {
		f.found[which]++
		f.ends[which] = end + 1
	}
}

// nextFormatTag finds the first of the four tags at or after from; "" and
// len(text) where there is none.
func nextFormatTag(text string, from int) (tag string, at int) {
	for from < len(text) {
		i := strings.IndexByte(text[from:], '<')
		if i < 0 {
			break
		}
		from += i
		if tag := formatTagAt(text[from:]); tag != "" {
			return tag, from
		}
		from++
	}
	return "", len(text)
}

// formatTagAt returns the tag that text, which begins with '<', begins with.
func formatTagAt(text string) string {
	if len(text) < len(answerTag) {
		return ""
	}
	var tag string
	switch text[1] {
	case 'r':
		tag = reasoningTag
	case 'a':
		tag = answerTag
	case '/':
		if tag = answerEndTag; text[2] == 'r' {
			tag = reasoningEndTag
		}
	default:
		return ""
	}
	if strings.HasPrefix(text, tag) {
		return tag
	}
	return ""
}
