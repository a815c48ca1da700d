package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// MinGroups is the number of groups that the interval of a Difference needs. With fewer
// groups no permutation test of signs can reach p = 0.05 either.
const MinGroups = 6

// exactGroups is the largest number of differing groups for which all permutations of signs
// are tried; for more groups they are sampled.
const exactGroups = 12

// Difference is the mean of B minus the mean of A.
type Difference struct {
	A, B Mean
	// Estimate is the difference, with the percentile interval of a bootstrap over whole
	// groups, widened for few groups (T. C. Hesterberg 2015, "expanded percentiles"). There
	// is no interval below MinGroups. N counts the rows of the side with fewer rows.
	Estimate
	// P is the two-sided p of a permutation test. It is the probability of a difference at
	// least as large if A and B are interchangeable within groups (Paired), or if groups
	// are interchangeable between A and B (Unpaired). It is NaN if a side has no row.
	P      float64
	Groups int // number of groups; unpaired, of the side with fewer
}

// Mean is a mean and its number of rows; NaN without rows.
type Mean struct {
	Value float64
	N     int64
}

// MarshalJSON writes {"value", "n"}.
func (m Mean) MarshalJSON() ([]byte, error) {
	b := appendNumber([]byte(`{"value":`), m.Value)
	return append(strconv.AppendInt(append(b, `,"n":`...), m.N, 10), '}'), nil
}

// MarshalJSON writes {"a", "b", "diff", "p", "groups"}.
func (d Difference) MarshalJSON() ([]byte, error) {
	b := []byte(`{"a":`)
	for i, part := range []interface{ MarshalJSON() ([]byte, error) }{d.A, d.B, d.Estimate} {
		text, err := part.MarshalJSON()
		if err != nil {
			return nil, err
		}
		b = append(append(b, []string{"", `,"b":`, `,"diff":`}[i]...), text...)
	}
	b = appendNumber(append(b, `,"p":`...), d.P)
	return append(strconv.AppendInt(append(b, `,"groups":`...), int64(d.Groups), 10), '}'), nil
}

func means(cells []Cell) Difference {
	var sum Cell
	for i := range cells {
		sum.add(&cells[i])
	}
	d := Difference{A: mean(sum.A, sum.NA), B: mean(sum.B, sum.NB), P: math.NaN(), Estimate: none(min(sum.NA, sum.NB))}
	d.Value = d.B.Value - d.A.Value
	return d
}

// Means are the means of rows that do not pair, with neither an interval nor a p.
func Means(c Cell) Difference { return means([]Cell{c}) }

func mean(sum float64, n int64) Mean {
	if n == 0 {
		return Mean{Value: math.NaN()}
	}
	return Mean{sum / float64(n), n}
}

// Paired compares paired rows: every Cell was filled by Cell.Pair. The same cells and seed
// give the same figures.
func Paired(cells []Cell, seed uint64) Difference {
	d := means(cells)
	if d.N == 0 {
		return d
	}
	d.Groups = len(cells)
	diffs, rows, total := make([]float64, len(cells)), make([]float64, len(cells)), 0.0
	for i, c := range cells {
		// A rounding error is no difference.
		if math.Abs(c.D) > 1e-12*(math.Abs(c.A)+math.Abs(c.B)) {
			diffs[i] = c.D
		}
		total += diffs[i]
		rows[i] = float64(c.NA)
	}
	d.Value = total / float64(d.N)
	rng := rand.New(rand.NewPCG(seed, 0xd1b54a32d192ed03))
	d.interval(len(cells), func() float64 {
		var sum, n float64
		for range cells {
			i := rng.IntN(len(cells))
			sum += diffs[i]
			n += rows[i]
		}
		return sum / n
	})
	d.P = signs(rng, diffs)
	return d
}

