package grounding

import (
	"math"
	"strings"
)

// corrections finds what the user's corrections replace.
func (r *reader) corrections() {
	b := r.b
	const marks = cSorry | cNo | cThen
	last := &r.last // for each kind, the mentions so far
	for k := range last {
		last[k] = last[k][:0]
	}
	next, done := 0, -1
	for t := range b.in.Turns {
		if b.role(t) == "user" && (b.inTurn[t]&marks != 0 || b.bare(t)) {
			next, done = r.correctIn(t, last, next, done)
		}
	}
}

// postponed reads a period with "later" or "earlier" as the time or the day that it leads to, counted from what was
// spoken of in an earlier turn, which it replaces: "make it half an hour later". It may be the only time in its turn.
func (r *reader) postponed(t int) {
	b := r.b
	if b.inTurn[t]&(cLater|cAgo) == 0 || t == 0 {
		return
	}
	from, to := r.first(int(b.starts[t])), r.first(int(b.starts[t+1]))
	one, by := -1, 0.0
	for n := from; n < to; n++ {
		if m := &r.out[n]; m.Kind == Date || m.Kind == Time || m.Kind == Duration {
			if one >= 0 {
				return
			}
			one, by = n, r.seconds(n)
		}
	}
	if by == 0 || !r.moves(t, one) {
		return
	}
	m, kind := &r.out[one], Time
	if math.Mod(by, daySeconds) == 0 {
		kind = Date
	}
	base, value := "", []string{}
	for o := from - 1; o >= max(0, from-maxBack); o-- {
		old := &r.out[o]
		if old.Kind != kind || base != "" && old.Value != base || b.role(old.Span.Turn) == "tool" || b.role(old.Span.Turn) == "system" {
			continue
		}
		if base == "" {
			base, value = old.Value, moved(kind, old.Value, by)
		}
		if value != nil {
			r.mark(int(r.pos[o].from), int(r.pos[o].to), Replaced)
		}
	}
	if value != nil && base != "" {
		m.Kind, m.Value, m.Unit = kind, strings.Join(value, "|"), ""
	}
}

// moves reports whether the user's turn t is little more than mention n, and is about nobody else and, but for a
// question, not about the user: "I'll be back an hour later" moves nothing.
func (r *reader) moves(t, n int) bool {
	b := r.b
	asks, others := b.asks(int(b.starts[t+1])), 0
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		switch has := b.tokens[i].has; {
		case r.pos[n].from <= i && i < r.pos[n].to, has&(cLater|cAgo) != 0:
		case has&cTheirs != 0, has&cMine != 0 && !asks:
			return false
		case has == 0:
			others++
		}
	}
	return others <= 1 || asks && others <= 2
}

// maxBack is how many mentions before a turn may be the one that it moves, and maxMove by how many seconds.
const maxBack, maxMove = 64, 400 * 365 * daySeconds

// moved returns the readings of a mention of a day or a time of day so many seconds later.
func moved(kind Kind, value string, by float64) (out []string) {
	for s := range strings.SplitSeq(value, "|") {
		at, ok := instant(kind, s)
		switch {
		case !ok: // a weekday beside the day that it is
		case kind == Date:
			d, _ := dateValue(s)
			out = append(out, d.plus(int(by/daySeconds)).String())
		default:
			out = append(out, clock((int(at+by)/60%(24*60)+24*60)%(24*60)))
		}
	}
	return out
}

// seconds returns how much later, or with a minus how much earlier, mention n says that something is to be, 0 if it
// says something else. A day later may have been read as tomorrow.
func (r *reader) seconds(n int) float64 {
	b, m := r.b, &r.out[n]
	from, to := int(r.pos[n].from), int(r.pos[n].to)
	v, _ := number(m.Value)
	v *= unitTable[m.Unit].scale
	if d, ok := dateValue(m.Value); ok && m.Kind == Date && b.today.full() {
		v = math.Abs(d.time().Sub(b.today.time()).Seconds())
	} else if m.Kind != Duration {
		return 0
	}
	if v > maxMove {
		return 0
	}
	for k := from + 1; k <= to && b.tokens[from].status == Said; k++ {
		for n, c := range [...]class{cLater, cAgo} {
			if by, ok := b.at(k, c); ok && by.str() == "more" && b.tok(k, from).gap <= space && k+int(by.n) >= to {
				return (1 - 2*float64(n)) * v
			}
		}
	}
	return 0
}

