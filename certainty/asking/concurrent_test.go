package asking_test

import (
	"sync"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/internal/words"
)

// TestConcurrentUse checks that many goroutines read the same as one alone.
func TestConcurrentUse(t *testing.T) {
	all := writtenQuestions(t, "questions.txt")
	want := make([]asking.Question, len(all))
	for i := range all {
		want[i] = asking.New(all[i].tools, all[i].sets).Read(all[i].question, all[i].reading)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range all {
				if got := asking.New(all[i].tools, all[i].sets).Read(all[i].question, all[i].reading); text(got) != text(want[i]) {
					t.Errorf("%q: %v, alone %v", all[i].question, got, want[i])
				}
			}
		})
	}
	wg.Wait()
}

// A parsed text serves several goroutines at once (run with -race).
func TestConcurrentReads(t *testing.T) {
	w := writtenQuestions(t, "fourth.txt")[0]
	a := asking.New(w.tools, w.sets)
	texts := []string{"Still missing: the " + words.Spoken(w.tools[0].Params[0].Name) + ".", "I have no tool for that.", w.question}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, text := range texts {
				a.Read(text, w.reading)
				asking.Declined(text, false)
			}
		})
	}
	all.Wait()
}
