package grounding

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/words"
)

// given is a place that answers the question for a parameter by its order alone: 12, for the rows, in "Rows and
// columns?" "12 and 5".
type given struct {
	at    span3
	param int  // in the hearing
	sure  bool // nothing but the order can tell which part is whose: bare numbers, the ends of a journey
}

// The bounds of such an answer.
const (
	maxAnswer = 24 // tokens of the turn
	maxPart   = 5  // tokens of what answers for one parameter
	maxAsked  = 40 // tokens of a question whose words are compared by meaning
)

// parted is a turn that may answer for several parameters at once: the question that names them with the vectors of its
// words, none if it is long, and the parts of the answer.
type parted struct {
	question span3
	words    []words.ID
	parts    []span3
}

// partedAnswers finds these turns.
func (b *bound) partedAnswers() *[]parted {
	out := new([]parted)
	add := func(question span3, parts []span3) {
		a := parted{question: question, parts: parts}
		for i := question.from; i < question.to && question.to-question.from <= maxAsked; i++ {
			a.words = append(a.words, words.Find(b.norm(&b.tokens[i])))
		}
		*out = append(*out, a)
	}
	for t := range b.in.Turns {
		if b.role(t) != "user" {
			continue
		}
		if legend, values := b.legendIn(t); values != nil {
			add(legend, values)
		}
		if t == 0 || b.role(t-1) != "assistant" || b.starts[t+1]-b.starts[t] > maxAnswer {
			continue
		}
		if parts := b.partsOf(t); len(parts) > 1 && !slices.ContainsFunc(parts, func(part span3) bool { return part.to-part.from > maxPart }) {
			add(span3{b.starts[t-1], b.starts[t]}, parts)
		}
	}
	return out
}

// bareAnswers finds the bare answers to questions that name several parameters. The answer has as many parts as the question
// names parameters, and nothing else in it says which part belongs to which.
func (b *bound) bareAnswers(params []heard) *[]given {
	out := new([]given)
	for _, a := range *b.parted.get(b.partedAnswers) {
		if len(a.parts) > len(params) {
			continue
		}
		named := b.namedIn(params, a.question)
		if len(named) < len(a.parts) {
			named = akinIn(params, &a, named)
		}
		slices.SortStableFunc(named, func(a, z given) int { return int(a.at.from - z.at.from) })
		b.assign(out, params, named, a.parts)
	}
	return out
}

// partsOf returns the parts of a turn: the items that it numbers, or what commas, lines and "and" separate, and numbers
// that stand side by side.
func (b *bound) partsOf(t int) []span3 {
	if items := b.bullets(t); items != nil {
		return items
	}
	var parts []span3
	apart := true
	for i, to := b.starts[t], b.starts[t+1]; i < to; i++ {
		switch x := &b.tokens[i]; {
		case b.is(int(i), cAnd) || b.across(int(i)):
			apart = true
		case apart || x.gap >= comma || x.digit && b.tokens[i-1].digit:
			parts, apart = append(parts, span3{i, i + 1}), false
		default:
			parts[len(parts)-1].to = i + 1
		}
	}
	return parts
}

// across reports whether token i stands between two numbers of one thing: 90 x 210, 120 over 80.
func (b *bound) across(i int) bool {
	return b.tok(i-1, i).digit && b.tok(i+1, i).digit && tell("across", b.norm(&b.tokens[i]))
}

// asked returns the questions of a turn, or all of it where it has none.
func (b *bound) asked(t int) span3 {
	out := span3{b.starts[t], b.starts[t+1]}
	first := true
	b.sentences(t, func(from, to int) {
		if b.asks(to) {
			if first {
				out.from, first = int32(from), false
			}
			out.to = int32(to)
		}
	})
	return out
}

// legendIn finds the words in brackets that say which number before them is which: "80x30x200 cm (width, depth, height)".
func (b *bound) legendIn(t int) (legend span3, values []span3) {
	if !strings.Contains(b.in.Turns[t].Text, "(") {
		return legend, nil
	}
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		switch {
		case len(values) > 1 && strings.HasSuffix(b.gapText(int(i)), "("):
			return span3{i, b.starts[t+1]}, values
		case b.tokens[i].digit:
			values = append(values, span3{i, i + 1})
		case !b.across(int(i)) && !b.is(int(i), cUnit):
			values = nil
		}
	}
	return legend, nil
}

// namedIn returns the parameters that the tokens of a question name. "From where to where?" names the two ends of a
// journey.
func (b *bound) namedIn(params []heard, in span3) (named []given) {
	from, to := b.endsIn(in)
	for i := range params {
		at, w := in.to, params[i].want
		for _, word := range w.full {
			places := b.of(word)
			if n, _ := slices.BinarySearch(places, in.from); n < len(places) {
				at = min(at, places[n])
			}
		}
		sure := false
		if end := side(w.role); at == in.to && end != 0 && from >= 0 && to >= 0 {
			at, sure = [...]int32{from, to}[max(end, 0)], true
		}
		if at < in.to {
			named = append(named, given{span3{at, at + 1}, i, sure})
		}
	}
	return named
}

