package grounding

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
		part := phrase{}
		if b.tok(i+int(m.n), i).gap < sentence {
			part, _ = b.at(i+int(m.n), cPlus) // midi et quart
		}
		return timed{from: i, to: i + int(m.n+part.n), v: 60*atoi(m.str()[:2]) + int(60*part.val), half: 2}, true
	}
	if t, ok := b.minutesOf(i); ok {
		return b.half(t), true
	}
	k, prefix := i, int8(0)
	for n, c := range [...]class{cAM, cPM} { // 午後3時, 오후 3시, 下午三点
		if m, ok := b.at(i, c); ok && !b.tokens[i].solid {
			k, prefix = i+int(m.n), int8(n+1)
		}
	}
	h, to, ok := b.hourAt(k, i)
	if !ok {
		return timed{}, false
	}
	minute, to, explicit, ok := b.minuteAt(k, to)
	if !ok {
		return timed{}, false
	}
	out := b.half(timed{from: i, to: to, v: h*60 + minute, half: prefix})
	return out, explicit || out.half != 0 && !b.is(out.to, cPeople|cUnit) // a bare number is an hour only beside a part of the day
}

// minutesOf reads minutes before their hour: half past three, quarter to six, ten to six, halb neun.
func (b *bound) minutesOf(i int) (timed, bool) {
	for sign, c := range [...]class{cPast, cBefore} {
		m, ok := b.at(i, c)
		if hour, num := b.at(i+int(m.n), cNum); !ok || num && hour.lang != m.lang {
			continue // "half acht" is another hour than "half eight"
		}
		if h, to, ok := b.hourAt(i+int(m.n), i); ok && (!b.is(to, cNum|cUnit) || len(b.norm(b.tok(to, i))) < 4) { // साढ़े चार घंटे is no time; "in" is a unit too
			return timed{from: i, to: to, v: h*60 + (1-2*sign)*int(m.val)}, true
		}
	}
	v, to, ok := b.small(i, i, 29)
	sign := minuteSigns[b.norm(b.tok(to, i))]
	if !ok || sign == 0 || sign < 0 && (v%5 != 0 || !b.atBefore(i)) {
		return timed{}, false
	}
	h, end, ok := b.hourAt(to+1, i)
	return timed{from: i, to: end, v: h*60 + sign*v}, ok && h <= 12 && b.gapText(end) != ":" // from 10 to 11:30
}

// minuteAt reads the minutes behind the number of an hour [k, to). It is not ok if that is a length. explicit says that
// the words state a time of day.
func (b *bound) minuteAt(k, to int) (minute, end int, explicit, ok bool) {
	n, g := b.tok(to, k), b.gapText(to)
	switch behind := b.tok(to+1, k); {
	case n.digit && len(b.norm(n)) == 2 && b.norm(n) < "60" && (g == ":" || g == "." && b.is(to+1, cAM|cPM|cHour)):
		return atoi(b.norm(n)), to + 1, true, true
	case b.norm(n) == "h" && behind.digit && behind.gap == glued:
		return atoi(b.norm(behind)), to + 2, true, true
	case b.is(to, cHour):
		m, _ := b.at(to, cHour)
		if b.is(to, cUnit) && !b.atBefore(k) {
			return 0, 0, false, false // "two hours", in a language that has one word for hour and o'clock
		}
		minute, end = b.behindHour(to+int(m.n), k)
		return minute, end, true, true
	}
	if m, ok := b.at(to, cPlus); ok && b.atBefore(k) { // las ocho y media
		return int(60 * m.val), to + int(m.n), true, true
	}
	j := to
	if b.is(k-1, cAt) && b.is(to, cAnd) { // las ocho y diez
		j++
	}
	if v, end, ok := b.small(j, k, 59); ok && v%5 == 0 && v >= 10 && !b.tokens[k].digit && (j > to || b.is(end, cAM|cPM)) { // seven thirty pm
		return v, end, true, true
	}
	return 0, to, false, true
}

// behindHour reads the minutes at token to behind a word for the hour: Uhr 15, 時15分, heures et demie.
func (b *bound) behindHour(to, of int) (minute, end int) {
	if m, ok := b.at(to, cPlus); ok {
		return int(60 * m.val), to + int(m.n)
	}
	v, end, ok := b.small(to, of, 59)
	if w := b.norm(b.tok(end, of)); ok && (w == "分" || w == "분") {
		if w := b.norm(b.tok(end+1, of)); w == "前" || w == "전" { // 6時15分前
			return -v, end + 2
		}
		return v, end + 1
	}
	if !ok || b.is(end, cUnit|cPeople) {
		return 0, to
	}
	return v, end
}

