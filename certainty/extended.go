package certainty

import "math"

// extended is a number of at least 0 with the precision of float64 and a
// separate exponent: frac * 2^exp with frac in [0.5, 1), or exactly 0. Products
// of thousands of certainties neither underflow nor overflow.
type extended struct {
	frac float64
	exp  int
}

var one = extended{0.5, 1}

// extend converts a finite float64 of at least 0.
func extend(f float64) extended {
	frac, exp := math.Frexp(f)
	return extended{frac, exp}
}

func (x extended) isZero() bool { return x.frac == 0 }

// float returns the nearest float64, which may be 0 although x is not.
func (x extended) float() float64 { return math.Ldexp(x.frac, x.exp) }

// log returns the natural logarithm, -Inf for 0.
func (x extended) log() float64 {
	if x.isZero() {
		return math.Inf(-1)
	}
	return math.Log(x.frac) + float64(x.exp)*math.Ln2
}

func (x extended) mul(y extended) extended {
	z := extend(x.frac * y.frac)
	if z.isZero() {
		return z
	}
	z.exp += x.exp + y.exp
	return z
}

// div returns x/y for y other than 0.
func (x extended) div(y extended) extended {
	z := extend(x.frac / y.frac)
	if z.isZero() {
		return z
	}
	z.exp += x.exp - y.exp
	return z
}

func (x extended) add(y extended) extended {
	if x.isZero() {
		return y
	}
	if y.isZero() {
		return x
	}
	if x.exp < y.exp {
		x, y = y, x
	}
	z := extend(x.frac + math.Ldexp(y.frac, y.exp-x.exp))
	z.exp += x.exp
	return z
}

// cmp returns -1, 0 or 1 as x is less than, equal to or greater than y.
func (x extended) cmp(y extended) int {
	switch {
	case x == y:
		return 0
	case x.isZero():
		return -1
	case y.isZero():
		return 1
	case x.exp != y.exp:
		if x.exp < y.exp {
			return -1
		}
		return 1
	case x.frac < y.frac:
		return -1
	default:
		return 1
	}
}

// same is the relative difference up to which two products tie. It is larger
// than the rounding errors of different orders of multiplication.
const same = 1e-12

// exceeds reports whether x is greater than y by more than rounding.
func (x extended) exceeds(y extended) bool {
	return x.cmp(y) > 0 && x.cmp(y.mul(extend(1+same))) > 0
}
