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
	maxAnswer  = 24 // tokens of the turn
	maxPart    = 5  // tokens of what answers for one parameter
	maxAsked   = 40 // tokens of a question whose words are compared by meaning
	leastNamed = 0.55
)

// parted is a turn that may answer for several parameters at once: the question that names them, and the ways in which
// the answer falls into parts.
type parted struct {
	question span3
	ways     [][]span3
	legend   bool // the question is a legend in the answer itself
}

// partedAnswers finds these turns.
func (b *bound) partedAnswers() *[]parted {
	out := new([]parted)
	for t := range b.in.Turns {
		from, to := b.starts[t], b.starts[t+1]
		if b.role(t) != "user" || slices.ContainsFunc(b.flips, func(f span3) bool { return f.from <= from && from < f.to }) {
			continue
		}
		if legend, values := b.legendIn(t); len(values) > 1 {
			*out = append(*out, parted{legend, [][]span3{values}, true})
		}
		if t == 0 || b.role(t-1) != "assistant" || to-from < 2 || to-from > maxAnswer || !b.bareAnswer(t) {
			continue
		}
		if ways := b.partsOf(t); ways != nil {
			*out = append(*out, parted{b.asked(t - 1), ways, false})
		}
	}
	return out
}

// bareAnswers finds the bare answers to questions that name several parameters. The answer has as many parts as the question
// names parameters, and nothing else in it says which part belongs to which.
func (b *bound) bareAnswers(params []heard) *[]given {
	out := new([]given)
	for _, a := range *b.parted.get(b.partedAnswers) {
		named := b.namedIn(params, a.question)
		if !a.legend && !slices.ContainsFunc(a.ways, func(parts []span3) bool { return len(parts) == len(named) }) {
			named = b.akinIn(params, a.question, named)
		}
		b.assign(out, params, named, a.ways)
	}
	return out
}

// bareAnswer reports whether nothing in a turn asks, denies, or gives a part of it a role.
func (b *bound) bareAnswer(t int) bool {
	const assigns = cFrom | cTo | cMin | cMax | cFromPost | cToPost | cNot | cNo | cSorry | cBut | cOr | cDrop | cFlip | cSwap
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		if x := &b.tokens[i]; b.is(int(i), assigns) && !b.is(int(i), cAnd) && !(x.capital && x.gap == space) && !x.digit && x.gap > hyphen && !b.across(int(i)) {
			return false
		}
	}
	return !strings.ContainsAny(b.in.Turns[t].Text, questionMarks)
}

// partsOf returns the ways in which a turn may fall into parts: the items that it numbers, or what commas and lines
// separate, what "and" separates as well, and numbers that stand side by side.
func (b *bound) partsOf(t int) (ways [][]span3) {
	from, to := b.starts[t], b.starts[t+1]
	if items := b.bullets(t); items != nil {
		return [][]span3{items}
	}
	split := func(parts func(i int32) (ends, skips bool)) {
		var out []span3
		begin := from
		for i := from; i <= to; i++ {
			ends, skips := true, false
			if i < to {
				ends, skips = parts(i)
			}
			if !ends && !skips {
				continue
			}
			if begin < i && !b.polite(begin, i) {
				out = append(out, span3{begin, i})
			}
			if begin = i; skips {
				begin++
			}
		}
		if len(out) > 1 {
			ways = append(ways, out)
		}
	}
	apart := func(i int32) bool {
		gap := b.gapText(int(i))
		return b.tokens[i].gap >= comma && !(b.tokens[i].digit && gap == ",") || i > from && gap == " / "
	}
	split(func(i int32) (bool, bool) { return apart(i), apart(i) && b.is(int(i), cAnd) })
	split(func(i int32) (bool, bool) { return apart(i), b.is(int(i), cAnd) || b.across(int(i)) })
	split(func(i int32) (bool, bool) {
		return apart(i) || b.tokens[i].digit && i > from && b.tokens[i-1].digit && (b.tokens[i].gap == space || b.gapText(int(i)) == "-"), b.across(int(i))
	})
	return ways
}

