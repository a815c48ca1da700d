package grounding

import "slices"

// listed lowers the support of a text that enumerates several things if the user took one of them back after it was said:
// the eggs, of "milk, eggs and bread" ... "scratch the eggs".
func (q *query) listed(words []word, out Support) Support {
	b := q.b
	if !out.Grounded() || len(words) < 2 || b.classes&(cNot|cNotPost|cDrop) == 0 || !slices.ContainsFunc(words[1:], func(w word) bool { return w.gap == comma }) {
		return out
	}
	for i := range words {
		places := b.of(words[i].norm)
		if len(places) < 2 || words[i].digit || b.tokens[places[0]].has&(cStop|cAnd|cNum) != 0 {
			continue
		}
		last := b.tokens[places[len(places)-1]]
		if last.status == Denied && b.role(int(last.turn)) == "user" && last.turn > b.tokens[places[0]].turn {
			out.Score, out.Status = unheld, Denied
			return out
		}
	}
	return out
}
