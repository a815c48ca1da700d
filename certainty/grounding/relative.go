package grounding

import (
	"fmt"
	"strings"
	"time"
)

// relativeDate reads a date relative to today: tomorrow, in 3 days, two weeks ago, a week from
// today.
func (b *bound) relativeDate(i int) []dated {
	if m, ok := b.at(i, cHoliday); ok {
		return b.one(dated{from: i, to: i + int(m.n), value: b.withYear(day{m: atoi(m.str()[:2]), d: atoi(m.str()[3:])}).String()})
	}
	if m, ok := b.at(i, cRel); ok && !(m.val == 0 && b.dayNamed(i+int(m.n))) {
		return b.one(dated{from: i, to: i + int(m.n), value: b.offset(int(m.val)), relative: true})
	}
	if b.is(i, cRel) {
		return nil
	}
	k := i
	before, within := b.at(i, cIn)
	if within {
		k += int(before.n)
	}
	n, to, ok := b.small(k, i, 400)
	if !ok {
		m, one := b.at(k, cOne)
		if !one {
			return nil
		}
		n, to = 1, k+int(m.n)
	}
	s, ok := b.at(to, cSpan)
	if !ok || b.tok(to, i).gap > space {
		return nil
	}
	end := to + int(s.n)
	sign, days := 0, 0
	if m, ok := b.at(end, cAgo); ok && b.tok(end, i).gap <= space && s.str() != "" {
		sign, end = -1, end+int(m.n)
	} else if m, ok := b.at(end, cLater); ok && b.tok(end, i).gap <= space {
		sign, end, days = 1, end+int(m.n), int(m.val) // a week from tomorrow
	} else if within {
		sign = 1
	}
	if sign == 0 || !b.today.full() {
		return nil
	}
	t := b.today.time()
	switch s.str() {
	case "d":
		t = t.AddDate(0, 0, sign*n)
	case "w":
		t = t.AddDate(0, 0, sign*n*7)
	case "f":
		t = t.AddDate(0, 0, sign*n*14)
	case "m":
		t = t.AddDate(0, sign*n, 0)
	case "q":
		t = t.AddDate(0, 3*sign*n, 0)
	case "y":
		t = t.AddDate(sign*n, 0, 0)
	}
	return b.one(dated{from: i, to: end, value: dayOf(t).plus(days).String(), relative: true})
}

// offset returns the day n days from today.
func (b *bound) offset(n int) string {
	if b.today.full() {
		return b.today.plus(n).String()
	}
	return fmt.Sprintf("T%+d", n)
}

// weekday reads a day of the week: Friday, next Friday, last Friday.
func (b *bound) weekday(i int) []dated {
	m, ok := b.at(i, cDay)
	if !ok {
		return nil
	}
	t := &b.tokens[i]
	if t.solid && len(m.first()) < 5 && !m.star && !t.capital && t.gap != sentence && b.tok(i+1, i).gap < comma && !b.is(i+1, cAM|cPM|cTo|cAnd|cAt) && !b.is(i-1, cTo|cAnd|cDay|cNext|cLast|cThis) && !b.tok(i+1, i).digit && b.tok(i+1, i).turn >= 0 && m.first() != "fri" && m.first() != "tue" && m.first() != "thu" && m.first() != "wed" {
		return nil // "sun", "sat" and "mon" are also ordinary words
	}
	wd := int(m.val)
	out := dated{from: i, to: i + int(m.n), relative: true}
	if !b.today.full() {
		out.value = day{wd: wd}.String()
		return b.one(out)
	}
	ahead := (wd - b.today.wd + 7) % 7
	if ahead == 0 {
		ahead = 7
	}
	word, next := b.at(i-1, cNext)
	if !next {
		word, next = b.at(out.to, cNext)
	}
	next = next && word.str() == "" && lexicons().langs[word.lang] == "en" // in other languages, "next" is the coming one
	off, ofWeek := b.weekBefore(i, m)
	if !ofWeek {
		var to int
		if off, to, ofWeek = b.weekAfter(out.to); ofWeek {
			out.to = to
		}
	}
	if weeks, to, ok := b.weeksLater(out.to); ok && !ofWeek {
		out.to, out.value = to, b.today.plus(ahead+7*weeks).String()
		return b.one(out)
	}
	switch {
	case ofWeek:
		out.value = either(b.today.plus(wd-b.today.wd+7*off), day{wd: wd})
	case b.is(i-1, cLast) || b.is(out.to, cLast):
		if ahead == 7 {
			ahead = 0 // the same day of last week
		}
		out.value = either(b.today.plus(ahead-7), day{wd: wd})
	case next && (ahead < 7-b.today.wd+1 || ahead == 7):
		out.value = either(b.today.plus(ahead+7), b.today.plus(ahead), day{wd: wd})
	default:
		out.value = either(b.today.plus(ahead), day{wd: wd})
	}
	return b.one(out)
}

