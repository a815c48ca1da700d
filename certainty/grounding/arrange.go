package grounding

import (
	"slices"

	"github.com/voi-rl/voi/internal/words"
)

// closer is by how much the words of an answer must be more like the words of a question in another order than in theirs.
const closer = 0.27

// leastOwn is how little of that each of the two parts must show at least.
const leastOwn = -0.05

// assign appends the first of the ways to split an answer that has a part for each named parameter. Two parts may stand
// in the other order, where their kinds or their meanings tell: "weight and height?" "182 cm and 80 kg".
func (b *bound) assign(out *[]given, params []heard, named []given, ways [][]span3) {
	if len(named) < 2 {
		return
	}
	for _, parts := range ways {
		if len(parts) != len(named) {
			continue
		}
		if slices.ContainsFunc(parts, func(part span3) bool { return part.to-part.from > maxPart }) {
			return
		}
		sure, turned := true, false
		for n, part := range parts {
			turned = turned || !b.suits(params, named, named[n].param, part)
			sure = sure && (named[n].sure || b.bareNumber(&params[named[n].param], part))
		}
		if len(parts) == 2 {
			suit := b.suits(params, named, named[0].param, parts[1]) && b.suits(params, named, named[1].param, parts[0])
			switch like := b.inOrderLike(params, named, parts); {
			case turned && !suit:
				return
			case turned:
				sure = true // no other order is possible
			case suit && like <= -closer:
				turned, sure = true, true
			case like >= closer || !suit:
				sure = true
			}
		} else if turned {
			return
		}
		if turned {
			parts = []span3{parts[1], parts[0]}
		}
		for n, part := range parts {
			*out = append(*out, given{part, named[n].param, sure})
		}
		return
	}
}

// inOrderLike returns by how much the words of two parts are more like those of the parameters in this order than in the
// other, 0 if they do not agree: burger and cola, for the food and the drink.
func (b *bound) inOrderLike(params []heard, named []given, parts []span3) float64 {
	prefers := func(part span3) (first float64) {
		one, other := b.likeName(params[named[0].param].want, part), b.likeName(params[named[1].param].want, part)
		if one == 0 || other == 0 {
			return 0
		}
		return one - other
	}
	if side(params[named[0].param].want.role) != 0 {
		return 0
	}
	one, other := prefers(parts[0]), -prefers(parts[1])
	if min(one, other) < leastOwn && max(one, other) > -leastOwn {
		return 0
	}
	return one + other
}

// likeName returns how much the words of a part are like those of a parameter's name, 0 if they have no vector.
func (b *bound) likeName(w *want, part span3) (most float64) {
	for i := part.from; i < part.to && w.kind != Number; i++ {
		id := words.Find(b.norm(&b.tokens[i]))
		if id == 0 || b.is(int(i), cStop) {
			continue
		}
		for _, own := range vectorsOf(w.full[:min(len(w.full), 4)]) {
			if near := words.Near(own, id); own != 0 && (near > most || most == 0) {
				most = near
			}
		}
	}
	return most
}

// human reports whether a parameter takes a person's name, which has no digits.
func (w *want) human() bool {
	return w.half != 0 || slices.ContainsFunc(w.full, func(n string) bool { return tell("named", n) || tell("name_alone", n) }) && w.kind == Text
}

// typedFor reports whether a part of an answer has the kind of another named parameter and not of parameter i: Monday is no
// doctor beside a day.
func (b *bound) typedFor(params []heard, named []given, i int, part span3) bool {
	return slices.ContainsFunc(named, func(n given) bool {
		kind := params[n.param].want.kind
		return n.param != i && (kind == Date || kind == Time || kind == Email) && slices.ContainsFunc(b.ofKind(family(kind)), func(id int32) bool {
			return b.at3[id].from >= part.from && b.at3[id].to <= part.to
		})
	})
}

// dimensions are the classes of words of names that say what a number measures.
var dimensions = [...]string{"mass", "length", "temp", "share", "time", "area", "speed", "money"}

// measureOf returns the dimension of a number by the words of its parameter's name, "" if they say none.
func measureOf(name []string) string {
	if slices.ContainsFunc(name, func(n string) bool { return tell("dim_none", n) }) {
		return "" // shutter speed
	}
	for _, dim := range dimensions {
		if slices.ContainsFunc(name, func(n string) bool { return tell("dim_"+dim, n) }) {
			return dim
		}
	}
	return ""
}

// moneyLike are units whose signs may also stand at money: pounds, 2m, and "max 400 min 150".
var moneyLike = []string{"lb", "m", "min"}

// otherDim reports whether a unit measures something else than the parameter.
func (w *want) otherDim(unit string) bool {
	if w.dim == "" || unit == "" || unit == "points" || unit == "pct" {
		return false
	}
	if w.dim == "money" {
		return !currency(unit) && !(w.role == roleMax && (unitTable[unit].dim == "time" || unitTable[unit].dim == "energy")) && unit != "cent" && !slices.Contains(moneyLike, unit)
	}
	dim := unitTable[unit].dim
	return dim != w.dim && !(w.lasts && dim == "time") && !(w.dim == "speed" && dim == "length") // the length of a stay, 80 km in each hour
}
