package certainty

import "slices"

// state is a set of terms that may still hold, with its probability.
type state struct {
	alive uint16
	p     float64
}

// negligible is a probability below which states are dropped. All dropped states
// together do not reach the last bit of a result.
const negligible = 1e-40

// uncovered returns the probability that no term holds. A term holds if every
// dimension that it depends on has the value that it requires; the dimensions
// are uniform and independent. Every term depends on some dimension.
//
// The dimensions are drawn one after the other. Draws that leave the same terms
// possible are merged into one state, so that there are at most 2^len(terms)
// states and the time is O(dimensions * 2^terms). In practice there are few
// states: a state ends when all its terms have failed or one holds, and terms
// are decided one after the other.
func uncovered(dims []dimension, terms uint16) float64 {
	dims = order(dims, terms)
	later := make([]uint16, len(dims)+1) // the terms that depend on this dimension or a later one
	for i := len(dims) - 1; i >= 0; i-- {
		later[i] = later[i+1] | dims[i].touched
	}
	states := []state{{terms, 1}}
	free := 0.0
	var next []state
	for i := range dims {
		d := &dims[i]
		last := d.touched &^ later[i+1]
		next = next[:0]
		for _, s := range states {
			rest := d.n
			for _, askers := range d.askers {
				if s.alive&askers == 0 {
					continue
				}
				rest--
				alive := s.alive &^ (d.touched &^ askers)
				if alive&last == 0 { // else some term holds
					next = append(next, state{alive, s.p / d.n})
				}
			}
			if alive := s.alive &^ d.touched; rest > 0 {
				next = append(next, state{alive, s.p * (rest / d.n)})
			}
		}
		states, next = merge(next, &free), states
	}
	return min(free, 1)
}

// merge adds up equal states, and moves states without terms to free.
func merge(states []state, free *float64) []state {
	slices.SortFunc(states, func(a, b state) int { return int(a.alive) - int(b.alive) })
	kept := states[:0]
	for _, s := range states {
		switch {
		case s.alive == 0:
			*free += s.p
		case s.p < negligible:
		case len(kept) > 0 && kept[len(kept)-1].alive == s.alive:
			kept[len(kept)-1].p += s.p
		default:
			kept = append(kept, s)
		}
	}
	return kept
}
