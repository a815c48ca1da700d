package grounding

// periodAfter returns the first day of the month that the words from token k on name: of June, of next month, of the
// month. to is the token behind them.
func (b *bound) periodAfter(k, of int) (first day, to int, ok bool) {
	k = b.over(k, of, 2, cStop|cIn, cThis|cNext|cLast|cMonth|cSpan)
	if b.tok(k, of).turn < 0 {
		return first, 0, false
	}
	if m, found := b.at(k, cMonth); found && b.monthName(k, m) {
		return b.withYear(day{m: int(m.val), d: 1}), k + int(m.n), true
	}
	period := b.spanDate(k)
	if len(period) == 2 {
		first, _ = dateValue(period[0].value)
	}
	if len(period) == 2 && first.d == 1 && lastOf(first).String() == period[1].value { // no week
		return first, period[0].to, true
	}
	return day{}, 0, false
}

// lastOf returns the last day of a month.
func lastOf(first day) day { return dayOf(first.time().AddDate(0, 1, -1)) }

// ofMonth returns the n-th day of the month that is named behind the tokens [from, to), "the 15th of next month", and
// else of an open one.
func (b *bound) ofMonth(from, to, n int) []dated {
	if first, end, ok := b.periodAfter(to, from); ok && n <= lastOf(first).d {
		return b.these(dated{from: from, to: end, value: day{y: first.y, m: first.m, d: n}.String()})
	}
	return b.these(dated{from: from, to: to, value: b.openDay(day{d: n})})
}

// besideDay are the classes of words that may stand behind a day of the month; before others a number counts things.
const besideDay = cStop | cTo | cFrom | cAnd | cAt | cAM | cPM | cNext | cThis | cLast

// leastDay is the least day of the month that is read in a word without a month: lower ones count things.
const leastDay = 8

// ordinalDay reads a day of the month as a word, "the fifteenth", and the nth day of the week of a month, "the first
// Monday in June".
func (b *bound) ordinalDay(i int) []dated {
	n, to := -1, i+1
	if m, ok := b.at(i, cOrd); ok && 1<<m.lang&b.lx.hoursOrds != 0 {
		return nil // it may be an hour
	}
	if f, ok := b.figureAt(i); ok && f.ordinal {
		n, to = int(f.v), f.to
	}
	if wd, ok := b.at(to, cDay); ok {
		first, end, ok := b.periodAfter(to+int(wd.n), i)
		if !ok {
			return nil
		}
		last, d := lastOf(first), first.plus((int(wd.val)-dayOf(first.time()).wd+7)%7)
		for k := 1; k < n || n < 0; k++ {
			next := d.plus(7)
			if next.m != last.m {
				break
			}
			d = next
		}
		return b.these(dated{from: i, to: end, value: d.String()})
	}
	if next := b.tok(to, i); n < leastDay || next.gap <= space && !b.is(to, besideDay) {
		return nil
	}
	return b.ofMonth(i, to, n)
}
