package reward

import (
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
)

// maxFormat is the largest value of each fmt component.
const maxFormat = 0.5

// formatXML is fmt_xml of F9, in [0, 0.5] (SAGE-Agent A.3.5, the XML count):
// 0.125 for each of "<reasoning>\n", "\n</reasoning>\n", "\n<answer>\n" and
// "\n</answer>" that occurs exactly once, counted without overlap, less 0.001
// for each code point after the last "</answer>". One newline directly after it
// does not count.
func formatXML(c *completion.Completion) float64 {
	f := countTags(c)
	score := 0.125*float64(f.once()) - 0.001*float64(utf8.RuneCountInString(c.Text[f.rest:]))
	return min(max(score, 0), maxFormat)
}

// tagCounts are the counts for formatXML.
type tagCounts struct {
	found [4]int // number of each tag in its place, in the order of the formula
	ends  [4]int // end of the last one of each, since matches do not overlap
	rest  int    // start of the text after the last </answer>, without one newline; len(text) if there is none
}

// once returns the number of tags that occur in their place exactly once.
func (f *tagCounts) once() int {
	n := 0
	for _, found := range f.found {
		if found == 1 {
			n++
		}
	}
	return n
}

func countTags(c *completion.Completion) tagCounts {
	text := c.Text
	f := tagCounts{rest: len(text)}
	marks := c.Marks()
	for tag, at := marks.Next(); tag != completion.NoOuter; tag, at = marks.Next() {
		end := at + tag.Len()
		after := end < len(text) && text[end] == '\n'
		switch tag {
		case completion.ReasoningTag:
			if after {
				f.found[0]++
			}
		case completion.ReasoningEnd:
			f.between(1, text, at, end)
		case completion.AnswerTag:
			f.between(2, text, at, end)
		case completion.AnswerEnd:
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

// between counts a tag that needs a newline on both sides. A newline between
// two tags counts for the first one only.
func (f *tagCounts) between(which int, text string, at, end int) {
	if at > f.ends[which] && text[at-1] == '\n' && end < len(text) && text[end] == '\n' {
		f.found[which]++
		f.ends[which] = end + 1
	}
}
