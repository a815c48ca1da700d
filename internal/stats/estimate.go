package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Level is the confidence level of every interval.
const Level = 0.95

// z is the standard normal quantile at (1+Level)/2.
const z = 1.959963984540054

// Estimate is a figure with its interval. If N is too small for a figure or for an
// interval, these are NaN, and null in JSON.
type Estimate struct {
	Value float64 // the figure as measured
	Low   float64 // the interval at Level
	High  float64
	N     int64 // number of observations
}

// MarshalJSON writes {"value", "low", "high", "n"}.
func (e Estimate) MarshalJSON() ([]byte, error) {
	b := appendNumber([]byte(`{"value":`), e.Value)
	b = appendNumber(append(b, `,"low":`...), e.Low)
	b = appendNumber(append(b, `,"high":`...), e.High)
	b = strconv.AppendInt(append(b, `,"n":`...), e.N, 10)
	return append(b, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Estimate) UnmarshalJSON(text []byte) error {
	var raw struct {
		Value, Low, High *float64
		N                int64
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	number := func(f *float64) float64 {
		if f == nil {
			return math.NaN()
		}
		return *f
	}
	*e = Estimate{number(raw.Value), number(raw.Low), number(raw.High), raw.N}
	return nil
}

func appendNumber(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64)
}

// String gives the figure and its interval with four digits after the point, or "none"
// without a figure.
func (e Estimate) String() string {
	switch {
	case math.IsNaN(e.Value):
		return "none"
	case math.IsNaN(e.Low):
		return fmt.Sprintf("%.4f", e.Value)
	}
	return fmt.Sprintf("%.4f [%.4f, %.4f]", e.Value, e.Low, e.High)
}

// Percent is String in per cent, for rates.
func (e Estimate) Percent() string {
	if math.IsNaN(e.Value) {
		return "none"
	}
	if math.IsNaN(e.Low) {
		return fmt.Sprintf("%.1f%%", 100*e.Value)
	}
	return fmt.Sprintf("%.1f%% [%.1f%%, %.1f%%]", 100*e.Value, 100*e.Low, 100*e.High)
}

func none(n int64) Estimate {
	return Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), N: n}
}

// Wilson is the rate k/n with Wilson's score interval (E. B. Wilson 1927). The interval
// stays within [0,1] and has a width also at k = 0 and k = n. The rate is NaN for n = 0 and
// for k outside of 0..n.
func Wilson(k, n int64) Estimate {
	if n <= 0 || k < 0 || k > n {
		return none(max(n, 0))
	}
	e := wilson(float64(k)/float64(n), float64(n))
	e.N = n
	return e
}

// wilson is the interval of a rate p of m rows.
func wilson(p, m float64) Estimate {
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	e := Estimate{Value: p, Low: max(0, centre-half), High: min(1, centre+half)}
	if p == 0 {
		e.Low = 0 // exact; rounding may leave a small error
	}
	if p == 1 {
		e.High = 1
	}
	return e
}
