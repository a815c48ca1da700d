package grounding

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// day is a date as far as a text states it; unknown parts are 0.
type day struct {
	y, m, d int
	wd      int // 1 (Monday) to 7 (Sunday)
}

func (d day) full() bool { return d.y != 0 && d.m != 0 && d.d != 0 }

func (d day) time() time.Time { return time.Date(d.y, time.Month(d.m), d.d, 0, 0, 0, 0, time.UTC) }

func dayOf(t time.Time) day {
	y, m, d := t.Date()
	return day{y, int(m), d, (int(t.Weekday())+6)%7 + 1}
}

func (d day) plus(n int) day { return dayOf(d.time().AddDate(0, 0, n)) }

// String formats a date as in TIMEX: 2026-07-03, XXXX-07-03, XXXX-WXX-5.
func (d day) String() string { return either(d) }

func (d day) append(to []byte) []byte {
	if d.d == 0 && d.wd != 0 {
		return append(to, "XXXX-WXX-"+string(rune('0'+d.wd))...)
	}
	to = append(to, "XXXX-XX-XX"...)
	out := to[len(to)-10:]
	if d.y != 0 {
		two(out[0:], d.y/100)
		two(out[2:], d.y%100)
	}
	if d.m != 0 {
		two(out[5:], d.m)
	}
	if d.d == 0 {
		return to[:len(to)-3]
	}
	two(out[8:], d.d)
	return to
}

// either formats the possible readings of a date, likeliest first.
func either(days ...day) string {
	var short [36]byte
	out := short[:0]
	for k, d := range days {
		if k > 0 {
			out = append(out, '|')
		}
		out = d.append(out)
	}
	return string(out)
}

// two writes a number as two digits.
func two(out []byte, n int) { out[0], out[1] = byte('0'+n/10%10), byte('0'+n%10) }

func (d day) valid() bool {
	if d.m < 1 || d.m > 12 || d.y != 0 && (d.y < 1000 || d.y > 2999) {
		return false
	}
	return day{y: cmp.Or(d.y, 2024), m: d.m, d: d.d}.time().Day() == d.d
}

// dated is a date found in a text.
type dated struct {
	from, to int
	value    string // its readings, likeliest first
	role     string
	relative bool
}

// these returns a list of dates. The next call reuses its memory.
func (b *bound) these(ds ...dated) []dated {
	b.found = append(b.found[:0], ds...)
	return b.found
}

// ordinalEnds are the endings of numbers in digits that count: 3rd, 1er.
var ordinalEnds = []string{"st", "nd", "rd", "th", "er", "o", "a"}

// small reads a whole number from 1 to most at token i, written in digits or in
// words.
func (b *bound) small(i, of, most int) (v, to int, ok bool) {
	t := b.tok(i, of)
	if t.turn < 0 {
		return 0, 0, false
	}
	if t.digit {
		v, to = atoi(b.norm(t)), i+1
		if n := b.tok(to, of); n.gap == glued && slices.Contains(ordinalEnds, b.norm(n)) {
			to++
		}
	} else if f, found := b.figureAt(i); found && f.v == math.Trunc(f.v) {
		v, to = int(f.v), f.to
	}
	return v, to, v >= 1 && v <= most
}

// datesAt returns the dates that begin at token i: one, or both ends of a range.
func (b *bound) datesAt(i int) []dated { return b.datesIn(i, cEdge|cDay) }

// datesIn does so for a date that others may hold. Words of the classes outer begin one that may hold others: the end of
// Monday the 5th, but not the end of the end of it.
func (b *bound) datesIn(i int, outer class) (out []dated) {
	b.steps++
	t, countable := &b.tokens[i], b.countable(i)
	inTurn := b.inTurn[t.turn]
	if !countable && t.has&dates == 0 {
		return nil
	}
	if t.has&cEdge&outer != 0 {
		if out = b.edgeDate(i); out != nil {
			return out
		}
	}
	if t.digit {
		out = b.numericDate(i)
	}
	if out == nil && countable && !(t.digit && b.tok(i+1, i).solid) {
		out = b.hanDate(i)
	}
	if out == nil && inTurn&cMonth != 0 && (countable || b.is(i, cMonth)) {
		out = b.monthDate(i)
	}
	if out == nil && (b.is(i, cHoliday|cRel) || inTurn&cSpan != 0 && (countable || b.is(i, cIn|cOne))) {
		out = b.relativeDate(i)
	}
	if out == nil && b.is(i, cDay&outer) {
		out = b.ofDate(b.weekday(i))
	}
	if out == nil && b.is(i, cSpan|cLast|cThis|cNext) {
		out = b.spanDate(i)
	}
	if out == nil && t.digit {
		out = b.bareDay(i)
	}
	if out == nil && t.has&(cOrd|cLast) != 0 {
		out = b.ordinalDay(i)
	}
	return out
}

// numericDate reads 2026-07-03, 3/7/2026, 03.07.26, 3/7.
func (b *bound) numericDate(i int) []dated {
	if !b.tok(i+1, i).digit {
		return nil
	}
	sep := b.gapText(i + 1)
	if sep != "-" && sep != "/" && sep != "." {
		return nil
	}
	n := 2
	if b.tok(i+2, i).digit && b.gapText(i+2) == sep {
		n = 3
	}
	var p [3]int
	for k := range n {
		p[k] = atoi(b.norm(&b.tokens[i+k]))
	}
	var days [2]day
	found := days[:0]
	add := func(d day) {
		if d.valid() {
			found = append(found, b.withYear(d))
		}
	}
	switch {
	case n == 3 && len(b.norm(&b.tokens[i])) == 4:
		add(day{y: p[0], m: p[1], d: p[2]})
	case n == 3, sep == "/" && !b.is(i+2, cUnit), b.langs&b.lx.dotted != 0 && b.is(i-1, cAt|cFrom|cTo) && strings.HasPrefix(b.after(i+1), "."):
		y := p[2]
		if n == 3 && y < 100 {
			y += 2000
		}
		add(day{y: y, m: p[1], d: p[0]})
		if p[0] != p[1] && sep != "." {
			add(day{y: y, m: p[0], d: p[1]})
		}
	}
	if len(found) == 0 {
		return nil
	}
	return b.these(dated{from: i, to: i + n, value: either(found...)})
}

