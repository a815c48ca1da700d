package reward

import (
	"math"
	"testing"
)

func TestAdvantages(t *testing.T) {
	yes := func(n int) []bool {
		ok := make([]bool, n)
		for i := range ok {
			ok[i] = true
		}
		return ok
	}
	nan := math.NaN()
	for _, tc := range []struct {
		name    string
		rewards []float64
		ok      []bool
		mode    AdvantageMode
		want    []float64
	}{
		{"none", nil, nil, AdvantageStd, nil},
		{"one", []float64{3}, yes(1), AdvantageStd, []float64{0}},
		{"equal, though their mean is not exact", []float64{0.1, 0.1, 0.1}, yes(3), AdvantageStd, []float64{0, 0, 0}},
		// mean 2, sample variance (1+0+1)/2 = 1
		{"three", []float64{1, 2, 3}, yes(3), AdvantageStd, []float64{-1 / 1.0001, 0, 1 / 1.0001}},
		{"the default mode", []float64{1, 2, 3}, yes(3), "", []float64{-1 / 1.0001, 0, 1 / 1.0001}},
		{"centred", []float64{1, 2, 6}, yes(3), AdvantageCenter, []float64{-2, -1, 3}},
		{"unscored ones stay out", []float64{1, 99, 3}, []bool{true, false, true}, AdvantageCenter, []float64{-1, nan, 1}},
		{"all but one unscored", []float64{1, 99}, []bool{false, true}, AdvantageStd, []float64{nan, 0}},
		{"a short ok", []float64{1, 3, 7}, yes(2), AdvantageCenter, []float64{-1, 1, nan}},
	} {
		got := Advantages(tc.rewards, tc.ok, tc.mode)
		if len(got) != len(tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
			continue
		}
		for i := range got {
			if math.IsNaN(got[i]) != math.IsNaN(tc.want[i]) || math.Abs(got[i]-tc.want[i]) > 1e-12 {
				t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
				break
			}
		}
	}
}
