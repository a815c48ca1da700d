package grounding

import (
	_ "embed"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/kinds.txt
var kindsFile string

// TestKinds checks which numbers, amounts, dates, times and codes are read in plain phrases of each language.
func TestKinds(t *testing.T) {
	lang, read := "", 0
	for _, line := range strings.Split(kindsFile, "\n") {
		if name, ok := strings.CutPrefix(line, "== "); ok {
			lang = name
			continue
		}
		text, want, ok := strings.Cut(line, " | ")
		if !ok || line[0] == '#' {
			continue
		}
		read++
		r := ReadText(Input{Turns: []Turn{{Role: "user", Text: text}}})
		var got []string
		for _, m := range r.Mentions {
			got = append(got, strings.TrimSpace(m.Kind.String()+" "+m.Value+" "+m.Unit))
			if m.Status != Said {
				t.Errorf("%s: %q: %s is %s", lang, text, m.Value, m.Status)
			}
		}
		for w := range strings.SplitSeq(want, "; ") {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %q: there is no %q in %q", lang, text, w, got)
			}
		}
	}
	if read < 100 {
		t.Errorf("%d phrases are read", read)
	}
}
