package reward

import (
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// One Prepared serves many goroutines, with the same numbers in each.
func TestConcurrentScores(t *testing.T) {
	xs := scoredSamples(t, embedded(t))
	m := newMutator(7)
	var inputs []Input
	for i := range 200 {
		inputs = append(inputs, Input{Completion: m.completion(xs[i%len(xs)].Sample)})
	}
	x := xs[0].profiles[1]
	want := make([]Result, len(inputs))
	for i, in := range inputs {
		want[i] = x.Score(in)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, in := range inputs {
				if got := x.Score(in); !reflect.DeepEqual(got, want[i]) {
					t.Errorf("completion %d: %+v beside others, %+v alone", i, got, want[i])
				}
				x.Explain(in)
			}
		})
	}
	wg.Wait()
}

// The same under guarded, where the first goroutine that needs a part of the
// sample prepares it.
func TestConcurrentScoresUnderGuarded(t *testing.T) {
	m := newMutator(8)
	for _, s := range embedded(t) {
		sets := annotated(t, s)
		labels := sharedtest.Need((&label.Labeler{}).Label(s, sets))(t)
		alone, beside := withLabels(t, s, sets, &labels), withLabels(t, s, sets, &labels)
		inputs, want := make([]Input, 12), make([]Result, 12)
		for i := range inputs {
			inputs[i].Completion = m.guardedCompletion(s, &labels)
			want[i] = alone.Score(inputs[i])
		}
		var wg sync.WaitGroup
		for k := range 4 {
			wg.Go(func() {
				for i := range inputs {
					i = (i + 3*k) % len(inputs)
					if got := beside.Score(inputs[i]); !reflect.DeepEqual(got, want[i]) {
						t.Errorf("%s: %+v beside others, %+v alone: %q", s.ID, got, want[i], inputs[i].Completion)
					}
				}
			})
		}
		wg.Wait()
	}
}

// A completion without a call allocates nothing if the caller provides memory for
// the components.
func TestScoreAllocatesNothing(t *testing.T) {
	x := prepare(t, builtin(t, "certainty"), train(t, refRefuse), nil)
	in := Input{Completion: padded("<REFUSE>That is beyond the tools that I have.</REFUSE>", 2048)}
	dst := make([]float64, 0, numComponents)
	if n := testing.AllocsPerRun(100, func() { x.AppendScore(dst, in) }); n > 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestAppendScoreAppends(t *testing.T) {
	x := prepare(t, builtin(t, "baseline"), train(t, refRefuse), nil)
	in := Input{Completion: inForm}
	got := x.AppendScore([]float64{7}, in)
	if want := append([]float64{7}, x.Score(in).Components...); !reflect.DeepEqual(got.Components, want) {
		t.Errorf("%v, want %v", got.Components, want)
	}
}

// No text stalls the scorer. Its cost is linear (BenchmarkHostile); here a
// megabyte may take ten seconds, which is too short for a quadratic algorithm.
func TestHostileTextsEnd(t *testing.T) {
	x := prepare(t, builtin(t, "certainty"), train(t, refCall), nil)
	for _, unit := range []string{"<", "<answer>", "</answer>\n", "<reasoning>", "</reasoning> <answer>", "<answer><TOOLCALL>[", "\n</reasoning>\n", "\u3000", "<question>", "</TOOLCALL>"} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			x.Score(Input{Completion: strings.Repeat(unit, 1<<20/len(unit))})
		}()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Fatalf("a megabyte of %q is still being scored", unit)
		}
	}
}
