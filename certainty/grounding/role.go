package grounding

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// The roles that a mention has by the words around it, or as the start or end of a range.
const (
	roleFrom = "from"
	roleTo   = "to"
	roleMin  = "min"
	roleMax  = "max"
)

// roleAt returns the role that the surrounding words give tokens [from, to), reversed where the
// user says that it is the other way round.
func (b *bound) roleAt(from, to int) string {
	role := b.roleBy(from, to)
	for _, f := range b.flips {
		if int(f.from) <= from && to <= int(f.to) {
			role = otherEnd(role)
		}
	}
	return role
}

// otherEnd returns to for from and from for to; any other role stays.
func otherEnd(role string) string {
	switch role {
	case roleFrom:
		return roleTo
	case roleTo:
		return roleFrom
	}
	return role
}

// ends are the roles, each with the words that give it before a mention and behind it.
var ends = [...]struct {
	before, behind class
	role           string
}{{cFrom, cFromPost, roleFrom}, {cTo, cToPost, roleTo}, {cMin, cMinPost, roleMin}, {cMax, cMaxPost, roleMax}}

// The classes of these words.
const (
	rolesBefore = cFrom | cTo | cMin | cMax
	rolesBehind = cFromPost | cToPost | cMinPost | cMaxPost
)

// roleBy returns the role that the words before and after give tokens [from, to).
func (b *bound) roleBy(from, to int) string {
	if from >= to || from >= len(b.tokens) || b.inTurn[b.tokens[from].turn]&(rolesBefore|rolesBehind|cSwap) == 0 {
		return ""
	}
	if role := b.swapped(from, to); role != "" {
		return role
	}
	if possessive(b.after(to - 1)) {
		return "" // in "from Amelia's account" the account has the role
	}
	if b.tokens[from].capital && b.is(from-1, cFrom) && b.is(to, cTo) {
		return roleFrom // da Bologna a Napoli, whatever "a" is in another language
	}
	// "for Lisbon" may make a place the destination, but "for Friday" does not make a day the end.
	typed := b.tokens[from].digit || b.is(from, cNum|cDay|cMonth|cRel|cNext|cThis|cClock|cHalf|cPast|cBefore)
	beside := b.tok(to, from).gap <= space
	if beside && b.is(to, rolesBehind) {
		longest, role := uint8(0), ""
		for _, end := range ends {
			m, ok := b.at(to, end.behind)
			next := b.tok(to+int(m.n), from)
			if ok && m.n > longest && !(typed && m.str() == "for") && !(next.digit && next.gap <= space) { // in "over 150 and under 400", "and under" is about 400
				longest, role = m.n, end.role
			}
		}
		if role != "" {
			return role
		}
	}
	for k := from; k > from-4 && b.tokens[k].gap <= space; k-- {
		if role := b.roleBefore(k, typed); role != "" {
			return role
		}
		if !b.is(k-1, cStop|cOne|cAt|cThis|cNext|cDay) {
			break
		}
	}
	if beside && b.is(to, cTo) {
		return roleFrom
	}
	return ""
}

// roleBefore returns the role that the longest phrase directly before token k gives.
func (b *bound) roleBefore(k int, typed bool) string {
	for n := 4; n > 0; n-- {
		for _, end := range ends {
			if !b.is(k-n, rolesBefore) {
				break
			}
			m, ok := b.at(k-n, end.before)
			if !ok || int(m.n) != n || typed && m.str() == "for" {
				continue
			}
			switch {
			case end.role == roleMin && b.negated(k-n):
				return roleMax
			case end.role == roleMax && b.negated(k-n):
				return roleMin
			}
			return end.role
		}
	}
	return ""
}

// negated reports whether a comparison at token i is negated in its clause: "not more than 30"
// is at most 30. A negation before another number is that number's: "no less than 10 and more than 5".
func (b *bound) negated(i int) bool {
	for k := i - 1; k >= i-reach && b.tokens[k+1].gap < comma && !b.tokens[k].digit; k-- {
		if m, ok := b.at(k, cNot); ok && k+int(m.n) <= i {
			return true
		}
	}
	return false
}