// military reads "0730 hours", and "0730" after a word such as "at".
func (b *bound) military(i int) (timed, bool) {
	n := b.norm(&b.tokens[i])
	if len(n) != 4 || n[:2] > "23" || n[2:] > "59" {
		return timed{}, false
	}
	out := timed{from: i, to: i + 1, v: 60*atoi(n[:2]) + atoi(n[2:])}
	if u, ok := b.at(i+1, cUnit); ok && u.str() == "h" {
		out.to += int(u.n)
		return out, true
	}
	return out, n[0] == '0' && b.atBefore(i)
}

// unpointed reports whether a number written without a point may be a time of day: "at 615", but not "at 615 Main Street".
func (b *bound) unpointed(x *hit, minutes int) bool {
	k := int(x.to)
	switch {
	case b.tok(k, int(x.from)).gap >= comma:
		return true
	case b.is(k, cAM|cPM):
		return b.is(k, cPM) == (minutes >= 12*60)
	}
	return b.is(k, cStop|cAt|cAnd)
}

// claimed reports whether another parameter wants a number: "sell at 450" is a price.
func (q *query) claimed() bool {
	for i := range q.heard.params {
		if q.heard.params[i].want.kind == Number {
			return true
		}
	}
	return false
}

// hourAt reads the number of an hour.
func (b *bound) hourAt(k, of int) (h, to int, ok bool) {
	t := b.tok(k, of)
	if t.turn < 0 {
		return 0, 0, false
	}
	if t.digit {
		return atoi(b.norm(t)), k + 1, atoi(b.norm(t)) <= 24 && !b.negative(k)
	}
	if f, ok := b.figureAt(k); ok && f.v <= 24 && (f.v > 12 || !t.solid) {
		return int(f.v), f.to, true // vingt et une heures
	}
	if m, ok := b.at(k, cNum); ok && m.val <= 12 {
		return int(m.val), k + int(m.n), true
	}
	if m, ok := b.at(k, cOrd); ok && m.val <= 24 {
		return int(m.val), k + int(m.n), true
	}
	return 0, 0, false
}

// atBefore reports whether a word that announces a time of day, such as "at",
// precedes token k.
func (b *bound) atBefore(k int) bool {
	return b.is(k-1, cAt|cFrom|cTo|cPast|cBefore) || b.is(k-2, cAt) && b.is(k-1, cStop|cTo)
}

// half decides whether a time is before or after noon, from the words after it and
// those before it.
func (b *bound) half(t timed) timed {
	h, set := t.v, t.half
	m, _ := b.at(t.from, cPM) // 深夜2時
	night := m.str() == "night"
	for k := t.to; k < t.to+4 && set == 0 && b.tok(k, t.from).gap < sentence; k++ {
		am, before := b.at(k, cAM)
		if pm, after := b.at(k, cPM); after && pm.n > am.n {
			set, t.to, night = 2, k+int(pm.n), pm.str() == "night"
		} else if before {
			set, t.to = 1, k+int(am.n)
		} else if b.tok(k, t.from).gap > space || !b.is(k, cStop|cAt|cHour|cThis|cRel) {
			break
		}
	}
	for k := t.from - 1; k >= t.from-3 && set == 0 && b.tok(k, t.from).turn >= 0 && b.tokens[k+1].gap <= space; k-- {
		if m, half := b.halfBefore(k + 1); half > 0 {
			if b.tokens[k].gap <= space && b.countable(k-int(m.n)) {
				break // the end of another time
			}
			set, night = half, m.str() == "night"
		}
	}
	if t.half = set; night && h < 6*60 {
		set = 1 // three at night
	}
	switch {
	case h >= 13*60:
		t.v = h % (24 * 60)
	case set == 1:
		t.v = h % (12 * 60)
	case set == 2:
		t.v = h%(12*60) + 12*60
	default:
		t.v, t.alt = h, (h+12*60)%(24*60)
		if t.two = !b.tokens[t.from].digit || len(b.norm(&b.tokens[t.from])) != 2; t.two && t.v < 7*60 {
			t.v, t.alt = t.alt, t.v // people mean the day rather than the night
		}
	}
	return t
}

// halfBefore returns the phrase that ends before token to and says that a time is before noon (1) or after it
// (2): öğleden sonra, de la tarde.
func (b *bound) halfBefore(to int) (m phrase, half int8) {
	for n := 1; n <= 3; n++ {
		for k, c := range [...]class{cAM, cPM} {
			if !b.is(to-n, cAM|cPM) {
				break
			}
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
