package domains

import (
	"slices"
	"strconv"
	"strings"
)

// maxTries is the number of places in one description at which a set is looked for.
const maxTries = 128

// set finds the values that a description writes out in full, and where in the text it
// does so. It reads the items first. Their form and the words around them then decide
// whether the list is complete.
func (d *description) set() (l listing, from int, ok bool) {
	for i, tries := 0, 0; i < len(d.tokens) && tries < maxTries; i++ {
		if !d.anchor(i) {
			continue
		}
		tries++
		l := d.list(i)
		if len(l.items) < 2 || l.items[0].words > 1 {
			if short, ok := d.initials(i); ok {
				l = short
			}
		}
		if len(l.items) == 1 && l.items[0].quoted && strings.Contains(l.items[0].text, " | ") { // "`a | b`"
			parts := strings.Split(l.items[0].text, " | ")
			l.items = nil
			for _, text := range parts {
				l.add(item{text: strings.TrimSpace(text), words: 1, quoted: true})
			}
		}
		if len(l.items) == 0 || len(l.items) == 1 && !l.items[0].quoted || d.example(i) {
			continue
		}
		if from, ok := d.closed(&l); ok {
			if d.bracket(l.from-1) && d.has(l.to, clsClose) {
				from = min(from, l.from-1)
				l.to++
			}
			return l, from, true
		}
		if l, ok := d.named(i); ok {
			return l, i - 1, true
		}
		if len(l.items) > 1 && (l.items[0].quoted || l.all(isWord) && d.edge(&l) && !l.mixed() && l.items[0].glossed == l.items[1].glossed) {
			i = max(i, l.to-1)
		}
	}
	return listing{}, 0, false
}

// anchor reports whether a list may begin at i: at the start of a clause, behind a word
// that announces a list, or at a word followed by a list separator.
func (d *description) anchor(i int) bool {
	return d.starts(i) || d.word(i) && d.separates(i+1, false, listing{}) && !d.separates(i-1, false, listing{})
}

// starts is anchor without the last case, which needs words behind the list that close
// it.
func (d *description) starts(i int) bool {
	if d.quoted(i) || d.opens(i) || d.bracket(i-1) || d.is(i-1, ":", "：", "=", ",", "，", ";") {
		return true
	}
	return d.has(i-1, clsOneOf|clsTakes|clsAre|clsValues|clsClosing|clsBetween|clsOnly) || d.is(i-1, "-", "–", "—") && d.spaced(i)
}

// closed reports whether a list holds all values of the parameter. The words around the
// list must say so, and more strongly the less its items look like values. from is the
// first token of those words.
func (d *description) closed(l *listing) (from int, ok bool) {
	head, from := d.head(l)
	if head == evNever || d.has(l.from, clsNot) && l.items[0].words > 1 || l.openMarks || !l.all(isChoice) || d.open(l) {
		return 0, false
	}
	ev, begins := max(head, d.tail(l)), d.starts(l.from) || l.or && l.all(isCode) && d.has(l.from-1, clsChoice)
	if d.choice(l) {
		ev, begins = evStrong, true
	}
	if len(l.items) == 1 {
		return from, d.single(l, ev)
	}
	plain := !l.all(isQuoted)
	switch {
	case ev == evNever, l.mixed(), d.headed(l), d.tailOf(l), !begins && d.tail(l) < evStrong:
		return 0, false
	case plain && ((ev < evStrong || len(l.items) < 3) && d.sliced(l) || d.naming(l, ev) && !l.pipes):
		return 0, false
	}
	return from, d.points(l, ev, from) >= enough
}

// choice reports whether a sentence leaves the choice between its last words:
// "whether the flat is let or sold", "is either wet or dry".
func (d *description) choice(l *listing) bool {
	if !l.or || l.comma || !d.ends(l.to) || !l.all(isWord) || d.has(l.from-1, clsPrep) || d.free() {
		return false
	}
	if slices.ContainsFunc(l.items, func(it item) bool { return d.classOf(it)&clsNot != 0 }) {
		return false // "whether to tell the team or not"
	}
	for i := l.from - 1; i >= 0 && !d.stops(i) && (d.word(i) || d.quoted(i)); i-- {
		if d.has(i, clsEither) { // and no values in quotes follow
			return !slices.ContainsFunc(d.tokens[l.to:], func(t token) bool { return t.kind == tokQuoted })
		}
	}
	return false
}

// headed reports whether the first item of a list at the start of the text is the
// parameter's name and no value: a noun for something with few values, or the only item
// with a capital.
func (d *description) headed(l *listing) bool {
	if l.from > 0 || l.items[0].quoted || !l.comma || d.has(l.to, clsAre) {
		return false
	}
	small := func(it item) bool { return strings.ToLower(it.text) == it.text }
	rest := listing{items: l.items[1:]}
	return d.has(l.from, clsChoice) || !isCode(l.items[0]) && rest.all(isCode) || !small(l.items[0]) && len(rest.items) == 2 && rest.all(small) && strings.ToUpper(l.items[0].text) != strings.ToLower(l.items[0].text)
}

