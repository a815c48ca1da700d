package oldgrounding

import (
	"sort"
	"strconv"
	"strings"
	"time"
)

// date is a day that the text names; 0 stands for what it leaves open.
type date struct {
	y, m, d   int
	from, end int          // tokens
	relative  bool         // today, next Friday: resolved where today is known
	days      [2]int       // of a relative one: the days from today that it may mean, inclusive
	weekday   bool         // of a relative one: a day of the week is named, day and up to slack after it
	day       time.Weekday // of today: what the text calls it
	slack     time.Weekday
	alt       *[2]int // the other reading {m, d} of 04/07/2023
}

var months = map[string]int{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7,
	"august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9,
	"sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

var weekdays = map[string]time.Weekday{
	"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
}

// findDates reads the dates of the text, then the day it calls today, then
// the relative ones.
func (c *Context) findDates(kinds []kind) {
	for i := 0; i < len(c.tokens); {
		if kinds[i]&mayDate == 0 {
			i++
			continue
		}
		d, ok := c.absoluteDate(i)
		if !ok {
			i++
			continue
		}
		c.dates = append(c.dates, d)
		if c.today.y == 0 && d.y != 0 && d.d != 0 && c.callsToday(d) {
			c.today = c.withWeekday(d)
		}
		i = d.end
	}
	named := len(c.dates)
	c.findRelative(kinds)
	if len(c.dates) > named && c.today.y == 0 {
		if c.today = systemToday(c.turns); c.today.y != 0 {
			c.dates = c.dates[:named]
			c.findRelative(kinds)
		}
	}
}

func (c *Context) findRelative(kinds []kind) {
	for i := range c.tokens {
		if kinds[i]&mayRelative == 0 {
			continue
		}
		if d, ok := c.relativeDate(i); ok {
			c.dates = append(c.dates, d)
		}
	}
}

// absoluteDate reads a date that needs no other to be understood.
func (c *Context) absoluteDate(i int) (date, bool) {
	if d, ok := c.numericDate(i); ok {
		return d, true
	}
	if d, ok := c.hanDate(i); ok {
		return d, true
	}
	return c.namedDate(i)
}

// hanDate reads 2024, 3 and 5 before the Chinese or Korean words for year, month and day, with or without the year.
func (c *Context) hanDate(i int) (date, bool) {
	out := date{from: i}
	for k := i; ; k += 2 {
		n, ok := c.num(k, i, 4)
		mark := c.at(k+1, i)
		switch {
		case !ok || mark == "":
			return date{}, false
		case (strings.HasPrefix(mark, "\u5e74") || strings.HasPrefix(mark, "\ub144")) && k == i && validYear(n):
			out.y = n
		case (strings.HasPrefix(mark, "\u6708") || strings.HasPrefix(mark, "\uc6d4")) && out.m == 0 && n >= 1 && n <= 12:
			out.m = n
		case (strings.HasPrefix(mark, "\u65e5") || strings.HasPrefix(mark, "\u53f7") || strings.HasPrefix(mark, "\uc77c")) && out.m != 0 && n >= 1 && n <= 31:
			out.d, out.end = n, k+2
			return out, true
		default:
			return date{}, false
		}
	}
}

// callsTodays are the words that call a date the current one, where they stand at
// most nearToday words before it.
var callsTodays = set(`today todays current now`)

const nearToday = 4

// callsToday reports whether the words around a date make it the current one.
func (c *Context) callsToday(d date) bool {
	for k := d.from - 1; k >= d.from-nearToday; k-- {
		if callsTodays[c.at(k, d.from)] {
			return true
		}
	}
	return false
}

// withWeekday notes the day of the week that the text itself gives a date, right
// or wrong: "today is Monday, April 25th 2023". The speaker counts from it.
func (c *Context) withWeekday(d date) date {
	d.day = d.time().Weekday()
	if w, ok := weekdays[c.at(d.from-1, d.from)]; ok {
		d.day = w
	} else if w, ok := weekdays[c.at(d.end, d.from)]; ok && !strings.ContainsAny(c.gap(d.end-1), ".;!?") {
		d.day = w
	}
	return d
}

// num reads token i as a whole number of at most most digits.
func (c *Context) num(i, from, most int) (int, bool) {
	w := c.at(i, from)
	if w == "" || len(w) > most || !allDigits(w) {
		return 0, false
	}
	v, err := strconv.Atoi(w)
	return v, err == nil
}

// dayNum reads 7, 07, 7th; and the 15T10 of an ISO date-time.
func (c *Context) dayNum(i, from int) (d int, ok bool) {
	w := c.at(i, from)
	if k := strings.IndexByte(w, 't'); k == 2 && len(w) > 3 && w[3] != 'h' {
		w = w[:k]
	}
	digits, rest, ok := leadingDigits(w)
	if !ok || len(digits) > 2 || (rest != "" && rest != "st" && rest != "nd" && rest != "rd" && rest != "th") {
		return 0, false
	}
	d, _ = strconv.Atoi(digits)
	return d, d >= 1 && d <= 31
}

// dayWord reads the ordinal of a day in n words: first, twenty-first.
func (c *Context) dayWord(i, from int) (d, n int) {
	w := c.at(i, from)
	if v, ok := ordinalWords[w]; ok {
		return int(v), 1
	}
	if one := ordinalWords[c.at(i+1, from)]; (w == "twenty" || w == "thirty") && one > 0 && one < 10 {
		return int(smallNumbers[w] + one), 2
	}
	return 0, 0
}

func validYear(y int) bool { return y >= 1000 && y <= 2999 }

// numericDate reads 2023-04-15, 2023.10.1, 04/15/2023, 15-04-2023, 20230415.
func (c *Context) numericDate(i int) (date, bool) {
	w := c.tokens[i].norm
	if len(w) == 8 && allDigits(w) {
		y, _ := strconv.Atoi(w[:4])
		m, _ := strconv.Atoi(w[4:6])
		d, _ := strconv.Atoi(w[6:])
		return date{y: y, m: m, d: d, from: i, end: i + 1}, validYear(y) && y >= 1900 && y <= 2099 && m >= 1 && m <= 12 && d >= 1 && d <= 31
	}
	a, okA := c.num(i, i, 4)
	if !okA || !c.dateGap(i) {
		return date{}, false
	}
	if len(w) == 4 && validYear(a) {
		m, okM := c.num(i+1, i, 2)
		d, okD := c.dayNum(i+2, i)
		if okM && okD && c.dateGap(i+1) && m >= 1 && m <= 12 {
			return date{y: a, m: m, d: d, from: i, end: i + 3}, true
		}
		if okM && m >= 1 && m <= 12 && c.gap(i) != "." && len(c.at(i+1, i)) == 2 {
			return date{y: a, m: m, from: i, end: i + 2}, true
		}
		return date{}, false
	}
	b, okB := c.num(i+1, i, 2)
	if !okB || a > 31 || b > 31 || a < 1 || b < 1 || min(a, b) > 12 {
		return date{}, false
	}
	out := date{m: a, d: b, from: i, end: i + 2}
	if y, ok := c.num(i+2, i, 4); ok && c.dateGap(i+1) && (validYear(y) || len(c.at(i+2, i)) == 2) {
		if y < 100 {
			y += 2000
		}
		out.y, out.end = y, i+3
	} else if c.gap(i) != "/" {
		return date{}, false
	}
	if a > 12 {
		out.m, out.d = b, a
	} else if b <= 12 && a != b {
		out.alt = &[2]int{b, a}
	}
	return out, true
}

func (c *Context) dateGap(i int) bool {
	switch strings.TrimSpace(c.gap(i)) {
	case "-", "/", ".", "-.":
		return i+1 < len(c.tokens) && c.tokens[i+1].turn == c.tokens[i].turn
	}
	return false
}

// namedDate reads dates with the name of a month: April 7th, 2023; the 7th of
// April; 2023 April 7; April 2023; April; and a bare day: the 7th.
func (c *Context) namedDate(i int) (date, bool) {
	from := i
	y, okY := c.num(i, i, 4)
	if okY = okY && validYear(y); okY {
		i = c.skip(i+1, from, "of", "in")
	} else {
		y = 0
	}
	if d, ok := c.dayNum(i, from); ok && !okY {
		k := c.skip(i+1, from, "of", "this", "the", "day", "coming", "next")
		if m, ok := months[c.at(k, from)]; ok {
			return c.withYear(date{m: m, d: d, from: from, end: k + 1}), true
		}
		if !allDigits(c.tokens[i].norm) && c.at(i-1, from) == "the" {
			return date{d: d, from: from, end: i + 1}, true
		}
		return date{}, false
	}
	if d, n := c.dayWord(i, from); n > 0 && !okY {
		if k := c.skip(i+n, from, "of"); months[c.at(k, from)] != 0 {
			return c.withYear(date{m: months[c.at(k, from)], d: d, from: from, end: k + 1}), true
		}
	}
	m, ok := months[c.at(i, from)]
	if !ok {
		return date{}, false
	}
	k := c.skip(i+1, from, "the", "of")
	if d, n := c.dayWord(k, from); n > 0 && y == 0 {
		return c.withYear(date{m: m, d: d, from: from, end: k + n}), true
	}
	if d, ok := c.dayNum(k, from); ok {
		out := date{y: y, m: m, d: d, from: from, end: k + 1}
		if y == 0 {
			out = c.withYear(out)
		}
		return out, true
	}
	out := c.withYear(date{y: y, m: m, from: from, end: i + 1})
	if out.y == 0 && (len(c.at(i, from)) < 4 || !c.tokens[i].capital || (c.tokens[i].sentence && (m == 3 || m == 5))) {
		return date{}, false // may, march and mar are words too
	}
	return out, true
}

// withYear adds a year that follows a date.
func (c *Context) withYear(d date) date {
	k := c.skip(d.end, d.from, "of", "in", "this", "year")
	if y, ok := c.num(k, d.from, 4); ok && d.y == 0 && validYear(y) && len(c.at(k, d.from)) == 4 &&
		!strings.ContainsAny(c.gap(d.end-1), ".;!?") && c.gap(k) != ":" {
		d.y, d.end = y, k+1
	}
	return d
}

func (c *Context) skip(i, from int, words ...string) int {
	for k := 0; k < 3; k++ {
		w := c.at(i, from)
		found := false
		for _, s := range words {
			found = found || w == s
		}
		if !found || w == "" {
			break
		}
		i++
	}
	return i
}

// relativeDate reads today, tomorrow, next Friday, this weekend, in 3 days.
func (c *Context) relativeDate(i int) (date, bool) {
	d := date{from: i, end: i + 1, relative: true}
	w := c.tokens[i].norm
	switch w {
	case "today", "tonight":
		return d, true
	case "tomorrow":
		d.days = [2]int{1, 1}
		if c.at(i-1, i) == "after" {
			d.days, d.from = [2]int{2, 2}, i-1
		}
		return d, true
	case "yesterday":
		d.days = [2]int{-1, -1}
		if c.at(i-1, i) == "before" {
			d.days, d.from = [2]int{-2, -2}, i-1
		}
		return d, true
	case "weekend":
		d.days = c.toWeekday(i, time.Saturday)
		d.days[1]++
		d.weekday, d.day, d.slack = true, time.Friday, 2
		return d, true
	case "week", "month":
		if prev := c.at(i-1, i); prev == "next" || prev == "this" || prev == "last" {
			d.days, d.from = [2]int{0, 14}, i-1
			if w == "month" {
				d.days[1] = 62
			}
			if prev == "last" {
				d.days = [2]int{-d.days[1], 0}
			}
			return d, true
		}
		if k := c.skip(i-1, i, "the"); w == "month" && k == i && c.at(i-2, i) == "of" && c.at(i-3, i) == "end" {
			d.from = i - 3
			if t := c.today; t.y != 0 {
				last := time.Date(t.y, time.Month(t.m)+1, 0, 0, 0, 0, 0, time.UTC).Day() - t.d
				d.days = [2]int{last, last}
			}
			return d, true
		}
		return c.daysAway(d, i)
	case "day", "days", "weeks", "months", "fortnight", "year", "years":
		return c.daysAway(d, i)
	}
	day, ok := weekdays[w]
	if !ok && len(w) < 6 && c.tokens[i].capital && !c.tokens[i].upper {
		if o := aliases[w]; len(o) > 0 {
			day, ok = weekdays[o[0]] // Fri
		}
	}
	if ok {
		d.days = c.toWeekday(i, day)
		d.weekday, d.day = true, day
		return d, true
	}
	return date{}, false
}

// daysAway reads "in 3 days", "3 days from now", "2 weeks ago", "in a month".
func (c *Context) daysAway(d date, i int) (date, bool) {
	n, ok := c.numberEnding(i)
	if w := c.at(i-1, i); !ok && (w == "a" || w == "an") {
		n, ok = number{val: 1, from: i - 1, end: i}, true
	}
	if !ok {
		return date{}, false
	}
	count := int(min(max(n.val, -1e4), 1e4))
	switch next := c.at(i+1, i); {
	case next == "ago" || next == "earlier":
		count = -count
	case (next == "from" || next == "after") && (c.at(i+2, i) == "now" || c.at(i+2, i) == "today"):
	case c.at(n.from-1, i) == "in" && (next == "" || next != "advance" && next != "total"):
	case next == "from":
	default:
		return date{}, false
	}
	d.days, d.from = [2]int{count, count}, n.from
	switch c.tokens[i].norm {
	case "week", "weeks":
		d.days = [2]int{7 * count, 7 * count}
	case "fortnight":
		d.days = [2]int{14 * count, 14 * count}
	case "month", "months":
		d.days = c.later(0, count)
	case "year", "years":
		d.days = c.later(count, 0)
	}
	return d, true
}

// later returns the days from today until the same day years and months later.
func (c *Context) later(years, months int) [2]int {
	if c.today.y == 0 {
		return [2]int{0, 0}
	}
	today := c.today.time()
	n := int(today.AddDate(years, months, 0).Sub(today).Hours() / 24)
	return [2]int{n, n}
}

func (c *Context) numberEnding(i int) (number, bool) {
	k := sort.Search(len(c.numbers), func(k int) bool { return c.numbers[k].end >= i })
	if k < len(c.numbers) && c.numbers[k].end == i {
		return c.numbers[k], true
	}
	return number{}, false
}

// toWeekday returns the days from today until a weekday: the coming one, and
// with "next" the one a week later too, since speakers differ.
func (c *Context) toWeekday(i int, day time.Weekday) [2]int {
	if c.today.y == 0 {
		return [2]int{0, 13}
	}
	ahead := (int(day) - int(c.today.day) + 7) % 7
	switch {
	case c.at(i-1, i) == "next" || c.at(i+1, i) == "next":
		return [2]int{ahead, ahead + 7}
	case c.at(i-1, i) == "last" || c.at(i-1, i) == "past":
		return [2]int{ahead - 7, ahead - 7}
	}
	return [2]int{ahead, ahead}
}

func (d date) time() time.Time {
	return time.Date(d.y, time.Month(d.m), d.d, 0, 0, 0, 0, time.UTC)
}
