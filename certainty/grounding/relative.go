package grounding

import (
	"fmt"
	"strings"
)

// length is how long a period is.
type length struct{ days, months int }

var lengths = map[string]length{"d": {1, 0}, "w": {7, 0}, "f": {14, 0}, "m": {0, 1}, "q": {0, 3}, "y": {0, 12}}

// relativeDate reads a date relative to today: tomorrow, in 3 days, two weeks ago, a week from
// today.
func (b *bound) relativeDate(i int) []dated {
	if m, ok := b.at(i, cHoliday); ok {
		d := b.withYear(day{m: atoi(m.str()[:2]), d: atoi(m.str()[3:])})
		return b.these(dated{from: i, to: i + int(m.n), value: d.String()})
	}
	if m, ok := b.at(i, cRel); ok {
		to := i + int(m.n)
		if m.val == 0 && b.tok(to, i).gap <= space && b.monthDate(to) != nil {
			return nil // in Arabic "today" is folded as "day", in "the day of 10 June"
		}
		value := fmt.Sprintf("T%+d", int(m.val))
		if b.today.full() {
			value = b.today.plus(int(m.val)).String()
		}
		return b.these(dated{from: i, to: to, value: value, relative: true})
	}
	in, within := b.at(i, cIn)
	n, s, end, ok := b.duration(i+int(in.n), i, 400)
	if !ok || !b.today.full() {
		return nil
	}
	days := 0
	if m, ok := b.at(end, cAgo); ok {
		n, end = -n, end+int(m.n)
	} else if m, ok := b.at(end, cLater); ok {
		end, days = end+int(m.n), int(m.val) // a week from tomorrow
	} else if !within {
		return nil
	}
	long := lengths[s.str()]
	t := b.today.time().AddDate(0, n*long.months, n*long.days)
	return b.these(dated{from: i, to: end, value: dayOf(t).plus(days).String(), relative: true})
}

// duration reads a number of periods at token k: 3 days, a week.
func (b *bound) duration(k, of, most int) (n int, s phrase, to int, ok bool) {
	n, to, ok = b.small(k, of, most)
	if !ok {
		one, found := b.at(k, cOne)
		if !found {
			return 0, s, 0, false
		}
		n, to = 1, k+int(one.n)
	}
	s, ok = b.at(to, cSpan)
	return n, s, to + int(s.n), ok
}

// weekday reads a day of the week: Friday, next Friday, last Friday.
func (b *bound) weekday(i int) dated {
	m, _ := b.at(i, cDay)
	wd := int(m.val)
	out := dated{from: i, to: i + int(m.n), value: day{wd: wd}.String(), relative: true}
	if !b.today.full() {
		return out
	}
	monday, days := 1-b.today.wd, (wd-b.today.wd+6)%7+1 // the coming one
	if off, ok := b.weekBefore(i, m); ok {
		days = monday + wd - 1 + 7*off
	} else if off, to, ok := b.weekAfter(out.to); ok {
		days, out.to = monday+wd-1+7*off, to
	} else if weeks, to, ok := b.weeksLater(out.to); ok {
		days, out.to = days+7*weeks, to
	} else if b.is(i-1, cLast) || b.is(out.to, cLast) {
		days = (wd-b.today.wd+7)%7 - 7
	}
	out.value = either(b.today.plus(days), day{wd: wd})
	return out
}

// ofDate returns the date behind a day of the week that belongs to it, "Tuesday 5 May" or "Friday, the 12th of
// June"; else that day.
func (b *bound) ofDate(wd dated) []dated {
	k := wd.to
	if b.is(k, cStop) && b.tok(k, wd.from).gap <= comma {
		k++ // "the"
	}
	if b.tok(k, wd.from).gap <= comma {
		if next := b.datesIn(k, 0); next != nil && !next[0].relative && len(next[0].value) >= 10 {
			next[0].from = wd.from
			return next
		}
	}
	return b.these(wd)
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
	if s, found := b.at(k-1, cSpan); found && s.str() == "w" {
		k--
	} else if lexicons().langs[wd.lang] != "zh" {
		return 0, false
	}
	for back := 1; back <= 2; back++ {
		if off, to, found := b.whichOf(k - back); found && to == k {
			return off, true
		}
	}
	return 0, false
}

// weeksLater reads how many weeks behind a day of the week are added to it: Freitag in einer Woche.
func (b *bound) weeksLater(k int) (weeks, to int, ok bool) {
	in, ok := b.at(k, cIn)
	if !ok || b.tok(k, k-1).gap > space {
		return 0, 0, false
	}
	k += int(in.n)
	weeks, s, to, ok := b.duration(k, k, 8)
	return weeks, to, ok && s.str() == "w"
}

