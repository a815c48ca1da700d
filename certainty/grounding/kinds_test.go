package grounding

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
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

func TestDayFirst(t *testing.T) {
	for text, want := range map[string]int{"dd/mm/yyyy": 1, "TT.MM.JJJJ": 1, "Дата, формат ДД.ММ.ГГГГ": 1, "mm-dd-yyyy": -1,
		"yyyy-mm-dd": 0, "aaaa-mm-dd": 0, "JJJJ-MM-TT": 0, "a date": 0, "addmmyyyyb": 0} {
		if got := dayFirst(fold(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestIsShare(t *testing.T) {
	for text, want := range map[string]bool{"from 0 to 1": true, "Between 0 and 1.0, as a number": true, "range 0.0-1.0": true, "0..1": true,
		"from 0 to 12": false, "between 0 and 1.5": false, "10-15 characters": false, "since 2020-11-01": false, "from 0 to 100": false} {
		if got := isShare(&domains.Param{Description: text}); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestTurnsEnd checks that what one turn says does not go on in the next one.
func TestTurnsEnd(t *testing.T) {
	read := func(texts ...string) (values []string) {
		in := Input{}
		for i, text := range texts {
			in.Turns = append(in.Turns, Turn{Role: []string{"user", "assistant"}[i%2], Text: text})
		}
		for _, m := range ReadText(in).Mentions {
			if m.Span.Turn == 0 {
				values = append(values, m.Value+" "+m.Unit)
			}
		}
		return values
	}
	for _, c := range [][2]string{
		{"my code is A B C double", "seven days left"},
		{"3 and a half", "thousand"},
		{"It takes 5 hours and", "20 minutes is fine"},
		{"let's say noon", "and a half kilo"},
		{"Shall we meet at 7?", "Evening is better"},
	} {
		if alone, before := read(c[0]), read(c[0], c[1]); !slices.Equal(alone, before) {
			t.Errorf("%q is read as %q, before %q as %q", c[0], alone, c[1], before)
		}
	}
	if got := read("Meet at 7. Morning traffic is bad."); slices.Contains(got, "07:00 ") {
		t.Errorf("a sentence about mornings decides what 7 is: %q", got)
	}
	in := Input{Turns: []Turn{{Role: "tool", Text: `[{"id":"A1","price":3},{"id":"B2","price":4}]`}, {Role: "assistant", Text: "Which one?"}, {Role: "user", Text: "Köszönöm, az lesz jó nekem, és a hatos asztalt kérem 6-kor, vagy legyen 7-ig."}}}
	ReadText(in) // its endings are listed as ordinals without a number
}
