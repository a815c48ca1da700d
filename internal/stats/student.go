package stats

import "math"

// StudentQuantile is the p-quantile of Student's distribution with df > 0 degrees of
// freedom, for p in (0,1); NaN otherwise. It is accurate to ten digits.
func StudentQuantile(p, df float64) float64 {
	if !(p > 0 && p < 1 && df > 0) {
		return math.NaN()
	}
	if p < 0.5 {
		return -StudentQuantile(1-p, df)
	}
	low, high := 0.0, 1.0
	for studentCDF(high, df) < p && high < 1e300 {
		low, high = high, high*2
	}
	for range 200 {
		mid := low + (high-low)/2
		if mid == low || mid == high {
			break
		}
		if studentCDF(mid, df) < p {
			low = mid
		} else {
			high = mid
		}
	}
	return low + (high-low)/2
}

// studentCDF is the probability of a value below t, for t >= 0.
func studentCDF(t, df float64) float64 {
	return 1 - incompleteBeta(df/(df+t*t), df/2, 0.5)/2
}

// incompleteBeta is the regularised incomplete beta function I_x(a,b), by the
// continued fraction of Abramowitz and Stegun 26.5.8 in Lentz's form.
func incompleteBeta(x, a, b float64) float64 {
	if x <= 0 {
		return 0
	}
	if x >= 1 {
		return 1
	}
	if x > (a+1)/(a+b+2) { // where the fraction converges slowly
		return 1 - incompleteBeta(1-x, b, a)
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	front := math.Exp(lab-la-lb+a*math.Log(x)+b*math.Log1p(-x)) / a
	return front * betaFraction(x, a, b)
}

func betaFraction(x, a, b float64) float64 {
	const tiny = 1e-300
	keep := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/keep(1-(a+b)*x/(a+1))
	f := d
	for i := 1; i <= 10000; i++ {
		m := float64(i)
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / keep(1+even*d)
		c = keep(1 + even/c)
		f *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / keep(1+odd*d)
		c = keep(1 + odd/c)
		step := d * c
		f *= step
		if math.Abs(step-1) < 1e-15 {
			break
		}
	}
	return f
}
