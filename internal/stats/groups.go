package stats

// MaxGroups is the number of groups that a Groups keeps apart before it folds them.
const MaxGroups = 1024

// Cell holds the sums of one figure over the rows of a group, on two sides A and B.
type Cell struct {
	A, B   float64 // sums of the figure
	D      float64 // sum of B - A over the pairs, without rows that are added alone
	NA, NB int64   // number of rows in the sums
}

// Pair adds a row of A and the row of B that it is paired with.
func (c *Cell) Pair(a, b float64) {
	c.AddA(a)
	c.AddB(b)
	c.D += b - a
}

// AddA adds a row of A alone.
func (c *Cell) AddA(a float64) { c.A += a; c.NA++ }

// AddB adds a row of B alone.
func (c *Cell) AddB(b float64) { c.B += b; c.NB++ }

func (c *Cell) add(o *Cell) {
	c.A += o.A
	c.B += o.B
	c.D += o.D
	c.NA += o.NA
	c.NB += o.NB
}

// Groups holds a Cell for each figure of each group, in bounded memory: above MaxGroups,
// groups with keys that are equal modulo MaxGroups are folded into one. Comparisons remain
// valid, because sums of independent groups are independent, too. Folding loses degrees of
// freedom, but so many remain that it does not matter.
type Groups struct {
	figures int
	index   map[uint64]int // nil once the groups are folded
	cells   []Cell         // group by group
}

// NewGroups returns an empty table for that many figures.
func NewGroups(figures int) *Groups {
	return &Groups{figures: figures, index: map[uint64]int{}}
}

// Of returns the cells of a group, one for each figure. The caller may add to them until
// the next call. Keys have to be spread evenly over their range, as digests are.
func (g *Groups) Of(key uint64) []Cell {
	at := int(key % MaxGroups)
	if g.index != nil {
		var ok bool
		if at, ok = g.index[key]; !ok {
			if len(g.index) == MaxGroups {
				g.fold()
				return g.Of(key)
			}
			at = len(g.index)
			g.index[key] = at
			g.cells = append(g.cells, make([]Cell, g.figures)...)
		}
	}
	return g.cells[at*g.figures:][:g.figures]
}

func (g *Groups) fold() {
	cells := make([]Cell, MaxGroups*g.figures)
	at := make([]uint64, len(g.index))
	for key, i := range g.index {
		at[i] = key % MaxGroups
	}
	for i, to := range at { // in order: the sums of floats depend on it
		for k := range g.figures {
			cells[int(to)*g.figures+k].add(&g.cells[i*g.figures+k])
		}
	}
	g.cells, g.index = cells, nil
}

// Folded reports whether there were more than MaxGroups groups.
func (g *Groups) Folded() bool { return g.index == nil }

// Each calls do with the cells of each group, in an order that depends only on the rows.
func (g *Groups) Each(do func(cells []Cell)) {
	for at := 0; at < len(g.cells); at += g.figures {
		do(g.cells[at : at+g.figures])
	}
}

// Figure returns the cells of one figure, without groups that have no row for it.
func (g *Groups) Figure(k int) []Cell {
	var out []Cell
	for ; k < len(g.cells); k += g.figures {
		if c := g.cells[k]; c.NA > 0 || c.NB > 0 {
			out = append(out, c)
		}
	}
	return out
}
