package domains

import (
	"slices"
	"strconv"
	"strings"
)

// evidence is how strongly the words around a list say that the list is complete.
type evidence int

const (
	evNone   evidence = 0
	evNoun   evidence = 2 // the noun before the list has few values: "unit: ..."
	evVerb   evidence = 2 // a verb before the list sets the value: "use ...", "can be ..."
	evStrong evidence = 4 // the list is called the whole set: "one of", "allowed values", "no other"
	evNever  evidence = 9 // the list is called incomplete, or a list of other values
)

// enough is the number of points that make a list complete.
const enough = 4

// form gives points for how the items of a listing are written: in quotes 3, as codes 2, as
// words 1. For items of several words ok is false.
func (d *description) form(l *listing, ev evidence) (points int, ok bool) {
	switch {
	case l.all(isQuoted):
		return 3, true
	case l.slash && l.comma, !l.all(isWord) && (!d.is(l.from-1, ":", "：") || !slices.ContainsFunc(l.items, isWord) && !(l.or && len(l.items) > 2) || ev == evStrong):
		return 0, false
	case l.all(isCode):
		points = 2
	case len(l.items) != 2 || ev == evStrong || isUpper(l.items[0]) == isUpper(l.items[1]):
		points = 1 // but not "HTML or markdown"
	}
	if ev < evStrong && d.free() {
		points--
	}
	return points, true
}

// points weighs how much a list looks like all values of the parameter: the form of its
// items, the words around them, the place of the list, and its separators. from is the
// first token of the words that count.
func (d *description) points(l *listing, ev evidence, from int) int {
	colon := d.is(l.from-1, ":", "：")
	form, ok := d.form(l, ev)
	if !ok {
		if ev == evStrong && (l.bulleted || colon || d.bracket(l.from-1)) {
			return enough
		}
		return 0
	}
	unit := d.unit(l.from)
	rivals := d.lang.rival(l.items, unit) || d.english.rival(l.items, unit)
	if form < 2 && ev < evStrong && (l.and && !l.or && !l.all(isGlossed) || d.is(l.from-1, ",", "，") && !(rivals && ev > evNone)) {
		return 0 // several are wanted together, or the end of "the order, invoice or receipt"
	}
	points := form + int(ev)
	if form < 3 && ev == evVerb && d.has(from, clsTakes) && d.free() {
		points = form
	}
	switch {
	case d.edge(l):
		points++
	case ev == evNone:
		points--
	}
	switch {
	case l.all(isGlossed) && l.scale():
		points -= 2
	case l.all(isGlossed), l.marked, d.is(l.from-1, "[", "{") && d.bracketed(l) && len(l.items) > 2 && !l.all(isNumber):
		points += 2
	}
	either, numbers := l.or || l.slash && !l.comma, l.all(isNumber) && !l.all(isGlossed)
	if rivals {
		if points++; !colon || either || ev > evNone {
			points++
		}
	}
	switch {
	case l.pipes && !l.comma, l.table && l.titled:
		points += 3
	case either && (len(l.items) > 2 || colon && l.or):
		points += 2
	case either, !l.and && numbers && len(l.items) > 2:
		points++
	case ev == evNone && colon && len(l.items) > 2 && l.to == len(d.tokens) && l.all(isPlain) && d.titled(l.from-1):
		points += 2 // "Second factor: totp, webauthn, sms"
	case l.and && ev < evStrong && !l.all(isGlossed):
		points--
	case numbers && len(l.items) == 2:
		points -= 2 // "scale: 1, 10"
	}
	last := l.items[len(l.items)-1]
	if (!d.filled(l.to) && !d.bracketed(l) || last.clause && !l.all(isGlossed)) && d.tail(l) < evStrong {
		if points--; form < 3 {
			points--
		}
	}
	return points
}

