package domains

import (
	"math/big"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// bound is one end of a numeric range.
type bound struct {
	rat  *big.Rat // nil if there is no bound
	text Value    // as the schema wrote it
	excl bool
}

// excludes reports whether a number lies beyond the bound; dir is 1 for a lower bound and
// -1 for an upper one.
func (b *bound) excludes(r *big.Rat, dir int) bool {
	if b.rat == nil {
		return false
	}
	c := dir * r.Cmp(b.rat)
	return c < 0 || c == 0 && b.excl
}

// tighten replaces the bound by another one if that excludes more.
func (b *bound) tighten(v Value, excl bool, dir int) {
	if r, text, ok := rational(v); ok && !b.excludes(r, dir) {
		*b = bound{r, text, excl}
	}
}

// numbers is a conjunction of bounds and multiples.
type numbers struct {
	min, max bound
	steps    []*big.Rat
}

// maxSteps is the number of multiples that a number must meet at most.
const maxSteps = 16

// maxNumberDigits bounds the arithmetic on hostile literals such as 1e999999.
const maxNumberDigits = 400

// rational returns the exact value of a number, or of a string with a number in it
// ("minimum": "0" occurs). A literal of more than maxNumberDigits digits becomes a very
// large or very small number of the same sign.
func rational(v Value) (r *big.Rat, text Value, ok bool) {
	if v.Kind() == jsonvalue.String {
		n, isNumber := numberIn(v.Str())
		if !isNumber {
			return nil, v, false
		}
		v = n
	}
	if v.Kind() != jsonvalue.Number {
		return nil, v, false
	}
	d := jsonvalue.ParseDecimal(v.NumberText())
	if r, ok = d.Rat(maxNumberDigits); ok {
		return r, v, true
	}
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(maxNumberDigits), nil)
	r = new(big.Rat).SetInt(huge)
	if !d.IsInteger() {
		switch f, finite := v.Float(); {
		case finite && f != 0:
			return new(big.Rat).SetFloat64(f), v, true
		case finite:
			r.Inv(r)
		}
	}
	if d.Neg {
		r.Neg(r)
	}
	return r, v, true
}

// numberIn parses a text that is one JSON number, perhaps with white space around it.
func numberIn(s string) (Value, bool) {
	s = strings.TrimSpace(s)
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return Value{}, false
	}
	v, err := ParseValue(s)
	return v, err == nil && v.Kind() == jsonvalue.Number
}

func (n *numbers) atLeast(v Value, excl bool) { n.min.tighten(v, excl, 1) }
func (n *numbers) atMost(v Value, excl bool)  { n.max.tighten(v, excl, -1) }

func (n *numbers) multiple(v Value) {
	if r, _, ok := rational(v); ok && r.Sign() > 0 && len(n.steps) < maxSteps {
		n.steps = append(n.steps, r)
	}
}

// keyword reads one keyword about numbers and ignores others.
func (n *numbers) keyword(key string, v Value) {
	switch key {
	case "minimum":
		n.atLeast(v, false)
	case "maximum":
		n.atMost(v, false)
	case "exclusiveMinimum":
		n.atLeast(v, true)
	case "exclusiveMaximum":
		n.atMost(v, true)
	case "multipleOf", "divisibleBy":
		n.multiple(v)
	}
}

// draft4 reads exclusiveMinimum and exclusiveMaximum with the value true, which draft 4
// uses for the bound beside them.
func (n *numbers) draft4(schema Value) {
	if schema.Field("exclusiveMinimum").Bool() {
		n.atLeast(schema.Field("minimum"), true)
	}
	if schema.Field("exclusiveMaximum").Bool() {
		n.atMost(schema.Field("maximum"), true)
	}
}

// constrained reports whether a number must meet more than its type.
func (n *numbers) constrained() bool {
	return n.min.rat != nil || n.max.rat != nil || len(n.steps) > 0
}

// step is the smallest distance between admitted numbers: the least common
// multiple of all steps, and of 1 for whole numbers; nil where there is none.
func (n *numbers) step(integer bool) *big.Rat {
	var s *big.Rat
	if integer {
		s = big.NewRat(1, 1)
	}
	for _, t := range n.steps {
		if s == nil {
			s = t
			continue
		}
		// lcm(a/b, c/d) = lcm(a, c) / gcd(b, d) for fractions in lowest terms.
		num := new(big.Int).Mul(s.Num(), t.Num())
		num.Div(num, new(big.Int).GCD(nil, nil, s.Num(), t.Num()))
		den := new(big.Int).GCD(nil, nil, s.Denom(), t.Denom())
		if s = new(big.Rat).SetFrac(num, den); num.BitLen() > 8*maxNumberDigits {
			break // no range is wide enough to hold a second multiple
		}
	}
	return s
}

