package reward

import (
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
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

// A completion without a call costs no memory, where the caller brings that of
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

// Cost is linear: four times the length costs about four times the time, where
// anything quadratic would cost sixteen.
func TestCostIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("a measurement of time, left out of short runs")
	}
	x := prepare(t, builtin(t, "certainty"), train(t, refCall), nil)
	least := func(text string) time.Duration {
		best := time.Duration(math.MaxInt64)
		for range 5 {
			start := time.Now()
			x.Score(Input{Completion: text})
			best = min(best, time.Since(start))
		}
		return best
	}
	for _, unit := range []string{"<", "<answer>", "</answer>\n", "<reasoning>", "</reasoning> <answer>", "<answer><TOOLCALL>[", "\n</reasoning>\n", "\u3000", "<question>", "</TOOLCALL>"} {
		small, large := strings.Repeat(unit, 1<<18/len(unit)), strings.Repeat(unit, 1<<20/len(unit))
		if a, b := least(small), least(large); b > 12*a+5*time.Millisecond {
			t.Errorf("%q: %v for 256 KiB, %v for 1 MiB", unit, a, b)
		}
	}
}
