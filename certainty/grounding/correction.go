package grounding

import (
	"math"
	"strings"
)

// corrections finds what the user's corrections replace.
func (r *reader) corrections() {
	b := r.b
	done := -1
	for t := range b.in.Turns {
		if b.role(t) != "user" {
			continue
		}
		for i := int(b.starts[t]); i < int(b.starts[t+1]); i++ {
			from, far := b.corrected(t, i), window
			if from < 0 && i == int(b.starts[t]) && (t > 0 && b.is(i, cThen) || b.bare(t)) {
				from, far = i, nearby // "then the 21st"
			}
			if from >= 0 {
				done = r.correct(i, from, far, done)
			}
		}
	}
}

// window is the largest distance in tokens from a correction's marker to the correction, nearby that from the beginning
// of a turn that corrects without one.
const window, nearby = 12, 3

// postponed reads a period with "later" or "earlier" as the time or the day that it leads to, counted from what was
// spoken of in an earlier turn, which it replaces: "make it half an hour later". It may be the only time in its turn.
func (r *reader) postponed(t int) {
	b := r.b
	if b.inTurn[t]&(cLater|cAgo) == 0 || t == 0 {
		return
	}
	from, to, one := r.first(int(b.starts[t])), r.first(int(b.starts[t+1])), -1
	for n := from; n < to; n++ {
		if k := r.out[n].Kind; k == Date || k == Time || k == Duration {
			if one >= 0 {
				return
			}
			one = n
		}
	}
	if one < 0 || !b.moves(t) {
		return
	}
	m, by, kind := &r.out[one], r.seconds(one), Time
	if math.Mod(by, daySeconds) == 0 {
		kind = Date
	}
	for o := from - 1; o >= max(0, from-maxBack) && by != 0; o-- {
		if old := &r.out[o]; old.Kind == kind {
			if value := moved(kind, old.Value, by); value != nil {
				m.Kind, m.Value, m.Unit = kind, strings.Join(value, "|"), ""
				r.replace(o)
			}
			return
		}
	}
}

// moves reports whether the user's turn t says little more than that something moves, and that not of the user: "I'll
// be back an hour later" moves nothing.
func (b *bound) moves(t int) bool {
	others := 0
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		if has := b.tokens[i].has; has == 0 {
			others++
		} else if has&cMine != 0 && has&(cLater|cAgo) == 0 {
			return false
		}
	}
	return others <= 1
}

// maxBack is how many mentions before another one it may replace, and maxMove by how many seconds it may move them.
const maxBack, maxMove = 64, 400 * 365 * daySeconds

// replace marks mention o, and those before it that say the same, as replaced.
func (r *reader) replace(o int) {
	old := &r.out[o]
	for k := o; k >= max(0, o-maxBack); k-- {
		if x := &r.out[k]; family(x.Kind) == family(old.Kind) && x.Value == old.Value && x.Unit == old.Unit {
			r.mark(int(r.pos[k].from), int(r.pos[k].to), Replaced)
		}
	}
}

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
	for k := from + 1; k <= to && b.tok(k, from).turn >= 0; k++ {
		if later, ok := b.at(k, cLater); ok && later.str() == "more" {
			return v
		} else if ago, ok := b.at(k, cAgo); ok && ago.str() == "more" {
			return -v
		}
	}
	return 0
}

// corrected returns where a correction begins whose marker stands at token i of the user's turn t, or -1: behind the
// marker, or where the turn begins if the marker ends its sentence, "it's 41 Garden Street, I mixed it up".
func (b *bound) corrected(t, i int) int {
	if b.tokens[i].has&(cSorry|cNo) == 0 {
		return -1
	}
	if m, ok := b.at(i, cSorry); ok {
		if b.tok(i+int(m.n), i).gap == sentence {
			return int(b.starts[t])
		}
		return i + int(m.n)
	}
	if to, ok := b.retracts(i); ok {
		return to
	}
	return -1
}

// bare reports whether the user's turn t is little but a value, after a turn of the assistant that asks nothing:
// "five please".
func (b *bound) bare(t int) bool {
	const chooses = cOne | cOrd | cLeast | cMost | cLast | cAll | cAny
	return t >= 2 && b.starts[t+1]-b.starts[t] <= 4 && b.inTurn[t]&chooses == 0 &&
		!strings.ContainsAny(b.in.Turns[t-1].Text, questionMarks)
}

