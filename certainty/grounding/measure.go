package grounding

// measure is a unit: what it measures, and how many of the base unit it is.
type measure struct {
	of   string
	size float64
}

// measures are the units that people and interfaces convert between, by word. A
// value converted by a factor that is rounded (miles and kilometres) may be
// rounded too.
var measures = func() map[string]measure {
	out := map[string]measure{}
	for of, units := range map[string]map[string]float64{
		"length": {"mm millimeter millimetre": 1e-3, "cm centimeter centimetre": 1e-2, "m meter metre": 1, "km kilometer kilometre kms": 1e3,
			"inch inches": 0.0254, "ft foot feet": 0.3048, "yard yd": 0.9144, "mi mile": 1609.344},
		"mass":   {"mg milligram": 1e-3, "g gram gm": 1, "kg kilogram kilo kgs": 1e3, "tonne": 1e6, "oz ounce": 28.349523125, "lb lbs pound": 453.59237},
		"volume": {"ml milliliter millilitre": 1e-3, "l liter litre": 1},
		"data":   {"byte": 1, "kb kilobyte": 1e3, "mb megabyte": 1e6, "gb gigabyte": 1e9, "tb terabyte": 1e12},
	} {
		for words, size := range units {
			for w := range set(words) {
				out[w], out[stem(w)] = measure{of, size}, measure{of, size}
			}
		}
	}
	return out
}()

// unitOf returns the unit of a word.
func unitOf(w string) (measure, bool) {
	m, ok := measures[w]
	if !ok {
		m, ok = measures[stem(w)]
	}
	return m, ok
}

// measured grounds a number that is a stated quantity in the unit of the
// parameter: 5 km for 5000 metres, 2 kg for 2000 grams.
func (q *query) measured(f float64) Support {
	own, ok := measure{}, false
	for _, w := range append(split(q.param.Name), split(q.param.Description)...) {
		if own, ok = unitOf(w); ok && len(w) > 1 {
			break
		}
		ok = false
	}
	if !ok {
		return Support{}
	}
	for i := range q.numbers {
		n := &q.numbers[i]
		unit, end := q.at(n.end, n.from), n.end+1
		if _, rest, glued := leadingDigits(q.tokens[n.end-1].norm); glued && rest != "" {
			unit, end = rest, n.end // 5km
		}
		m, is := unitOf(unit)
		if !is || m.of != own.of || m.size == own.size {
			continue
		}
		want := n.val * m.size / own.size
		if d := (f - want) / max(want, 1e-300); d < 0.005 && d > -0.005 {
			return Support{Score: 0.85, Rule: RuleUnit, Span: q.span(n.from, min(end, len(q.tokens)))}
		}
	}
	return Support{}
}
