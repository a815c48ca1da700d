package asking_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
)

var tune = flag.Int("tune", 0, "fit the numbers of kinds.txt in so many rounds")

// TestTune fits the numbers of kinds.txt by coordinate search: it moves one number
// at a time up and down and keeps a change if more questions are read exactly. It
// reports what it changed and how well the result works on the half of the questions
// that was held out.
func TestTune(t *testing.T) {
	if *tune == 0 {
		t.Skip("run it with -tune 3")
	}
	var all []row
	for _, folder := range []string{"dev1", "dev3"} {
		all = append(all, rows(t, folder)...)
	}
	for _, w := range writtenQuestions(t, "questions.txt") {
		all = append(all, w.row)
	}
	right := func(odd int) int {
		n := 0
		for i := range all {
			if odd >= 0 && i%2 != odd {
				continue
			}
			q := asking.New(all[i].tools, all[i].sets).Read(all[i].question, all[i].reading)
			if slices.Equal(requested(&all[i], &q), all[i].asks) {
				n++
			}
		}
		return n
	}
	type weight struct {
		name string
		at   *float32
		was  float32
	}
	var ws []weight
	asking.Weights(func(name string, w *float32) { ws = append(ws, weight{name, w, *w}) })
	for _, seen := range []int{0, 1, -1} {
		for _, w := range ws {
			*w.at = w.was
		}
		best, before := right(seen), right(1-seen)
		if seen < 0 {
			before = best
		}
		for range *tune {
			for _, w := range ws {
				start, kept := *w.at, *w.at
				for _, f := range []float32{0.5, 0.7, 0.85, 1.2, 1.5, 2} {
					*w.at = start * f
					if n := right(seen); n > best {
						best, kept = n, *w.at
					}
				}
				*w.at = kept
			}
		}
		if seen >= 0 {
			t.Logf("half %d: %d seen, unseen %d, before %d", seen, best, right(1-seen), before)
			continue
		}
		t.Logf("all: %d of %d, before %d", best, len(all), before)
		for _, w := range ws {
			if *w.at != w.was {
				t.Logf("%s %.3g -> %.3g", w.name, w.was, *w.at)
			}
		}
	}
}
