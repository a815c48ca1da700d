package grounding

import (
	"slices"
	"testing"
)

// TestPhrasesAt compares the phrases of several words that are found by their second word with those found by trying
// all that begin with the first one.
func TestPhrasesAt(t *testing.T) {
	for _, row := range readCases(t) {
		b := ReadText(row.in).bound()
		for i := range b.tokens {
			var all []phrase
			l, next := b.listOf(b.tokens[i].word), b.tok(i+1, i)
			longer := b.phrases(l)[l.single:]
			for k := range longer {
				if e := &longer[k]; next.turn >= 0 && b.readAs(l)&(1<<e.lang) != 0 && b.phraseAt(i, e) {
					all = append(all, *e)
				}
			}
			slices.SortStableFunc(all, func(a, b phrase) int { return 2*(int(b.n)-int(a.n)) + min(1, max(-1, int(a.at)-int(b.at))) })
			if got := b.marksAt(i); !slices.Equal(got, all) {
				t.Fatalf("%s: %d phrases at token %d, %q, not %d", row.id, len(got), i, b.norm(&b.tokens[i]), len(all))
			}
		}
	}
}
