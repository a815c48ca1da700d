package grounding

import (
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

// roleBy returns the role that the words before and after give tokens [from, to).
func (b *bound) roleBy(from, to int) string {
	if from >= to || from >= len(b.tokens) || b.inTurn[b.tokens[from].turn]&(cFrom|cTo|cMin|cMax|cFromPost|cToPost|cMinPost|cMaxPost|cSwap) == 0 {
		return ""
	}
	if role := b.swapped(from, to); role != "" {
		return role
	}
	if possessive(b.after(to - 1)) {
		return "" // in "from Amelia's account" the account has the role
	}
	if b.tokens[from].capital && b.is(from-1, cFrom) && b.is(to, cTo) && b.tokens[from].gap <= space && b.tok(to, from).gap <= space {
		return roleFrom // da Bologna a Napoli, whatever "a" is in another language
	}
	// "for Lisbon" may make a place the destination, but "for Friday" does not make a day the end.
	typed := b.tokens[from].digit || b.is(from, cNum|cDay|cMonth|cRel|cNext|cThis|cClock|cHalf|cPast|cBefore)
	longest, behind := uint8(0), ""
	for n, c := range [...]class{cFromPost, cToPost, cMinPost, cMaxPost} {
		if !b.is(to, cFromPost|cToPost|cMinPost|cMaxPost) || b.tokens[to].turn != b.tokens[from].turn || b.tokens[to].gap > space {
			break
		}
		m, ok := b.at(to, c)
		next := b.tok(to+int(m.n), from)
		if ok && m.n > longest && !(typed && m.str() == "for") && !(next.digit && next.gap <= space) { // in "over 150 and under 400", "and under" is about 400
			longest, behind = m.n, [...]string{roleFrom, roleTo, roleMin, roleMax}[n]
		}
	}
	if behind != "" {
		return behind
	}
	k := from
	for n := 0; n < 4; n++ {
		if k <= 0 || b.tokens[k-1].turn != b.tokens[from].turn || b.tokens[k].gap > space {
			break
		}
		best, role, start := uint8(0), "", k
		for back := 1; back <= 4; back++ {
			if !b.is(k-back, cFrom|cTo|cMin|cMax) {
				continue
			}
			for i, c := range [...]class{cFrom, cTo, cMin, cMax} {
				m, ok := b.at(k-back, c)
				if pass, isPass := b.at(k-back, cPass); ok && int(m.n) == back && m.n > best && !(isPass && pass.n > m.n) && !(typed && m.str() == "for") {
					best, role, start = m.n, [...]string{roleFrom, roleTo, roleMin, roleMax}[i], k-back
				}
			}
		}
		if role == roleMin && b.negated(start) {
			return roleMax
		}
		if role == roleMax && b.negated(start) {
			return roleMin
		}
		if role != "" {
			return role
		}
		if !b.is(k-1, cStop|cOne|cAt|cThis|cNext|cDay) {
			break
		}
		k--
	}
	if to < len(b.tokens) && b.tokens[to].turn == b.tokens[from].turn && b.tokens[to].gap <= space && b.is(to, cTo) && (typed || !b.is(from-1, cIn)) { // in "from JFK in New York to", not New York
		return roleFrom
	}
	return ""
}

// negated reports whether a comparison at token i is negated in its clause: "not more than 30"
// is at most 30. A negation before another number is that number's: "no less than 10 and more than 5".
func (b *bound) negated(i int) bool {
	for k := i - 1; k >= 0 && k >= i-reach && b.tokens[k+1].gap < comma && b.tokens[k].turn == b.tokens[i].turn && !b.is(k, cAnd) && !b.tokens[k].digit; k-- {
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
	for k := from - 1; k >= 0 && k > from-window && b.tokens[k].turn == b.tokens[from].turn; k-- {
		if m, ok := b.at(k, cSwap); ok {
			between := func(i, to int) bool {
				for ; i < to; i++ {
					if w := b.norm(b.tok(i, from)); w != "" && slices.Contains(strings.Split(m.str(), "/"), w) {
						return true
					}
				}
				return false
			}
			switch {
			case between(k+int(m.n), from):
				return roleTo
			case between(to, to+reach):
				return roleFrom
			}
			return ""
		}
		if b.tokens[k+1].gap > comma {
			break
		}
	}
	return ""
}

// ranges gives the two ends of a range their roles: 2pm-4pm, between 3 and 5.
func (r *reader) ranges() {
	b := r.b
	for k := 0; k+1 < len(r.out); k++ {
		x, y := &r.out[k], &r.out[k+1]
		if n := b.lx.hoursOrds & b.langs; n != 0 && x.Role == "ordinal" && y.Kind == Time {
			x.Role = roleFrom // od siedemnastej do wpół do ósmej
		}
		hour := x.Kind == Time && isHour(y) && !b.is(int(r.pos[k+1].to), cPeople) || y.Kind == Time && isHour(x) && // 7-11pm, from 7 to 11pm, 11 pm till 7
			(r.pos[k].to == r.pos[k+1].from || b.is(int(r.pos[k].from)-1, cFrom|cAt) || b.tokens[r.pos[k].from].gap >= comma && b.is(int(r.pos[k].to), cTo))
		if family(x.Kind) != family(y.Kind) && !hour || x.Span.Turn != y.Span.Turn {
			continue
		}
		from, to := int(r.pos[k].to), int(r.pos[k+1].from)
		if r.pos[k].from == r.pos[k].to || r.pos[k+1].from == r.pos[k+1].to {
			continue // it stands before the words that are read
		}
		arrow := from == to && strings.ContainsAny(b.gapText(to), "\u2192\u21d2\u27a1>") // Lyon -> Turin
		if x.Kind == Name && x.Role != roleFrom && !arrow {
			continue
		}
		framed := b.framed(int(r.pos[k+1].to), x.Span.Turn)
		if to < from || to-from > 3 || to-from > 2 && !framed {
			continue
		}
		joined := framed
		if from == to && to < len(b.tokens) {
			g := b.tokens[to].gap
			joined = joined || arrow || (g == hyphen || g == dash) && (hour || x.Kind == Time || x.Kind == Date || family(x.Kind) == Number)
		} else if b.is(from, cTo) && b.tokens[from].gap <= space {
			joined = true
		} else if b.is(from, cAnd) && (x.Role == roleFrom || x.Kind == Date && x.Role == "" && to == from+1) {
			joined = true
		}
		if !joined {
			continue
		}
		if hour {
			x.asHour()
			y.asHour()
		}
		if x.Role == "" {
			x.Role = roleFrom
		}
		if y.Role == "" || y.Role == roleFrom {
			y.Role = roleTo
		}
		if x.Kind == Date && len(x.Value) == 10 && len(y.Value) == 10 && x.Value[0] == 'X' && x.Value[5] != 'W' && x.Value[5] != 'X' && y.Value[0] != 'X' && x.Value[5:] <= y.Value[5:] {
			x.Value = y.Value[:4] + x.Value[4:] // the year is said only once
		}
		if x.Kind == Date && y.Kind == Date && len(y.Value) > 10 && y.Value[:10] < x.Value[:min(10, len(x.Value))] && strings.HasPrefix(y.Value[10:], "|XXXX-WXX") {
			d, _ := dateValue(y.Value[:10])
			y.Value = d.plus(7).String() + y.Value[10:] // Monday to Thursday, on a Tuesday
		}
		if x.Kind == Time && y.Kind == Time {
			shareHalf(x, y)
		}
		if x.Unit == "" && y.Unit != "" && family(x.Kind) == Number {
			x.Unit, x.Kind = y.Unit, y.Kind
		}
	}
}

// framed reports whether a word for "between" stands behind token i or behind the noun there: 10 ile 14
// kişi arası.
func (b *bound) framed(i, turn int) bool {
	for k := i; k <= i+2 && k < int(b.starts[turn+1]) && b.tokens[k].gap <= space; k++ {
		if m, ok := b.at(k, cToPost); ok && m.str() == "between" {
			return true
		}
	}
	return false
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
	return int(60*hours + past), v >= 0 && v <= 24 && past < 60 && near(100*(v-hours), past)
}

// asHour makes a number a time of day, with both readings of an hour up to 12.
func (m *Mention) asHour() {
	if m.Kind != Time {
		v, _ := number(m.Value)
		h, _ := pointed(v)
		if m.Kind, m.Value = Time, clock(h%(24*60)); h < 7*60 {
			m.Value = clock(h+12*60) + "|" + m.Value
		} else if h < 13*60 {
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
			if d := (end - start + 24*60) % (24 * 60); d > 0 && d < best {
				best, from, to = d, a, c
			}
		}
	}
	if best == 24*60 {
		return
	}
	if len(x.Value) > 5 && len(y.Value) > 5 {
		x.Value, y.Value = lead(x.Value, from), lead(y.Value, to)
	} else {
		x.Value, y.Value = from, to
	}
}

// sameTimes settles whether a time is before noon or after it where the conversation says it elsewhere: "three in
// the afternoon ... at three".
func (r *reader) sameTimes() {
	var certain map[string]bool
	open := false
	for k := range r.out {
		if m := &r.out[k]; m.Kind == Time && len(m.Value) == 5 {
			if certain == nil {
				certain = map[string]bool{}
			}
			certain[m.Value] = true
		} else if m.Kind == Time {
			open = true
		}
	}
	for k := 0; open && certain != nil && k < len(r.out); k++ {
		m := &r.out[k]
		if m.Kind != Time || len(m.Value) != 11 {
			continue
		}
		if one, two := m.Value[:5], m.Value[6:]; certain[one] && !certain[two] {
			m.Value = one
		} else if certain[two] && !certain[one] {
			m.Value = two
		}
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
	for i := range all {
		if w := &all[i]; w.paired && !slices.ContainsFunc(all, func(o want) bool { return opposite(o.role, w.role) }) {
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
