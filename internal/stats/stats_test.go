package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance || math.IsNaN(a) && math.IsNaN(b)
}

// The published examples are those of R. G. Newcombe, "Two-sided confidence
// intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
// method 3.
func TestWilsonPublished(t *testing.T) {
	for _, c := range []struct {
		k, n      int64
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		e := Wilson(c.k, c.n)
		if !near(e.Low, c.low, 5e-5) || !near(e.High, c.high, 5e-5) {
			t.Errorf("Wilson(%d, %d) = [%.4f, %.4f], published [%.4f, %.4f]", c.k, c.n, e.Low, e.High, c.low, c.high)
		}
		if e.Value != float64(c.k)/float64(c.n) || e.N != c.n {
			t.Errorf("Wilson(%d, %d): value %v of %d", c.k, c.n, e.Value, e.N)
		}
	}
}

func TestWilsonEdges(t *testing.T) {
	for _, c := range [][2]int64{{0, 0}, {1, 0}, {-1, 5}, {6, 5}, {0, -3}} {
		if e := Wilson(c[0], c[1]); !math.IsNaN(e.Value) || !math.IsNaN(e.Low) || e.N < 0 {
			t.Errorf("Wilson(%d, %d) = %+v, want none", c[0], c[1], e)
		}
	}
	for n := int64(1); n < 3000; n += 7 {
		if low := Wilson(0, n).Low; low != 0 {
			t.Fatalf("Wilson(0, %d) begins at %v", n, low)
		}
		if high := Wilson(n, n).High; high != 1 {
			t.Fatalf("Wilson(%d, %d) ends at %v", n, n, high)
		}
	}
}

// Wilson's interval contains the true rate in nearly 95% of experiments: its coverage is
// summed exactly over all outcomes, and averaged over the rates.
func TestWilsonCoverage(t *testing.T) {
	for _, n := range []int64{10, 50, 200} {
		total, worst, rates := 0.0, 1.0, 0
		for p := 0.05; p < 0.951; p += 0.01 {
			covered := 0.0
			for k := range n + 1 {
				if e := Wilson(k, n); e.Low <= p && p <= e.High {
					covered += pmf(k, n, p)
				}
			}
			total += covered
			worst = min(worst, covered)
			rates++
		}
		if mean := total / float64(rates); mean < 0.945 || mean > 0.965 || worst < 0.88 {
			t.Errorf("n = %d: coverage %.4f on average, %.4f at worst", n, mean, worst)
		}
	}
}

func logFactorial(x float64) float64 {
	l, _ := math.Lgamma(x + 1)
	return l
}

