package oldgrounding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// stated reports whether a question states the value of what it asks for, and
// where: "Is the city Paris?" asks nobody for a city, unless the user spoke of
// Paris.
func (q *asked) stated(t *Target, ctx *Context) (Span, bool) {
	if ctx == nil || len(t.at) == 0 {
		return Span{}, false
	}
	a := q.aspect(t.aspect)
	if a.closed() {
		return q.statedChoice(t, &a, ctx)
	}
	from, end := q.sentence(t.at)
	if span, ok := q.claimed(t, &a, ctx, from, end, q.confirms(from, end)); ok {
		return span, true
	}
	// "Could you tell me the city? Is it Paris?"
	for from = end; from < len(q.tokens); from = end {
		_, end = q.sentence([]int{from})
		if q.tokens[min(from+1, end-1)].norm == "it" && q.confirms(from, end) {
			return q.claimed(t, &a, ctx, from, end, true)
		}
	}
	return Span{}, false
}

// claimed finds a value that a sentence states and nothing backs.
func (q *asked) claimed(t *Target, a *aspect, ctx *Context, from, end int, confirms bool) (Span, bool) {
	for i := from; i < end; i++ {
		if _, says := slices.BinarySearch(t.at, i); says || !q.claims(i, from, a, confirms) || q.backed(i, ctx) || !confirms && q.example(i, from) {
			continue
		}
		return Span{Start: q.tokens[i].start, End: q.tokens[i].end}, true
	}
	return Span{}, false
}

// statedChoice judges a question about an enumeration: two of its values are a
// choice, a single one that nothing backs is a statement.
func (q *asked) statedChoice(t *Target, a *aspect, ctx *Context) (Span, bool) {
	spans := of(q.offered, t.aspect)
	if a.domain.Type == domains.Boolean {
		spans = q.booleans(t.at)
	}
	if len(spans) != 1 || within(spans[0].tokens(), t.at) && a.domain.Type != domains.Boolean {
		return Span{}, false
	}
	s := spans[0]
	v := jsonvalue.NewBool(q.tokens[s.from].norm == "true")
	if a.domain.Type != domains.Boolean {
		v = a.domain.Values[s.value]
	}
	if New(Options{}).Ground(ctx, a.tool, a.param, a.domain, v).Grounded() {
		return Span{}, false
	}
	return Span{Start: q.tokens[s.from].start, End: q.tokens[s.end-1].end}, true
}

func (s span) tokens() []int {
	var out []int
	for i := s.from; i < s.end; i++ {
		out = append(out, i)
	}
	return out
}

// booleans finds true and false in the sentence of a target.
func (q *asked) booleans(at []int) []span {
	var out []span
	for i, end := q.sentence(at); i < end; i++ {
		if w := q.tokens[i].norm; w == "true" || w == "false" {
			out = append(out, span{from: i, end: i + 1})
		}
	}
	return out
}

// sentence returns the tokens of the sentence that the first of at stands in.
func (q *asked) sentence(at []int) (from, end int) {
	from, end = at[0], at[0]+1
	for from > 0 && !q.ends(from-1) {
		from--
	}
	for end < len(q.tokens) && !q.ends(end-1) {
		end++
	}
	return from, end
}

// confirmed are the words that begin what is to be confirmed.
var confirmed = set(`that if whether it you`)

// confirms reports whether a sentence asks whether something is so ("is the city
// paris?"), so that whatever it says beside the parameter's name is the value. One
// that asks for any ("do you have a city in mind?") is open.
func (q *asked) confirms(from, end int) bool {
	for i := from; i < end; i++ {
		switch q.tokens[i].norm {
		case "confirm":
			if i+1 < end && q.in(i+1, isConfirmed) {
				return true
			}
		case "right", "correct":
			if i == end-1 {
				return true
			}
		}
	}
	if end-from < 3 || !q.polar(from, end) {
		return false
	}
	for i := from + 1; i < end; i++ {
		if q.tokens[i].norm == "be" {
			return true
		}
	}
	switch q.tokens[from].norm {
	case "is", "are", "was", "were", "should", "shall", "so", "isn", "shouldn":
	default:
		return false
	}
	switch q.tokens[from+1].norm {
	case "the", "your", "it", "this", "that", "i", "we":
		return true
	}
	return false
}

