package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Replicates is how many tables a Bootstrap draws.
const Replicates = 2000

// Bootstrap is a statistic of a table of counts, with the interval between the
// percentiles of its values on tables drawn from the same proportions
// (B. Efron 1979). Drawing a multinomial table is drawing rows with
// replacement, at a cost that does not grow with the number of rows. Values of
// the statistic that are NaN are left out. statistic must not keep its
// argument. The same counts and seed give the same interval.
func Bootstrap(counts []int64, seed uint64, statistic func([]int64) float64) Estimate {
	var n int64
	for _, c := range counts {
		n += max(c, 0)
	}
	if n == 0 {
		return none(0)
	}
	e := Estimate{Value: statistic(counts), Low: math.NaN(), High: math.NaN(), N: n}
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	table := make([]int64, len(counts))
	values := make([]float64, 0, Replicates)
	for range Replicates {
		multinomial(rng, n, counts, table)
		if v := statistic(table); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) > 0 {
		slices.Sort(values)
		e.Low, e.High = quantile(values, (1-Level)/2), quantile(values, (1+Level)/2)
	}
	return e
}

// quantile interpolates between the order statistics of sorted values, as
// R's type 7 does.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// multinomial draws n rows in the proportions of counts, whose sum is n too,
// cell by cell: what falls into a cell is binomial, given the cells before it.
func multinomial(rng *rand.Rand, n int64, counts, out []int64) {
	left, weight := n, n
	for i, c := range counts {
		out[i] = 0
		if c <= 0 || left == 0 {
			continue
		}
		if c >= weight {
			out[i], left = left, 0
			continue
		}
		out[i] = binomial(rng, left, float64(c)/float64(weight))
		left -= out[i]
		weight -= c
	}
}

// binomial draws how many of n trials succeed, each with probability p.
func binomial(rng *rand.Rand, n int64, p float64) int64 {
	if p > 0.5 {
		return n - binomial(rng, n, 1-p)
	}
	if float64(n)*p < 10 {
		return waiting(rng, n, p)
	}
	return rejected(rng, n, p)
}

// waiting counts successes by the waiting times between them: its cost grows
// with n*p only.
func waiting(rng *rand.Rand, n int64, p float64) int64 {
	if p <= 0 {
		return 0
	}
	var hits int64
	scale := math.Log1p(-p)
	for at := 0.0; ; hits++ {
		at += math.Floor(math.Log(1-rng.Float64())/scale) + 1
		if at > float64(n) {
			return hits
		}
	}
}

// rejected is the transformed rejection BTRS (W. Hörmann 1993), exact for
// n*p >= 10 and p <= 0.5, at a cost that does not grow with n.
func rejected(rng *rand.Rand, n int64, p float64) int64 {
	m := float64(n)
	odds := p / (1 - p)
	sd := math.Sqrt(m * p * (1 - p))
	b := 1.15 + 2.53*sd
	a := -0.0873 + 0.0248*b + 0.01*p
	c := m*p + 0.5
	vr := 0.92 - 4.2/b
	alpha := (2.83 + 5.1/b) * sd
	mode := math.Floor((m + 1) * p)
	for {
		u, v := rng.Float64()-0.5, rng.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + c)
		if us >= 0.07 && v <= vr {
			return int64(k)
		}
		if k < 0 || k > m {
			continue
		}
		v = math.Log(v * alpha / (a/(us*us) + b))
		if v <= logFactorial(mode)+logFactorial(m-mode)-logFactorial(k)-logFactorial(m-k)+(k-mode)*math.Log(odds) {
			return int64(k)
		}
	}
}

func logFactorial(x float64) float64 {
	l, _ := math.Lgamma(x + 1)
	return l
}
