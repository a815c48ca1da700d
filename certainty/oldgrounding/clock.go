package oldgrounding

import (
	"strconv"
	"strings"
)

// clock is a time of day that the text names.
type clock struct {
	h, m, s   int
	half      bool // morning or afternoon is left open
	from, end int  // tokens
}

// duration is a length of time that the text names.
type duration struct {
	seconds   float64
	unit      float64 // the smallest unit that it is told in
	from, end int
}

var unitSeconds = map[string]float64{
	"millisecond": 1e-3, "milliseconds": 1e-3, "ms": 1e-3,
	"second": 1, "seconds": 1, "sec": 1, "secs": 1,
	"minute": 60, "minutes": 60, "min": 60, "mins": 60,
	"hour": 3600, "hours": 3600, "hr": 3600, "hrs": 3600,
	"day": 86400, "days": 86400, "night": 86400, "nights": 86400,
	"week": 7 * 86400, "weeks": 7 * 86400, "fortnight": 14 * 86400,
	"month": 30 * 86400, "months": 30 * 86400, "year": 365 * 86400, "years": 365 * 86400,
}

// findTimes reads the times of day of the text: 14:00, 2 PM, 9pm, 5 in the
// afternoon, noon, half past three, at 5.
func (c *Context) findTimes(kinds []kind) []clock {
	var out []clock
	for i := 0; i < len(c.tokens); {
		if kinds[i]&mayTime == 0 {
			i++
			continue
		}
		t, ok := c.timeAt(i)
		if !ok {
			i++
			continue
		}
		out = append(out, t)
		i = max(t.end, i+1)
	}
	return out
}

func (c *Context) timeAt(i int) (clock, bool) {
	w := c.tokens[i].norm
	switch w {
	case "noon", "midday":
		return clock{h: 12, from: i, end: i + 1}, true
	case "midnight":
		return clock{from: i, end: i + 1}, true
	case "half", "quarter":
		return c.pastTime(i)
	}
	if k := strings.IndexByte(w, 't'); k == 2 && len(w) == 5 && allDigits(w[:2]) && allDigits(w[3:]) { // 15T10:00
		if m, ok := c.num(i+1, i, 2); ok && c.gapIs(i, ":") {
			h, _ := strconv.Atoi(w[3:])
			return clock{h: h, m: m, from: i, end: i + 2}, h < 24 && m < 60
		}
	}
	if t, ok := c.glued24(i); ok {
		return t, true
	}
	if t, ok := c.minutesPast(i); ok {
		return t, true
	}
	digits, rest, ok := leadingDigits(w)
	if !ok || len(digits) > 2 {
		if n, named := smallNumbers[w]; named && n >= 1 && n <= 12 {
			t := clock{h: int(n), half: true, from: i, end: i + 1}
			if m := smallNumbers[c.at(i+1, i)]; m >= 10 && m < 60 && c.gapIs(i, " ") { // eight thirty
				t.m, t.end = int(m), i+2
				if one := smallNumbers[c.at(i+2, i)]; m >= 20 && one >= 1 && one < 10 {
					t.m, t.end = int(m+one), i+3
				}
			}
			return c.halfDay(t, "", false)
		}
		return clock{}, false
	}
	h, _ := strconv.Atoi(digits)
	t := clock{h: h, half: h <= 12 && len(digits) == 1 || h > 0 && h <= 12, from: i, end: i + 1}
	colon := false
	if m, tail, ok := c.minute(i); ok && rest == "" {
		t.m, rest, t.end, colon = m, tail, i+2, true
		if s, ok := c.num(i+2, i, 2); ok && c.gapIs(i+1, ":") && s < 60 {
			t.s, t.end = s, i+3
		}
	}
	if h > 23 || c.gapIs(i-1, ":") || c.gapIs(i-1, "-") || c.gapIs(i-1, "/") {
		return clock{}, false
	}
	return c.halfDay(t, rest, colon)
}

