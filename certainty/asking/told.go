package asking

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// told adds the values that a question states for the parameters it also asks for:
// "could you confirm that the room is 12", "do you know the city? the city is Porto". A
// statement is the parameter's name, directly followed by a verb, and then something
// with a digit, with the capital of a name, or equal to one of the parameter's values;
// so "the date is required" states no date. A value that is offered as one of several
// options is not a statement, nor is one that the question asks about ("whether ...").
//
// of says of which tool each request is.
func (a *Asker) told(q *Question, of []int, p *parser, r *grounding.Reading) {
	stated := q.stated()
	for k, rq := range q.Requests {
		t, x := &a.tools[of[k]], a.param(of[k], rq.Aspect)
		if x == nil || x.about&(1<<typeBoolean) != 0 || stated[aspect{rq.Tool, rq.Aspect}] {
			continue
		}
		start, end, replied := p.replied(rq.End, x)
		ok := replied
		for i := 0; i < len(p.tokens) && !ok; i++ {
			start, end, ok = p.toldAt(i, x)
		}
		if !ok {
			continue
		}
		v := jsonvalue.NewString(p.text[start:end])
		d, _ := a.sets[rq.Tool].Get(rq.Aspect)
		backed := r != nil && r.Support(t, t.Param(rq.Aspect), d, v).Grounded()
		if replied && backed {
			continue // "Thanks, Maria."
		}
		q.Statements = append(q.Statements, Statement{Tool: rq.Tool, Aspect: rq.Aspect, Value: v, Start: start, End: end, Backed: backed})
		stated[aspect{rq.Tool, rq.Aspect}] = true
	}
}

// param returns the parameter of tool n with a name, or nil if it lies beyond the bound
// on parameters.
func (a *Asker) param(n int, name string) *param {
	for i := range a.read[n].params {
		if a.tools[n].Params[i].Name == name {
			return &a.read[n].params[i]
		}
	}
	return nil
}

// toldAt returns where the value is that a clause states for a parameter whose name
// ends at token i.
func (p *parser) toldAt(i int, x *param) (start, end int, ok bool) {
	if i+2 >= len(p.tokens) || p.ends(i) || !has(x.name, stem(p.tokens[i].Text)) || has(x.name, stem(p.tokens[i+1].Text)) {
		return 0, 0, false
	}
	verb, _ := p.find(rolePolar, i+1, len(p.tokens))
	if verb == 0 {
		return 0, 0, false
	}
	if v := i + verb; v+1 < len(p.tokens) && strings.ContainsAny(p.text[p.tokens[v].End:p.tokens[v+1].Start], quotes) {
		return p.tokens[v+1].Start, p.quoteEnd(v + 1), true // `the note is "Happy birthday"`
	}
	if p.ends(i + 1) {
		return 0, 0, false
	}
	for k := i; k > 0 && !p.ends(k-1); k-- {
		if p.has(roleSubordinate, k-1, len(p.tokens)) {
			return 0, 0, false // "whether the seat is booked"
		}
	}
	last := i + verb
	for last+1 < len(p.tokens) && !p.ends(last) {
		last++
		if p.has(roleOr, last, len(p.tokens)) || p.has(roleOption, last, len(p.tokens)) || p.has(roleNegation, last, len(p.tokens)) {
			return 0, 0, false
		}
	}
	k := i + 1 + verb
	if k > last {
		return 0, 0, false
	}
	for k < last && p.has(roleFunction, k, len(p.tokens)) {
		k++
	}
	return p.tokens[k].Start, p.tokens[last].End, p.valueLike(k, x)
}

// replied returns the value in the sentence after a request, if that sentence answers
// it: it contains a value and hardly anything but function words and the parameter's
// name: "At 7:00.", "Two rooms it is." A value that is offered as an option does not
// count, nor does one that shows a format.
func (p *parser) replied(asked int, x *param) (start, end int, ok bool) {
	k := slices.IndexFunc(p.sentences, func(s run) bool { return p.tokens[s.from].Start >= asked })
	if k < 0 || p.sentences[k].to-p.sentences[k].from > maxReply {
		return 0, 0, false
	}
	s := p.sentences[k]
	start, end = p.tokens[s.from].Start, p.tokens[s.to-1].End
	gap := p.text[end:]
	if s.to < len(p.tokens) {
		gap = p.text[end:p.tokens[s.to].Start]
	}
	if strings.ContainsAny(gap, "?？؟⁇‽") || slices.ContainsFunc(p.asks, func(a ask) bool { return start <= a.start && a.start < end }) {
		return 0, 0, false
	}
	values, others := 0, 0
	for i := s.from; i < s.to; i++ {
		text := p.text[p.tokens[i].Start:p.tokens[i].End]
		switch w := stem(p.tokens[i].Text); {
		case p.has(roleOr, i, s.to), p.has(roleOption, i, s.to), p.has(roleNegation, i, s.to):
			return 0, 0, false
		case strings.ContainsFunc(text, unicode.IsDigit), grounding.Figure(p.tokens[i].Text, p.lang.name), has(x.values, w),
			(i > s.from || words.Name(p.tokens[i].Text) && !p.has(roleFunction, i, s.to)) && p.valueLike(i, x) && !repeats(text): // but not a format such as YYYY or ГГГГ
			values++
		case !p.has(roleFunction, i, s.to) && !p.has(roleLead, i, s.to) && !has(x.name, w):
			others++
		}
	}
	return start, end, values > 0 && values >= others
}

// quoteEnd returns the end of what is quoted from token i on: of its last word, or of the first if the quotation has no end.
func (p *parser) quoteEnd(i int) int {
	for k := i; k < len(p.tokens); k++ {
		gap := p.text[p.tokens[k].End:]
		if k+1 < len(p.tokens) {
			gap = p.text[p.tokens[k].End:p.tokens[k+1].Start]
		}
		if strings.ContainsAny(gap, endQuotes) {
			return p.tokens[k].End
		}
	}
	return p.tokens[i].End
}

// repeats reports whether a text is one character, again and again.
func repeats(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return !strings.ContainsFunc(text, func(c rune) bool { return c != first })
}

// maxReply is the most words that a sentence consisting of just a value may have.
const maxReply = 9

// quotes are opening marks that may enclose a value.
const quotes = "\"“«„「『{["

// endQuotes are closing marks.
const endQuotes = "\"”“»」』}]"

// valueLike reports whether a token contains a digit, has the capital of a name, or is
// one of the parameter's values.
func (p *parser) valueLike(k int, x *param) bool {
	text := p.text[p.tokens[k].Start:p.tokens[k].End]
	first, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsFunc(text, unicode.IsDigit) || unicode.IsUpper(first) && p.lang.name != "de" && !p.loud || has(x.values, stem(p.tokens[k].Text))
}

// has reports whether all contains the word w.
func has(all []word, w string) bool {
	return slices.ContainsFunc(all, func(x word) bool { return x.text == w })
}
