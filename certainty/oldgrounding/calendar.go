package oldgrounding

// calendar grounds a string that is a date, a time of day or both, by the
// dates and times of the text.
func (q *query) calendar(s string) Support {
	if len(s) > 64 || !maybeCalendar(s) {
		return Support{}
	}
	q.find()
	v := scanValue(s)
	if len(v.dates)+len(v.times) == 0 || !v.nothingElse() {
		return q.amount(s, v)
	}
	out := Support{Score: 1, Rule: RuleDate}
	sum, parts := 0.0, 0
	for i := range v.dates {
		m := q.matchDate(v.dates[i])
		sum += m.Score
		parts++
		if out.Span.Start == out.Span.End {
			out.Span = m.Span
		}
	}
	if len(v.dates) == 0 {
		out.Rule = RuleTime
	}
	for _, t := range v.times {
		if len(v.dates) > 0 && t.h == 0 && t.m == 0 {
			continue // midnight pads a date to a date-time
		}
		m := q.matchTime(t)
		sum += m.Score
		parts++
		if out.Span.Start == out.Span.End {
			out.Span = m.Span
		}
	}
	if parts == 0 {
		return Support{Rule: RuleNone}
	}
	out.Score = sum / float64(parts)
	if parts > 1 && out.Score < 0.75 {
		out.Score *= 0.8 // one of two parts is not enough
	}
	return out
}

func maybeCalendar(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	for _, w := range split(s) {
		if _, ok := weekdays[w]; ok || months[w] != 0 {
			return true
		}
	}
	return false
}

// nothingElse reports whether a value consists of its dates and times.
func (c *Context) nothingElse() bool {
	covered := 0
	for _, d := range c.dates {
		covered += d.end - d.from
	}
	for _, t := range c.times {
		covered += t.end - t.from
	}
	return covered+2 >= len(c.tokens) // a zone or seconds may be left over
}

// matchDate scores the date of a value against those of the text.
func (q *query) matchDate(v date) Support {
	best := Support{Rule: RuleNone}
	for _, d := range q.dates {
		score := 0.0
		switch {
		case d.relative:
			score = q.matchRelative(v, d)
		case sameDay(v, d) || (d.alt != nil && sameDay(v, date{y: d.y, m: d.alt[0], d: d.alt[1]})),
			v.alt != nil && sameDay(date{y: v.y, m: v.alt[0], d: v.alt[1]}, d):
			score = yearScore(v.y, d.y)
		case d.m == 0 && d.y == 0 && d.d == v.d && d.d != 0:
			score = 0.6
		case d.d == 0 && d.m == v.m && v.d != 0:
			score = 0.4 * yearScore(v.y, d.y)
		}
		best = q.best(best, Support{Score: score, Rule: RuleDate, Span: q.span(d.from, d.end)})
	}
	return best
}

func sameDay(a, b date) bool { return a.m == b.m && a.d == b.d && a.m != 0 && a.d != 0 }

// yearScore: a year that the text leaves open is the speaker's own, which the
// value may have right.
func yearScore(value, text int) float64 {
	switch {
	case value == text || value == 0:
		return 1
	case text == 0:
		return 0.85
	}
	return 0.3
}

// matchRelative scores a date against "next Friday". Without a day called
// today it cannot be checked, and half is granted.
func (q *query) matchRelative(v, d date) float64 {
	if v.y == 0 || v.m == 0 || v.d == 0 {
		return 0
	}
	if q.today.y == 0 {
		if q.dated() || (d.weekday && (v.time().Weekday()-d.day+7)%7 > d.slack) {
			return 0.2
		}
		return 0.55
	}
	days := int(v.time().Sub(q.today.time()).Hours() / 24)
	switch {
	case days == d.days[0] || days == d.days[1]:
		return 0.95
	case days > d.days[0] && days < d.days[1]:
		return 0.8
	case d.weekday && q.today.day != q.today.time().Weekday() && days > 0 && days <= 14 && v.time().Weekday() == d.day:
		return 0.6 // the day of the week that the speaker gives today is wrong
	case d.weekday && days >= d.days[0]-7 && days <= d.days[1]+7 && d.days[0] > 1 && (days-d.days[0]+14)%7 <= d.days[1]%7-d.days[0]%7+int(d.slack):
		return 0.55 // speakers differ on what "next" skips
	}
	return 0.2
}

// dated reports whether the text names a whole date, so that a relative one
// need not stand for it.
func (c *Context) dated() bool {
	for _, d := range c.dates {
		if !d.relative && d.y != 0 && d.d != 0 {
			return true
		}
	}
	return false
}

// matchTime scores a time of day against those of the text.
func (q *query) matchTime(v clock) Support {
	best := Support{Rule: RuleNone}
	for _, t := range q.times {
		if t.m != v.m {
			continue
		}
		score := 0.0
		switch {
		case t.h == v.h:
			score = 1
		case t.half && t.h%12 == v.h%12, v.half && t.h%12 == v.h%12:
			score = 0.8
		}
		best = q.best(best, Support{Score: score, Rule: RuleTime, Span: q.span(t.from, t.end)})
	}
	return best
}
