package report

import (
	"math"
	"strconv"
)

// step returns the smallest of 1, 2 and 5 times a power of ten that divides a
// span into at most so many parts.
func step(span float64, parts int) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(span/float64(parts))))
	for _, m := range []float64{1, 2, 5} {
		if span/(m*unit) <= float64(parts) {
			return m * unit
		}
	}
	return 10 * unit
}

// countTicks are round counts from 0 to the first that is not below the largest,
// which is the end of the axis.
func countTicks(most int) (out []tick, top int) {
	each := max(1, int(step(float64(most), 4)))
	top = (most + each - 1) / each * each
	for n := 0; n <= top; n += each {
		out = append(out, tick{At: length(up(float64(n) / float64(top))), Label: strconv.Itoa(n)})
	}
	return out, top
}

// horizontal are round figures from low to high; only the ends, in full, where
// figures are so extreme that round ones are long, or not to be told apart.
func horizontal(low, high float64) (out []tick) {
	span := high - low
	each := step(span, 5)
	first := math.Ceil(low/each - 1e-9)
	if magnitude := max(math.Abs(low), math.Abs(high)); math.IsInf(span, 0) || magnitude >= 1e5 || magnitude < 1e-3 || span < 1e-3*magnitude {
		return []tick{{length(across(0)), long(low), "start"}, {length(across(1)), long(high), "end"}}
	}
	for k := first; k*each <= high+1e-9*each; k++ {
		// k*each has the digits of a product (3*0.1), and may be -0.
		label := strconv.FormatFloat(k*each+0, 'g', 6, 64)
		out = append(out, tick{At: length(across((k*each - low) / span)), Label: label, Anchor: "middle"})
	}
	return out
}

// long is a figure in all its digits where they fit beside another, else in six.
func long(x float64) string {
	for _, form := range []byte{'g', 'f'} {
		if s := strconv.FormatFloat(x, form, -1, 64); len(s) <= 20 {
			return s
		}
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