// weekAfter reports which week the words behind a day of the week name: Freitag nächster Woche, Wednesday of next
// week, el viernes de la semana que viene.
func (b *bound) weekAfter(k int) (off, to int, ok bool) {
	k = b.over(k, k-1, 3, cStop|cIn|cAt, cLast|cThis|cNext|cSpan)
	s, off, to, ok := b.period(k)
	return off, to, ok && s.str() == "w" && b.tok(k, k-1).gap <= space
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
	return 0, k, false
}

// period reads a period that the word before it or behind it counts from this one: next week, la semana que viene.
func (b *bound) period(i int) (s phrase, off, to int, ok bool) {
	off, to, which := b.whichOf(i)
	if which {
		to = b.over(i+1, i, 2, cStop|cLast|cThis|cNext, cSpan)
	}
	s, ok = b.at(to, cSpan)
	if to += int(s.n); ok && !which && b.tok(to, i).gap <= space {
		off, to, which = b.whichOf(to)
	}
	return s, off, to, ok && which
}

// spanDate reads the first and the last day of a period: next week, last month, this weekend.
func (b *bound) spanDate(i int) []dated {
	s, off, end, ok := b.period(i)
	if !ok || !b.today.full() || s.str() == "d" || b.is(i, cPast) || b.is(i+1, cDay) { // not "quarter past nine", and 下周三 is a day
		return nil
	}
	from := b.today.plus(1 - b.today.wd + 7*off)
	to := from.plus(6)
	if s.str() == "e" {
		from = from.plus(5)
	}
	if n := lengths[s.str()].months; n > 0 {
		t := day{y: b.today.y, m: (b.today.m-1)/n*n + 1 + n*off, d: 1}.time()
		from, to = dayOf(t), dayOf(t.AddDate(0, n, -1))
		k := end
		if b.norm(b.tok(k, i)) == "の" {
			k++
		}
		if d, _, ok := b.small(k, i, to.d); ok && n == 1 {
			if at := b.hanDate(k); at != nil { // 来月の15日
				return b.these(dated{from: i, to: at[0].to, value: day{y: from.y, m: from.m, d: d}.String()})
			}
		}
	}
	return b.these(dated{from: i, to: end, value: from.String(), role: "start", relative: true},
		dated{from: i, to: end, value: to.String(), role: "end", relative: true})
}

// bareDay reads a day whose month is not named or behind it: "the 17th", "am 17.", "le 17".
func (b *bound) bareDay(i int) []dated {
	d, to, ok := b.small(i, i, 31)
	if !ok {
		return nil
	}
	before, next := b.norm(b.tok(i-1, i)), b.tok(to, i)
	switch {
	case to > i+1: // 17th
	case strings.HasPrefix(b.after(i), ".") && !next.digit && !next.capital && b.is(i-1, cAt|cFrom|cTo) && before != "at" && before != "klockan":
	case !(before == "el" || before == "le" || before == "il" || before == "dia") || next.gap <= hyphen && next.digit:
		return nil
	}
	if next.gap == space && len(b.norm(next)) > 2 && !b.is(to, besideDay) {
		return nil // the 3rd floor
	}
	return b.ofMonth(i, to, d)
}

// edgeDate reads the first or last day of a period: the end of June, the last day of next month.
func (b *bound) edgeDate(i int) []dated {
	m, _ := b.at(i, cEdge)
	k := b.over(i+int(m.n), i, 2, cStop, cThis|cNext|cLast|cMonth) // "of the"
	if b.tok(k, i).gap > space {
		return nil
	}
	period := b.datesIn(k, cDay)
	if s, ok := b.at(k, cSpan); period == nil && ok && s.str() == "m" {
		of := b.lastDate
		if of.m == 0 {
			of = b.today
		}
		period = b.these(dated{to: k + int(s.n), value: day{y: of.y, m: of.m}.String()})
	}
	if period == nil {
		return nil
	}
	return b.edge(i, period, m.str() == "last")
}

// edge narrows a month or another period to its first or last day, which the tokens from the from-th on state.
func (b *bound) edge(from int, period []dated, last bool) []dated {
	value := period[0].value
	switch {
	case len(period) == 2 && last:
		value = period[1].value
	case len(value) == len("2026-07"):
		d := day{y: atoi(value[:4]), m: atoi(value[5:]), d: 1}
		if last {
			d.d = lastOf(day{y: max(d.y, b.today.y), m: d.m, d: 1}).d
		}
		value = b.withYear(d).String()
	}
	return b.these(dated{from: from, to: period[0].to, value: value})
}