// titled reports whether the text before the colon at i is a name for one thing: neither free
// text, nor a question, nor a plural.
func (d *description) titled(i int) bool {
	if d.begin(i) > 0 || d.free() || !d.word(i-1) || strings.HasSuffix(d.tokens[i-1].low, "s") {
		return false
	}
	return !slices.ContainsFunc(d.tokens[:i], func(t token) bool { return t.class&clsClause != 0 })
}

// scale reports whether two numbers are the two ends of a scale: "0 = mute, 100 = max".
func (l *listing) scale() bool {
	if !l.all(isNumber) {
		return false
	}
	if strings.Contains(l.items[0].text, ".") {
		return true
	}
	lo, _ := strconv.ParseFloat(l.items[0].text, 64)
	hi, _ := strconv.ParseFloat(l.items[len(l.items)-1].text, 64)
	return len(l.items) == 2 && hi-lo > 1
}

// edge reports whether a list begins where its clause does.
func (d *description) edge(l *listing) bool {
	i := l.from - 1
	return d.opens(l.from) || d.bracket(i) || d.is(i, ":", "：", ",", "，", ";") || d.is(i, "-", "–", "—") && d.spaced(l.from)
}

// tailOf reports whether a list is the end of a longer list, without that list's first
// items.
func (d *description) tailOf(l *listing) bool {
	i := l.from - 2
	switch {
	case !d.is(l.from-1, ",", "，", "、", "/", "|"):
		return false
	case d.quoted(i):
		return true
	case !d.word(i):
		return false
	case i == 0, d.is(i-1, ",", ":", "："), d.has(i-1, clsOpening|clsTakes|clsValues|clsClosing|clsOneOf), l.and && d.has(i-1, clsAre):
		return true
	}
	return !l.items[0].quoted && l.all(isCode) && isCode(item{text: d.span(i, i+1), words: 1})
}

// filled reports whether a list that ends before i fills its sentence, clause or brackets.
// A default or a condition may follow.
func (d *description) filled(i int) bool {
	if d.is(i, ";", "；") {
		return true
	}
	comma := d.is(i, ",", "，")
	if comma {
		i++
	}
	return d.ends(i) || d.has(i, clsClause) || comma && d.has(i, clsGloss) || d.bracket(i) && d.has(i+1, clsClause)
}

// bracketed reports whether brackets close right behind a list that they open before.
func (d *description) bracketed(l *listing) bool {
	return d.bracket(l.from-1) && d.is(l.to, ")", "]", "}", "）")
}

// free reports whether the text names something with free text: a query, a message.
func (d *description) free() bool {
	if d.numeric {
		return false
	}
	for i := 0; i < len(d.tokens) && i < 4 && d.word(i); i++ {
		if d.has(i, clsFree) || d.has(i, clsThing) && !d.has(i+1, clsChoice) {
			return true
		}
		if d.has(i, clsPrep) || d.word(i) && d.has(i, clsChoice) {
			return false
		}
	}
	return false
}

// naming reports whether the items are no values, but kinds of things, parts of a thing, or
// units that a slash joins.
func (d *description) naming(l *listing, ev evidence) bool {
	if ev == evStrong || ev == evNoun && l.or && d.bracketed(l) {
		return false // "Owner type (user or group)"
	}
	if d.lang.rival(l.items, true) || d.english.rival(l.items, true) {
		return ev == evNone && !d.unit(l.from) && !d.lang.rival(l.items, false) && !d.english.rival(l.items, false)
	}
	things := 0
	for _, it := range l.items {
		if c := d.classOf(it); len(it.text) > 1 && c&clsThing != 0 || c&clsPart != 0 && !l.or {
			things++
		}
	}
	return 2*things >= len(l.items)
}

// sliced reports whether a slash belongs to one thing: units ("km/h"), a media type, a
// path, a date, "24/7".
func (d *description) sliced(l *listing) bool {
	if !l.slash || strings.Contains(d.span(l.from, l.to), " / ") {
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
