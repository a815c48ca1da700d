package completion

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The tags that were kept while a text was read are those that reading it again
// finds, and those that a search finds.
func TestMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := append([]string{"<", "<<", ">", "\n", "text", "</", "<Answer>", "<answer", "<reasoning"}, tagText[1:]...)
	for range 3000 {
		var b strings.Builder
		for range rng.IntN(24) {
			b.WriteString(parts[rng.IntN(len(parts))])
		}
		text := b.String()
		read, unread := Parse(text), Completion{Text: text}
		var want []string
		for at := range len(text) {
			for o := ReasoningTag; o <= AnswerEnd; o++ {
				if strings.HasPrefix(text[at:], tagText[o]) {
					want = append(want, fmt.Sprint(o, at))
				}
			}
		}
		for name, c := range map[string]*Completion{"read": &read, "unread": &unread} {
			var got []string
			marks := c.Marks()
			for o, at := marks.Next(); o != NoOuter; o, at = marks.Next() {
				got = append(got, fmt.Sprint(o, at))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s %q: tags %v, want %v", name, text, got, want)
			}
		}
	}
}
