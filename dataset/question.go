package dataset

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Question returns the normalised user text of a conversation: its user messages in
// Unicode's NFKC, in lower case, with white space collapsed.
func Question(messages []Message) string {
	var b strings.Builder
	for i := range messages {
		if messages[i].Role == User {
			b.WriteString(messages[i].Content)
			b.WriteByte('\n')
		}
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(norm.NFKC.String(b.String())), unicode.IsSpace), " ")
}

// Opening is the Question of the first user message that says something. All samples of one
// conversation have the same, and it is the whole Question of a sample that ends there.
func Opening(messages []Message) string {
	for i := range messages {
		if text := Question(messages[i : i+1]); text != "" {
			return text
		}
	}
	return ""
}

// Together is the text that keeps samples in one split: those of a task, or else those with
// the same question.
func (s *Sample) Together() string { return cmp.Or(s.Task, Question(s.Messages)) }