func pmf(k, n int64, p float64) float64 {
	return math.Exp(logFactorial(float64(n)) - logFactorial(float64(k)) - logFactorial(float64(n-k)) +
		float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// The quantiles are those of printed tables.
func TestStudentQuantile(t *testing.T) {
	for _, c := range []struct{ p, df, want float64 }{
		{0.975, 1, 12.7062047364}, {0.975, 2, 4.3026527299}, {0.975, 5, 2.5705818366},
		{0.975, 10, 2.2281388520}, {0.975, 30, 2.0422724563}, {0.975, 120, 1.9799304051},
		{0.95, 4, 2.1318467863}, {0.995, 8, 3.3553873313}, {0.025, 10, -2.2281388520},
		{0.975, 1e7, 1.9599642}, {0.5, 3, 0},
	} {
		if got := StudentQuantile(c.p, c.df); !near(got, c.want, 1e-7) {
			t.Errorf("StudentQuantile(%v, %v) = %.10f, want %.10f", c.p, c.df, got, c.want)
		}
	}
	for _, c := range [][2]float64{{0, 3}, {1, 3}, {0.5, 0}, {math.NaN(), 2}} {
		if got := StudentQuantile(c[0], c[1]); !math.IsNaN(got) {
			t.Errorf("StudentQuantile(%v, %v) = %v, want NaN", c[0], c[1], got)
		}
	}
}

func TestMoments(t *testing.T) {
	var m Moments
	if e := m.Mean(); !math.IsNaN(e.Value) || e.N != 0 || !math.IsNaN(m.SD()) {
		t.Errorf("of nothing: %+v", e)
	}
	m.Add(1e9 + 4)
	if e := m.Mean(); e.Value != 1e9+4 || !math.IsNaN(e.Low) {
		t.Errorf("of one: %+v", e)
	}
	for _, x := range []float64{7, 13, 16} {
		m.Add(1e9 + x)
	}
	// By hand: mean 10, deviations -6, -3, 3, 6, variance 90/3.
	if e := m.Mean(); e.Value != 1e9+10 || !near(m.SD(), math.Sqrt(30), 1e-6) ||
		!near(e.High-e.Value, 3.182446305*math.Sqrt(30)/2, 1e-6) || m.N() != 4 {
		t.Errorf("%+v, sd %v", e, m.SD())
	}
}

// In simulated experiments the interval of a mean contains the true mean in 95%; the
// standard error of that share is 0.5%.
func TestMeanCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	covered := 0
	const experiments = 2000
	for range experiments {
		var m Moments
		for range 6 {
			m.Add(3 + rng.NormFloat64())
		}
		if e := m.Mean(); e.Low <= 3 && 3 <= e.High {
			covered++
		}
	}
	if share := float64(covered) / experiments; share < 0.93 || share > 0.97 {
		t.Errorf("coverage %.4f", share)
	}
}

func TestEstimateJSON(t *testing.T) {
	for _, c := range []struct {
		e    Estimate
		want string
	}{
		{Estimate{0.5, 0.25, 0.75, 4}, `{"value":0.5,"low":0.25,"high":0.75,"n":4}`},
		{none(0), `{"value":null,"low":null,"high":null,"n":0}`},
		{Estimate{1, math.NaN(), math.Inf(1), 1}, `{"value":1,"low":null,"high":null,"n":1}`},
	} {
		if got, err := json.Marshal(c.e); err != nil || string(got) != c.want {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
	e := Estimate{0.5, 0.25, 0.75, 4}
	if e.String() != "0.5000 [0.2500, 0.7500]" || e.Percent() != "50.0% [25.0%, 75.0%]" || none(0).String() != "none" || none(0).Percent() != "none" {
		t.Errorf("%s, %s", e, e.Percent())
	}
	if one := (Estimate{0.5, math.NaN(), math.NaN(), 1}); one.String() != "0.5000" {
		t.Errorf("without an interval: %s", one)
	}
}

// By hand: the F1 of the classes is 2*3/(4+4), 2*2/(4+2), 0/(0+1). The third class is
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
	if f := c.MacroF1Of(c.Counts); !near(f, (6.0/8+4.0/6+0)/3, 1e-15) {
		t.Errorf("macro F1 %v", f)
	}
	empty := NewConfusion(4, 5)
	if f := empty.MacroF1Of(empty.Counts); !math.IsNaN(f) {
		t.Errorf("macro F1 of nothing %v", f)
	}
}

// The interval of a mean of class means contains the true mean in nearly 95% of
// experiments, however different the classes are in size and spread.
func TestBalancedCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const experiments = 4000
	held := 0
	for range experiments {
		classes := make([]Moments, 4) // the last has no numbers
		for c, n := range []int{8, 60, 300} {
			for range n {
				classes[c].Add(float64(c) + float64(3-c)*rng.NormFloat64())
			}
		}
		if e := Balanced(classes); e.Low <= 1 && 1 <= e.High {
			held++
		}
	}
	if share := float64(held) / experiments; share < 0.94 || share > 0.96 {
		t.Errorf("the interval holds the truth in %.3f of experiments", share)
	}
	one := make([]Moments, 2)
	one[0].Add(3)
	if e := Balanced(one); e.Value != 3 || !math.IsNaN(e.Low) || e.N != 1 {
		t.Errorf("of a single number: %+v", e)
	}
	if e := Balanced(nil); !math.IsNaN(e.Value) || e.N != 0 {
		t.Errorf("of nothing: %+v", e)
	}
}