// swapped returns the role of tokens [from, to) in an exchange: in "replace A with B", A has
// the role from and B the role to. The lexicon lists the separating words ("with") at the verb.
func (b *bound) swapped(from, to int) string {
	if b.inTurn[b.tokens[from].turn]&cSwap == 0 {
		return ""
	}
	for k := from - 1; k > from-window && b.tok(k+1, from).gap <= comma; k-- {
		m, ok := b.at(k, cSwap)
		if !ok {
			continue
		}
		words := strings.Split(m.str(), "/")
		between := func(i, to int) bool {
			for i < to && !slices.Contains(words, b.norm(b.tok(i, from))) {
				i++
			}
			return i < to
		}
		switch {
		case between(k+int(m.n), from):
			return roleTo
		case between(to, to+reach):
			return roleFrom
		}
		return ""
	}
	return ""
}

// ranges gives the two ends of a range their roles: 2pm-4pm, between 3 and 5.
func (r *reader) ranges() {
	b := r.b
	for k := 0; k+1 < len(r.out); k++ {
		x, y := &r.out[k], &r.out[k+1]
		if x.Role == "ordinal" && y.Kind == Time && b.is(int(r.pos[k].from)-1, cFrom|cTo|cAt|cMin|cMax|cPast) {
			x.Role = roleFrom // od siedemnastej do wpół do ósmej
		}
		hour := x.Kind == Time && isHour(y) && !b.is(int(r.pos[k+1].to), cPeople) || y.Kind == Time && isHour(x) && // 7-11pm, from 7 to 11pm, 11 pm till 7
			(r.pos[k].to == r.pos[k+1].from || b.is(int(r.pos[k].from)-1, cFrom|cAt) || b.tokens[r.pos[k].from].gap >= comma)
		if family(x.Kind) != family(y.Kind) && !hour || x.Span.Turn != y.Span.Turn || !r.ranged(k) {
			continue
		}
		if hour {
			x.asHour()
			y.asHour()
		}
		x.Role, y.Role = cmp.Or(x.Role, roleFrom), cmp.Or(y.Role, roleTo)
		switch {
		case x.Kind == Date:
			shareYear(x, y)
		case x.Kind == Time:
			shareHalf(x, y)
		case x.Unit == "" && y.Unit != "" && family(x.Kind) == Number:
			x.Unit, x.Kind = y.Unit, y.Kind
		}
	}
}

// ranged reports whether the words and marks between and behind mention k and the next one make them a range.
func (r *reader) ranged(k int) bool {
	b, x := r.b, &r.out[k]
	if r.pos[k].from == r.pos[k].to || r.pos[k+1].from == r.pos[k+1].to {
		return false // it stands before the words that are read
	}
	from, to := int(r.pos[k].to), int(r.pos[k+1].from)
	switch {
	case to < from || to-from > 2 || x.Kind == Name && x.Role != roleFrom:
		return false
	case b.framed(int(r.pos[k+1].to), x.Span.Turn):
		return true
	case from == to:
		return b.tokens[to].gap == hyphen || b.tokens[to].gap == dash
	case b.is(from, cTo):
		return b.tokens[from].gap <= space
	}
	return b.is(from, cAnd) && (x.Role == roleFrom || x.Kind == Date)
}

// framed reports whether a word for "between" stands behind token i or behind the noun there: 10 ile 14
// kişi arası.
func (b *bound) framed(i, turn int) bool {
	for k := i; k <= i+2 && k < int(b.starts[turn+1]) && b.tokens[k].gap <= space; k++ {
		if b.is(k, cToPost) {
			return true
		}
	}
	return false
}

// shareYear gives the first day of a range the year that is said only with the last one, and puts the last one
// behind it: Monday to Thursday, on a Tuesday.
func shareYear(x, y *Mention) {
	if len(x.Value) == 10 && len(y.Value) == 10 && x.Value[0] == 'X' && x.Value[5] < 'W' {
		year, month := y.Value[:4], x.Value[5:7]
		if year[0] != 'X' && month[0] != 'X' && month > y.Value[5:7] {
			year = day{y: atoi(year) - 1}.String()[:4] // from 28 December to 3 January 2027
		}
		x.Value = year + x.Value[4:]
	}
	if end, wd, ok := strings.Cut(y.Value, "|XXXX-W"); ok && end < x.Value[:min(10, len(x.Value))] {
		d, _ := dateValue(end)
		y.Value = d.plus(7).String() + "|XXXX-W" + wd
	}
}

