package stats

import (
	"cmp"
	"math"
	"slices"
)

// Spearman is the rank correlation of two lists (C. Spearman, 1904), in [-1, 1]. Values
// within tie of the least of them count as equal, and equal values get their mean rank. ok
// is false if the lists differ in length, are shorter than two, or one of them is constant.
func Spearman(a, b []float64, tie float64) (rho float64, ok bool) {
	if len(a) != len(b) || len(a) < 2 {
		return 0, false
	}
	x, y := ranks(a, tie), ranks(b, tie)
	mean := float64(len(a)+1) / 2
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mean) * (y[i] - mean)
		xx += (x[i] - mean) * (x[i] - mean)
		yy += (y[i] - mean) * (y[i] - mean)
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return xy / math.Sqrt(xx*yy), true
}

func ranks(v []float64, tie float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(v[i], v[k]) })
	out := make([]float64, len(v))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && v[order[to]]-v[order[from]] <= tie {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return out
}
