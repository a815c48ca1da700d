package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Ratio is the sum of A over the sum of B of one figure over all groups, with the interval
// of a bootstrap over whole groups. A single group has no interval. N is the number of
// rows.
func (g *Groups) Ratio(figure int, seed uint64) Estimate {
	var a, b []float64
	var sumA, sumB float64
	rows := int64(0)
	for at := figure; at < len(g.cells); at += g.figures {
		if c := &g.cells[at]; c.NA > 0 {
			a, b, rows = append(a, c.A), append(b, c.B), rows+c.NA
			sumA, sumB = sumA+c.A, sumB+c.B
		}
	}
	if sumB == 0 {
		return none(rows)
	}
	e := Estimate{Value: sumA / sumB, Low: math.NaN(), High: math.NaN(), N: rows}
	if len(a) < 2 {
		return e
	}
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	values := make([]float64, 0, Replicates)
	for range Replicates {
		sumA, sumB = 0, 0
		for range a {
			at := rng.IntN(len(a))
			sumA, sumB = sumA+a[at], sumB+b[at]
		}
		if sumB > 0 {
			values = append(values, sumA/sumB)
		}
	}
	slices.Sort(values)
	tail := tailOf(len(a))
	e.Low, e.High = quantile(values, tail), quantile(values, 1-tail)
	return e
}