// retracts reports whether a no at token i takes back what was said before, and where what follows it begins: "from
// Boston, no, from Chicago". At the beginning of a turn it answers.
func (b *bound) retracts(i int) (to int, ok bool) {
	no, ok := b.at(i, cNo)
	turn, to := b.tokens[i].turn, i+int(no.n)
	return to, ok && i > int(b.starts[turn]) && b.tokens[i].gap >= comma &&
		to < int(b.starts[turn+1]) && b.tokens[to].gap >= comma
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

// correct finds, for the mentions at most far tokens after token from, which ones before the marker at token i they
// replace: of the same kind, preferably with the same noun and the same thing named before it, and among equals the
// latest. done is the last mention that an earlier correction has used.
func (r *reader) correct(i, from, far, done int) int {
	b := r.b
	var seen [Phone + 1]bool
	marker, anchor := r.first(i), ""
	for n := max(r.first(from), done+1); n < len(r.out); n++ {
		m, at := &r.out[n], r.pos[n]
		if int(at.from) > from+far || m.Span.Turn != int(b.tokens[from].turn) {
			break
		}
		if b.tokens[at.from].status != Said || m.Role == "ordinal" || seen[family(m.Kind)] {
			continue
		}
		olds := r.rivals(min(n, marker), family(m.Kind))
		if len(olds) == 0 && isHour(m) {
			if olds = r.rivals(min(n, marker), Time); len(olds) > 0 {
				m.asHour() // dentist at 9:00 ... move it to 10
			}
		}
		best, bestScore, known := -1, 0.0, false // known: it identifies what is corrected
		for k, o := range olds {
			r.steps++
			known = known || r.out[o].Value == m.Value
			if score := r.replaces(n, o, anchor) - 0.05*float64(k); score > bestScore {
				best, bestScore = o, score
			}
		}
		if known {
			anchor = m.Value
			continue
		}
		if best >= 0 && (far == window || !b.beforeNoun(at)) { // "then 2 rooms" takes no nights back
			done = n
			r.replace(best)
		}
		seen[family(m.Kind)] = true
	}
	return done
}

// rivals returns the mentions of a family before mention n that it may replace, the latest first.
func (r *reader) rivals(n int, kind Kind) []int {
	r.last = r.last[:0]
	for k := n - 1; k >= max(0, n-maxBack) && len(r.last) < 16; k-- {
		if o := &r.out[k]; family(o.Kind) == kind && r.b.role(o.Span.Turn) != "tool" {
			r.last = append(r.last, k)
		}
	}
	return r.last
}

// beforeNoun reports whether a number stands before a noun.
func (b *bound) beforeNoun(at span3) bool {
	n := b.tok(int(at.to), int(at.from))
	return n.gap == space && n.has&^(cUnit|cPeople) == 0
}

// shareNoun reports whether the same word that means something stands near two places, each within a member of an
// enumeration.
func (b *bound) shareNoun(x, y span3) bool {
	const near = 4
	const empty = cStop | cNum | cUnit | cSorry | cNot | cAnd | cTo | cFrom
	ends := func(k int32) bool { return b.tokens[k].gap >= comma || b.tokens[k].has&cAnd != 0 }
	around := func(at span3) (from, to int32) {
		turn := b.tokens[at.from].turn
		for from = at.from; from > max(at.from-near, b.starts[turn]) && !ends(from); from-- {
		}
		for to = at.to; to < min(at.to+near, b.starts[turn+1]) && !ends(to); to++ {
		}
		return from, to
	}
	fromX, toX := around(x)
	fromY, toY := around(y)
	for i := fromX; i < toX; i++ {
		t := &b.tokens[i]
		means := !t.digit && (!t.solid || len(b.norm(t)) >= 3) && t.has&empty == 0
		if means && (i < x.from || i >= x.to) && b.occursIn(t.word, fromY, toY) {
			return true
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
	was := b.tokens[py.from].status
	switch {
	case y.Value == x.Value && y.Unit == x.Unit, was == Denied, was == Replaced, y.Role == "ordinal":
		return 0
	case family(x.Kind) != Number || x.Unit == y.Unit:
	case x.Unit != "" && y.Unit != "" && unitTable[x.Unit].dim != unitTable[y.Unit].dim:
		return 0
	case max(len(x.Value), len(y.Value)) > maxAmount:
		return 0 // a telephone number is no price
	}
	rx, ry := b.roleAt(int(px.from), int(px.to)), b.roleAt(int(py.from), int(py.to))
	if family(x.Kind) == Name && x.Span.Turn != y.Span.Turn && (rx == "" || rx != ry) && int(px.from) > int(b.starts[x.Span.Turn])+4 {
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
