package play_test

import (
	"math"
	"testing"

	"github.com/voi-rl/voi/env/play"
	"github.com/voi-rl/voi/internal/stats"
)

// A share of a single task has no interval, and none is printed.
func TestRate(t *testing.T) {
	for want, e := range map[string]stats.Estimate{
		"none":               {},
		"50.0%":              {Value: 0.5, Low: math.NaN(), High: math.NaN(), N: 1},
		"50.0% [20.0, 80.0]": {Value: 0.5, Low: 0.2, High: 0.8, N: 9},
	} {
		if got := play.Rate(e); got != want {
			t.Errorf("%v is %q, want %q", e, got, want)
		}
	}
}
