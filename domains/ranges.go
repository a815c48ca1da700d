package domains

// maxOverlaps is the number of ranges up to which all intersections are
// counted.
const maxOverlaps = 6

// countOverlapping is the number of values in the union of finite ranges, by
// inclusion and exclusion. The intersection of ranges is a range whose step is
// the least common multiple of their steps. No size here is saturated.
func countOverlapping(ranges []Domain) int64 {
	total := int64(0)
	for subset := 1; subset < 1<<len(ranges); subset++ {
		var n numbers
		integer, sign := false, int64(-1)
		for i := range ranges {
			if subset&(1<<i) == 0 {
				continue
			}
			r := &ranges[i]
			own := r.numbers()
			n.atLeast(own.min.text, own.min.excl)
			n.atMost(own.max.text, own.max.excl)
			n.steps = append(n.steps, own.steps...)
			integer, sign = integer || r.integer(), -sign
		}
		total += sign * countBetween(n.min, n.max, n.step(integer))
	}
	return min(total, MaxSize)
}
