package oldgrounding

import "strings"

// senses groups words that interfaces and their users say for one another: the
// verbs of create, read, update and delete, of buying and switching, orders,
// sizes and levels. It holds no word of any subject matter.
var senses = []map[string]bool{
	set(`add create insert new append remember`),
	set(`delete remove erase drop clear discard`),
	set(`update change modify edit alter adjust revise`),
	set(`complete completed done finish finished`),
	set(`cancel abort revoke`),
	set(`get fetch retrieve read show view display list`),
	set(`search find look lookup locate`),
	set(`buy purchase buying purchasing`),
	set(`rent rental lease renting`),
	set(`sell selling sale`),
	set(`send transfer pay`),
	set(`start begin launch run open activate enable on`),
	set(`stop end halt terminate close deactivate disable off`),
	set(`increase raise up higher`),
	set(`decrease lower reduce down`),
	set(`asc ascending increasing smallest lowest oldest alphabetical`),
	set(`desc descending decreasing largest highest newest latest recent`),
	set(`low little weak minimal lowest minimum slow`),
	set(`medium mid middle moderate intermediate average normal`),
	set(`high strong maximum highest max strongest`),
	set(`small tiny compact`),
	set(`large big huge`),
	set(`cheap inexpensive budget affordable`),
	set(`expensive pricey upscale luxury luxurious`),
	set(`fast quick express rapid`),
	set(`private hidden secret confidential`),
	set(`male man masculine`),
	set(`female woman feminine`),
	set(`hot warm`),
	set(`cold cool chilled`),
	set(`urgent critical emergency`),
	set(`image picture photo`),
	set(`car automobile vehicle`),
	set(`movie film`),
	set(`kid kids child children`),
}

// synonym grounds a one-word value, or the telling word of an identifier, by a
// words of the same sense, each of its words by one.
func (q *query) synonym(s string) Support {
	if len(s) > 40 || strings.ContainsAny(s, "0123456789,:@") {
		return Support{}
	}
	words := split(s)
	if len(words) == 0 || len(words) > 3 {
		return Support{}
	}
	sum, at, sensed := 0.0, -1, false
	for _, w := range words {
		score, p := q.word(w)
		if score == 0 || stopwords[w] {
			score, p = q.sense(w)
			sensed = true
		}
		if score == 0 {
			return Support{}
		}
		if at < 0 {
			at = p
		}
		sum += score
	}
	if !sensed {
		return Support{} // its own words are for other rules to judge
	}
	return Support{Score: sum / float64(len(words)), Rule: RuleSynonym, Span: q.span(at, at+1)}
}

// common returns the first place of a word that is no part of a name: the new of
// "New York" adds nothing. -1 where there is none.
func (c *Context) common(w string) int {
	for _, p := range c.index.places(w) {
		i := int(p)
		if t := &c.tokens[i]; t.capital && (!t.sentence || i+1 < len(c.tokens) && c.tokens[i+1].capital) {
			continue
		}
		if w == "new" && places[c.at(i+1, i)] {
			continue // and nobody writes it in small letters but in haste
		}
		return i
	}
	return -1
}

// places are what "new" is mostly followed by where it begins a name.
var places = set(`york jersey mexico delhi zealand orleans hampshire england`)

func (q *query) sense(w string) (float64, int) {
	for _, group := range senses {
		if !group[w] && !group[stem(w)] {
			continue
		}
		first := -1
		for other := range group { // the earliest place: the same in every order
			for _, form := range [...]string{other, other + "s", strings.TrimSuffix(other, "e") + "ing", other + "d", other + "ed"} {
				if p := q.common(form); p >= 0 && (first < 0 || p < first) {
					first = p
				}
			}
		}
		if first >= 0 {
			return 0.65, first
		}
	}
	return 0, -1
}
