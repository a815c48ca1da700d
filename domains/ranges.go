package domains

import (
	"math/big"
	"slices"
)

// countIntervals is the number of whole numbers in the union of closed
// intervals.
func countIntervals(ranges []Domain) int64 {
	type interval struct{ lo, hi *big.Rat }
	all := make([]interval, len(ranges))
	for i, r := range ranges {
		lo, _, _ := rational(*r.Min)
		hi, _, _ := rational(*r.Max)
		all[i] = interval{lo, hi}
	}
	slices.SortFunc(all, func(a, b interval) int { return a.lo.Cmp(b.lo) })
	total, one := int64(0), big.NewRat(1, 1)
	cur := all[0]
	count := func(v interval) int64 { return countBetween(bound{rat: v.lo}, bound{rat: v.hi}, one) }
	for _, next := range all[1:] {
		switch {
		case next.lo.Cmp(cur.hi) > 0:
			total = addSize(total, count(cur))
			cur = next
		case next.hi.Cmp(cur.hi) > 0:
			cur.hi = next.hi
		}
	}
	return addSize(total, count(cur))
}

// countListed writes out short ranges and counts the distinct values.
func countListed(ranges []Domain) int64 {
	seen := map[string]struct{}{}
	for i := range ranges {
		r := &ranges[i]
		step := big.NewRat(1, 1)
		if r.Step != nil {
			if s, _, ok := rational(*r.Step); ok {
				step = s
			}
		}
		lo, _, _ := rational(*r.Min)
		first, exact := quotient(lo, step)
		if !exact || r.detail != nil && r.detail.openMin {
			first.Add(first, big.NewInt(1))
		}
		x := new(big.Rat).Mul(new(big.Rat).SetInt(first), step)
		for n := int64(0); n < r.Size; n++ {
			seen[x.RatString()] = struct{}{}
			x = new(big.Rat).Add(x, step)
		}
	}
	return int64(len(seen))
}
