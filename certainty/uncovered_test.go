package certainty

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ask is a value that a term requires of a dimension.
type ask struct {
	dim   int
	value cell
}

// randomTerms returns terms over random dimensions, and the sizes of these.
func randomTerms(r *rand.Rand, dims, terms, asks int) (sizes []float64, out [][]ask) {
	for range dims {
		sizes = append(sizes, float64(2+r.IntN(4)))
	}
	for range terms {
		var term []ask
		for _, d := range r.Perm(dims)[:1+r.IntN(asks)] {
			term = append(term, ask{d, cell(r.IntN(2))})
		}
		out = append(out, term)
	}
	return sizes, out
}

func dimensionsOf(sizes []float64, terms [][]ask) []dimension {
	dims := make([]dimension, len(sizes))
	for i := range dims {
		dims[i].n = sizes[i]
		for t := range terms {
			for _, a := range terms[t] {
				if a.dim == i {
					dims[i].name(a.value, 1<<t)
				}
			}
		}
	}
	return dims
}

// byInclusionExclusion is the textbook sum over all subsets of terms.
func byInclusionExclusion(sizes []float64, terms [][]ask) float64 {
	total := 0.0
	for set := range 1 << len(terms) {
		p := 1.0
		fixed := make(map[int]cell)
		for t := range terms {
			if set>>t&1 == 0 {
				continue
			}
			p = -p
			for _, a := range terms[t] {
				if v, ok := fixed[a.dim]; ok && v != a.value {
					p = 0
				} else if !ok {
					fixed[a.dim] = a.value
					p /= sizes[a.dim]
				}
			}
		}
		total += p
	}
	return total
}

func TestUncoveredIsInclusionExclusion(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		sizes, terms := randomTerms(r, 3+r.IntN(12), 1+r.IntN(9), 3)
		got := uncovered(dimensionsOf(sizes, terms), 1<<len(terms)-1)
		if want := byInclusionExclusion(sizes, terms); math.Abs(got-want) > 1e-11 {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
	}
}

// The worst case found for fifteen terms over forty aspects: terms that require
// the same value share every aspect, so that none decides another.
func BenchmarkUncoveredEntangled(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 3))
	terms := make([][]ask, MaxCandidates-1)
	sizes := make([]float64, 40)
	for d := range sizes {
		sizes[d] = 2
		for _, t := range r.Perm(len(terms))[:3] {
			terms[t] = append(terms[t], ask{d, 0})
		}
	}
	dims := dimensionsOf(sizes, terms)
	for b.Loop() {
		uncovered(dims, 1<<len(terms)-1)
	}
}

func TestExtended(t *testing.T) {
	tiny, huge := one, one
	for range 5000 {
		tiny = tiny.div(extend(10000))
		huge = huge.mul(extend(10000))
	}
	if tiny.isZero() || tiny.float() != 0 || math.IsInf(tiny.log(), 0) {
		t.Errorf("1e-20000 is %+v", tiny)
	}
	if got := tiny.mul(huge).float(); math.Abs(got-1) > 1e-9 {
		t.Errorf("1e-20000 * 1e20000 = %v, want 1", got)
	}
	if got := tiny.add(one); got != one {
		t.Errorf("1 + 1e-20000 = %+v", got)
	}
	for _, c := range []struct {
		x, y float64
		want int
	}{{0, 0, 0}, {0, 1, -1}, {1, 0, 1}, {2, 3, -1}, {3, 2, 1}, {4, 2, 1}, {1, 4, -1}} {
		if got := extend(c.x).cmp(extend(c.y)); got != c.want {
			t.Errorf("cmp(%v, %v) = %d, want %d", c.x, c.y, got, c.want)
		}
	}
	if !math.IsInf(extend(0).log(), -1) {
		t.Error("the logarithm of 0 is not -Inf")
	}
}
