package grounding

import "strings"

// timed is a time of day found in a text, in minutes.
type timed struct {
	from, to int
	v, alt   int  // its readings in minutes, the likelier first
	two      bool // alt is a second reading
	half     int8 // 1: explicitly before noon, 2: explicitly after noon, 0: not stated
}

// minuteSigns are the words between minutes and an hour, with 1 for minutes after it and -1 for
// minutes before it.
var minuteSigns = map[string]int{"past": 1, "after": 1, "nach": 1, "over": 1, "to": -1, "till": -1, "vor": -1, "voor": -1}

// timesAt reads the time of day that begins at token i.
func (b *bound) timesAt(i int) (timed, bool) {
	if t := &b.tokens[i]; t.digit && len(b.norm(t)) > 2 {
		return b.military(i)
	}
	if m, ok := b.at(i, cClock); ok {
		v, to := 60*atoi(m.str()[:2]), i+int(m.n)
		if part, ok := b.at(to, cPlus); ok && b.tok(to, i).gap <= space { // midi et quart
			v, to = v+int(60*part.val), to+int(part.n)
		}
		return timed{from: i, to: to, v: v, half: 2}, true
	}
	// half past three, quarter to six, ten to six, halb neun
	order := [...]class{cPast, cBefore}
	if past, ok := b.at(i, cPast); ok && b.is(i, cBefore) { // "half eight" in one language, "half acht" in another
		if hour, ok := b.at(i+int(past.n), cNum); ok && hour.lang != past.lang {
			order = [...]class{cBefore, cPast}
		}
	}
	for _, c := range order {
		if m, ok := b.at(i, c); ok {
			if h, to, ok := b.hourAt(i+int(m.n), i); ok && b.tok(i+int(m.n), i).gap <= space && (b.is(to, cHour) || !b.is(to, cNum|cUnit) || len(b.norm(b.tok(to, i))) < 4) { // साढ़े चार घंटे is no time; "in" is a unit too
				mm := int(m.val)
				if c == cBefore {
					mm = -mm
				}
				return b.half(timed{from: i, to: to, v: h*60 + mm})
			}
		}
	}
	if b.atBefore(i) || b.norm(b.tok(i+1, i)) == "past" {
		v, to, ok := b.small(i, i, 29)
		if sign := minuteSigns[b.norm(b.tok(to, i))]; ok && b.tok(to, i).gap == space && sign != 0 && (v%5 == 0 || sign > 0) {
			if h, end, ok := b.hourAt(to+1, i); ok && h <= 12 && !b.is(end, cUnit|cAM|cPM) && b.gapText(end) != ":" { // from 10 to 11:30
				return b.half(timed{from: i, to: end, v: h*60 + sign*v})
			}
		}
	}
	prefix := int8(0)
	k := i
	if b.is(i, cAM|cPM) && !b.tokens[i].solid { // 午後3時, 오후 3시, 下午三点
		prefix = 1
		if b.is(i, cPM) {
			prefix = 2
		}
		m, ok := b.at(i, cPM)
		if !ok {
			m, _ = b.at(i, cAM)
		}
		k = i + int(m.n)
		if b.norm(b.tok(k, i)) == "的" || b.norm(b.tok(k, i)) == "の" {
			k++
		}
	}
	h, to, ok := b.hourAt(k, i)
	if !ok {
		return timed{}, false
	}
	out := timed{from: i, to: to, half: prefix}
	minute, explicit := 0, false
	n := b.tok(to, i)
	switch g := b.gapText(to); {
	case n.digit && len(b.norm(n)) == 2 && b.norm(n) < "60" && (g == ":" || g == "." && (b.clockAfter(to+1, i)) || g == "h"):
		minute, out.to, explicit = atoi(b.norm(n)), to+1, true
		if s := b.tok(out.to, i); s.digit && len(b.norm(s)) == 2 && b.gapText(out.to) == ":" {
			out.to++
		}
	case b.norm(n) == "h" && n.gap == glued && b.tok(to+1, i).digit && b.tok(to+1, i).gap == glued && len(b.norm(b.tok(to+1, i))) == 2:
		minute, out.to, explicit = atoi(b.norm(b.tok(to+1, i))), to+2, true
	case b.is(to, cHour) && n.gap <= space:
		m, _ := b.at(to, cHour)
		if b.is(to, cUnit) && m.str() == "" && !b.atBefore(k) && prefix == 0 && (b.tokens[k].digit || h <= 12) {
			return timed{}, false // "two hours", in a language that has one word for hour and o'clock
		}
		out.to, explicit = to+int(m.n), true
		if b.norm(b.tok(out.to, i)) == "間" || b.norm(b.tok(out.to, i)) == "间" || b.norm(b.tok(out.to, i)) == "간" {
			return timed{}, false
		}
		j := out.to
		if b.is(j, cAnd) {
			j++
		}
		if m, ok := b.at(j, cHalf); ok && b.tok(j, i).gap <= space {
			minute, out.to = int(60*shareOf(m)), j+int(m.n)
		} else if m, ok := b.at(out.to, cPlus); ok {
			minute, out.to = int(60*m.val), out.to+int(m.n)
		} else if m, t, ok := b.small(j, i, 59); ok && b.tok(j, i).gap <= space && m%5 == 0 && (b.tok(j, i).digit || m >= 10 && (!b.tok(j, i).solid || b.atBefore(k) || h > 12)) && !b.is(t, cUnit|cPeople|cHour) || ok && (b.norm(b.tok(t, i)) == "分" || b.norm(b.tok(t, i)) == "분") {
			minute, out.to = m, t
			if w := b.norm(b.tok(t, i)); w == "分" || w == "분" {
				out.to++
			}
			if w := b.norm(b.tok(out.to, i)); w == "前" || w == "전" { // 6時15分前
				minute, out.to = -minute, out.to+1
			}
		}
	}
	if m, ok := b.at(out.to, cPlus); ok && b.tok(out.to, i).gap <= space && !explicit && b.atBefore(k) { // las ocho y media
		minute, out.to, explicit = int(60*m.val), out.to+int(m.n), true
	}
	if v, t, ok := b.small(out.to, i, 59); ok && !explicit && out.to == k+1 && b.tok(out.to, i).gap == space && !b.tok(out.to, i).digit && !b.tokens[k].digit && v%5 == 0 && v >= 10 && b.is(t, cAM|cPM) {
		minute, out.to, explicit = v, t, true // seven thirty pm
	}
	if v, t, ok := b.small(out.to+1, i, 59); ok && !explicit && b.is(k-1, cAt) && b.is(out.to, cAnd) && v%5 == 0 && !b.tok(out.to+1, i).digit && b.tok(out.to+1, i).solid && !b.is(t, cUnit|cPeople) { // las ocho y diez
		minute, out.to, explicit = v, t, true
	}
	out.v = h*60 + minute
	out, ok = b.half(out)
	if !ok || !explicit && (out.half == prefix && prefix == 0 || b.is(out.to, cPeople|cUnit)) {
		return timed{}, false // a bare number is an hour only after a word such as "at"
	}
	return out, true
}

