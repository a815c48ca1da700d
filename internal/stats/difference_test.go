package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// experiment draws cells of groups whose rows share an effect; B is above A by shift. In a
// third of the rows the figure has few different values, as rewards do.
func experiment(rng *rand.Rand, groups int, shift float64, paired bool) []Cell {
	cells := make([]Cell, groups)
	for i := range cells {
		effect, own := rng.NormFloat64(), rng.NormFloat64()
		for range 1 + rng.IntN(7) {
			a := effect + rng.NormFloat64()
			b := effect + 0.7*own + rng.NormFloat64() + shift
			if i%3 == 0 {
				b = a + float64(rng.IntN(3)-1) + shift
			}
			switch {
			case paired:
				cells[i].Pair(a, b)
			case i%2 == 0:
				cells[i].AddA(a)
			default:
				cells[i].AddB(b)
			}
		}
	}
	return cells
}

// In simulated comparisons the interval contains the known difference in 93 to 97 of 100
// cases, for any number of groups, although rows of a group are dependent.
func TestDifferenceCoverage(t *testing.T) {
	sharedtest.Unraced(t)
	for _, c := range []struct {
		groups int
		paired bool
	}{{12, true}, {40, true}, {300, true}, {60, false}, {200, false}} {
		t.Run(fmt.Sprintf("%d groups, paired %v", c.groups, c.paired), func(t *testing.T) {
			experiments := sharedtest.Long(1000, 300)
			if c.groups > 100 {
				experiments = sharedtest.Long(600, 150)
			}
			rng := rand.New(rand.NewPCG(uint64(c.groups), 1))
			covered := 0
			for i := range experiments {
				compare := Unpaired
				if c.paired {
					compare = Paired
				}
				d := compare(experiment(rng, c.groups, 0.3, c.paired), uint64(i))
				if d.Low <= 0.3 && 0.3 <= d.High {
					covered++
				}
			}
			chance := 2 * math.Sqrt(0.05*0.95/float64(experiments)) // two standard deviations
			if share := float64(covered) / float64(experiments); math.Abs(share-0.95) > max(0.02, chance) {
				t.Errorf("coverage %.3f of %d", share, experiments)
			}
		})
	}
}

// Without a difference, p is uniform: simulated p-values are compared with the uniform
// distribution by the test of Kolmogorov and Smirnov at a level of 1e-3.
func TestPIsUniformUnderTheNull(t *testing.T) {
	sharedtest.Unraced(t)
	for _, paired := range []bool{true, false} {
		rng := rand.New(rand.NewPCG(5, 6))
		const experiments = 800
		p := make([]float64, experiments)
		for i := range p {
			if paired {
				p[i] = Paired(experiment(rng, 30, 0, true), uint64(i)).P
			} else {
				p[i] = Unpaired(experiment(rng, 30, 0, false), uint64(i)).P
			}
		}
		slices.Sort(p)
		worst := 0.0
		for i, x := range p {
			worst = max(worst, math.Abs(x-float64(i)/experiments), math.Abs(x-float64(i+1)/experiments))
		}
		if bound := 1.95 / math.Sqrt(experiments); worst > bound {
			t.Errorf("paired %v: p is off the diagonal by %.3f, over %.3f", paired, worst, bound)
		}
	}
}

// By hand: six groups with the differences 1, 1, 1, 1, 1, 2. Of the 64 permutations of
// signs two have a sum as far from 0.
func TestPairedByHand(t *testing.T) {
	cells := make([]Cell, 6)
	for i := range cells {
		cells[i].Pair(1, 2)
	}
	cells[5].Pair(0, 1)
	d := Paired(cells, 1)
	if d.P != 2.0/64 || d.Value != 1 || d.N != 7 || d.Groups != 6 || d.Low != 1 || d.High != 1 {
		t.Errorf("%+v", d)
	}
	if d.A.Value != 6.0/7 || d.B.Value != 13.0/7 {
		t.Errorf("means %v, %v", d.A, d.B)
	}
	// Groups without a difference have no sign: 2 of 4 permutations.
	mixed := []Cell{{D: 1, B: 1, NA: 1, NB: 1}, {D: -2, A: 2, NA: 1, NB: 1}, {NA: 3, NB: 3}}
	if d := Paired(mixed, 1); d.P != 1 || d.Value != -1.0/5 || !math.IsNaN(d.Low) {
		t.Errorf("%+v", d)
	}
}

