package grounding

import (
	"slices"

	"github.com/voi-rl/voi/internal/words"
)

// closer is by how much the words of an answer must be more like the words of a question in another order than in theirs.
const closer = 0.27

// assign appends the parts of an answer that has one for each named parameter. Two parts may stand in the other order,
// where their kinds or their meanings tell: "weight and height?" "182 cm and 80 kg".
func (b *bound) assign(out *[]given, params []heard, named []given, parts []span3) {
	if len(parts) != len(named) {
		return
	}
	fits := func(n int, part span3) bool { return b.suits(params[named[n].param].want, part) }
	fit, sure := true, true
	for n, part := range parts {
		fit = fit && fits(n, part)
		sure = sure && (named[n].sure || b.onlyNumber(part) != nil)
	}
	if len(parts) == 2 && fits(0, parts[1]) && fits(1, parts[0]) && (!fit || b.turnedLike(params, named, parts) >= closer) {
		parts, fit, sure = []span3{parts[1], parts[0]}, true, true
	}
	if !fit {
		return
	}
	for n, part := range parts {
		*out = append(*out, given{part, named[n].param, sure})
	}
}

// turnedLike returns by how much the words of two parts are more like those of the parameters in the other order than in
// this one: burger and cola, for the drink and the food.
func (b *bound) turnedLike(params []heard, named []given, parts []span3) float64 {
	like := func(n, part int) float64 { return b.likeName(params[named[n].param].want, parts[part]) }
	return like(0, 1) + like(1, 0) - like(0, 0) - like(1, 1)
}

// likeName returns how much the words of a part are like those of a parameter's name, 0 if they are not.
func (b *bound) likeName(w *want, part span3) (most float64) {
	for _, own := range w.vecs {
		for i := part.from; i < part.to; i++ {
			if near := words.Near(own, words.Find(b.norm(&b.tokens[i]))); near > most || most == 0 {
				most = near
			}
		}
	}
	return most
}

// human reports whether a parameter takes a person's name, which has no digits.
func (w *want) human() bool {
	return tellAny("named", w.full) || tellAny("name_alone", w.full)
}

// dimensions are the classes of words of names that say what a number measures.
var dimensions = [...]string{"mass", "length", "temp", "share", "time", "area", "speed", "money"}

// measureOf returns the dimension of a number by the words of its parameter's name, "" if they say none.
func measureOf(name []string) string {
	for _, dim := range dimensions {
		if tellAny("dim_"+dim, name) {
			return dim
		}
	}
	return ""
}

// moneyLike are units whose signs may also stand at money: pounds, 2m, and "max 400 min 150".
var moneyLike = []string{"lb", "m", "min"}

// otherDim reports whether a unit measures something else than the parameter.
func (w *want) otherDim(unit string) bool {
	switch dim := unitTable[unit].dim; {
	case w.dim == "" || unit == "" || unit == "pct":
		return false
	case w.dim == "money":
		return !currency(unit) && !slices.Contains(moneyLike, unit)
	default:
		return dim != w.dim && !(w.lasts && dim == "time") // the length of a stay
	}
}