// military reads "0730 hours", and "0730" after a word such as "at".
func (b *bound) military(i int) (timed, bool) {
	n := b.norm(&b.tokens[i])
	if len(n) != 4 || n[:2] > "23" || n[2:] > "59" || b.tokens[i].gap <= hyphen || b.tok(i+1, i).gap <= hyphen {
		return timed{}, false
	}
	out := timed{from: i, to: i + 1, v: 60*atoi(n[:2]) + atoi(n[2:])}
	if u, ok := b.at(i+1, cUnit); ok && u.str() == "h" {
		out.to += int(u.n)
		return out, n[0] == '0' || b.atBefore(i) || !strings.ContainsAny(n[3:], "12346789") // 1800 hours
	}
	return out, n[0] == '0' && b.atBefore(i)
}

// unpointed reports whether a number written without a point may be a time of day: "at 615", but not "at 615 Main Street".
// It says the hour h, which is that of the minutes or twelve hours off.
func (b *bound) unpointed(x *hit, h, minutes int) bool {
	i, k, half := int(x.from), int(x.to), minutes/(12*60)
	t, next := &b.tokens[i], b.tok(k, i)
	if m := &b.mentions[x.mention]; x.to != x.from+1 || !t.digit || t.gap != space || m.Unit != "" || h < 1 || h > 23 || b.is(i-1, cFrom|cTo) || h > 12 && (h != minutes/60 || minutes%5 != 0) || !b.atBefore(i) || b.role(int(t.turn)) == "tool" {
		return false
	}
	switch {
	case next.turn < 0 || next.gap >= comma:
		return true
	case next.gap != space || next.digit || b.is(k, cUnit|cPeople) && !b.is(k, cAM|cPM):
		return false
	case b.is(k, cAM|cPM):
		return b.is(k, cAM) && half == 0 || b.is(k, cPM) && half == 1
	}
	return !next.capital && b.is(k, cStop|cYes|cThis|cNext|cAnd|cAt) || b.is(k, cDay|cRel)
}

// claimed reports whether the other parameters want all numbers that the conversation gives: "sell at 450" is a price.
func (q *query) claimed() bool {
	n, given := 0, 0
	for i := range q.heard.params {
		if q.heard.params[i].want.kind == Number {
			n++
		}
	}
	if n > 0 {
		for range q.eligible(Number) {
			given++
		}
	}
	return n > 0 && given <= n
}