// polite reports whether the tokens [from, to) only say yes, or please.
func (b *bound) polite(from, to int32) bool {
	return !slices.ContainsFunc(b.tokens[from:to], func(t token) bool { return t.has&(cYes|cStop) == 0 || t.digit })
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
	if b.starts[t+1]-b.starts[t] < 5 || !strings.Contains(b.in.Turns[t].Text, "(") {
		return legend, nil
	}
	for i := b.starts[t] + 1; i < b.starts[t+1]; i++ {
		if b.tokens[i].gap < dash || !strings.HasSuffix(b.gapText(int(i)), "(") || !(b.tokens[i-1].digit || b.is(int(i)-1, cUnit)) {
			continue
		}
		to := i + 1
		for to < b.starts[t+1] && to-i < maxAnswer && !strings.Contains(b.gapText(int(to)), ")") {
			to++
		}
		for k := i - 1; k >= b.starts[t] && k > i-maxAnswer; k-- {
			switch x := &b.tokens[k]; {
			case x.digit && (len(values) == 0 || b.tokens[k+1].gap >= comma || b.across(int(k)+1)):
				values = append(values, span3{k, k + 1})
			case !b.across(int(k)) && !b.is(int(k), cUnit):
				k = -1
			}
		}
		slices.Reverse(values)
		return span3{i, to}, values
	}
	return legend, nil
}

// namedIn returns the parameters that the tokens of a question name, in their order. A word names a parameter if it is
// about no other one as much. "From where to where?" names the two ends of a journey.
func (b *bound) namedIn(params []heard, in span3) (named []given) {
	if b.anyIs(int(in.from), int(in.to), cOr) {
		return nil
	}
	ends := [2]int{-1, -1}
	for i := range params {
		w := params[i].want
		if w.kind == Boolean {
			continue
		}
		at := int32(-1)
		for _, p := range params[i].places(b) {
			if p.weight >= leastNamed && p.tok >= in.from && p.tok < in.to && (at < 0 || p.tok < at) && b.outweighs(params, i, p) {
				at = p.tok
			}
		}
		for _, word := range w.full { // name and start alone are no words about a parameter
			for _, p := range b.of(word) {
				if at < 0 && p >= in.from && p < in.to && b.outweighs(params, i, place{p, leastNamed}) && holdersOf(params, word) == 1 {
					at = p
				}
			}
		}
		if at >= 0 {
			named = append(named, given{at: span3{at, at + 1}, param: i})
		} else if s := side(w.role); s != 0 {
			if ends[max(s, 0)] >= 0 {
				return nil // several journeys
			}
			ends[max(s, 0)] = i
		}
	}
	if ends[0] >= 0 && ends[1] >= 0 {
		if from, to := b.endsIn(in); from >= 0 && to >= 0 {
			named = append(named, given{span3{from, from + 1}, ends[0], true}, given{span3{to, to + 1}, ends[1], true})
		}
	}
	slices.SortStableFunc(named, func(a, z given) int { return int(a.at.from - z.at.from) })
	return named
}

// akinIn adds to the named parameters those for which the question has only a word of a similar meaning: Breite, for the
// width.
func (b *bound) akinIn(params []heard, in span3, named []given) []given {
	out := slices.Clone(named)
	for i := in.from; i < in.to && in.to-in.from <= maxAsked; i++ {
		t := &b.tokens[i]
		if t.has&cStop != 0 || t.digit || len(b.norm(t)) < 4 || slices.ContainsFunc(out, func(n given) bool { return n.at.from == i }) {
			continue
		}
		id := words.Find(b.norm(t))
		best, most, next := -1, leastNear, leastNear-nearMargin
		for k := 0; k < len(params) && id != 0 && len(params) <= maxOffered; k++ {
			w := params[k].want
			if w.kind == Boolean || slices.ContainsFunc(out, func(n given) bool { return n.param == k }) {
				continue
			}
			near := 0.0
			for _, own := range vectorsOf(w.full[:min(len(w.full), 4)]) {
				near = max(near, words.Near(own, id))
			}
			if near > most {
				if best >= 0 {
					next = most
				}
				best, most = k, near
			} else {
				next = max(next, near)
			}
		}
		if best >= 0 && most >= next+nearMargin {
			out = append(out, given{at: span3{i, i + 1}, param: best})
		}
	}
	slices.SortStableFunc(out, func(a, z given) int { return int(a.at.from - z.at.from) })
	return out
}