func atoi(s string) int { v, _ := strconv.Atoi(s); return v }

// hanDate reads 2026年7月3日, 7月3日, 3日, 7月, and the same in Korean.
func (b *bound) hanDate(i int) []dated {
	var d day
	at := i
	for d.d == 0 {
		v, to, ok := b.small(at, i, 2999)
		if !ok {
			break
		}
		switch b.norm(b.tok(to, i)) {
		case "年", "년":
			if v < 1000 {
				era := b.era(i)
				if era == 0 {
					return nil
				}
				v += era
			}
			d.y = v
		case "月", "월":
			d.m = v
		case "日", "号", "號", "일":
			d.d = v
		default:
			return nil
		}
		at = to + 1
	}
	switch {
	case d.m > 0:
		return b.these(dated{from: i, to: at, value: b.withYear(d).String()})
	case d.d > 0:
		return b.these(dated{from: i, to: at, value: b.openDay(d)})
	}
	return nil
}

// eras are the names of eras before a year, each with the year before its first.
var eras = map[string]int{"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}

// era returns the year before the first one of the era that token i counts in, 0 for none.
func (b *bound) era(i int) int {
	t := &b.tokens[i]
	text := b.in.Turns[t.turn].Text[:t.start]
	for name, year := range eras {
		if strings.HasSuffix(text, name) {
			return year
		}
	}
	return 0
}

// monthDate reads "3rd of July 2026", "July 3-5", "from 3 to 5 July", "July 2026".
func (b *bound) monthDate(i int) []dated {
	month, k := 0, i
	if m, ok := b.at(i, cMonth); ok {
		if !b.monthName(i, m) {
			return nil
		}
		month, k = int(m.val), i+int(m.n)
	}
	first, second, from, to := day{}, day{}, i, i
	if v, end, ok := b.small(k, i, 31); ok {
		first.d, to, k = v, end, end
		if from = b.until(end, month == 0); from > end || b.tok(from, i).gap != space {
			if v, end, ok := b.small(from, i, 31); ok && (month != 0 || b.is(b.monthAt(end, i), cMonth)) {
				second.d, k = v, end
			}
		}
	} else if month == 0 {
		return nil
	}
	if month == 0 {
		at := b.monthAt(k, i)
		m, ok := b.at(at, cMonth)
		if !ok {
			return nil
		}
		month, k = int(m.val), at+int(m.n)
	}
	j := k
	if slices.Contains(ofYear, b.norm(b.tok(j, i))) {
		j++
	}
	t := b.tok(j, i)
	if year := b.norm(t); t.digit && len(year) == 4 && (year[:2] == "20" || year[:2] == "19") {
		first.y, k = atoi(year), j+1
	}
	first.m, second.y, second.m = month, first.y, month
	switch {
	case first.d != 0 && !first.valid() || second.d != 0 && !second.valid():
		return nil
	case second.d == 0:
		return b.these(dated{from: i, to: k, value: b.withYear(first).String()})
	}
	return b.these(dated{from: i, to: to, value: b.withYear(first).String(), role: roleFrom},
		dated{from: from, to: k, value: b.withYear(second).String(), role: roleTo})
}

// ofYear are the words between a month and its year.
var ofYear = []string{"of", "de", "del"}

// until returns the token after a word at token k that leads to the second of two days.
func (b *bound) until(k int, both bool) int {
	if b.is(k, cTo) || both && b.is(k, cAnd) {
		if k++; b.is(k, cStop) {
			k++ // "the"
		}
	}
	return k
}

// monthName reports whether the word for a month is used as one: "may" and "march"
// are also ordinary words, as are abbreviations in lower case.
func (b *bound) monthName(i int, m phrase) bool {
	if w := m.first(); len(w) > 4 && w != "march" || w == "june" || w == "july" {
		return true
	}
	return !b.is(i, cStop) && (b.tok(i+1, i).digit || b.is(i-1, cIn|cNext|cLast|cThis|cFrom|cTo))
}

// monthAt returns where a month is named: at token k or after one more word, "of" or "de".
func (b *bound) monthAt(k, i int) int {
	if !b.is(k, cMonth) && !b.tok(k, i).digit && b.tok(k+1, i).has&cMonth != 0 {
		k++
	}
	return k
}

// withYear gives a date without a year the year that puts it closest to today.
func (b *bound) withYear(d day) day {
	if d.y != 0 || d.d == 0 || !b.today.full() {
		return d
	}
	if d.y = b.today.y; d.time().Before(b.today.time().AddDate(0, 0, -60)) {
		d.y++
	}
	if !d.valid() {
		d.y = 0
	}
	return d
}

// openDay completes a day of the month with the month of the date mentioned before
// it, or of today.
func (b *bound) openDay(d day) string {
	x := b.lastDate
	if x.m == 0 && b.today.full() {
		if x = b.today; d.d < x.d {
			x = dayOf(day{y: x.y, m: x.m + 1, d: 1}.time())
		}
	}
	if x = (day{y: x.y, m: x.m, d: d.d}); x.valid() {
		return either(x, d)
	}
	return d.String()
}
