package oldgrounding

// length grounds a number that is a length of time in the parameter's unit, or
// the days between two dates, or the time between two times of day.
func (q *query) length(f float64) Support {
	if len(q.durations) == 0 && len(q.dates) < 2 && len(q.times) < 2 {
		return Support{}
	}
	words := append(split(q.param.Name), split(q.param.Description)...)
	best := Support{}
	for _, w := range words {
		unit, ok := unitSeconds[w]
		if !ok {
			continue
		}
		for _, d := range q.durations {
			if near(d.seconds, f*unit) {
				best = q.best(best, Support{Score: 0.9, Rule: RuleDuration, Span: q.span(d.from, d.end)})
			}
		}
		best = q.best(best, q.between(f*unit))
	}
	return best
}

// between grounds a length of time by two dates or two times of day that lie
// that far apart. Only the first eight of each are looked at.
func (q *query) between(seconds float64) Support {
	const most = 8
	for i := range min(len(q.dates), most) {
		for j := i + 1; j < min(len(q.dates), most); j++ {
			a, b := q.dates[i], q.dates[j]
			if a.relative || b.relative || a.d == 0 || b.d == 0 || a.m == 0 || b.m == 0 {
				continue
			}
			a.y, b.y = firstYear(a.y, b.y), firstYear(b.y, a.y)
			if near(b.time().Sub(a.time()).Seconds(), seconds) {
				return Support{Score: 0.8, Rule: RuleDuration, Span: q.span(b.from, b.end)}
			}
		}
	}
	for i := range min(len(q.times), most) {
		for j := i + 1; j < min(len(q.times), most); j++ {
			if near(q.times[j].seconds()-q.times[i].seconds(), seconds) {
				return Support{Score: 0.7, Rule: RuleDuration, Span: q.span(q.times[j].from, q.times[j].end)}
			}
		}
	}
	return Support{}
}

func firstYear(a, b int) int {
	switch {
	case a != 0:
		return a
	case b != 0:
		return b
	}
	return 2023 // any year without a leap day: only the distance counts
}

func (t clock) seconds() float64 { return float64(t.h*3600 + t.m*60 + t.s) }
