package grounding

import "slices"

// lowest returns the option of an enumeration that stands for nothing or, if there is none, for little: none, mild. It is
// -1 if there is neither.
func lowest(options []option) int {
	of := func(class string) int {
		return slices.IndexFunc(options, func(o option) bool {
			return slices.ContainsFunc(o.words, func(w term) bool { return tell(class, w.text) })
		})
	}
	if none := of("scale_none"); none >= 0 {
		return none
	}
	return of("scale_low")
}

// scaled adds to the lowest option of an enumeration the places where the user denies what it measures: "not spicy at
// all", for the spice.
func (q *query) scaled(all [][]hit) {
	b, low := q.b, q.want.lowest
	if low < 0 || b.classes&(cNot|cNotPost) == 0 {
		return
	}
	for _, p := range q.self.places(b) {
		if p.weight > 0.7 && b.unwanted(int(p.tok)) {
			all[low] = append(all[low], hit{from: p.tok, to: p.tok + 1, q: 0.85, mention: -1, rule: RuleSingled})
		}
	}
}

// unwanted reports whether a denial stands before token i, with only words of degree between: "not too spicy" and
// "no sugar", but not "don't change the priority".
func (b *bound) unwanted(i int) bool {
	from := int(b.clauses[b.clauseOf[i]].from)
	for k := i - 1; k >= from; k-- {
		if b.is(k, cNot) {
			return true
		}
		if !tell("degree", b.norm(&b.tokens[k])) {
			return false
		}
	}
	return false
}
