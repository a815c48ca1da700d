package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// ClusteredMean is the mean of A over rows in groups. Groups are independent of each other;
// rows of one group are not. The variance is that of the groups' sums about their share
// (K.-Y. Liang and S. L. Zeger 1986). The interval is Student's with one degree of freedom
// less than there are groups, within low and high, the range of the figure. With a single
// group there is no interval. If each group is one row, the result is that of Moments.
func ClusteredMean(cells []Cell, low, high float64) Estimate {
	mean, variance, n := clustered(cells)
	if n == 0 {
		return none(0)
	}
	e := Estimate{Value: mean, Low: math.NaN(), High: math.NaN(), N: n}
	if len(cells) > 1 {
		half := StudentQuantile((1+Level)/2, float64(len(cells)-1)) * math.Sqrt(variance)
		e.Low, e.High = min(mean, max(low, mean-half)), max(mean, min(high, mean+half))
	}
	return e
}

// ClusteredRate is the share of rows that A counts, with Wilson's interval for the number
// of independent rows that would vary as much (L. Kish 1965, the design effect). If all
// rows have the same value, each group counts as one row. If each group is one row, the
// result is that of Wilson.
func ClusteredRate(cells []Cell) Estimate {
	p, variance, n := clustered(cells)
	if n == 0 {
		return none(0)
	}
	m, groups := float64(n), float64(len(cells))
	switch effect := variance / (p * (1 - p) / (m - 1)); {
	case p <= 0 || p >= 1:
		m = groups
	case groups < 2:
		m = 1
	default:
		t := StudentQuantile((1+Level)/2, m-1) / StudentQuantile((1+Level)/2, groups-1)
		m = m / max(1, effect) * t * t
	}
	e := wilson(p, m)
	e.N = n
	return e
}

// clustered returns the mean of A, the variance of that mean over groups, and the number of
// rows.
func clustered(cells []Cell) (mean, variance float64, n int64) {
	sum := 0.0
	for i := range cells {
		sum += cells[i].A
		n += cells[i].NA
	}
	if n == 0 {
		return math.NaN(), math.NaN(), 0
	}
	mean = sum / float64(n)
	for i := range cells {
		d := cells[i].A - mean*float64(cells[i].NA)
		variance += d * d
	}
	groups := float64(len(cells))
	return mean, variance * groups / (groups - 1) / float64(n) / float64(n), n
}

// Replicates is the number of tables that a Bootstrap draws.
const Replicates = 2000

// Bootstrap is a statistic of the counts NA of some figures over all groups, with the
// interval of a bootstrap (B. Efron 1979) over whole groups. With a single group there is
// no interval. NaN values of the statistic are left out. statistic must not keep its
// argument.
func (g *Groups) Bootstrap(figures []int, seed uint64, statistic func([]int64) float64) Estimate {
	width := len(figures)
	var tables []int64 // of the groups that have any
	counts := make([]int64, width)
	rows := int64(0)
	for at := 0; at < len(g.cells); at += g.figures {
		any := false
		for k, figure := range figures {
			n := g.cells[at+figure].NA
			counts[k] += n
			rows += n
			any = any || n > 0
		}
		if any {
			for _, figure := range figures {
				tables = append(tables, g.cells[at+figure].NA)
			}
		}
	}
	if rows == 0 {
		return none(0)
	}
	e := Estimate{Value: statistic(counts), Low: math.NaN(), High: math.NaN(), N: rows}
	groups := len(tables) / width
	if groups < 2 {
		return e
	}
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	values := make([]float64, 0, Replicates)
	for range Replicates {
		clear(counts)
		for range groups {
			at := rng.IntN(groups) * width
			for k, n := range tables[at : at+width] {
				counts[k] += n
			}
		}
		if v := statistic(counts); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) > 0 {
		slices.Sort(values)
		tail := tailOf(groups)
		e.Low, e.High = quantile(values, tail), quantile(values, 1-tail)
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
