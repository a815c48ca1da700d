package domains

// maxOverlaps is the number of ranges up to which each of their intersections
// is counted.
const maxOverlaps = 6

// countOverlapping is the number of values in the union of finite ranges, by
// inclusion and exclusion: what several ranges share is a range again, with the
// least common multiple of their steps. No size among them is saturated.
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