// akinIn adds to the named parameters those for which the question has only a word of a similar meaning: Breite, for the
// width.
func akinIn(params []heard, a *parted, named []given) []given {
	for k := range params {
		if len(params) > maxOffered || slices.ContainsFunc(named, func(n given) bool { return n.param == k }) {
			continue
		}
		at, most := len(a.words), leastNear
		for _, own := range params[k].want.vecs {
			if i, near := words.Nearest(own, a.words); near > most || near == most && i < at {
				at, most = i, near
			}
		}
		if at < len(a.words) {
			from := a.question.from + int32(at)
			named = append(named, given{at: span3{from, from + 1}, param: k})
		}
	}
	return named
}

// endsIn returns where a question asks for the start and for the end of something, -1 for neither: "from where to
// where?". The last "to" counts: "where do you want to travel from and to?"
func (b *bound) endsIn(in span3) (from, to int32) {
	from, to = -1, -1
	for i := in.from; i < in.to; i++ {
		switch t := &b.tokens[i]; {
		case from < 0 && t.has&cFrom != 0:
			from = i
		case t.has&cTo != 0:
			to = i
		}
	}
	return from, to
}

// suits reports whether a part of an answer may be the value of a parameter: it has the parameter's kind and measures the
// same.
func (b *bound) suits(w *want, part span3) bool {
	has := func(k Kind) bool {
		return slices.ContainsFunc(b.ofKind(k), func(id int32) bool { return b.at3[id].from >= part.from && b.at3[id].to <= part.to })
	}
	switch w.kind {
	case Number:
		m := b.onlyNumber(part)
		return m != nil && !w.otherDim(m.Unit)
	case Date, Time, Email, URL:
		return has(w.kind)
	}
	return !has(Date) && !(w.human() && slices.ContainsFunc(b.tokens[part.from:part.to], func(t token) bool { return t.digit }))
}

// onlyNumber returns the number of a part of an answer that is nothing else, with its unit: neither "3 tabs" nor
// "12 and 5".
func (b *bound) onlyNumber(part span3) *Mention {
	for _, id := range b.ofKind(Number) {
		at := b.at3[id]
		if at.from < part.from || at.to > part.to {
			continue
		}
		for i := part.from; i < part.to; i++ {
			if (i < at.from || i >= at.to) && !b.is(int(i), cStop|cYes|cUnit) {
				return nil
			}
		}
		return &b.mentions[id]
	}
	return nil
}

// byOrder settles whose a place is that answers a question by its order: it is as good as named for its parameter, and
// is no value of another that the question names if nothing else can tell.
func (q *query) byOrder(h *hit, f *features) {
	if len(q.heard.params) < 2 || len(*q.b.parted.get(q.b.partedAnswers)) == 0 {
		return
	}
	all := *q.heard.given.get(func() *[]given { return q.b.bareAnswers(q.heard.rivals()) })
	own := func(g given) bool { return &q.heard.params[g.param] == q.self }
	for _, g := range all {
		switch {
		case g.at.from > h.from || h.to > g.at.to:
		case own(g):
			f[fNear], f[fFurther], f[fClash], f[fSibling], f[fPairFrom] = 1, 0, 0, 0, 0
			return
		case g.sure && slices.ContainsFunc(all, own):
			f[fOtherNoun] = 1
		}
	}
}

// sides also reads as numbers what was read as one code: sides that words in brackets name, 80x30x200 cm, or the few short
// numbers that are all that the user answers where as many things were asked for, 40 30 20.
func (r *reader) sides(i, to int) {
	b, n := r.b, 0
	for k := i; k < to; k++ {
		x := &b.tokens[k]
		if b.across(k) {
			continue
		}
		if !x.digit || len(b.norm(x)) > 4 || k > i && x.gap != space && !b.across(k-1) {
			return
		}
		n++
	}
	unit, end := b.unitAt(i, to)
	if !strings.HasSuffix(b.gapText(end), "(") && !b.answersAll(i, end, n) {
		return
	}
	m := Mention{Kind: Number, Unit: unit}
	if unit != "" {
		m.Kind = kindIn(unit)
	}
	for k := i; k < to; k++ {
		if b.tokens[k].digit {
			m.Value = plain(digits(b.norm(&b.tokens[k])))
			r.add(m, k, k+1)
		}
	}
}

// answersAll reports whether the tokens [i, to) are all that the user says where the assistant asked for n things.
func (b *bound) answersAll(i, to, n int) bool {
	t := b.tokens[i].turn
	if t == 0 || i > int(b.starts[t]) || to < int(b.starts[t+1]) {
		return false
	}
	for k := b.starts[t-1] + 1; k < b.starts[t]; k++ {
		if b.tokens[k].gap >= comma || b.is(int(k), cAnd) {
			n--
		}
	}
	return n < 2
}