// isHour reports whether a number may be a time of day: 7, 3.30.
func isHour(m *Mention) bool {
	if m.Kind != Number && (m.Kind != Money || m.Unit != "") || m.Role == "ordinal" {
		return false
	}
	v, ok := number(m.Value)
	_, timed := pointed(v)
	return ok && timed
}

// pointed reads a number as a time of day, in minutes; ok is false if it is none.
func pointed(v float64) (minutes int, ok bool) {
	hours := math.Floor(v)
	past := math.Round(100 * (v - hours))
	return int(60*hours + past), v >= 0 && v <= 24 && past < 60
}

// asHour makes a number a time of day, with both readings of an hour up to 12.
func (m *Mention) asHour() {
	if m.Kind != Time {
		v, _ := number(m.Value)
		h, _ := pointed(v)
		if m.Kind, m.Value = Time, clock(h%(24*60)); h < 13*60 {
			m.Value += "|" + clock((h+12*60)%(24*60))
		}
	}
}

// shareHalf decides whether the ends of a time range are before or after noon: "5:30 to 9 in the
// evening", "eleven pm till seven". Of the readings, those nearest to each other come first, and if
// one end is certain, they are the only ones.
func shareHalf(x, y *Mention) {
	best, from, to := 24*60, "", ""
	for a := range strings.SplitSeq(x.Value, "|") {
		for c := range strings.SplitSeq(y.Value, "|") {
			start, _ := timeValue(a)
			end, _ := timeValue(c)
			if d := (end - start + 24*60) % (24 * 60); d < best {
				best, from, to = d, a, c
			}
		}
	}
	if len(x.Value) > 5 && len(y.Value) > 5 {
		x.Value, y.Value = lead(x.Value, from), lead(y.Value, to)
	} else {
		x.Value, y.Value = from, to
	}
}

// lead moves one of two readings to the front.
func lead(value, reading string) string {
	if value[:5] == reading {
		return value
	}
	return value[6:] + "|" + value[:5]
}

// endNamed returns the role that the words of a parameter's name give, and the word.
func endNamed(name []string, unit string) (role, word string) {
	for _, n := range name {
		if n == "min" && unit == "min" {
			continue // minutes
		}
		if r := endOf(n); r != "" {
			return r, n
		}
	}
	return "", ""
}

// endDescribed returns the role that the words of a description give.
func endDescribed(about []string) string {
	for i, n := range about[:min(len(about), 12)] {
		bound := i+1 < len(about) && (about[i+1][0] >= '0' && about[i+1][0] <= '9' || about[i+1] == "which") // "from 1 to 100" and "from which" are no roles
		if r := endOf(n); r != "" && !bound && !tell("loose", n) {
			return r
		}
	}
	return ""
}

// turn makes the first of two parameters that mean an arrival and a departure, a day or a time each, the
// start: a stay lists them in this order, a journey in the other.
func turn(all []want) {
	ends := map[int]int{} // how many parameters have a role at each end
	for i := range all {
		ends[side(all[i].role)]++
	}
	for i := range all {
		if w, end := &all[i], side(all[i].role); w.paired && (end == 0 || ends[-end] == 0) {
			ends[end]--
			w.role = "" // an English van, a Spanish starter
		}
	}
	for _, kind := range [...]Kind{Date, Time} {
		of := func(w want) bool { return w.turns && w.kind == kind }
		first := slices.IndexFunc(all, of)
		if first < 0 || side(all[first].role) < 0 || !slices.ContainsFunc(all, func(w want) bool { return of(w) && opposite(w.role, all[first].role) }) {
			continue
		}
		for i := range all {
			if of(all[i]) {
				all[i].role = otherEnd(all[i].role)
			}
		}
	}
}

// order notes where the only two dates are a start and an end.
func order(all []want) {
	var dates []*want
	for i := range all {
		if all[i].kind == Date {
			dates = append(dates, &all[i])
		}
	}
	if len(dates) == 2 && opposite(dates[0].role, dates[1].role) {
		dates[0].ordered, dates[1].ordered = true, true
	}
}