// ofDate returns the date behind a day of the week that belongs to it, "Tuesday 5 May" or "Friday, the 12th of
// June"; else that day.
func (b *bound) ofDate(wd dated) []dated {
	k := wd.to
	if b.is(k, cStop) && b.tok(k, wd.from).gap <= comma {
		k++ // "the"
	}
	if n := b.tok(k, wd.from); n.gap <= comma && (n.digit || n.has&cMonth != 0) && !b.is(k, cDay) {
		if next := b.datesAt(k); next != nil && !next[0].relative && len(next[0].value) >= 10 && next[0].value[5] != 'X' && next[0].value[5] != 'W' {
			next[0].from = wd.from
			return next
		}
	}
	return b.one(wd)
}

// weekBefore reports which week, counted from this one, the words before a day of the week name:
// nächste Woche Montag, 先週の金曜, 下周三. In Chinese the day's own name contains the word for week.
func (b *bound) weekBefore(i int, wd phrase) (off int, ok bool) {
	k := i
	if b.norm(b.tok(k-1, i)) == "の" {
		k--
	}
	if b.is(k-1, cAt|cStop) && b.is(k-2, cSpan) {
		k-- // next week on Wednesday
	}
	if s, found := b.at(k-1, cSpan); found && s.str() == "w" && s.n == 1 && b.tok(k, i).gap <= space {
		k--
	} else if lexicons().langs[wd.lang] != "zh" {
		return 0, false
	}
	for n, c := range [...]class{cLast, cThis, cNext} {
		for back := 1; back <= 2; back++ {
			if m, found := b.at(k-back, c); found && int(m.n) == back && b.tok(k, i).gap <= space {
				return n - 1, true
			}
		}
	}
	return 0, false
}

// weeksLater reads how many weeks behind a day of the week are added to it: Freitag in einer Woche.
func (b *bound) weeksLater(k int) (weeks, to int, ok bool) {
	m, in := b.at(k, cIn)
	if !in || b.tok(k, k-1).gap > space {
		return 0, 0, false
	}
	k += int(m.n)
	n, to, counted := b.small(k, k, 8)
	if !counted {
		one, found := b.at(k, cOne)
		if !found {
			return 0, 0, false
		}
		n, to = 1, k+int(one.n)
	}
	s, found := b.at(to, cSpan)
	return n, to + int(s.n), found && s.str() == "w" && b.tok(to, k).gap <= space
}

// weekAfter reports which week the words behind a day of the week name: Freitag nächster Woche, Wednesday of next
// week, el viernes de la semana que viene.
func (b *bound) weekAfter(k int) (off, to int, ok bool) {
	of := k - 1
	k = b.over(k, of, 3, cStop|cIn|cAt, cLast|cThis|cNext|cSpan)
	which := func(k int) (off, to int, ok bool) {
		off, to, ok = b.whichOf(k)
		return off, to, ok && b.tok(k, of).gap <= space
	}
	week := func(k int) (to int, ok bool) {
		s, found := b.at(k, cSpan)
		return k + int(s.n), found && s.str() == "w" && b.tok(k, of).gap <= space
	}
	if o, next, found := which(k); found {
		to, ok = week(next)
		return o, to, ok
	}
	if next, found := week(k); found {
		return which(next)
	}
	return 0, 0, false
}

// over returns the token behind at most so many function words from token k on: of the classes through, and none
// of the classes but.
func (b *bound) over(k, of, most int, through, but class) int {
	for n := 0; n < most && b.is(k, through) && !b.is(k, but) && b.tok(k, of).gap <= space; n++ {
		k++
	}
	return k
}

// whichOf returns which period the phrase at token k names, counted from this one: last, this or next.
func (b *bound) whichOf(k int) (off, to int, ok bool) {
	for n, c := range [...]class{cLast, cThis, cNext} {
		if m, found := b.at(k, c); found {
			return n - 1, k + int(m.n), true
		}
	}
	return 0, 0, false
}

