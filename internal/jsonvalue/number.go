package jsonvalue

import (
	"math/big"
	"strconv"
	"strings"
)

// Decimal is the exact value of a JSON number: (-1)^Neg * Digits * 10^Exp, without leading
// or trailing zeros in Digits ("" is zero). Two numbers are equal exactly if their Decimals
// are. It is never expanded, so that 1e999999999 is as cheap as 1.
type Decimal struct {
	Neg    bool
	Digits string
	exp    int64
	bigExp string // the exponent in decimal, if it does not fit into exp
}

// ParseDecimal reads a valid JSON number literal.
func ParseDecimal(lit string) Decimal {
	var d Decimal
	if strings.HasPrefix(lit, "-") {
		d.Neg, lit = true, lit[1:]
	}
	mantissa, expText := lit, ""
	if i := strings.IndexAny(lit, "eE"); i >= 0 {
		mantissa, expText = lit[:i], lit[i+1:]
	}
	digits, shift := mantissa, 0
	if i := strings.IndexByte(mantissa, '.'); i >= 0 {
		digits, shift = mantissa[:i]+mantissa[i+1:], len(mantissa)-i-1
	}
	digits = strings.TrimLeft(digits, "0")
	trimmed := strings.TrimRight(digits, "0")
	shift -= len(digits) - len(trimmed)
	if trimmed == "" {
		return Decimal{}
	}
	d.Digits = trimmed
	d.setExp(expText, int64(shift))
	return d
}

// longExp is the largest number of digits of an exponent that is kept as an integer. It
// leaves room for the shift by the digits of the mantissa. tooLong is the least exponent
// with more digits.
const (
	longExp = 17
	tooLong = 1e17
)

func (d *Decimal) setExp(text string, shift int64) {
	text = strings.TrimPrefix(text, "+")
	neg := strings.HasPrefix(text, "-")
	text = strings.TrimLeft(strings.TrimPrefix(text, "-"), "0")
	if len(text) <= longExp {
		e := int64(0)
		if text != "" {
			e, _ = strconv.ParseInt(text, 10, 64) // at most 17 digits: it fits
		}
		if neg {
			e = -e
		}
		if d.exp = e - shift; d.exp <= -tooLong || d.exp >= tooLong { // by the shift
			d.exp, d.bigExp = 0, strconv.FormatInt(d.exp, 10)
		}
		return
	}
	if neg {
		text = "-" + addSmall(text, shift)
	} else {
		text = addSmall(text, -shift)
	}
	if len(strings.TrimPrefix(text, "-")) <= longExp { // by the shift
		d.exp, _ = strconv.ParseInt(text, 10, 64)
	} else {
		d.bigExp = text
	}
}

// addSmall adds n to the positive decimal text. The text has more than longExp digits and
// so keeps its sign. addSmall is linear; big.Int would not be.
func addSmall(text string, n int64) string {
	out := []byte(text)
	for i := len(out) - 1; i >= 0 && n != 0; i-- {
		sum := int64(out[i]-'0') + n
		digit := (sum%10 + 10) % 10
		out[i] = byte('0' + digit)
		n = (sum - digit) / 10
	}
	if n > 0 {
		return strconv.FormatInt(n, 10) + string(out)
	}
	return strings.TrimLeft(string(out), "0")
}

// Equal reports whether both are the same number.
func (d Decimal) Equal(o Decimal) bool { return d == o }

// IsZero reports whether d is 0 (or -0, which is the same number).
func (d Decimal) IsZero() bool { return d.Digits == "" }

// IsInteger reports whether d is a whole number.
func (d Decimal) IsInteger() bool {
	return d.IsZero() || (d.bigExp == "" && d.exp >= 0) || (d.bigExp != "" && d.bigExp[0] != '-')
}

// Int64 returns d as an int64; ok is false if d is no whole number or does not fit.
func (d Decimal) Int64() (i int64, ok bool) {
	if d.IsZero() {
		return 0, true
	}
	if !d.IsInteger() || d.bigExp != "" || d.exp > 19 || len(d.Digits)+int(d.exp) > 19 {
		return 0, false
	}
	s := d.Digits + strings.Repeat("0", int(d.exp))
	if d.Neg {
		s = "-" + s
	}
	i, err := strconv.ParseInt(s, 10, 64)
	return i, err == nil
}

// Rat returns d as an exact fraction. ok is false if that would take more than maxDigits
// digits, so that hostile exponents cost nothing.
func (d Decimal) Rat(maxDigits int) (r *big.Rat, ok bool) {
	if d.IsZero() {
		return new(big.Rat), true
	}
	if d.bigExp != "" || d.exp > int64(maxDigits) || d.exp < -int64(maxDigits) || len(d.Digits) > maxDigits {
		return nil, false
	}
	r, ok = new(big.Rat).SetString(d.Key())
	return r, ok
}

// Key returns a text that is equal exactly for equal numbers.
func (d Decimal) Key() string {
	switch {
	case d.IsZero():
		return "0"
	case !d.Neg && d.exp == 0 && d.bigExp == "":
		return d.Digits
	}
	var b strings.Builder
	if d.Neg {
		b.WriteByte('-')
	}
	b.WriteString(d.Digits)
	if d.bigExp != "" {
		b.WriteString("e" + d.bigExp)
	} else if d.exp != 0 {
		b.WriteString("e" + strconv.FormatInt(d.exp, 10))
	}
	return b.String()
}
