package certainty

import "math/bits"

// The exact EVPI (F6). On the aspects of a question, each candidate of the tool
// is a box: one cell on each aspect, or all n(D) cells of the domain. V_after is
// the sum over all cells of the greatest v among the boxes that contain the cell.
// For candidates by falling v this is
//
//	V_after = sum over i of v_i * (cells of box i outside all earlier boxes)
//	        = sum over i of v_i |box i| * f_i
//
// Here v_i |box i| is a product and at most pi_i. f_i is the probability that a
// uniform cell of box i lies outside all earlier boxes. The intersection of an
// earlier box with box i is a conjunction of conditions "aspect a has value x".
// So f_i is the probability that none of several conjunctions holds, over
// independent uniform aspects: see uncovered. Nothing is subtracted, so that
// nothing cancels.

// box is the v of a candidate and its index into the cells of its tool's columns.
type box struct {
	v  extended
	at int
}

// exact returns V_after - V_now for a question about the aspects cols of a tool.
// boxes are the tool's candidates with v > 0, by falling v. others is the
// greatest v of another tool's candidates, which is the single cell "another tool
// is meant".
func exact(cols []*column, boxes []box, others extended) float64 {
	if len(boxes) == 0 {
		return 0
	}
	gain := 0.0
	rest := boxes
	if boxes[0].v.cmp(others) >= 0 { // the best call now is that of the first box
		gain = others.float() + boxes[0].v.mul(less1(size(cols, boxes[0].at))).float()
		rest = boxes[1:]
	}
	for i := len(boxes) - len(rest); i < len(boxes); i++ {
		b := boxes[i]
		if f := fresh(cols, boxes[:i], b); f > 0 {
			gain += b.v.mul(size(cols, b.at)).float() * f
		}
	}
	return gain
}

// size returns the number of cells in the box of candidate at.
func size(cols []*column, at int) extended {
	cells := one
	for _, c := range cols {
		if c.cells[at] == wild {
			cells = cells.mul(extend(c.n))
		}
	}
	return cells
}

// less1 returns x - 1 for x of at least 1.
func less1(x extended) extended {
	if x.exp > 64 {
		return x
	}
	return extend(max(0, x.float()-1))
}

// fresh returns f of box b: the share of its cells outside all earlier boxes.
func fresh(cols []*column, earlier []box, b box) float64 {
	var dims []dimension
	alive := uint16(0)
	terms := 0
	meets := make([]bool, len(earlier))
	for j := range earlier {
		needs, ok := overlap(cols, earlier[j].at, b.at)
		if ok && needs == 0 {
			return 0
		}
		if meets[j] = ok; ok {
			alive |= 1 << terms
			terms++
		}
	}
	if terms == 0 {
		return 1
	}
	for _, c := range cols {
		if c.cells[b.at] != wild {
			continue
		}
		d := dimension{n: c.n}
		term := uint16(1)
		for j := range earlier {
			if !meets[j] {
				continue
			}
			if at := c.cells[earlier[j].at]; at != wild {
				d.name(at, term)
			}
			term <<= 1
		}
		if d.touched != 0 {
			dims = append(dims, d)
		}
	}
	return uncovered(dims, alive)
}

// overlap returns the number of aspects on which box b has several cells and box
// e only one of them. ok is false if the boxes have no cell in common.
func overlap(cols []*column, e, b int) (needs int, ok bool) {
	for _, c := range cols {
		x, y := c.cells[e], c.cells[b]
		switch {
		case x == y: // the same cell, or the whole domain
		case x == wild:
			if !c.inside[y] {
				return 0, false
			}
		case y == wild:
			if !c.inside[x] {
				return 0, false
			}
			needs++
		default:
			return 0, false
		}
	}
	return needs, true
}

// dimension is an aspect on which the drawn cell is uniform over n values. Each
// bit of a mask stands for a term; a term may require one of the values.
type dimension struct {
	n       float64
	values  []cell
	askers  []uint16 // for each value, the terms that require it
	touched uint16   // all terms that require some value
}

func (d *dimension) name(at cell, term uint16) {
	d.touched |= term
	for i := range d.values {
		if d.values[i] == at {
			d.askers[i] |= term
			return
		}
	}
	d.values = append(d.values, at)
	d.askers = append(d.askers, term)
}

// order groups the dimensions by term, terms with few dimensions first, so that
// few terms are undecided at any time.
func order(dims []dimension, terms uint16) []dimension {
	sorted := make([]dimension, 0, len(dims))
	taken := make([]bool, len(dims))
	for terms != 0 {
		best, fewest := 0, len(dims)+1
		for t := terms; t != 0; t &= t - 1 {
			left := 0
			for i := range dims {
				if !taken[i] && dims[i].touched&(t&-t) != 0 {
					left++
				}
			}
			if left < fewest {
				best, fewest = bits.TrailingZeros16(t), left
			}
		}
		terms &^= 1 << best
		for i := range dims {
			if !taken[i] && dims[i].touched&(1<<best) != 0 {
				taken[i] = true
				sorted = append(sorted, dims[i])
			}
		}
	}
	return sorted
}