// domain is the numeric range of F1.
func (n *numbers) domain(integer bool) Domain {
	d := Domain{Type: NumericRange, Size: Infinite, Source: "schema.type"}
	if integer {
		d.detail = &integerDetail
	}
	if !n.constrained() {
		return d
	}
	d.Source = "schema.bounds"
	step := n.step(integer)
	lo, hi := n.min, n.max
	if len(n.steps) > 0 {
		v := ratValue(step)
		d.Step = &v
	}
	if integer {
		lo, hi = wholeBound(lo, 1), wholeBound(hi, -1)
	}
	d.Size = countBetween(lo, hi, step)
	if lo.rat != nil {
		d.Min = &lo.text
	}
	if hi.rat != nil {
		d.Max = &hi.text
	}
	if lo.excl || hi.excl {
		det := d.with()
		det.openMin, det.openMax = lo.excl, hi.excl
	}
	return d
}

// integerDetail is shared by all ranges of whole numbers. Domain.with copies it before a
// change.
var integerDetail = detail{integer: true}

// wholeBound moves a bound to the nearest whole number inside it; dir is +1 for
// a lower bound and -1 for an upper one.
func wholeBound(b bound, dir int64) bound {
	if b.rat == nil {
		return b
	}
	if b.rat.IsInt() {
		if !b.excl {
			return b
		}
		r := new(big.Rat).Add(b.rat, big.NewRat(dir, 1))
		return bound{rat: r, text: ratValue(r)}
	}
	q := floorDiv(b.rat.Num(), b.rat.Denom())
	if dir > 0 {
		q.Add(q, big.NewInt(1))
	}
	r := new(big.Rat).SetInt(q)
	return bound{rat: r, text: ratValue(r)}
}

// countBetween is the number of multiples of step within the bounds. It is Infinite if a
// bound or the step is missing and more than one number fits.
func countBetween(lo, hi bound, step *big.Rat) int64 {
	if lo.rat == nil || hi.rat == nil {
		return Infinite
	}
	switch c := lo.rat.Cmp(hi.rat); {
	case c > 0 || c == 0 && (lo.excl || hi.excl):
		return 0
	case step == nil && c == 0:
		return 1
	case step == nil:
		return Infinite
	}
	first, exact := quotient(lo.rat, step)
	if !exact || lo.excl {
		first.Add(first, big.NewInt(1))
	}
	last, exact := quotient(hi.rat, step)
	if exact && hi.excl {
		last.Sub(last, big.NewInt(1))
	}
	n := last.Sub(last, first)
	n.Add(n, big.NewInt(1))
	if n.Sign() < 0 {
		return 0
	}
	if !n.IsInt64() {
		return MaxSize
	}
	return min(n.Int64(), MaxSize)
}

// quotient is floor(a/b), and whether b divides a.
func quotient(a, b *big.Rat) (q *big.Int, exact bool) {
	r := new(big.Rat).Quo(a, b)
	return floorDiv(r.Num(), r.Denom()), r.IsInt()
}

func floorDiv(a, b *big.Int) *big.Int {
	q, m := new(big.Int), new(big.Int)
	q.DivMod(a, b, m) // Euclidean: with b > 0 the quotient is the floor
	return q
}

// ratValue writes a fraction as a JSON number: exactly if it is a decimal of at most
// maxNumberDigits places, else the nearest float64.
func ratValue(r *big.Rat) Value {
	if r.IsInt() && r.Num().IsInt64() {
		return jsonvalue.NewInt(r.Num().Int64())
	}
	if places, exact := r.FloatPrec(); exact && places <= maxNumberDigits {
		if v, ok := numberIn(r.FloatString(places)); ok {
			return v
		}
	}
	f, _ := r.Float64()
	return jsonvalue.NewFloat(f)
}

// excluded reports whether a number lies below the lower bound.
func (n *numbers) excluded(v Value) bool {
	r, _, ok := rational(v)
	return ok && n.min.excludes(r, 1)
}

// admits reports whether a number lies inside the bounds and is a multiple of
// every step.
func (n *numbers) admits(r *big.Rat) bool {
	return !n.min.excludes(r, 1) && !n.max.excludes(r, -1) &&
		!slices.ContainsFunc(n.steps, func(s *big.Rat) bool { return !new(big.Rat).Quo(r, s).IsInt() })
}

// numbers returns the bounds and the step of a range.
func (d *Domain) numbers() (n numbers) {
	if d.Min != nil {
		n.atLeast(*d.Min, d.detail != nil && d.detail.openMin)
	}
	if d.Max != nil {
		n.atMost(*d.Max, d.detail != nil && d.detail.openMax)
	}
	if d.Step != nil {
		n.multiple(*d.Step)
	}
	return n
}
