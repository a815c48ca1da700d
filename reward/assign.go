package reward

import (
	"math"
	"slices"
)

// assign returns for each row of a square matrix its column in the assignment with
// the greatest sum (the Hungarian method, n^3 steps).
func assign(gain [][]float64) []int {
	n := len(gain)
	rows, columns := make([]float64, n+1), make([]float64, n+1)
	rowOf, from := make([]int, n+1), make([]int, n+1)
	for row := 1; row <= n; row++ {
		rowOf[0] = row
		slack, done := slices.Repeat([]float64{math.Inf(1)}, n+1), make([]bool, n+1)
		at := 0
		for rowOf[at] != 0 {
			done[at] = true
			i, step, next := rowOf[at], math.Inf(1), 0
			for k := 1; k <= n; k++ {
				if done[k] {
					continue
				}
				if d := -gain[i-1][k-1] - rows[i] - columns[k]; d < slack[k] {
					slack[k], from[k] = d, at
				}
				if slack[k] < step {
					step, next = slack[k], k
				}
			}
			for k := range done {
				if done[k] {
					rows[rowOf[k]] += step
					columns[k] -= step
				} else {
					slack[k] -= step
				}
			}
			at = next
		}
		for at != 0 {
			rowOf[at] = rowOf[from[at]]
			at = from[at]
		}
	}
	out := make([]int, n)
	for k := 1; k <= n; k++ {
		out[rowOf[k]-1] = k - 1
	}
	return out
}
