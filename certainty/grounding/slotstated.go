package grounding

import (
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
	a := &q.aspects[t.aspect]
	if closedDomain(a.domain) {
		return q.statedChoice(t, a, ctx)
	}
	from, end := q.sentence(t.at)
	polar := q.polar(from, end)
	for i := from; i < end; i++ {
		if !q.claims(i, from, a, polar) || q.backed(i, ctx) || q.example(i, from) {
			continue
		}
		return Span{Start: q.tokens[i].start, End: q.tokens[i].end}, true
	}
	return Span{}, false
}

func closedDomain(d domains.Domain) bool {
	return d.Type == domains.Boolean || d.Type == domains.Finite && len(d.Values) > 1
}

// statedChoice judges a question about an enumeration: two of its values are a
// choice, a single one that nothing backs is a statement.
func (q *asked) statedChoice(t *Target, a *aspect, ctx *Context) (Span, bool) {
	spans := q.choices[int32(t.aspect)]
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
	for from > 0 && !ends(q.text, q.tokens, from-1) {
		from--
	}
	for end < len(q.tokens) && !ends(q.text, q.tokens, end-1) {
		end++
	}
	return from, end
}

var auxiliaries = set(`is are was were do does did should shall can could would will may am has have so shouldn isn`)

// polar reports whether a sentence asks for a yes or a no, so that whatever it
// says beside the parameter's name is the value.
func (q *asked) polar(from, end int) bool {
	if !auxiliaries[q.tokens[from].norm] {
		return false
	}
	for i := from; i < end; i++ {
		if w := q.tokens[i].norm; interrogatives[w] || requests[w] && !soft[w] {
			return false
		}
	}
	return true
}

// soft are words of asking that confirm as well as they ask.
var soft = set(`confirm like want need mean prefer`)

// claims reports whether a token may be a value of an aspect: a number, a name,
// what stands in quotation marks; in a sentence that asks for a yes, any word
// that neither names something nor is of everyday use.
func (q *asked) claims(i, from int, a *aspect, polar bool) bool {
	t := &q.tokens[i]
	switch {
	case stopwords[t.norm] || requests[t.norm] || interrogatives[t.norm]:
		return false
	case strings.ContainsAny(t.norm, "0123456789"):
		return true
	case numericParam(a.param):
		n, ok := smallNumbers[t.norm]
		return ok && n != 1 && t.norm != "both" && !q.known()[stem(t.norm)]
	case q.known()[stem(t.norm)] || len(t.norm) < 2:
		return false
	case q.quotedToken(i), t.capital && !t.upper && i > from:
		return true
	}
	return polar && !courtesy[t.norm] && !courtesy[stem(t.norm)]
}

// courtesy are the words of questions as such, whatever they are about.
var courtesy = set(`assist help better correct right sure okay ok thanks thank sorry great happy proceed continue complete information
 detail details request looking look search find book planning interested interest prefer preferred preference choose
 there particular specific certain any other possible available need want like mean refer referring able currently
 current kind sort type one option options default process understand accurate ensure following please question`)

// backed reports whether the conversation has the token.
func (q *asked) backed(i int, ctx *Context) bool {
	score, _ := ctx.word(q.tokens[i].norm)
	if score > 0 {
		return true
	}
	if !q.tokens[i].solid {
		_, _, ok := ctx.unspaced(q.tokens[i : i+1])
		return ok
	}
	return false
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
		if exampleWords[w] && (w != "as" || q.before(k) == "such") && (w != "like" || !pronouns[q.before(k)]) {
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

// tool returns the first offered tool whose name the question says, whole.
func (q *asked) tool() string {
	for i := range q.tools {
		if len(q.tools[i].Name) > 2 && strings.Contains(q.text, q.tools[i].Name) {
			return q.tools[i].Name
		}
	}
	for i := range q.tools {
		words := split(q.tools[i].Name)
		if len(words) == 0 || len(words) > 8 {
			continue
		}
		for k := range q.tokens {
			if q.says(k, words) {
				return q.tools[i].Name
			}
		}
	}
	return ""
}

// maxKnown bounds the words of tools that are read.
const maxKnown = 1 << 13

// knownWords collects the stems of what the tools say.
func (s *Slots) knownWords() map[string]bool {
	out := map[string]bool{}
	left := maxKnown
	add := func(text string) {
		for _, t := range tokenize(text, 0, min(left, MaxValueTokens)) {
			out[stem(t.norm)] = true
			left--
		}
	}
	for i := range s.tools {
		t := &s.tools[i]
		for _, w := range split(t.Name) {
			out[stem(w)] = true
		}
		add(t.Description)
		for k := range t.Params {
			for _, w := range split(t.Params[k].Name) {
				out[stem(w)] = true
			}
			add(t.Params[k].Description)
		}
	}
	for i := range s.aspects {
		for _, v := range s.aspects[i].domain.Values {
			add(v.Str())
		}
	}
	return out
}
