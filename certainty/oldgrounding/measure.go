package oldgrounding

import (
	"math"
	"strings"
)

// measure is a unit: what it measures, how many of the base unit it is and,
// for temperatures, where its zero lies.
type measure struct {
	of          string
	size, shift float64
}

// measures are the units that people and interfaces convert between, by word. A
// value converted by a factor that is rounded (miles and kilometres) may be
// rounded too. Money is in none of them: rates change.
var measures = func() map[string]measure {
	out := map[string]measure{}
	for of, units := range map[string]map[string]float64{
		"length": {"mm millimeter millimetre": 1e-3, "cm centimeter centimetre": 1e-2, "m meter metre": 1, "km kilometer kilometre kms": 1e3,
			"inch inches": 0.0254, "ft foot feet": 0.3048, "yard yd": 0.9144, "mi mile": 1609.344},
		"mass": {"mg milligram": 1e-3, "g gram gm": 1, "kg kilogram kilo kgs": 1e3, "tonne": 1e6, "oz ounce": 28.349523125, "lb lbs pound": 453.59237},
		"volume": {"ml milliliter millilitre": 1e-3, "l liter litre": 1, "gallon gal": 3.785411784, "quart": 0.946352946, "pint": 0.473176473,
			"cup": 0.2365882365, "tablespoon tbsp": 0.01478676478, "teaspoon tsp": 0.00492892159},
		"area":  {"hectare": 1e4, "acre": 4046.8564224, "sqm": 1, "sqft": 0.09290304, "sqkm": 1e6},
		"data":  {"byte": 1, "kb kilobyte": 1e3, "mb megabyte": 1e6, "gb gigabyte": 1e9, "tb terabyte": 1e12},
		"speed": {"kmh kph kmph": 1 / 3.6, "mph": 0.44704, "mps": 1, "knot": 1852.0 / 3600},
	} {
		for words, size := range units {
			for w := range set(words) {
				out[w] = measure{of: of, size: size}
				out[stem(w)] = out[w]
			}
		}
	}
	for _, w := range []string{"celsius", "centigrade", "c"} {
		out[w] = measure{of: "temperature", size: 1, shift: 273.15}
	}
	for _, w := range []string{"fahrenheit", "f"} {
		out[w] = measure{of: "temperature", size: 5.0 / 9, shift: 459.67}
	}
	for _, w := range []string{"kelvin", "k"} {
		out[w] = measure{of: "temperature", size: 1}
	}
	return out
}()

// unitOf returns the unit that begins at word i of a list and the number of
// its words: km, km per hour, m/s, square feet, degrees Celsius. A single
// letter is a unit of temperature only where letter says so.
func unitOf(word func(i int) string, i int, letter bool) (m measure, n int) {
	w := word(i)
	switch w {
	case "square", "sq":
		if m, n = unitOf(word, i+1, letter); m.of == "length" && n == 1 {
			return measure{of: "area", size: m.size * m.size}, 2
		}
		return measure{}, 0
	case "degree", "degrees", "deg":
		if m, n = unitOf(word, i+1, true); m.of == "temperature" {
			return m, n + 1
		}
		return measure{}, 0
	}
	m, ok := measures[w]
	if !ok {
		m, ok = measures[stem(w)]
	}
	if !ok || m.of == "temperature" && len(w) == 1 && !letter {
		return measure{}, 0
	}
	if m.of == "length" {
		k := i + 1
		next := word(k)
		spelt := next == "per" || next == "an" || next == "a"
		if spelt {
			k++
			next = word(k)
		}
		if unit := unitSeconds[next]; spelt && unit == 3600 || next == "h" {
			return measure{of: "speed", size: m.size / 3600}, k + 1 - i
		} else if spelt && unit == 1 || next == "s" {
			return measure{of: "speed", size: m.size}, k + 1 - i
		}
	}
	return m, 1
}

// base is a quantity in the base unit of what it measures.
func (m measure) base(v float64) float64 { return (v + m.shift) * m.size }

// quantity is an amount that the text states in a unit.
type quantity struct {
	base      float64
	unit      measure // the smallest unit that it is told in
	from, end int
}

// findQuantities reads the amounts of the text that have a unit: 5 km, 2kg,
// 68F, 20 \u00b0C, 60 miles per hour, 6 feet 2 inches, 5'11".
func (c *Context) findQuantities() []quantity {
	var out []quantity
	for i := range c.numbers {
		out = c.addQuantity(out, &c.numbers[i])
	}
	for i := range c.readings {
		out = c.addQuantity(out, &c.readings[i].number)
	}
	return out
}

func (c *Context) addQuantity(out []quantity, n *number) []quantity {
	if n.ordinal || n.percent {
		return out
	}
	word := func(i int) string { return c.at(i, n.from) }
	m, k := unitOf(word, n.end, strings.Contains(c.gap(n.end-1), "\u00b0"))
	at := n.end
	if _, rest, glued := leadingDigits(c.tokens[n.end-1].norm); glued && rest != "" {
		at--
		m, k = unitOf(func(i int) string {
			if i == at {
				return rest // 5km
			}
			return c.at(i, n.from)
		}, at, true)
	}
	if k == 0 {
		if in, ok := c.num(n.end, n.from, 2); ok && in < 12 && c.gapIs(n.end-1, "'") {
			foot := measures["foot"]
			return append(out, quantity{foot.base(n.val) + float64(in)*measures["inch"].size, measures["inch"], n.from, n.end + 1})
		}
		return out
	}
	q := quantity{m.base(n.val), m, n.from, min(at+k, len(c.tokens))}
	if last := len(out) - 1; last >= 0 && out[last].unit.of == m.of && out[last].unit.size > m.size && c.follows(out[last].end, q.from) {
		out[last] = quantity{out[last].base + q.base, m, out[last].from, q.end}
		return out
	}
	return append(out, q)
}

// ownUnit returns the unit that the parameter's name or description speaks of.
func (q *query) ownUnit() (measure, bool) {
	words := append(split(q.param.Name), split(q.param.Description)...)
	word := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	for i, w := range words {
		heat := i > 0 && strings.HasPrefix(words[i-1], "temp")
		if m, n := unitOf(word, i, heat); n > 0 && (len(w) > 1 || n > 1 || heat && m.of == "temperature") {
			return m, true
		}
	}
	return measure{}, false
}

// measured grounds a number that is a stated quantity in the unit of the
// parameter: 5 km for 5000 metres, 2 kg for 2000 grams, 350 F for 177 C.
func (q *query) measured(f float64) Support {
	if len(q.quantities) == 0 {
		return Support{}
	}
	own, ok := q.ownUnit()
	if !ok {
		return Support{}
	}
	for i := range q.quantities {
		n := &q.quantities[i]
		if n.unit.of != own.of || n.unit == own {
			continue
		}
		if n.measures(own, f) {
			return Support{Score: 0.85, Rule: RuleUnit, Span: q.span(n.from, n.end)}
		}
	}
	return Support{}
}

// measures reports whether a quantity is f of a unit, or nearly.
func (n *quantity) measures(own measure, f float64) bool {
	want := n.base/own.size - own.shift
	d := math.Abs(f - want)
	switch {
	case d < 0.005*math.Abs(want) || d == 0:
		return true
	case own.of == "temperature":
		return f == math.Round(want) // degrees are told whole
	case own.of == "data" && own.size < n.unit.size:
		ratio := n.unit.size / own.size
		steps := math.Round(math.Log10(ratio) / 3)
		return near(f, want/ratio*math.Pow(1024, steps)) // kibibytes that are called kilobytes
	}
	return false
}
