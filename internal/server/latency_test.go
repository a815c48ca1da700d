package server

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// Quantiles are near the true ones, the longest is exact, and without requests they are 0.
func TestLatency(t *testing.T) {
	l := newLatency()
	if got := l.milliseconds(); got != [3]float64{} {
		t.Errorf("of nothing: %v", got)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	longest := time.Duration(0)
	for range 200_000 {
		d := time.Duration(rng.ExpFloat64() * float64(time.Millisecond))
		longest = max(longest, d)
		l.add(d)
	}
	want := [3]float64{math.Ln2, math.Log(100), float64(longest.Round(time.Microsecond).Microseconds()) / 1000}
	for i, got := range l.milliseconds() {
		if math.Abs(got/want[i]-1) > []float64{0.04, 0.04, 1e-9}[i] {
			t.Errorf("quantile %d: %v ms, not %v", i, got, want[i])
		}
	}
}
