package grounding

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
)

// unit is the unit of a number.
type unit struct {
	dim   string  // its dimension
	scale float64 // its size in the base unit of the dimension
	zero  float64 // how much it counts where the base unit counts 0
}

// unitTable has the units by their names in the lexicons. Money is not converted: each currency
// is its own dimension.
var unitTable = func() map[string]unit {
	out := map[string]unit{"F": {dim: "temp", scale: 5.0 / 9, zero: 32}}
	add := func(dim, names string, scales ...float64) {
		for i, n := range strings.Fields(names) {
			out[n] = unit{dim: dim, scale: scales[i]}
		}
	}
	add("temp", "deg C", 1, 1)
	add("share", "pct "+share, 0.01, 1)
	add("cent", "cent", 1)
	add("points", "points", 1)
	add("time", "ms s min h d wk fortnight mo y", 0.001, 1, 60, 3600, 86400, 604800, 1209600, 2629800, 31557600)
	add("length", "mm cm m km mi ft in yd", 0.001, 0.01, 1, 1000, 1609.344, 0.3048, 0.0254, 0.9144)
	add("mass", "mg g dag hg kg lb oz st t", 1e-6, 0.001, 0.01, 0.1, 1, 0.45359237, 0.028349523, 6.35029318, 1000)
	add("volume", "ml cl dl l gal pt cup qt tbsp tsp", 0.001, 0.01, 0.1, 1, 3.785411784, 0.473176473, 0.2365882365, 0.946352946, 0.0147867648, 0.00492892159)
	add("data", "KB MB GB TB", 1, 1e3, 1e6, 1e9)
	add("speed", "kmh mph kn", 1, 1.609344, 1.852)
	add("area", "m2 ft2 acre ha km2 cm2", 1, 0.09290304, 4046.8564224, 10000, 1e6, 1e-4)
	add("power", "W kW", 1, 1000)
	add("energy", "kWh kcal", 3.6e6, 4184)
	add("rate", "mbps", 1)
	for _, c := range strings.Fields(`USD EUR GBP JPY CNY INR MXN CAD AUD NZD SGD HKD TWD CHF PLN TRY RUB KRW BRL ARS CLP COP ZAR AED SAR QAR KWD EGP MAD NGN KES
		SEK NOK DKK ISK CZK HUF RON BGN IDR MYR PHP THB UAH VND ILS PKR BDT`) {
		add(c, c, 1)
	}
	return out
}()

// share is the unit of a number between 0 and 1 that is a part of a whole.
const share = "share"