// single judges a list of one item: "must be 'image'.", "('indexed' only)".
func (d *description) single(l *listing, ev evidence) bool {
	if !l.items[0].quoted || l.items[0].glossed {
		return false
	}
	if d.has(l.to, clsOnly) && d.ends(l.to+1) && d.bracket(l.from-1) {
		return true
	}
	return d.is(l.from-1, "must be") && d.filled(l.to)
}

// head weighs the words before a list. from is the first token that counts.
func (d *description) head(l *listing) (ev evidence, from int) {
	from, i := l.from, l.from-1
	colon, bracket, are := false, false, false
	for ; i >= 0; i-- { // the signs between the words and the list
		switch {
		case d.is(i, ":", "：", "="):
			colon = true
		case d.bracket(i):
			bracket = true
		case d.is(i, "-", "–", "—", "\n", "|", "<", "*"):
		default:
			goto words
		}
	}
words:
	if colon && d.is(i, ")") { // "Options (pick one): fast, cheap"
		for i--; i > 0 && !d.bracket(i); i-- {
			if d.has(i, clsOneOf) {
				ev, from = evStrong, i
			}
		}
		i--
	}
	for j := i; j > i-3 && j >= 0 && !d.stops(j); j-- { // "three wings - North, East and West"
		if n := len(l.items); n > 1 && d.counts(j, n) && j+2 < l.from && d.word(j+1) && l.all(isWord) && (l.or || l.and || colon) {
			ev, from = evStrong, j
		}
	}
	for n, filler := 0, true; i >= 0 && n < 9 && !d.stops(i) && !d.is(i, ";", ")"); i, n = i-1, n+1 {
		t := &d.tokens[i]
		c := t.class
		switch {
		case t.kind == tokQuoted:
			return ev, from
		case d.is(i, ",") && n == 0 || d.is(i, ":") && n > 0:
			if d.is(i, ",") {
				return d.comma(i, from)
			}
			return ev, from
		case d.is(i, ",") && n > 0:
			return ev, from
		case c&(clsExample|clsLike|clsPartial|clsHabit|clsNot) != 0, c&clsFormat != 0 && n > 0 && ev < evStrong && !l.all(isPlain):
			return evNever, from
		case c&clsSeveral != 0 && (filler || colon || bracket):
			if !d.several {
				return evNever, from
			}
			ev, from = evStrong, i
		case c&clsOnly != 0 && (n <= 1 && l.all(isCode) || colon && filler) && ev < evStrong:
			ev, from = evStrong, i
		case (colon || bracket) && ev < evStrong && d.counts(i, len(l.items)):
			ev, from = evStrong, i
		case c&clsOneOf != 0 && (filler || colon || bracket) && ev < evStrong:
			ev, from = evStrong, i
		case c&clsValues != 0 && d.has(i-1, clsArticle) && d.has(i-2, clsPrep) && d.word(i+1) && d.tokens[i+1].class == 0:
			return evNone, from // "looks in the following fields: ..."
		case c&clsClosing != 0 && d.has(i+1, clsPart) && !d.has(i+1, clsPlain):
			return evNever, from // "allowed characters: letters, digits"
		case c&(clsClosing|clsValues) != 0 && !d.has(i-1, clsAre) && (colon || are || n == 0 && (bracket || d.quoted(from))) && ev < evStrong:
			ev, from = evStrong, i
		case c&clsClosing != 0 && ev == evStrong:
			from = i
		case c&clsTakes != 0 && (n == 0 || n == 1 && d.has(i+1, clsPlain) && !d.has(i+1, clsPrep)) && ev < evVerb && !(d.begin(i) > 0 && d.free()), c&clsTakes != 0 && filler && colon && ev < evVerb:
			ev, from = evVerb, i
		case c&clsBetween != 0 && n == 0 && !l.all(isNumber) && (d.has(i-1, clsTakes|clsValues) || d.has(i-1, clsAre) && d.has(i-2, clsValues)):
			ev, from = evStrong, i-1
		case c&clsChoice != 0 && (colon || bracket || are && d.told(from-1) || n == 0 && l.or && l.all(isCode) && !l.items[0].quoted) && ev < evNoun:
			ev, from = evNoun, i
		case c&clsAre != 0 && n == 0:
			if are = true; l.or && d.begin(i) == 0 && d.told(i) && (len(l.items) > 2 || d.has(i-1, clsClause) || l.all(isQuoted)) {
				ev, from = evVerb, i
			}
			continue
		}
		filler = filler && (n == 0 && l.items[0].quoted && c == 0 || c&(clsArticle|clsValues|clsClosing|clsAre|clsOneOf|clsOr) != 0)
	}
	for j := d.begin(max(from-1, 0)); bracket && ev < evStrong && j < from-2; j++ {
		if d.has(j, clsFormat) {
			return evNever, from // "in a format of a number and a unit ('h' or 'm')"
		}
	}
	return ev, from
}

