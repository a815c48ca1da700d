package completion

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The tags are the same as those of a search at every byte.
func TestMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := append([]string{"<", "<<", ">", "\n", "text", "</", "<Answer>", "<answer", "<reasoning"}, tagText[1:]...)
	for range 3000 {
		var b strings.Builder
		for range rng.IntN(24) {
			b.WriteString(parts[rng.IntN(len(parts))])
		}
		text := b.String()
		var want []string
		for at := range len(text) {
			for o := ReasoningTag; o <= AnswerEnd; o++ {
				if strings.HasPrefix(text[at:], tagText[o]) {
					want = append(want, fmt.Sprint(o, at))
				}
			}
		}
		var got []string
		marks := (&Completion{Text: text}).Marks()
		for o, at := marks.Next(); o != NoOuter; o, at = marks.Next() {
			got = append(got, fmt.Sprint(o, at))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: tags %v, want %v", text, got, want)
		}
	}
}
