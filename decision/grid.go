package decision

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Grid is a parameter with the values to try.
type Grid struct {
	Name   string
	Values []float64
}

// MaxCells is the number of cells of a replay; every episode is played once in each.
const MaxCells = 100_000

// ParseGrid reads "tau=0.5:0.9:0.1" (from, to and step, both ends included) or "p=1,2,3".
func ParseGrid(text string) (g Grid, err error) {
	name, values, ok := strings.Cut(text, "=")
	bad := func() (Grid, error) {
		return Grid{}, fmt.Errorf("decision: %.60q is no grid; give name=from:to:step with a step above 0, or name=value,value", text)
	}
	if g.Name = strings.TrimSpace(name); !ok || g.Name == "" {
		return bad()
	}
	var numbers []float64
	parts := strings.FieldsFunc(values, func(r rune) bool { return r == ':' || r == ',' })
	for _, part := range parts {
		f, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || math.IsNaN(f) {
			return bad()
		}
		numbers = append(numbers, f)
	}
	if !strings.Contains(values, ":") {
		if g.Values = numbers; len(numbers) == 0 {
			return bad()
		}
		return g, nil
	}
	if len(numbers) != 3 || strings.Contains(values, ",") || !(numbers[2] > 0) || numbers[1] < numbers[0] || math.IsInf(numbers[1]-numbers[0], 0) {
		return bad()
	}
	from, to, step := numbers[0], numbers[1], numbers[2]
	n := math.Floor((to-from)/step + 1e-9)
	if n >= MaxCells {
		return g, fmt.Errorf("decision: the grid %.60q has more than %d values", text, MaxCells)
	}
	for i := range int(n) + 1 {
		// Drop rounding errors of the product: 0.30000000000000004 means 0.3.
		g.Values = append(g.Values, math.Round((from+float64(i)*step)*1e12)/1e12)
	}
	return g, nil
}

// cellsOf returns all combinations, the last grid changing fastest; one empty cell
// without grids.
func cellsOf(grids []Grid) ([][]Param, error) {
	cells := [][]Param{nil}
	for i, g := range grids {
		if slices.ContainsFunc(grids[:i], func(o Grid) bool { return o.Name == g.Name }) {
			return nil, fmt.Errorf("decision: there are two grids of %.40q", g.Name)
		}
		if len(cells)*len(g.Values) > MaxCells {
			return nil, fmt.Errorf("decision: the grids have more than %d cells", MaxCells)
		}
		next := make([][]Param, 0, len(cells)*len(g.Values))
		for _, c := range cells {
			for _, v := range g.Values {
				next = append(next, append(slices.Clone(c), Param{g.Name, v}))
			}
		}
		cells = next
	}
	return cells, nil
}