// counts reports whether the token at i says how many items a list has: "three kinds
// of pass: day, week and season".
func (d *description) counts(i, items int) bool {
	t := &d.tokens[i]
	if t.class&clsNumber != 0 {
		return t.value == float64(items)
	}
	return t.kind == tokNumber && t.low == strconv.Itoa(items)
}

// comma weighs the sentence before a comma at i: in "gender of the person, male or
// female" the noun "gender" announces few values.
func (d *description) comma(i, from int) (evidence, int) {
	start := d.begin(i)
	noun := -1
	for j := start; j < i; j++ {
		if d.is(j, ",", ":", ";", "(", "[") || d.quoted(j) {
			return evNone, from
		}
		if d.has(j, clsGloss|clsFrom|clsTo|clsAre|clsAnd|clsOr|clsClause) || d.is(j, "of", "in", "on", "de", "von", "di", "van") {
			break
		}
		if d.has(j, clsOneOf) && d.is(j, "whether") {
			return evNoun, from
		}
		if d.word(j) && !d.has(j, clsArticle) {
			noun = j
		}
	}
	if noun >= 0 && d.has(noun, clsChoice) {
		return evNoun, from
	}
	return evNone, from
}

// unit reports whether the sentence before a list names a unit.
func (d *description) unit(i int) bool {
	for j := d.begin(i); j < i; j++ {
		if d.is(j, "unit", "units") {
			return true
		}
		if d.is(j, "of", "for") {
			return false
		}
	}
	return false
}

// tail weighs the words behind a list, and whether the next sentence excludes all other
// values.
func (d *description) tail(l *listing) evidence {
	i := l.to
	if d.is(i, ")", "]", "）") {
		i++
	}
	if d.has(i, clsOneOfAfter) {
		return evStrong
	}
	for j, end := i, d.end(i); j < end; j++ {
		if d.has(j, clsMore) && d.refused(j, end) {
			return evStrong
		}
	}
	for n := 0; n < 6 && !d.stops(i+n) && i+n < len(d.tokens) && !d.is(i+n, ";") && (n == 0 || !d.has(i+n, clsClause)); n++ {
		switch {
		case d.has(i+n, clsPrep) && !d.has(i+n, clsOneOfAfter|clsOnly):
			return evNone // "given in capitals only"
		case d.has(i+n, clsClause):
		case d.has(i+n, clsPartial) && d.denied(i+n):
			return evStrong
		case d.has(i+n, clsNot|clsPartial|clsHabit):
			return evNever
		case d.has(i+n, clsOneOfAfter) || d.has(i+n, clsOnly) && (n > 0 || l.all(isCode)) || d.has(i+n, clsClosing) && d.has(i+n-1, clsAre):
			return evStrong
		}
	}
	if next, end := d.end(i)+1, d.end(d.end(i)+1); next < len(d.tokens) {
		for j := next; j < end; j++ {
			if d.has(j, clsOnly) && j < next+3 || d.has(j, clsRefuse) && d.has(next, clsMore|clsPartial) {
				return evStrong
			}
		}
	}
	return evNone
}

// open reports whether a list is incomplete: "etc." follows, or the next sentence
// allows other values.
func (d *description) open(l *listing) bool {
	if d.has(l.to, clsExample) || d.bracket(l.to) && d.has(l.to+1, clsExample) {
		return true
	}
	end := d.end(l.to)
	for i := l.to; i < end; i++ {
		if d.has(i, clsMore) {
			return !d.refused(i, end)
		}
	}
	for i := end + 1; i < d.end(end+1); i++ {
		if d.has(i, clsMore) && !d.has(i, clsOnly) {
			return !d.refused(i, d.end(end+1))
		}
	}
	return false
}

// refused reports whether the words from i to end reject values.
func (d *description) refused(i, end int) bool {
	for ; i < end; i++ {
		if d.has(i, clsRefuse) {
			return true
		}
	}
	return false
}

// told reports whether the text says by its first verb, at i, what the value is: "A parcel
// is small, medium or large", "the position of the wheel, which is front or rear".
func (d *description) told(i int) bool {
	for j := d.begin(i); j < i; j++ {
		if d.is(j, ";", ":") || d.has(j, clsGloss|clsClause|clsTakes|clsNot|clsThing) && !(j == i-1 && d.is(j-1, ",")) || d.has(j, clsPrep) && !d.is(j, "of", "de", "von", "di", "van") {
			return false
		}
	}
	return !d.is(i, "include", "includes")
}

// denied reports whether the rest of the sentence says no: "others are not served".
func (d *description) denied(i int) bool {
	for ; i < d.end(i); i++ {
		if d.has(i, clsNot|clsRefuse) {
			return true
		}
	}
	return false
}

// classOf is the class of an item of one word.
func (d *description) classOf(it item) class {
	low := lower(it.text)
	var c class
	for _, l := range [...]*vocabulary{d.lang, d.english} {
		for _, p := range l.phrases[low] {
			if len(p.rest) == 0 {
				c |= p.class
			}
		}
	}
	return c
}