// correctIn finds what the corrections of a turn replace.
func (r *reader) correctIn(t int, last *[Phone + 1][]int, next, done int) (int, int) {
	b := r.b
	for i := int(b.starts[t]); i < int(b.starts[t+1]); i++ {
		then := i == int(b.starts[t]) && (b.settlesFor(t) || b.bare(t) && r.amount(i))
		if b.tokens[i].has&(cSorry|cNo) == 0 && !then {
			continue
		}
		for ; next < len(r.out) && int(r.pos[next].from) < i; next++ {
			if m := &r.out[next]; b.role(m.Span.Turn) != "tool" {
				k := family(m.Kind)
				last[k] = append(last[k], next)
			}
		}
		if m, ok := b.at(i, cSorry); ok && !(b.tokens[i].status == Denied && m.n == 1) && !b.is(i, cPass) && !(i > 0 && b.is(i-1, cPass)) {
			if from := b.admitted(i, i+int(m.n), t); from < i {
				done = r.correct(from, from, window, last, r.first(from), done)
			} else {
				done = r.correct(i, i+int(m.n), window, last, next, done)
			}
		} else if no, isNo := b.at(i, cNo); !ok && isNo && b.retracts(i, i+int(no.n), t) {
			done = r.correct(i, i+int(no.n), window, last, next, done)
		} else if !ok && isNo && i == int(b.starts[t]) && t > 0 && b.tok(i+int(no.n), i).gap >= comma && r.straight(i+int(no.n)) {
			done = r.correct(i, i+int(no.n), 3, last, next, done) // "No, the 4th."
		} else if then {
			done = r.correct(i, i, 3, last, next, done)
		}
	}
	return next, done
}

// settlesFor reports whether the user's turn t takes something else after what the assistant said: "then the
// 21st", "2 and 3 then".
func (b *bound) settlesFor(t int) bool {
	if t == 0 || b.inTurn[t]&cThen == 0 || b.role(t-1) != "assistant" || b.asks(int(b.starts[t])) {
		return false
	}
	is := func(i int) bool {
		m, ok := b.at(i, cThen)
		return ok && m.str() == "then"
	}
	return is(int(b.starts[t])) || is(int(b.starts[t+1])-1)
}

// admitted returns where the sentence begins that a correction's marker [i, to) ends: "it's 41 Garden Street, I
// mixed it up". It returns i if something follows the marker.
func (b *bound) admitted(i, to, t int) int {
	from := int(b.starts[t])
	if to < int(b.starts[t+1]) && b.tokens[to].gap != sentence || i == from || b.tokens[i].gap == sentence {
		return i
	}
	for k := i - 1; k > from; k-- {
		if b.tokens[k].status == Denied {
			return i // "the 5th, not the 4th, sorry" says itself what is replaced
		}
		if b.tokens[k].gap == sentence {
			return k
		}
	}
	return from
}

// bare reports whether the user's turn t is little but a value, after a turn of the assistant that asks nothing:
// "five please".
func (b *bound) bare(t int) bool {
	from, to := int(b.starts[t]), int(b.starts[t+1])
	if t < 2 || to == from || to-from > 4 || b.role(t-1) != "assistant" || b.starts[t-1] == b.starts[t] || strings.ContainsAny(b.in.Turns[t-1].Text, questionMarks) {
		return false
	}
	const chooses = cOne | cOrd | cLeast | cMost | cLast | cAll | cAny
	return b.inTurn[t]&chooses == 0 && !b.is(from, cAnd|cYes)
}

// amount reports whether the first mention at or after token i is none of a name.
func (r *reader) amount(i int) bool {
	n := r.first(i)
	return n < len(r.out) && family(r.out[n].Kind) != Name
}

// straight reports whether nothing but function words stands between token i and the next mention.
func (r *reader) straight(i int) bool {
	n := r.first(i)
	for ; n < len(r.out) && i < int(r.pos[n].from) && r.b.is(i, cStop|cAt|cFrom|cTo); i++ {
	}
	return n < len(r.out) && i == int(r.pos[n].from)
}

// retracts reports whether a no takes back what the user said before: "from Boston, no, from Chicago".
// At the beginning of a turn it answers.
func (b *bound) retracts(from, to, t int) bool {
	return from > int(b.starts[t]) && b.tokens[from].gap >= comma && to < int(b.starts[t+1]) && b.tokens[to].gap >= comma
}

// family maps kinds that can correct each other to the same kind.
func family(k Kind) Kind {
	switch k {
	case Amount, Money, Duration:
		return Number
	case Phone:
		return Code
	case Place:
		return Name
	}
	return k
}

// window is the largest distance in tokens from a correction's marker to the
// correction.
const window = 12

