package domains

import (
	"strings"
)

// evidence is how strongly the words around a list say that it is all there is.
type evidence int

const (
	evNone   evidence = iota
	evNoun            // the noun before it has few values: "unit: ..."
	evVerb            // a verb gives it as the value: "use ...", "can be ..."
	evStrong          // it is called the set: "one of", "allowed values", "no other"
	evNever           // it is called a part of it, or the opposite
)

// maxTries bounds the places of one description at which a set is looked for.
const maxTries = 64

// set finds the values that a description writes out in full, and the text that
// does. Items are read first; then the form of the items and what stands
// around them say whether they are all.
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
		if len(l.items) > 1 && l.items[0].quoted {
			i = max(i, l.to-1)
		}
	}
	return listing{}, 0, false
}

// anchor reports whether a list may begin at i.
func (d *description) anchor(i int) bool {
	if d.quoted(i) || d.opens(i) || d.bracket(i-1) || d.is(i-1, ":", "：", "=", ",", "，", ";") {
		return true
	}
	return d.has(i-1, clsOneOf|clsTakes|clsAre|clsValues|clsClosing|clsBetween|clsOnly) || d.is(i-1, "-", "–", "—") && d.spaced(i)
}

// closed judges a list: it is all that a parameter takes where the words around it
// say so strongly enough for the form of its items. from is the token at which
// the words that say so begin.
func (d *description) closed(l *listing) (from int, ok bool) {
	head, from := d.head(l)
	if head == evNever || l.openMarks || !l.all(isChoice) || d.open(l) {
		return 0, false
	}
	ev := max(head, d.tail(l))
	if len(l.items) == 1 {
		return from, d.single(l, ev)
	}
	if ev == evNever {
		return 0, false
	}
	filled := d.filled(l.to)
	bracket := d.bracket(l.from - 1)
	if l.table && (ev == evStrong || l.titled) {
		return from, true
	}
	colon := d.is(l.from-1, ":", "：")
	switch {
	case !l.items[0].quoted && d.sliced(l):
		return 0, false
	case l.all(isQuoted):
		return from, ev >= evVerb || (filled || d.bracketed(l)) && (bracket || colon || ev > evNone || d.opens(l.from) || d.is(l.from-1, ",", "-", "–", "—") || l.or && d.has(l.from-1, clsAre))
	case d.naming(l) && ev < evStrong:
		return 0, false
	case ev == evStrong && (colon || bracket || l.bulleted || l.all(isWord)):
		return from, true
	case !l.all(isWord):
		return 0, false
	case l.all(isGlossed) && (d.opens(l.from) || bracket || colon) && (l.all(isCode) || ev > evNone && len(l.items) > 2):
		return from, true
	case !filled:
		return 0, false
	case l.all(isCode):
		return from, ev >= evNoun && (l.or || l.slash || len(l.items) > 2 || !l.all(isNumber)) || l.or && (colon || bracket || d.opens(l.from) || d.fresh(l)) || l.slash && !l.comma
	case ev == evVerb:
		return from, (l.or || colon) && len(l.items) > 2
	case l.and && !l.or:
		return 0, false
	case d.lang.rival(l.items, d.unit(l.from)) || d.english.rival(l.items, d.unit(l.from)):
		return from, d.opens(l.from) || colon || bracket || d.is(l.from-1, ",") && ev == evNoun
	case ev == evNoun:
		return from, colon && (l.or || l.slash || !l.and) || bracket
	case colon && l.or && len(l.items) > 2:
		return from, true
	}
	return 0, false
}