// signs returns the share of permutations of signs whose sum is at least as far from 0 as
// the observed sum.
func signs(rng *rand.Rand, diffs []float64) float64 {
	diffs = slices.DeleteFunc(slices.Clone(diffs), func(x float64) bool { return x == 0 })
	var total, scale float64
	for _, x := range diffs {
		total += x
		scale += math.Abs(x)
	}
	far := math.Abs(total) - 1e-12*scale // a permutation with an equal sum counts, too
	sum := func(word func(i int) uint64) float64 {
		var s float64
		for i := 0; i < len(diffs); i += 64 {
			flips := word(i)
			for _, x := range diffs[i:min(i+64, len(diffs))] {
				// The lowest bit becomes the sign of x.
				s += math.Float64frombits(math.Float64bits(x) ^ flips<<63)
				flips >>= 1
			}
		}
		return math.Abs(s)
	}
	if len(diffs) <= exactGroups {
		hits, all := 0, 1<<len(diffs)
		for flips := range all {
			if sum(func(int) uint64 { return uint64(flips) }) >= far {
				hits++
			}
		}
		return float64(hits) / float64(all)
	}
	hits := 1 // the observed signs are one of the permutations
	for range Replicates {
		if sum(func(int) uint64 { return rng.Uint64() }) >= far {
			hits++
		}
	}
	return float64(hits) / (Replicates + 1)
}

// Unpaired compares the rows of A with those of B without pairs, by groups of one side
// each. A group with rows of both sides counts as two groups. The same cells and seed give
// the same figures.
func Unpaired(cells []Cell, seed uint64) Difference {
	d := means(cells)
	var sums, rows []float64 // groups of A, then of B
	for i := range cells {
		if cells[i].NA > 0 {
			sums, rows = append(sums, cells[i].A), append(rows, float64(cells[i].NA))
		}
	}
	ofA := len(sums)
	for i := range cells {
		if cells[i].NB > 0 {
			sums, rows = append(sums, cells[i].B), append(rows, float64(cells[i].NB))
		}
	}
	ofB := len(sums) - ofA
	if ofA == 0 || ofB == 0 {
		return d
	}
	d.Groups = min(ofA, ofB)
	rng := rand.New(rand.NewPCG(seed, 0x8cb92ba72f3d8dd7))
	draw := func(from, n int) float64 {
		var sum, total float64
		for range n {
			i := from + rng.IntN(n)
			sum += sums[i]
			total += rows[i]
		}
		return sum / total
	}
	d.interval(d.Groups, func() float64 { return draw(ofA, ofB) - draw(0, ofA) })
	d.P = labels(rng, sums, rows, ofA, d.Value)
	return d
}

// labels returns the share of permutations of the groups for which the means of the first
// ofA groups and of the others are at least as far apart as observed.
func labels(rng *rand.Rand, sums, rows []float64, ofA int, diff float64) float64 {
	var allSum, allRows, scale float64
	for i := range sums {
		allSum += sums[i]
		allRows += rows[i]
		scale += math.Abs(sums[i])
	}
	far := math.Abs(diff) - 1e-12*scale/allRows
	order := make([]int, len(sums))
	for i := range order {
		order[i] = i
	}
	hits := 1
	for range Replicates {
		var sum, n float64
		for i := range ofA { // the first ofA places of a shuffle
			j := i + rng.IntN(len(order)-i)
			order[i], order[j] = order[j], order[i]
			sum += sums[order[i]]
			n += rows[order[i]]
		}
		if math.Abs((allSum-sum)/(allRows-n)-sum/n) >= far {
			hits++
		}
	}
	return float64(hits) / (Replicates + 1)
}

// interval computes the bootstrap interval. draw returns the difference of one resample of
// groups.
func (d *Difference) interval(groups int, draw func() float64) {
	if groups < MinGroups {
		return
	}
	values := make([]float64, Replicates)
	for i := range values {
		values[i] = draw()
	}
	slices.Sort(values)
	tail := tailOf(groups)
	d.Low, d.High = quantile(values, tail), quantile(values, 1-tail)
}

// tailOf is the share of replicates outside of an interval, on each side. A bootstrap of n
// groups has the spread for n instead of n-1, and the tails of the normal distribution
// instead of Student's t. Wider percentiles correct both.
func tailOf(groups int) float64 {
	n := float64(groups)
	t := StudentQuantile((1+Level)/2, n-1) * math.Sqrt(n/(n-1))
	return math.Erfc(t/math.Sqrt2) / 2
}

// Holm corrects p-values for the number of tests (S. Holm 1979): with probability at most
// alpha, any true null hypothesis has a corrected value of at most alpha. NaN stays NaN and
// does not count.
func Holm(p []float64) []float64 {
	order := make([]int, 0, len(p))
	out := make([]float64, len(p))
	for i, x := range p {
		if out[i] = x; !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	least := 0.0
	for k, i := range order {
		least = max(least, min(1, p[i]*float64(len(order)-k)))
		out[i] = least
	}
	return out
}