// A side without rows has no figures, and equal sides do not differ.
func TestDifferenceEdges(t *testing.T) {
	if d := Paired(nil, 1); !math.IsNaN(d.Value) || !math.IsNaN(d.P) || d.N != 0 {
		t.Errorf("of nothing: %+v", d)
	}
	only := Cell{}
	only.AddA(3)
	for _, d := range []Difference{Paired([]Cell{only}, 1), Unpaired([]Cell{only}, 1)} {
		if d.A.Value != 3 || !math.IsNaN(d.B.Value) || !math.IsNaN(d.Value) || !math.IsNaN(d.P) {
			t.Errorf("of A only: %+v", d)
		}
	}
	same := make([]Cell, 50)
	for i := range same {
		same[i].Pair(0.1, 0.2)
		same[i].Pair(0.2, 0.1) // the sum has a small rounding error
		same[i].Pair(0.3, 0.3)
	}
	if d := Paired(same, 1); d.P != 1 || d.Value != 0 || d.Low != 0 || d.High != 0 {
		t.Errorf("of equals: %+v", d)
	}
	if d := Unpaired(same, 1); d.P != 1 || math.Abs(d.Value) > 1e-15 {
		t.Errorf("of equals, unpaired: %+v", d)
	}
	text, err := Paired(nil, 1).MarshalJSON()
	if want := `{"a":{"value":null,"n":0},"b":{"value":null,"n":0},"diff":{"value":null,"low":null,"high":null,"n":0},"p":null,"groups":0}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

func TestDifferenceIsDeterministic(t *testing.T) {
	cells := experiment(rand.New(rand.NewPCG(1, 2)), 40, 0.1, true)
	a, b, c := Paired(cells, 1), Paired(cells, 1), Paired(cells, 2)
	if a != b {
		t.Errorf("one seed, two results: %+v, %+v", a, b)
	}
	if a.Value != c.Value || a.Low == c.Low {
		t.Errorf("another seed: %+v, %+v", a, c)
	}
}

// Folding keeps the sums of groups, and the width of the interval.
func TestGroupsFold(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	g, few := NewGroups(2), NewGroups(2)
	var whole []Cell
	for i := range 5000 {
		key := rng.Uint64()
		cells := g.Of(key)
		a := rng.NormFloat64()
		b := a + 0.02 + rng.NormFloat64()
		cells[1].Pair(a, b)
		var c Cell
		c.Pair(a, b)
		whole = append(whole, c)
		if i < MaxGroups {
			few.Of(key)[0].AddA(a)
		}
	}
	if !g.Folded() || few.Folded() || len(few.Figure(0)) != MaxGroups || len(few.Figure(1)) != 0 {
		t.Fatalf("folded %v, %v; %d groups", g.Folded(), few.Folded(), len(few.Figure(0)))
	}
	folded, all := Paired(g.Figure(1), 3), Paired(whole, 3)
	if folded.N != all.N || math.Abs(folded.Value-all.Value) > 1e-12 || folded.Groups > MaxGroups {
		t.Errorf("%+v, unfolded %+v", folded, all)
	}
	if ratio := (folded.High - folded.Low) / (all.High - all.Low); ratio < 0.9 || ratio > 1.1 {
		t.Errorf("the interval is %.2f times as wide", ratio)
	}
}

// By hand, after Holm: 0.01*4, 0.02*3, 0.03*2 (but not below the previous value), 0.5.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.03, 0.01, math.NaN(), 0.5, 0.02})
	want := []float64{0.06, 0.04, math.NaN(), 0.5, 0.06}
	for i := range want {
		if !near(got[i], want[i], 1e-15) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
