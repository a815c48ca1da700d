package certainty

import "slices"

// state is a set of terms that still may hold, and the probability of it.
type state struct {
	alive uint16
	p     float64
}

// negligible is a probability whose states are dropped: all of them together do
// not reach the last bit of a result.
const negligible = 1e-40

// uncovered returns the probability that none of the terms holds, where a term
// holds if every dimension that it asks something of takes the value asked for,
// each dimension being uniform and independent. Every term asks something.
//
// The dimensions are drawn one after the other, and all draws that leave the
// same terms possible are one state. There are at most 2^len(terms) states at a
// time, so the time is O(dimensions * 2^terms); in truth few, since a state is
// decided when its last term has failed or the first has held, and the terms are
// taken up one by one.
func uncovered(dims []dimension, terms uint16) float64 {
	dims = order(dims, terms)
	later := make([]uint16, len(dims)+1) // the terms that ask something from there on
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
				if alive&last == 0 { // else a term holds: covered
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

// merge adds up equal states, and moves those without terms to free.
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
