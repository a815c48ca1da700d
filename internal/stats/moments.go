package stats

import (
	"math"
	"slices"
)

// Moments are the count, mean and spread of a stream of numbers, by Welford's recurrence,
// which is numerically stable. The zero Moments are empty.
type Moments struct {
	n        int64
	mean, m2 float64
}

// Add adds one number.
func (m *Moments) Add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.m2 += d * (x - m.mean)
}

// N is the number of added numbers.
func (m *Moments) N() int64 { return m.n }

// SD is the sample standard deviation, NaN for fewer than two numbers.
func (m *Moments) SD() float64 {
	if m.n < 2 {
		return math.NaN()
	}
	return math.Sqrt(m.m2 / float64(m.n-1))
}

// Mean is the mean with Student's t interval. A single number has no interval; without
// numbers the mean is NaN.
func (m *Moments) Mean() Estimate {
	if m.n == 0 {
		return none(0)
	}
	e := Estimate{Value: m.mean, Low: math.NaN(), High: math.NaN(), N: m.n}
	if m.n > 1 {
		half := StudentQuantile((1+Level)/2, float64(m.n-1)) * m.SD() / math.Sqrt(float64(m.n))
		e.Low, e.High = m.mean-half, m.mean+half
	}
	return e
}

// Balanced is the mean of the means of classes, with the interval of a stratified sample
// (Student's t, with degrees of freedom by F. E. Satterthwaite 1946). There is no interval
// if a class has a single number. Empty classes are left out.
func Balanced(classes []Moments) Estimate {
	k, n, mean, variance, spread := 0.0, int64(0), 0.0, 0.0, 0.0
	for i := range classes {
		if c := &classes[i]; c.n > 0 {
			part := c.SD() * c.SD() / float64(c.n)
			k++
			n += c.n
			mean += c.mean
			variance += part
			spread += part * part / float64(c.n-1)
		}
	}
	if n == 0 {
		return none(0)
	}
	e := Estimate{Value: mean / k, Low: math.NaN(), High: math.NaN(), N: n}
	half := 0.0
	if variance > 0 {
		half = StudentQuantile((1+Level)/2, variance*variance/spread) * math.Sqrt(variance) / k
	}
	if !math.IsNaN(variance) {
		e.Low, e.High = e.Value-half, e.Value+half
	}
	return e
}

// Description summarises numbers.
type Description struct{ Mean, Max, Min, Median, SD float64 }

// Describe describes at least one number, and sorts its argument. SD is NaN for a single
// number. A figure beyond the range of float64 is infinite or NaN.
func Describe(values []float64) Description {
	var m Moments
	for _, x := range values {
		m.Add(x)
	}
	slices.Sort(values)
	n := len(values)
	median := values[n/2]
	if n%2 == 0 {
		median = (values[n/2-1] + values[n/2]) / 2
	}
	return Description{Mean: m.mean, Max: values[n-1], Min: values[0], Median: median, SD: m.SD()}
}

// Merge returns the moments of both streams (T. F. Chan, G. H. Golub, R. J. LeVeque 1979).
func (m Moments) Merge(o Moments) Moments {
	if m.n == 0 || o.n == 0 {
		m.n += o.n
		m.mean += o.mean
		m.m2 += o.m2
		return m
	}
	n, d := m.n+o.n, o.mean-m.mean
	return Moments{n, m.mean + d*float64(o.n)/float64(n), m.m2 + o.m2 + d*d*float64(m.n)*float64(o.n)/float64(n)}
}