// spanDate reads the first and the last day of a period: next week, last month, this weekend.
func (b *bound) spanDate(i int) []dated {
	at, off := i, 0
	s, ok := b.at(i, cSpan)
	if ok && b.is(i, cPast) {
		return nil // quarter past nine
	}
	end := i
	if !ok {
		if off, _, ok = b.whichOf(i); !ok || b.is(i+1, cDay) && !b.tokens[i].solid { // 下周三 is a day
			return nil
		}
		for at = i + 1; at < i+3 && !b.is(at, cSpan) && b.is(at, cStop|cLast|cThis|cNext); at++ {
		}
		if s, ok = b.at(at, cSpan); !ok || b.tok(at, i).gap > space {
			return nil
		}
		end = at + int(s.n)
	} else {
		end = i + int(s.n)
		if off, _, ok = b.whichOf(end); ok && b.tok(end, i).gap <= space {
			end++
		} else if s.str() == "e" {
			off = 0
		} else {
			return nil
		}
	}
	if !b.today.full() || s.str() == "d" {
		return nil
	}
	from, to := b.today, b.today
	switch s.str() {
	case "w", "e", "f":
		from = b.today.plus(1 - b.today.wd + 7*off)
		to = from.plus(6)
		if s.str() == "e" {
			from = from.plus(5)
		}
	case "m":
		t := time.Date(b.today.y, time.Month(b.today.m+off), 1, 0, 0, 0, 0, time.UTC)
		from, to = dayOf(t), dayOf(t.AddDate(0, 1, -1))
		k := end
		if b.norm(b.tok(k, i)) == "の" {
			k++
		}
		if v, sign, ok := b.small(k, i, to.d); ok && b.tok(k, i).gap <= space { // 来月の15日
			if w := b.norm(b.tok(sign, i)); w == "日" || w == "号" || w == "號" || strings.HasPrefix(w, "일") {
				return b.one(dated{from: i, to: sign + 1, value: day{y: from.y, m: from.m, d: v}.String()})
			}
		}
	case "q":
		t := time.Date(b.today.y, time.Month((b.today.m-1)/3*3+1+3*off), 1, 0, 0, 0, 0, time.UTC)
		from, to = dayOf(t), dayOf(t.AddDate(0, 3, -1))
	case "y":
		from, to = day{y: b.today.y + off, m: 1, d: 1}, day{y: b.today.y + off, m: 12, d: 31}
	}
	b.found = append(b.found[:0], dated{from: i, to: end, value: from.String(), role: "start", relative: true}, dated{from: i, to: end, value: to.String(), role: "end", relative: true})
	return b.found
}

// bareDay reads a day without a month: "the 17th", "am 17.", "le 17".
func (b *bound) bareDay(i int) []dated {
	t := &b.tokens[i]
	if !t.digit || len(b.norm(t)) > 2 {
		return nil
	}
	d := atoi(b.norm(t))
	if d < 1 || d > 31 {
		return nil
	}
	n := b.tok(i+1, i)
	ordinal := n.gap == glued && (b.norm(n) == "th" || b.norm(n) == "st" || b.norm(n) == "nd" || b.norm(n) == "rd" || b.norm(n) == "го")
	to := i + 1
	if ordinal {
		to++
	}
	if after := b.tok(to, i); !ordinal && strings.HasPrefix(b.after(i), ".") && !(after.turn >= 0 && after.digit && b.gapText(to) == ".") && (after.turn < 0 || !after.capital || b.langIs("de")) && b.is(i-1, cAt|cFrom|cTo) && b.langs&b.lx.dotted != 0 && b.norm(b.tok(i-1, i)) != "at" && b.norm(b.tok(i-1, i)) != "klockan" {
		ordinal = true
	}
	if !ordinal {
		p := b.norm(b.tok(i-1, i))
		if !(p == "el" || p == "le" || p == "il" || p == "dia") || n.gap == glued || n.gap == hyphen && n.digit || b.is(i+1, cUnit) {
			return nil
		}
	}
	if b.tok(to, i).gap == space && len(b.norm(b.tok(to, i))) > 2 && !b.is(to, cStop|cTo|cFrom|cAnd|cAt|cAM|cPM|cNext|cThis|cLast) {
		return nil // the 3rd floor
	}
	return b.one(dated{from: i, to: to, value: b.openDay(day{d: d})})
}

// edgeDate reads the first or last day of a period: the end of June, the last day of next month.
func (b *bound) edgeDate(i int) []dated {
	m, _ := b.at(i, cEdge)
	k := b.over(i+int(m.n), i, 2, cStop, cThis|cNext|cLast|cMonth) // "of the"
	if b.tok(k, i).gap > space || b.is(k, cEdge) || b.tok(k, i).digit {
		return nil
	}
	period := b.datesAt(k)
	if s, ok := b.at(k, cSpan); period == nil && ok && s.str() == "m" {
		of := b.lastDate
		if of.m == 0 {
			of = b.today
		}
		if of.m > 0 {
			period = b.one(dated{from: k, to: k + int(s.n), value: day{y: of.y, m: of.m}.String()})
		}
	}
	if period == nil {
		return nil
	}
	return b.edge(period, i, period[0].to, m)
}

// edge narrows a month or another period to its first or last day, which the tokens [from, to) state.
func (b *bound) edge(period []dated, from, to int, m phrase) []dated {
	last, value := m.str() == "last", period[0].value
	switch {
	case len(period) == 2 && period[0].role == "start" && last:
		value = period[1].value
	case len(period) == 2 && period[0].role == "start":
	case len(value) == len("2026-07") && value[5] != 'W':
		d := day{y: atoi(strings.TrimLeft(value[:4], "X")), m: atoi(value[5:]), d: 1}
		if last {
			d.d = lastOf(day{y: max(d.y, b.today.y), m: d.m, d: 1}).d
		}
		value = b.withYear(d).String()
	default:
		return period
	}
	return b.one(dated{from: from, to: to, value: value})
}

// dayNamed reports whether a date follows directly at token i: in Arabic "today" is folded as "day", in "the day of
// 10 June".
func (b *bound) dayNamed(i int) bool {
	t := b.tok(i, i-1)
	return t.turn >= 0 && t.gap <= space && (b.is(i, cDay) || t.digit && b.monthDate(i) != nil)
}
