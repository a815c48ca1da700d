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

// scaled adds to the lowest option of an enumeration the places where the user denies what it measures, or the higher of
// two options: "not spicy at all", for the spice.
func (q *query) scaled(all [][]hit) {
	b, low := q.b, q.want.lowest
	if low < 0 || b.classes&(cNot|cNotPost) == 0 {
		return
	}
	note := func(from, to int32) {
		if t := &b.tokens[from]; t.status == Denied && b.role(int(t.turn)) == "user" && b.unwanted(int(from)) {
			all[low] = append(all[low], hit{from: from, to: to, q: 0.85, mention: -1, rule: RuleSingled})
		}
	}
	for _, p := range q.self.places(b) {
		if p.weight > 0.7 {
			note(p.tok, p.tok+1)
		}
	}
	for i := range all {
		if len(all) == 2 && i != low && slices.ContainsFunc(q.want.options[i].words, func(w term) bool { return tell("scale_high", w.text) }) {
			for _, h := range all[i] {
				note(h.from, h.to)
			}
		}
	}
}

// unwanted reports whether a denial stands directly before token i, and denies neither a verb nor a certain thing: "not too
// spicy" and "no sugar", but not "don't change the priority".
func (b *bound) unwanted(i int) bool {
	from := int(b.clauses[b.clauseOf[i]].from)
	for k := i - 1; k >= from && k >= i-3 && b.tokens[k+1].gap <= space; k-- {
		if m, ok := b.at(k, cNot); ok {
			return int(m.n) <= i-k && !tell("article", b.norm(b.tok(i-1, i))) && (!tell("scale_verb", b.norm(&b.tokens[k])) || k == i-1)
		}
		if w := b.norm(&b.tokens[k]); !tell("degree", w) && !tell("stage_wanted", w) {
			return false
		}
	}
	return false
}
