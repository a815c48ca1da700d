package stats

import (
	"math"
	"testing"
)

func TestSpearman(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
		ok   bool
	}{
		{[]float64{1, 2, 3}, []float64{10, 20, 90}, 1, true},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1, true},
		{[]float64{1, 1, 2, 3}, []float64{1, 2, 3, 4}, 0.9486832980505138, true},
		{[]float64{1, 1, 1}, []float64{1, 2, 3}, 0, false},
		{[]float64{1, 1 + 1e-12, 2, 3}, []float64{1, 2, 3, 4}, 0.9486832980505138, true},
		{[]float64{1}, []float64{1}, 0, false},
		{[]float64{1, 2}, []float64{1}, 0, false},
	} {
		got, ok := Spearman(c.a, c.b, 1e-9)
		if ok != c.ok || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v, %v: %v, %v", c.a, c.b, got, ok)
		}
	}
}