// correct finds, for the mentions after a correction's marker, the earlier mentions
// that they replace: of the same kind, preferably with the same noun, the same role
// and the same thing named before it, and among equals the latest. They stand at most
// far tokens after the token after. done is the last mention that an earlier marker has used.
func (r *reader) correct(i, after, far int, last *[Phone + 1][]int, next, done int) int {
	b := r.b
	var seen [Phone + 1]bool // the families of kinds
	anchor := ""
	for n := next; n < len(r.out) && n < next+8; n++ {
		m, at := &r.out[n], r.pos[n]
		if int(at.from) < after {
			continue
		}
		if m.Span.Turn != int(b.tokens[i].turn) || int(at.from) > after+far {
			break
		}
		k := family(m.Kind)
		if k == Number && len(last[Number]) == 0 && len(last[Time]) > 0 && isHour(m) {
			m.asHour() // dentist at 9:00 ... move it to 10
			k = Time
		}
		list := last[k]
		if seen[k] || n <= done || b.tokens[at.from].status != Said || m.Role == "ordinal" || k == Name && int(at.from) > after+4 {
			continue
		}
		known := false
		for len(list) > 0 && list[len(list)-1] >= n {
			list = list[:len(list)-1]
		}
		for q := len(list) - 1; q >= 0 && q >= len(list)-16 && !known; q-- {
			known = r.out[list[q]].Value == m.Value && r.out[list[q]].Unit == m.Unit && b.tokens[r.pos[list[q]].from].status == Said
		}
		if known { // already mentioned, so it identifies what is corrected
			anchor = m.Value
			continue
		}
		seen[k] = true
		best, bestScore := -1, 0.0
		for q := len(list) - 1; q >= 0 && q >= len(list)-16; q-- {
			r.steps++
			if score := r.replaces(n, list[q], anchor) - 0.05*float64(len(list)-1-q); score > bestScore {
				best, bestScore = list[q], score
			}
		}
		if best < 0 || far < window && b.beforeNoun(at) && !b.shareNoun(at, r.pos[best]) {
			continue // "then 2 rooms" takes no nights back
		}
		done = n
		o := &r.out[best]
		if k == Code && len(o.Value) > len(m.Value) && o.Span.Turn == m.Span.Turn {
			m.Value = o.Value[:len(o.Value)-len(m.Value)] + m.Value // only its end was repeated
			m.Kind = o.Kind
		}
		for q := len(list) - 1; q >= 0 && q >= len(list)-24; q-- {
			if x := &r.out[list[q]]; x.Value == o.Value && x.Unit == o.Unit {
				r.mark(int(r.pos[list[q]].from), int(r.pos[list[q]].to), Replaced)
			}
		}
	}
	return done
}

// beforeNoun reports whether a number stands before a noun.
func (b *bound) beforeNoun(at span3) bool {
	n := b.tok(int(at.to), int(at.from))
	return n.turn == b.tokens[at.from].turn && n.gap == space && n.has&^(cUnit|cPeople) == 0
}

// shareNoun reports whether the same word that means something stands near two places, each within a member of an
// enumeration.
func (b *bound) shareNoun(x, y span3) bool {
	const near = 4
	around := func(at span3) (from, to int) {
		turn := int(b.tokens[at.from].turn)
		from, to = max(int(at.from)-near, int(b.starts[turn])), min(int(at.to)+near, int(b.starts[turn+1]))
		for k := int(at.from); k > from; k-- {
			if b.tokens[k].gap >= comma || b.is(k, cAnd) {
				from = k
			}
		}
		for k := int(at.to); k < to; k++ {
			if b.tokens[k].gap >= comma || b.is(k, cAnd) {
				to = k
			}
		}
		return from, to
	}
	fromX, toX := around(x)
	fromY, toY := around(y)
	for i := fromX; i < toX; i++ {
		t := &b.tokens[i]
		if t.digit || t.solid && len(b.norm(t)) < 3 || b.is(i, cStop|cNum|cUnit|cSorry|cNot|cAnd|cTo|cFrom) || i >= int(x.from) && i < int(x.to) {
			continue
		}
		for k := fromY; k < toY; k++ {
			if b.tokens[k].word == t.word {
				return true
			}
		}
	}
	return false
}

// maxAmount is the most digits of an amount that another one with a unit replaces.
const maxAmount = 7

// replaces returns how likely mention n, which follows a correction's marker, replaces
// the earlier mention o; 0 or less means that it does not.
func (r *reader) replaces(n, o int, anchor string) float64 {
	b := r.b
	x, y := &r.out[n], &r.out[o]
	px, py := r.pos[n], r.pos[o]
	same := x.Span.Turn == y.Span.Turn
	switch {
	case y.Value == x.Value && y.Unit == x.Unit, b.tokens[py.from].status == Denied, b.tokens[py.from].status == Replaced, y.Role == "ordinal":
		return 0
	case family(x.Kind) == Number && x.Unit != y.Unit && x.Unit != "" && y.Unit != "" && unitTable[x.Unit].dim != unitTable[y.Unit].dim:
		return 0
	case family(x.Kind) == Number && x.Unit != y.Unit && max(len(x.Value), len(y.Value)) > maxAmount:
		return 0 // a telephone number is no price
	}
	rx, ry := b.roleAt(int(px.from), int(px.to)), b.roleAt(int(py.from), int(py.to))
	if family(x.Kind) == Name && !same && (rx == "" || rx != ry) && int(px.from) > int(b.starts[x.Span.Turn])+4 {
		return 0
	}
	score := 1.0
	if b.shareNoun(px, py) {
		score++
	}
	if rx != "" && ry != "" {
		if score -= 0.4; rx == ry {
			score += 0.9
		}
	}
	if x.Unit != y.Unit {
		score -= 0.6
	}
	if b.role(y.Span.Turn) == "assistant" {
		score -= 0.4
	}
	if anchor != "" && o > 0 && r.out[o-1].Value == anchor && py.from-r.pos[o-1].to < 4 {
		score += 1.5
	}
	return score
}