// holdersOf returns how many parameters have a word in their names.
func holdersOf(params []heard, word string) (n int) {
	for i := range params {
		if slices.Contains(params[i].want.full, word) {
			n++
		}
	}
	return n
}

// endsIn returns where a question asks for the start and for the end of something, -1 for neither: "from where to
// where?", and where it only says where twice.
func (b *bound) endsIn(in span3) (from, to int32) {
	from, to = -1, -1
	for i := in.from; i < in.to; i++ {
		t := &b.tokens[i]
		end := 0
		if t.has&cStop == 0 { // "do" is "to" in Polish
			end = side(endOf(b.norm(t)))
		}
		switch {
		case from < 0 && (end < 0 || t.has&cFrom != 0):
			from = i
		case to < 0 && (end > 0 || t.has&cTo != 0 && t.has&cAnd == 0):
			to = i
		}
	}
	for i := from + 1; to >= 0 && to < from && i < in.to; i++ {
		if b.is(int(i), cTo) && !b.is(int(i), cAnd) {
			return -1, -1 // "where would you like to travel from and to?"
		}
	}
	for i := in.from; i < in.to && from >= 0 && to < 0; i++ {
		if slices.ContainsFunc(b.tokens[in.from:i], func(t token) bool { return t.word == b.tokens[i].word }) {
			to = i
		}
	}
	return from, to
}

// outweighs reports whether a word is about parameter i more than about any other.
func (b *bound) outweighs(params []heard, i int, p place) bool {
	for k := range params[:min(len(params), mostRivals)] {
		if k != i && slices.ContainsFunc(params[k].places(b), func(o place) bool { return o.tok == p.tok && o.weight >= p.weight }) {
			return false
		}
	}
	return true
}

// suits reports whether a part of an answer may be the value of parameter i: it has the kind of the parameter, not the
// unit of another one, and no word about another one.
func (b *bound) suits(params []heard, named []given, i int, part span3) bool {
	w := params[i].want
	for _, n := range named {
		if n.param != i && slices.ContainsFunc(params[n.param].places(b), func(p place) bool {
			return p.weight >= leastNamed && p.tok >= part.from && p.tok < part.to && b.outweighs(params, n.param, p)
		}) {
			return false
		}
	}
	has := func(k Kind) (m *Mention) {
		for _, id := range b.ofKind(k) {
			if at := b.at3[id]; at.from >= part.from && at.to <= part.to {
				m = &b.mentions[id]
			}
		}
		return m
	}
	digit := slices.ContainsFunc(b.tokens[part.from:part.to], func(t token) bool { return t.digit })
	switch w.kind {
	case Number:
		m := has(Number)
		if m == nil || !digit && b.tokens[part.from].capital && b.tokens[part.from].gap < sentence {
			return false // Otto is a name, although it is eight in Italian
		}
		if !b.onlyNumber(params[i].places(b), part) {
			return false
		}
		if w.otherDim(m.Unit) {
			return false
		}
		if m.Unit != "" && m.Unit != w.unit {
			if _, ok := convert(1, m.Unit, w.unit); !ok {
				return !slices.ContainsFunc(named, func(n given) bool {
					_, fits := convert(1, m.Unit, params[n.param].want.unit)
					return fits && params[n.param].want.unit != ""
				}) && w.unit == ""
			}
		}
		return true
	case Date:
		return has(Date) != nil
	case Time:
		return has(Time) != nil || has(Number) != nil
	case Email, URL:
		return has(w.kind) != nil
	case Phone:
		return digit
	case Item, Boolean:
		return false
	}
	if w.options == nil {
		return has(Email) == nil && has(URL) == nil && (w.kind != Code || digit || b.tokens[part.from].upper) && !(digit && w.human()) && !b.typedFor(params, named, i, part)
	}
	return slices.ContainsFunc(w.options, func(o option) bool {
		return slices.ContainsFunc(o.words, func(word term) bool {
			return slices.ContainsFunc(b.said(word), func(p int32) bool { return p >= part.from && p < part.to })
		})
	})
}