// fresh reports whether a list behind a comma begins there, and not before it.
func (d *description) fresh(l *listing) bool {
	return (d.is(l.from-1, ",", "，", ";") || d.is(l.from-1, "-", "–", "—") && d.spaced(l.from)) && d.word(l.from-2) && !isCode(item{text: d.span(max(l.from-2, 0), max(l.from-1, 0)), words: 1})
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

// filled reports whether a list that ends before i fills its sentence, clause or
// brackets, but for a default or a condition that is named after it.
func (d *description) filled(i int) bool {
	for d.is(i, ",", ";", "，", "；") {
		i++
	}
	return d.ends(i) || d.has(i, clsClause) || d.bracket(i) && d.has(i+1, clsClause)
}

// bracketed reports whether brackets close right behind a list that they open before.
func (d *description) bracketed(l *listing) bool {
	return d.bracket(l.from-1) && d.is(l.to, ")", "]", "}", "）")
}

// head weighs what stands before a list. from is where the words that count begin.
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
		case c&clsOnly != 0 && (n == 0 && l.all(isCode) || colon && filler) && ev < evStrong:
			ev, from = evStrong, i
		case c&clsOneOf != 0 && (filler || colon || bracket) && ev < evStrong:
			ev, from = evStrong, i
		case c&(clsClosing|clsValues) != 0 && !d.has(i-1, clsAre) && (colon || are || n == 0 && (bracket || d.quoted(from))) && ev < evStrong:
			ev, from = evStrong, i
		case c&clsClosing != 0 && ev == evStrong:
			from = i
		case c&clsTakes != 0 && n == 0 && ev < evVerb, c&clsTakes != 0 && filler && colon && ev < evVerb:
			ev, from = evVerb, i
		case c&clsBetween != 0 && n == 0 && d.has(i-1, clsTakes):
			ev, from = evStrong, i-1
		case c&clsChoice != 0 && (colon || bracket || are) && ev < evNoun:
			ev, from = evNoun, i
		case c&clsAre != 0 && n == 0:
			are = true
			continue
		}
		filler = filler && c&(clsArticle|clsValues|clsClosing|clsAre|clsOneOf|clsOr) != 0
	}
	for j := d.begin(max(from-1, 0)); bracket && ev < evStrong && j < from-2; j++ {
		if d.has(j, clsFormat) {
			return evNever, from // "in a format of a number and a unit ('h' or 'm')"
		}
	}
	return ev, from
}

// comma weighs the sentence before a comma at i: "gender of the person, male or
// female" turns on a noun that has few values.
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

// unit reports whether the noun before a list is that of a unit.
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

// tail weighs what follows a list in its sentence, and whether the next one
// excludes all else.
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
		case d.has(i+n, clsClause):
		case d.has(i+n, clsNot|clsPartial|clsHabit):
			return evNever
		case d.has(i+n, clsOneOfAfter|clsOnly) || d.has(i+n, clsClosing) && d.has(i+n-1, clsAre):
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

// open reports whether a list goes on unnamed: behind it stands "etc." or the
// like, or the next sentence lets values of one's own in.
func (d *description) open(l *listing) bool {
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

// refused reports whether the words from i to end turn values down.
func (d *description) refused(i, end int) bool {
	for ; i < end; i++ {
		if d.has(i, clsRefuse) {
			return true
		}
	}
	return false
}

// naming reports whether items name kinds of things, parts of one, or units that
// a slash joins, and no values.
func (d *description) naming(l *listing) bool {
	if d.lang.rival(l.items, true) || d.english.rival(l.items, true) {
		return false
	}
	for _, it := range l.items {
		if c := d.classOf(it); len(it.text) > 1 && c&(clsThing|clsArticle) != 0 || c&clsPart != 0 && !l.or {
			return true
		}
	}
	return false
}

// sliced reports whether a slash joins what is one thing: units ("km/h"), a media
// type, a path, a date, "24/7".
func (d *description) sliced(l *listing) bool {
	if !l.slash {
		return false
	}
	for n, it := range l.items {
		c := d.classOf(it)
		if c&clsMeasure != 0 && strings.Contains(d.span(l.from, l.to), "/") && !d.english.rival(l.items, true) || strings.ContainsAny(it.text, ".:@") || len(it.text) > 1 && isNumber(it) ||
			n == 0 && len(l.items) == 2 && c&clsMedia != 0 {
			return true
		}
	}
	return false
}

// classOf is the class of an item of one word.
func (d *description) classOf(it item) class {
	low := lower(it.text)
	var c class
	for _, l := range [...]*tongue{d.lang, d.english} {
		for _, p := range l.phrases[low] {
			if len(p.rest) == 0 {
				c |= p.class
			}
		}
	}
	return c
}
