package certainty

import "slices"

// partition returns the EVPI of mode partition (F6; SAGE-Agent section 5.2, step
// 3, to the letter). It divides the candidates, weighted by pi, into cells by
// their values on the aspects. Unspecified counts as one value, and another tool
// as one cell. V_after - V_now is the sum of the greatest pi of each cell,
// without the greatest of all.
func (b *Belief) partition(g *group, cols []*column) float64 {
	var best []float64 // for each cell
	var first []int    // for each cell: index, within the tool, of a candidate in it
	other := 0.0
	for _, i := range b.kept {
		c := &b.merged[i]
		pi := c.pi.float()
		if c.tool != g.tool {
			other = max(other, pi)
			continue
		}
		at := slices.IndexFunc(first, func(f int) bool { return alike(cols, f, c.at) })
		if at < 0 {
			at = len(first)
			first = append(first, c.at)
			best = append(best, 0)
		}
		best[at] = max(best[at], pi)
	}
	best = append(best, other)
	slices.Sort(best)
	gain := 0.0
	for _, pi := range best[:len(best)-1] {
		gain += pi
	}
	return gain
}

// alike reports whether two candidates have the same value on every aspect.
func alike(cols []*column, x, y int) bool {
	for _, c := range cols {
		if c.cells[x] != c.cells[y] {
			return false
		}
	}
	return true
}
