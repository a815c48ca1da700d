package gateway

import (
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
)

// entropy is the uncertainty about an aspect over equally weighted solutions, in bits.
// Solutions with the same value agree. A solution that leaves the aspect open is
// uniform over the domain; an infinite domain counts as 1/epsilon values (F2).
func entropy(solutions []certainty.Candidate, sets map[string]domains.Set, tool, aspect string) (bits float64) {
	d, ok := sets[tool].Get(aspect)
	if !ok {
		d.Size = domains.Infinite
	}
	n := d.N(0)
	named, of, open := map[string]float64{}, 0.0, 0.0
	for i := range solutions {
		if c := &solutions[i].Call; c.Name == tool {
			of++
			if v, given := c.Arguments.Get(aspect); given && certainty.Unspecified(v) {
				open++
			} else {
				named[v.Key()]++
			}
		}
	}
	if of == 0 {
		return 0
	}
	each := open / of / n // share of each value from open solutions
	keys := make([]string, 0, len(named))
	for k := range named {
		keys = append(keys, k)
	}
	slices.Sort(keys) // for the same sum on every machine
	for _, k := range keys {
		p := named[k]/of + each
		bits -= p * math.Log2(p)
	}
	if rest := n - float64(len(keys)); rest > 0 && each > 0 {
		bits -= rest * each * math.Log2(each)
	}
	return max(bits, 0)
}
