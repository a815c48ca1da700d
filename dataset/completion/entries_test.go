package completion

import (
	"fmt"
	"strings"
	"testing"
)

// TestEntriesFire builds a sentence from each pattern of each language, and checks that the
// pattern matches it: an entry whose spelling never occurs in normalised text would never
// fire. An affix is used as a whole word.
func TestEntriesFire(t *testing.T) {
	l := rules()
	seen := 0
	check := func(tr trigger) {
		seen++
		var words []string
		for _, e := range tr.pattern {
			switch {
			case e.anchor || e.end || e.gap > 0 || e.optional:
			case len(e.words) > 0:
				words = append(words, e.words[0])
			case len(e.affixes) > 0 && e.affixes[0].suffix:
				words = append(words, "x"+e.affixes[0].text)
			case len(e.affixes) > 0:
				words = append(words, e.affixes[0].text)
			}
		}
		text := strings.Join(words, " ") + "?"
		list := sentences(text)
		if len(words) == 0 {
			return
		}
		if len(list) != 1 || !tr.pattern.in(list[0].words) {
			t.Errorf("%s: %q is read as %v, which the pattern does not match", tr.rule.name, text, list)
			return
		}
		if f := l.fire(&list[0], tr.rule.language); f[tr.rule.kind] == nil && len(tr.rule.exceptions) == 0 {
			t.Errorf("%s: %q fires no rule of its kind: %s", tr.rule.name, text, fmt.Sprint(f))
		}
	}
	for _, e := range l.entries {
		for _, tr := range e.triggers {
			check(tr)
		}
	}
	for _, tr := range l.loose {
		check(tr)
	}
	if seen < 1000 || len(l.languages) < 14 {
		t.Errorf("%d entries of %d languages", seen, len(l.languages))
	}
}