// isShare reports whether a number is a part of a whole, by its bounds or its description.
func isShare(p *domains.Param) bool {
	low, okLow := p.Schema.Field("minimum").Float()
	high, _ := p.Schema.Field("maximum").Float()
	if okLow && low == 0 && high == 1 {
		return true
	}
	all := fold(p.Description)
	digit := func(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
	return slices.ContainsFunc(shareWords, func(words string) bool {
		for before, rest, ok := strings.Cut(all, words); ok; before, rest, ok = strings.Cut(rest, words) {
			from := strings.TrimRight(before, ".0")
			if !digit(rest) && !digit(strings.TrimLeft(rest, ".,0")) && !digit(from[max(0, len(from)-1):]) {
				return true // neither 0 to 12 nor 10-15
			}
		}
		return false
	})
}

// shareWords say in a description that a number is a part of a whole.
var shareWords = []string{"between 0 and 1", "from 0 to 1", "0.0 to 1.0", "0-1", "0..1", "as a fraction", "decimal fraction",
	"zwischen 0 und 1", "entre 0 et 1", "entre 0 y 1", "entre 0 e 1", "tra 0 e 1"}

// currency reports whether a unit is a currency.
func currency(u string) bool { return len(u) == 3 && unitTable[u].dim == u }

// signs are the units with a sign, listed as the sign followed by the unit.
var signs = func() map[rune]string {
	out := map[rune]string{}
	for _, s := range strings.Fields("$USD €EUR £GBP ¥JPY ￥CNY ₹INR ₽RUB ₩KRW ₺TRY ₪ILS ₴UAH ฿THB ₫VND %pct ％pct °deg ºdeg ℃C ℉F") {
		r, n := utf8.DecodeRuneInString(s)
		out[r] = s[n:]
	}
	return out
}()

// dollars are the currencies of the letters before a dollar sign.
var dollars = map[string]string{"us": "USD", "r": "BRL", "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "nz": "NZD", "s": "SGD", "sg": "SGD", "hk": "HKD", "nt": "TWD", "mx": "MXN"}

// unitAt reads the unit of a number in tokens [from, i): the sign or phrase after it, or the
// currency before it. It returns the unit and the token after both.
func (b *bound) unitAt(from, i int) (u string, to int) {
	after := strings.TrimLeft(b.after(i-1), " \u00a0\u202f")
	r, _ := utf8.DecodeRuneInString(after)
	if name := signs[r]; name != "" {
		if n := b.norm(b.tok(i, from)); name == "deg" && (n == "c" || n == "f") {
			return strings.ToUpper(n), i + 1
		}
		return name, i
	}
	m, ok := b.at(i, cUnit)
	switch {
	case !ok, m.first() == "in" && b.tokens[i].gap != glued, // usually the preposition
		b.tokens[i].gap > space && !(b.is(i-1, cNum) && b.gapText(i) == ". "): // 1,5 Mio. Euro
		return b.signBefore(from), i
	}
	u, to = m.str(), i+int(m.n)
	if unitTable[u+"2"].dim != "" && strings.HasPrefix(b.after(to-1), "²") {
		u += "2"
	}
	return u, to
}

// signBefore returns the currency before a number: $5, R$ 5, USD 5, Rs. 5.
func (b *bound) signBefore(from int) string {
	g := strings.TrimRight(b.gapText(from), " ")
	if r, _ := utf8.DecodeLastRuneInString(g); currency(signs[r]) {
		return cmp.Or(b.dollarOf(from), signs[r])
	}
	if m, ok := b.at(from-1, cUnit); ok && len(m.first()) <= 3 && currency(m.str()) && (b.tokens[from].gap <= space || g == ".") {
		return m.str()
	}
	return ""
}

// dollarOf returns whose dollars the letters before a number's dollar sign say, "" for none.
func (b *bound) dollarOf(from int) string {
	if t := b.tok(from-1, from); t.capital && strings.TrimRight(b.gapText(from), " ") == "$" {
		return dollars[b.norm(t)]
	}
	return ""
}

// convert converts a value to another unit; false if the dimensions differ.
func convert(v float64, from, to string) (float64, bool) {
	if from == to {
		return v, true
	}
	a, ok := unitTable[from]
	z := unitTable[to]
	if !ok {
		return 0, false
	}
	if to == "cent" && currency(from) {
		return v * 100, true
	}
	if from == "cent" && currency(to) {
		return v / 100, true
	}
	return (v-a.zero)*a.scale/z.scale + z.zero, a.dim == z.dim
}

// binary converts an amount of data in steps of 1024: 16 GB are 16384 MB.
func binary(v float64, from, to string) (float64, bool) {
	a, z := unitTable[from], unitTable[to]
	steps := math.Round(math.Log(a.scale/z.scale) / math.Log(1000))
	return v * math.Pow(1024, steps), a.dim == "data" && z.dim == "data" && steps != 0
}

// near reports whether two numbers are equal but for rounding.
func near(v, want float64) bool {
	if v == want {
		return true
	}
	d := math.Abs(v - want)
	switch {
	case want == math.Trunc(want) && math.Abs(want) >= 10:
		return d <= 0.5001
	case d <= 0.0501: // 8 feet are 2.4 m
		return d <= 0.03*math.Abs(want)
	}
	return d <= 0.006*math.Max(math.Abs(want), math.Abs(v))
}