// claims reports whether a token may be a value of an aspect: a number, a name,
// what stands in quotation marks; in a sentence that confirms, any word
// that neither names something nor is of everyday use.
func (q *asked) claims(i, from int, a *aspect, confirms bool) bool {
	t := &q.tokens[i]
	switch {
	case q.in(i, isStopword|isRequest|isInterrogative):
		return false
	case strings.ContainsAny(t.norm, "0123456789"):
		return true
	case numericParam(a.param):
		n, ok := smallNumbers[t.norm]
		return ok && n != 1 && t.norm != "both" && !q.spoken(i)
	case len(t.norm) < 2 || q.spoken(i):
		return false
	case t.upper && !confirms:
		return !q.schemaSays(i) // formats and units are written in capitals: YYYY, UTC
	case q.quotedToken(i), t.capital && i > from:
		return true
	}
	return confirms && !q.in(i, isCourtesy) && q.words[i].stemClass&isCourtesy == 0
}

// courtesy are the words of questions as such, whatever they are about.
var courtesy = set(`assist help better correct right sure okay ok thanks thank sorry great happy proceed continue complete information
 detail details request looking look search find book planning interested interest prefer preferred preference choose
 there particular specific certain any other possible available need want like mean refer referring able currently
 current kind sort type one option options default process understand accurate ensure following please question most
 more some best exact exactly apologies inconvenience moment purpose order request course`)

// backed reports whether the conversation has the token. Each token is looked up
// once, however many parameters are asked for.
func (q *asked) backed(i int, ctx *Context) bool {
	w := &q.words[i]
	if w.backing == unasked {
		w.backing = no
		if q.lookUp(i, ctx) {
			w.backing = yes
		}
	}
	return w.backing == yes
}

func (q *asked) lookUp(i int, ctx *Context) bool {
	score, _ := ctx.word(q.tokens[i].norm)
	if score > 0 {
		return true
	}
	if n, ok := q.number(i); ok {
		ctx.find()
		return slices.ContainsFunc(ctx.numbers, func(m number) bool { return near(m.val, n) })
	}
	if !q.tokens[i].solid {
		_, _, ok := ctx.unspaced(q.tokens[i : i+1])
		return ok
	}
	return false
}

// number reads a token that is a whole number, in digits or in words.
func (q *asked) number(i int) (float64, bool) {
	w := q.tokens[i].norm
	if n, ok := smallNumbers[w]; ok {
		return n, true
	}
	n, err := strconv.ParseFloat(w, 64)
	return n, err == nil && allDigits(w)
}

func (q *asked) quotedToken(i int) bool {
	t := &q.tokens[i]
	return t.start > 0 && strings.ContainsRune(`"'`, rune(q.text[t.start-1])) && t.end < len(q.text)
}

var exampleWords = set(`example examples instance eg format like as include including formatted`)

// example reports whether what stands before a token, in its sentence, makes it
// an example or a format.
func (q *asked) example(i, from int) bool {
	for k := i - 1; k >= from && k >= i-6; k-- {
		w := q.tokens[k].norm
		if q.in(k, isExample) && (w != "as" || q.before(k) == "such") && (w != "like" || k == 0 || !q.in(k-1, isPronoun)) {
			return true
		}
		if w == "e" && k+1 < len(q.tokens) && q.tokens[k+1].norm == "g" {
			return true
		}
	}
	return false
}

var pronouns = set(`you i we d would they`)

func (q *asked) before(k int) string {
	if k == 0 {
		return ""
	}
	return q.tokens[k-1].norm
}