// glued24 reads 18h30 and 0930 hours.
func (c *Context) glued24(i int) (clock, bool) {
	w := c.tokens[i].norm
	end, ok := i+1, false
	if k := strings.IndexByte(w, 'h'); (k == 1 || k == 2) && len(w) == k+3 && allDigits(w[:k]) && allDigits(w[k+1:]) {
		w, ok = w[:k]+w[k+1:], true
	} else if len(w) == 4 && allDigits(w) && (c.at(i+1, i) == "hours" || c.at(i+1, i) == "hrs") {
		switch c.at(i-1, i) {
		case "at", "by", "until", "from", "around":
			end, ok = i+2, true
		default:
			end, ok = i+2, w[0] == '0' // 2000 hours are many
		}
	}
	if !ok {
		return clock{}, false
	}
	h, _ := strconv.Atoi(w[:len(w)-2])
	m, _ := strconv.Atoi(w[len(w)-2:])
	return clock{h: h, m: m, from: i, end: end}, h < 24 && m < 60
}

// minutesPast reads twenty past six, and at ten to nine: "ten to nine" alone may
// be any two numbers.
func (c *Context) minutesPast(i int) (clock, bool) {
	word := c.at(i+1, i)
	if word != "past" && word != "to" {
		return clock{}, false
	}
	m, ok := c.num(i, i, 2)
	if v, named := smallNumbers[c.tokens[i].norm]; named {
		m, ok = int(v), true
	}
	h, okH := c.num(i+2, i, 2)
	if v, named := smallNumbers[c.at(i+2, i)]; named {
		h, okH = int(v), true
	}
	if !ok || !okH || m%5 != 0 || m < 5 || m > 25 || h < 1 || h > 12 {
		return clock{}, false
	}
	t := clock{h: h, m: m, half: true, from: i, end: i + 3}
	if word == "to" {
		if c.at(i-1, i) != "at" {
			return clock{}, false
		}
		t.h, t.m = (h+10)%12+1, 60-m
	}
	return c.halfDay(t, "", true)
}

// minute reads the 30 of 4:30, and the 30pm of 4:30pm.
func (c *Context) minute(i int) (m int, rest string, ok bool) {
	colon := c.gapIs(i, ":")
	if !colon && !c.gapIs(i, ".") {
		return 0, "", false
	}
	digits, rest, ok := leadingDigits(c.at(i+1, i))
	if !ok || len(digits) != 2 {
		return 0, "", false
	}
	if half := c.at(i+2, i); !colon && rest != "am" && rest != "pm" && (rest != "" || half != "am" && half != "pm") {
		return 0, "", false // 11.45am is a time, 11.45 a number
	}
	m, _ = strconv.Atoi(digits)
	return m, rest, m < 60
}

// halfDay settles which half of the day a time lies in, from am, pm or "in the
// afternoon". A bare hour counts as a time only after "at" and its like.
func (c *Context) halfDay(t clock, rest string, colon bool) (clock, bool) {
	mark, used := rest, 0
	next := c.at(t.end, t.from)
	switch {
	case rest != "":
	case next == "am" || next == "pm":
		mark, used = next, 1
	case (next == "a" || next == "p") && c.at(t.end+1, t.from) == "m" && c.gapIs(t.end, "."):
		mark, used = next+"m", 2
	case next == "o" && c.at(t.end+1, t.from) == "clock":
		mark, used = "clock", 2
	}
	if part, n := c.dayPart(t.end+used, t.from); n > 0 && (mark == "" || mark == "clock") {
		mark, used = part, used+n
	}
	switch mark {
	case "pm":
		if t.h < 12 {
			t.h += 12
		}
		t.half = false
	case "am":
		t.h %= 12
		t.half = false
	case "clock":
	case "":
		if !colon && !c.afterAt(t) {
			return clock{}, false
		}
	default:
		return clock{}, false
	}
	t.end += used
	return t, true
}