// onlyNumber reports whether a part of an answer is one number, with its unit or the parameter's own noun: neither "3 tabs"
// nor "12 and 5".
func (b *bound) onlyNumber(own []place, part span3) bool {
	var number span3
	for _, id := range b.ofKind(Number) {
		if at := b.at3[id]; at.from >= part.from && at.to <= part.to {
			if number.to > 0 && number != at {
				return false
			}
			number = at
		}
	}
	for i := part.from; i < part.to; i++ {
		if (i < number.from || i >= number.to) && !b.is(int(i), cStop|cYes|cUnit) && !slices.ContainsFunc(own, func(p place) bool { return p.tok == i }) {
			return false
		}
	}
	return true
}

// bareNumber reports whether a part of an answer is a number without a unit, or with one that the parameter has.
func (b *bound) bareNumber(p *heard, part span3) bool {
	for _, id := range b.ofKind(Number) {
		if at := b.at3[id]; at.from >= part.from && at.to <= part.to {
			return b.mentions[id].Unit == "" || p.want.unit != ""
		}
	}
	return false
}

// byOrder settles whose a place is that answers a question by its order: it is as good as named for its parameter, and
// is no value of another that the question names if nothing else can tell.
func (q *query) byOrder(h *hit, f *features) {
	if q.depth > 0 || len(q.heard.params) < 2 || len(*q.b.parted.get(q.b.partedAnswers)) == 0 || q.b.role(int(q.b.tokens[h.from].turn)) != "user" {
		return
	}
	all := *q.heard.given.get(func() *[]given { return q.b.bareAnswers(q.heard.rivals()) })
	for n, own := range all {
		if own.at.from > h.from || h.to > own.at.to {
			continue
		}
		if &q.heard.params[own.param] == q.self {
			f[fNear], f[fFurther], f[fClash], f[fSibling], f[fPairFrom] = 1, 0, 0, 0, 0
			return
		}
		turn := q.b.tokens[h.from].turn
		for k, other := range all {
			if k != n && own.sure && &q.heard.params[other.param] == q.self && q.b.tokens[other.at.from].turn == turn {
				f[fOtherNoun] = 1
			}
		}
	}
}

// sides also reads as numbers what was read as one code: sides that words in brackets name, 80x30x200 cm, or the few short
// numbers that are all that the user answers where as many things were asked for, 40 30 20.
func (r *reader) sides(i, to int) {
	b, n := r.b, 0
	unit, end := b.unitAt(i, to)
	for k := i; k < to; k++ {
		x := &b.tokens[k]
		switch {
		case b.across(k):
			continue
		case !x.digit || len(b.norm(x)) > 4 || len(b.norm(x)) > 1 && b.norm(x)[0] == '0':
			return
		case k > i && !b.across(k-1) && (x.gap != space || len(b.norm(x)) > 3):
			return
		}
		n++
	}
	legend := b.tok(end, i).turn >= 0 && strings.HasSuffix(b.gapText(end), "(")
	if n < 2 || n > 4 || !legend && !b.answersAll(i, end, n) {
		return
	}
	for k := i; k < to; k++ {
		if b.tokens[k].digit {
			m := Mention{Kind: Number, Value: plain(digits(b.norm(&b.tokens[k]))), Unit: unit}
			if unit != "" {
				m.Kind = kindIn(unit)
			}
			r.add(m, k, k+1)
		}
	}
}

// answersAll reports whether the tokens [i, to) are all that the user says where the assistant asked for n things.
func (b *bound) answersAll(i, to, n int) bool {
	t := int(b.tokens[i].turn)
	if t == 0 || i > int(b.starts[t]) || to < int(b.starts[t+1]) || b.role(t) != "user" || b.role(t-1) != "assistant" {
		return false
	}
	for k := b.starts[t-1] + 1; k < b.starts[t]; k++ {
		if b.tokens[k].gap >= comma || b.is(int(k), cAnd) || tell("across", b.norm(&b.tokens[k])) {
			n--
		}
	}
	return n < 2
}