// hourAt reads the number of an hour.
func (b *bound) hourAt(k, of int) (h, to int, ok bool) {
	t := b.tok(k, of)
	if t.turn < 0 || t.digit && (len(b.norm(t)) > 2 || b.negative(k)) {
		return 0, 0, false
	}
	if t.digit {
		return atoi(b.norm(t)), k + 1, atoi(b.norm(t)) <= 24
	}
	if m, found := b.at(k, cNum); found && t.solid {
		if f, ok := b.figureAt(k); ok && f.v > 12 && f.v <= 24 && b.is(f.to, cHour) {
			return int(f.v), f.to, true // vingt et une heures
		}
		if m.val < 1 || m.val > 12 || isScale(m) && b.is(k-1, cOne) || m.val != float64(int(m.val)) {
			return 0, 0, false
		}
		return int(m.val), k + int(m.n), true
	}
	if m, found := b.at(k, cOrd); found && t.solid && m.val <= 24 && 1<<m.lang&b.lx.hoursOrds != 0 {
		return int(m.val), k + int(m.n), true
	}
	if !t.solid {
		if f, found := b.figureAt(k); found && f.v <= 24 {
			return int(f.v), f.to, true
		}
	}
	return 0, 0, false
}

func (b *bound) clockAfter(k, of int) bool {
	return b.is(k, cAM|cPM|cHour) && b.tok(k, of).turn >= 0
}

// atBefore reports whether a word that announces a time of day, such as "at",
// precedes token k.
func (b *bound) atBefore(k int) bool {
	return b.is(k-1, cAt|cFrom|cTo|cPast|cBefore) || k > 0 && b.is(k-2, cAt) && b.is(k-1, cStop|cTo)
}

// half decides whether a time is before or after noon, from the words after it and
// those of its clause.
func (b *bound) half(t timed) (timed, bool) {
	h := t.v
	if h < 0 {
		h += 12 * 60
	}
	set := t.half
	m, _ := b.at(t.from, cPM) // 深夜2時
	night := m.str() == "night"
	for k := t.to; k < t.to+4 && set == 0; k++ {
		n := b.tok(k, t.from)
		if n.turn < 0 || n.gap > space || n.digit {
			break
		}
		switch {
		case b.is(k, cAM):
			m, _ := b.at(k, cAM)
			set, t.to = 1, k+int(m.n)
		case b.is(k, cPM):
			m, _ := b.at(k, cPM)
			set, t.to, night = 2, k+int(m.n), m.str() == "night"
		case b.is(k, cStop|cAt|cHour|cThis|cRel):
			continue
		default:
			k = t.to + 4
		}
	}
	for k := t.from - 1; k >= t.from-3 && set == 0 && b.tok(k, t.from).turn >= 0 && b.tokens[k+1].gap <= space; k-- {
		m, half := b.halfBefore(k + 1)
		if half > 0 && b.tokens[k].gap <= space && b.countable(k-int(m.n)) {
			break // the end of another time
		} else if half > 0 {
			set, night = half, m.str() == "night"
		} else if !b.is(k, cAt|cStop|cRel) {
			break
		}
	}
	if t.half = set; night && (h < 6*60 || h >= 12*60 && h < 13*60) {
		set = 1 // three at night
	}
	switch {
	case h >= 13*60 || h < 60 && h >= 0 && set == 0 && strings.HasPrefix(b.norm(&b.tokens[t.from]), "0"):
		t.v = h % (24 * 60)
	case set == 1:
		t.v = h % (12 * 60)
	case set == 2:
		t.v = h%(12*60) + 12*60
	default:
		t.v, t.alt = h%(24*60), (h+12*60)%(24*60)
		if t.two = !(b.tokens[t.from].digit && len(b.norm(&b.tokens[t.from])) == 2 && h < 10*60); t.two && t.v < 7*60 {
			t.v, t.alt = t.alt, t.v // people mean the day rather than the night
		}
	}
	return t, true
}

// halfBefore returns the phrase that ends before token to and says that a time is before noon (1) or after it
// (2): öğleden sonra, de la tarde.
func (b *bound) halfBefore(to int) (m phrase, half int8) {
	for n := 1; n <= 3; n++ {
		for k, c := range [...]class{cAM, cPM} {
			if e, ok := b.at(to-n, c); ok && int(e.n) == n {
				m, half = e, int8(k+1)
			}
		}
	}
	return m, half
}

func clock(m int) string {
	out := []byte("00:00")
	two(out, m/60)
	two(out[3:], m%60)
	return string(out)
}
