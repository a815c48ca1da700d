package domains

import "strings"

// These rules decide whether a bound in a text is the parameter's own or another thing's.

// mine reports whether the bound that begins at i and ends with q is one of the value: its
// clause is about the value, says neither what is usual nor what follows from a number, and
// counts in no other unit.
func (b *bounder) mine(i int, q quantity) bool {
	return !b.habit(i) && !b.otherUnit(i, b.unitOf(q)) && b.owned(i) && !b.foreign(i, q) && !b.rate(i, q)
}

// another reports whether a range has another unit than the value: its two ends have
// different units, or the range has a smaller unit than the text names (cents for dollars,
// minutes for hours).
func (b *bounder) another(lo, hi quantity) bool {
	after := ""
	if b.word(hi.to) {
		after = b.tokens[hi.to].low
	}
	if money := strings.Contains("$€£¥₹", lo.unit) && lo.unit != ""; money {
		if hi.unit != "" && hi.unit != lo.unit {
			return true
		}
		for j := range b.tokens {
			if b.has(j, clsLesser) {
				return true
			}
		}
		return false
	}
	if lo.unit != "" && hi.unit != lo.unit && strings.TrimSuffix(after, "s") != strings.TrimSuffix(lo.unit, "s") {
		return true
	}
	return false
}

// otherUnit reports whether unit is a unit of time and the text before i names only other
// ones.
func (b *bounder) otherUnit(i int, unit string) bool {
	stem := strings.TrimSuffix(unit, "s")
	if c := b.classOf(item{text: unit}); c&clsUnit == 0 {
		return false
	}
	other := false
	for j := 0; j < i; j++ {
		if b.has(j, clsUnit) {
			if strings.TrimSuffix(b.tokens[j].low, "s") == stem {
				return false
			}
			other = true
		}
	}
	return other
}

// habit reports whether a word of habit ("usually") or of example stands before i in its
// clause.
func (d *description) habit(i int) bool {
	for j := i - 1; j >= 0 && j >= i-5 && !d.stops(j) && !d.is(j, ")", ",", ";"); j-- {
		if d.has(j, clsHabit) || d.has(j, clsPartial) && d.opens(j) && !d.has(j, clsClause) {
			return true
		}
	}
	return false
}

// clauseOf is where the sentence, or the part of it between semicolons, begins that holds
// the token at i.
func (b *bounder) clauseOf(i int) int {
	for !b.opens(i) && !b.is(i-1, ";", "；") {
		i--
	}
	return i
}

// owned reports whether the bound at i is about the value. In the first sentence it always
// is. In a later one only function words, or words of the first sentence, may stand before
// it in its clause.
func (b *bounder) owned(i int) bool {
	start := b.clauseOf(i)
	if start == 0 {
		return true
	}
	for j := i - 1; j >= start; j-- {
		if b.is(j, ",", ";", "，", "；", ":", "：") || b.bracket(j) {
			break
		}
		t := &b.tokens[j]
		if t.kind == tokNumber || t.class&^clsIdle != 0 || t.kind == tokMark || !t.isLatin() {
			continue
		}
		if t.kind == tokQuoted || !b.mentioned(t.low, start) {
			return false
		}
	}
	return true
}

// clsIdle are the classes of words that do not change what a bound is about.
const clsIdle = clsGloss | clsThing | clsMeasure | clsPart | clsMedia | clsChoice | clsUnit | clsRefuse

// negated reports whether a word before i negates the phrase there: "should not be larger
// than".
func (b *bounder) negated(i int) bool {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		if b.has(j, clsNot) {
			return true
		}
		if !b.has(j, clsPlain) || b.stops(j) {
			return false
		}
	}
	return false
}

// mentioned reports whether a word occurs, in any of its forms, before the token at before.
func (b *bounder) mentioned(word string, before int) bool {
	stem := word[:max(min(len(word), 4), len(word)-2)]
	for j := 0; j < before; j++ {
		if t := &b.tokens[j]; t.kind == tokWord && (strings.HasPrefix(t.low, stem) || len(t.low) > 4 && strings.HasPrefix(word, t.low)) {
			return true
		}
	}
	return false
}

// foreign reports whether the number of a later clause belongs to that clause's subject:
// "Up to 4 residents may be linked", "a parcel of up to 5 kg costs 4 euros".
func (b *bounder) foreign(i int, q quantity) bool {
	start := b.clauseOf(i)
	if start == 0 || b.refusing(i, q.to) {
		return false
	}
	j := q.to
	for ; b.content(j) && j < q.to+3; j++ { // the noun that is counted
	}
	own := j == q.to || b.has(q.to, clsUnit) || b.mentioned(b.tokens[q.to].low, start)
	verb := b.has(j, clsAre|clsTakes|clsPlain|clsGloss)
	switch {
	case i == start && b.has(j, clsAre):
		return !b.has(j+1, clsClosing|clsClause) // "36 to 37.5 is healthy"
	case i == start:
		return !own && verb || j > q.to+1 && !b.filled(j) && !b.mentioned(b.tokens[j-1].low, start)
	case b.is(i-1, ","):
		return !own // "..., at most 3 drivers per car"
	case !verb && j < q.to+2:
		return false
	}
	subject := false
	for k := start; k < i; k++ {
		if b.has(k, clsAre|clsTakes) {
			return false
		}
		subject = subject || b.content(k)
	}
	return subject
}

// content reports whether the word at i is a noun, a verb or the like, and none of the words
// that say what a value is.
func (b *bounder) content(i int) bool {
	return b.word(i) && b.tokens[i].kind == tokWord && b.tokens[i].class&^(clsThing|clsMeasure|clsPart|clsMedia|clsChoice|clsUnit) == 0
}

// rate reports whether a number in a later sentence is a rate: "at least 4 a year".
func (b *bounder) rate(i int, q quantity) bool {
	j := q.to
	if b.word(j) && !b.has(j, clsArticle) && !b.is(j, "per") {
		j++
	}
	return b.begin(i) > 0 && (b.has(j, clsArticle) || b.is(j, "per")) && b.has(j+1, clsUnit)
}

// sets reports whether a comparison at i is about the value. Before it stands nothing, a
// bracket, a comma, or a word such as "be".
func (b *bounder) sets(i int) bool {
	return b.opens(i) || b.bracket(i-1) || b.is(i-1, ",", ";", "，") || b.is(i-1, ":") && b.has(i-2, ^clsThing) || b.has(i-1, clsSets|clsPlain|clsValues|clsAre|clsTakes|clsClosing|clsAnd|clsOr) || b.has(i-1, clsLeast|clsMost) ||
		b.has(i-1, clsNot) || !b.tokens[i-1].isLatin()
}

// clause reports whether a clause about the value begins at i.
func (b *bounder) clause(i int) bool {
	return b.opens(i) || b.is(i-1, ":", "：") || b.sets(i)
}

// refusing reports whether the sentence rejects values beyond the bounds at [i, to).
func (b *bounder) refusing(i, to int) bool { return b.refused(to, b.end(i)) }
