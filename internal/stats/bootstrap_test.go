package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Both ways of drawing a binomial number are held to its exact distribution by
// a chi-squared test at a level of about 1e-4.
func TestBinomialDistribution(t *testing.T) {
	for _, c := range []struct {
		n int64
		p float64
	}{{5, 0.3}, {1000, 0.004}, {40, 0.5}, {200, 0.1}, {1000, 0.7}, {100000, 0.31}} {
		rng := rand.New(rand.NewPCG(7, uint64(c.n)))
		const draws = 40000
		mean, sd := float64(c.n)*c.p, math.Sqrt(float64(c.n)*c.p*(1-c.p))
		// Bins of half a standard deviation, at least one number wide.
		width := max(1, math.Floor(sd/2))
		observed, expected := map[int]float64{}, map[int]float64{}
		bin := func(k int64) int { return int(math.Floor((float64(k) - math.Floor(mean)) / width)) }
		for range draws {
			k := binomial(rng, c.n, c.p)
			if k < 0 || k > c.n {
				t.Fatalf("binomial(%d, %v) = %d", c.n, c.p, k)
			}
			observed[bin(k)]++
		}
		for k := int64(max(0, mean-12*sd-10)); k <= min(c.n, int64(mean+12*sd+10)); k++ {
			expected[bin(k)] += draws * pmf(k, c.n, c.p)
		}
		chi, df := 0.0, -1.0
		for b, e := range expected {
			if e >= 5 {
				chi += (observed[b] - e) * (observed[b] - e) / e
				df++
			}
		}
		// Wilson and Hilferty's approximation of the chi-squared distribution.
		if deviate := (math.Cbrt(chi/df) - 1 + 2/(9*df)) / math.Sqrt(2/(9*df)); deviate > 3.7 {
			t.Errorf("binomial(%d, %v): chi squared %.1f with %.0f degrees of freedom", c.n, c.p, chi, df)
		}
	}
}

func TestMultinomialKeepsTheSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	counts := []int64{0, 12, 0, 3, 985, 0, 1, 0}
	out := make([]int64, len(counts))
	for range 500 {
		multinomial(rng, 1001, counts, out)
		var sum int64
		for i, k := range out {
			sum += k
			if counts[i] == 0 && k != 0 || k < 0 {
				t.Fatalf("drew %v from %v", out, counts)
			}
		}
		if sum != 1001 {
			t.Fatalf("drew %d rows: %v", sum, out)
		}
	}
}

func TestBootstrapIsDeterministic(t *testing.T) {
	c := Confusion{Classes: 2, Columns: 3, Counts: []int64{40, 8, 2, 5, 44, 1}}
	a, b := Bootstrap(c.Counts, 1, c.MacroF1Of), Bootstrap(c.Counts, 1, c.MacroF1Of)
	if a != b {
		t.Errorf("one seed, two intervals: %+v, %+v", a, b)
	}
	if other := Bootstrap(c.Counts, 2, c.MacroF1Of); other.Value != a.Value || other == a {
		t.Errorf("another seed: %+v, %+v", other, a)
	}
	if !(a.Low < a.Value && a.Value < a.High) {
		t.Errorf("%+v", a)
	}
	if e := Bootstrap([]int64{0, 0}, 1, c.MacroF1Of); !math.IsNaN(e.Value) || e.N != 0 {
		t.Errorf("of nothing: %+v", e)
	}
}

// The bootstrap of a rate agrees with the interval of a rate.
func TestBootstrapOfARate(t *testing.T) {
	e := Bootstrap([]int64{300, 700}, 5, func(c []int64) float64 { return float64(c[0]) / float64(c[0]+c[1]) })
	w := Wilson(300, 1000)
	if e.Value != 0.3 || !near(e.Low, w.Low, 0.004) || !near(e.High, w.High, 0.004) {
		t.Errorf("bootstrap %s, Wilson %s", e, w)
	}
}

// By hand: F1 of the classes 2*3/(4+4), 2*2/(4+2), 0/(0+1): the third class was
// predicted only; the last column is no class.
func TestConfusion(t *testing.T) {
	c := NewConfusion(4, 5)
	for _, pair := range [][2]int{{0, 0}, {0, 0}, {0, 0}, {0, 2}, {1, 1}, {1, 1}, {1, 0}, {1, 4}, {-1, 0}, {4, 0}, {0, 5}} {
		c.Add(pair[0], pair[1])
	}
	if c.Row(0) != 4 || c.Row(1) != 4 || c.Row(2) != 0 || c.At(1, 4) != 1 {
		t.Fatalf("%v", c.Counts)
	}
	if a := c.At(0, 0) + c.At(1, 1) + c.At(2, 2); a != 5 {
		t.Errorf("accuracy %+v", a)
	}
	if f := Bootstrap(c.Counts, 0, c.MacroF1Of); !near(f.Value, (6.0/8+4.0/6+0)/3, 1e-15) || f.N != 8 {
		t.Errorf("macro F1 %+v", f)
	}
	empty := NewConfusion(4, 5)
	if f := Bootstrap(empty.Counts, 0, empty.MacroF1Of); !math.IsNaN(f.Value) {
		t.Errorf("macro F1 of nothing %+v", f)
	}
}

// In simulated experiments with a known table the percentile interval of the
// macro F1 holds its true value in nearly 95%; percentile intervals are known
// to fall short at few hundred rows, not to exceed.
func TestMacroF1Coverage(t *testing.T) {
	truth := Confusion{Classes: 3, Columns: 4, Counts: []int64{3000, 400, 100, 50, 600, 2000, 200, 20, 100, 300, 2500, 30}}
	want := truth.MacroF1Of(truth.Counts)
	rng := rand.New(rand.NewPCG(11, 12))
	covered, experiments := 0, 200
	for i := range experiments {
		c := NewConfusion(3, 4)
		multinomialOf(rng, 400, truth.Counts, c.Counts)
		if e := Bootstrap(c.Counts, uint64(i), c.MacroF1Of); e.Low <= want && want <= e.High {
			covered++
		}
	}
	if share := float64(covered) / float64(experiments); share < 0.90 || share > 0.99 {
		t.Errorf("coverage %.3f", share)
	}
}

// multinomialOf draws n rows in the proportions of counts, one after the other.
func multinomialOf(rng *rand.Rand, n int, counts, out []int64) {
	var total int64
	for _, c := range counts {
		total += c
	}
	for range n {
		at := rng.Int64N(total)
		for i, c := range counts {
			if at -= c; at < 0 {
				out[i]++
				break
			}
		}
	}
}

func BenchmarkMacroF1(b *testing.B) {
	c := Confusion{Classes: 4, Columns: 5, Counts: []int64{
		300000, 40000, 10000, 5000, 50, 60000, 200000, 20000, 2000, 10,
		10000, 30000, 250000, 3000, 7, 900, 800, 700, 600, 500}}
	for b.Loop() {
		Bootstrap(c.Counts, 1, c.MacroF1Of)
	}
}