// dayPart reads "in the afternoon", "at night", "in the morning".
func (c *Context) dayPart(i, from int) (half string, n int) {
	k := c.skip(i, from, "in", "the", "at", "this")
	if k == i {
		return "", 0
	}
	switch c.at(k, from) {
	case "morning":
		return "am", k - i + 1
	case "afternoon", "evening", "night":
		return "pm", k - i + 1
	}
	return "", 0
}

// afterAt reports whether the words before a bare hour, and the lack of a noun
// after it, make it a time of day.
func (c *Context) afterAt(t clock) bool {
	switch c.at(t.from-1, t.from) {
	case "at", "around", "by", "until", "till":
	default:
		return false
	}
	if allDigits(c.at(t.end, t.from)) {
		return false // "around 13.0827"
	}
	return c.at(t.end, t.from) == "" || stopwords[c.at(t.end, t.from)] || strings.ContainsAny(c.gap(t.end-1), ".,;!?")
}

// pastTime reads half past three and quarter to five.
func (c *Context) pastTime(i int) (clock, bool) {
	word := c.at(i+1, i)
	h, ok := c.num(i+2, i, 2)
	if v, named := smallNumbers[c.at(i+2, i)]; named {
		h, ok = int(v), true
	}
	if !ok || h < 1 || h > 12 {
		return clock{}, false
	}
	t := clock{h: h, half: true, from: i, end: i + 3}
	switch {
	case word == "past" && c.tokens[i].norm == "half":
		t.m = 30
	case word == "past":
		t.m = 15
	case word == "to" && c.tokens[i].norm == "quarter":
		t.h, t.m = (h+10)%12+1, 45
	default:
		return clock{}, false
	}
	out, ok := c.halfDay(t, "", true)
	return out, ok
}

// findDurations reads lengths of time: 3 hours, an hour, the past hour, 1 hour
// and 30 minutes, half an hour.
func (c *Context) findDurations(kinds []kind) []duration {
	var out []duration
	for i := range c.tokens {
		if kinds[i]&mayUnit == 0 {
			continue
		}
		digits, rest, glued := leadingDigits(c.tokens[i].norm)
		if !glued {
			rest = c.tokens[i].norm
		}
		unit, ok := unitSeconds[rest]
		if b := c.tokens[i].norm; !ok && b != "" && b[0] <= '9' {
			if total, unit, ok := clockwork(b); ok {
				out = append(out, duration{seconds: total, unit: unit, from: i, end: i + 1})
			}
		}
		if !ok {
			continue
		}
		d := duration{seconds: unit, unit: unit, from: i, end: i + 1}
		if n, ok := c.numberEnding(i); glued {
			v, _ := strconv.ParseFloat(digits, 64)
			d.seconds = v * unit
		} else if r, is := c.readingEnding(i); is {
			d.seconds, d.from = r.val*unit, r.from
		} else if ok && !n.ordinal {
			d.seconds, d.from = n.val*unit, n.from
		} else {
			switch c.at(i-1, i) {
			case "a", "an", "one", "past", "last", "next", "every", "each", "single":
				d.from = i - 1
				if c.at(i-2, i) == "half" {
					d.seconds, d.from = unit/2, i-2
				}
			default:
				continue
			}
		}
		if c.at(i+1, i) == "and" && c.at(i+2, i) == "a" && denominators[c.at(i+3, i)] > 0 { // an hour and a half
			d.seconds += unit / denominators[c.at(i+3, i)]
			d.end = i + 4
		}
		if n := len(out); n > 0 && out[n-1].unit > unit && c.follows(out[n-1].end, d.from) {
			d.seconds, d.from = out[n-1].seconds+d.seconds, out[n-1].from
			out = out[:n-1]
		}
		out = append(out, d)
	}
	return out
}

// follows reports whether only a space or an "and" stands between two tokens.
func (c *Context) follows(end, from int) bool {
	if end == from-1 && c.at(end, from) == "and" {
		return true
	}
	return end == from && end > 0 && strings.TrimSpace(c.gap(end-1)) == ""
}
