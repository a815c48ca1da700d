package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// If each group is one row, rows count as independent.
func TestClustersOfOneRow(t *testing.T) {
	values := []float64{0.5, 2, 3.5, 3.5, 1, 0}
	var m Moments
	var cells []Cell
	for _, v := range values {
		m.Add(v)
		cells = append(cells, Cell{A: v, NA: 1})
	}
	want, got := m.Mean(), ClusteredMean(cells, math.Inf(-1), math.Inf(1))
	if !near(got.Low, want.Low, 1e-12) || !near(got.High, want.High, 1e-12) || got.Value != want.Value || got.N != want.N {
		t.Errorf("the mean is %v, want %v", got, want)
	}
	for hits := range 8 {
		var cells []Cell
		for i := range 7 {
			cells = append(cells, Cell{A: float64(min(1, max(0, hits-i))), NA: 1})
		}
		want, got := Wilson(int64(hits), 7), ClusteredRate(cells)
		if !near(got.Low, want.Low, 1e-9) || !near(got.High, want.High, 1e-9) || got.N != want.N {
			t.Errorf("the rate of %d of 7 is %v, want %v", hits, got, want)
		}
	}
}

// Rows that repeat others of their group add no certainty: copies of each row do not change
// the interval.
func TestCopiesMakeNothingSurer(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var once, copied []Cell
	groups, copies := NewGroups(1), NewGroups(1)
	for i := range 40 {
		hit := float64(rng.IntN(2))
		once, copied = append(once, Cell{A: hit, NA: 1}), append(copied, Cell{A: 8 * hit, NA: 8})
		groups.Of(uint64(i))[0].AddA(hit)
		for range 8 {
			copies.Of(uint64(i))[0].AddA(hit)
		}
	}
	a, b := ClusteredMean(once, 0, 1), ClusteredMean(copied, 0, 1)
	if !near(a.Low, b.Low, 1e-12) || !near(a.High, b.High, 1e-12) || b.N != 320 {
		t.Errorf("the mean of copies is %v, want %v", b, a)
	}
	a, b = ClusteredRate(once), ClusteredRate(copied)
	if math.Abs(a.Low-b.Low) > 0.01 || math.Abs(a.High-b.High) > 0.01 {
		t.Errorf("the rate of copies is %v, want %v", b, a)
	}
}

func TestClustersStayInRange(t *testing.T) {
	e := ClusteredMean([]Cell{{A: 7, NA: 2}, {A: 0, NA: 2}}, 0, 3.5)
	if e.Low != 0 || e.High != 3.5 || e.Value != 1.75 {
		t.Errorf("%v leaves the range", e)
	}
	if e := ClusteredMean([]Cell{{A: 7, NA: 2}}, 0, 3.5); !math.IsNaN(e.Low) || e.Value != 3.5 {
		t.Errorf("one group has the interval %v", e)
	}
	if e := ClusteredMean(nil, 0, 1); !math.IsNaN(e.Value) || e.N != 0 {
		t.Errorf("the mean of nothing is %v", e)
	}
	if e := ClusteredRate([]Cell{{A: 300, NA: 300}}); e.Low > 0.21 || e.High != 1 {
		t.Errorf("one group of hits has the interval %v", e)
	}
}

// Intervals over groups cover the truth about as often as they promise, even where rows of
// a group are strongly dependent. Intervals over rows do not.
func TestClustersCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const runs, truth = 400, 0.5
	var mean, rate, f1, naive, tried int
	for range runs {
		g := NewGroups(2)
		hits := int64(0)
		for i := range 40 {
			p := 0.1
			if rng.IntN(2) == 0 {
				p = 0.9
			}
			cell := g.Of(uint64(i))
			for range 8 {
				hit := rng.Float64() < p
				if hit {
					hits++
					cell[1].AddA(1)
				}
				cell[0].AddA(map[bool]float64{true: 1}[hit])
			}
		}
		in := func(e Estimate) int {
			if e.Low <= truth && truth <= e.High {
				return 1
			}
			return 0
		}
		mean += in(ClusteredMean(g.Figure(0), 0, 1))
		rate += in(ClusteredRate(g.Figure(0)))
		naive += in(Wilson(hits, 320))
		if tried++; tried <= 100 { // each one draws 2000 tables
			f1 += in(g.Bootstrap([]int{0, 1}, 1, func(n []int64) float64 { return float64(n[1]) / float64(n[0]) }))
		}
	}
	for name, n := range map[string]int{"mean": mean, "rate": rate} {
		if share := float64(n) / runs; share < 0.92 || share > 0.98 {
			t.Errorf("the interval of a %s covers the truth in %.3f of runs", name, share)
		}
	}
	if f1 < 90 {
		t.Errorf("the bootstrap over groups covers the truth in %d of 100 runs", f1)
	}
	if float64(naive)/runs > 0.7 {
		t.Errorf("rows that are no independent ones are told by nothing: %d of %d", naive, runs)
	}
}
