package grounding

import (
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
	if d.m == 0 && d.d == 0 && d.wd != 0 && d.y == 0 {
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
	if d.m < 1 || d.m > 12 || d.d < 1 || d.d > 31 || d.y != 0 && (d.y < 1000 || d.y > 2999) {
		return false
	}
	y := d.y
	if y == 0 {
		y = 2024
	}
	return day{y: y, m: d.m, d: d.d}.time().Day() == d.d
}

// dated is a date found in a text.
type dated struct {
	from, to int
	value    string // its readings, likeliest first
	role     string
	relative bool
}

// one returns a list with a single date. The next call reuses its memory.
func (b *bound) one(d dated) []dated {
	b.found = append(b.found[:0], d)
	return b.found
}

// small reads a whole number from 1 to most at token i, written in digits or in
// words.
func (b *bound) small(i, of, most int) (v, to int, ok bool) {
	t := b.tok(i, of)
	if t.turn < 0 {
		return 0, 0, false
	}
	if t.digit {
		v = atoi(b.norm(t))
		to = i + 1
		if n := b.tok(to, of); n.gap == glued && (b.norm(n) == "st" || b.norm(n) == "nd" || b.norm(n) == "rd" || b.norm(n) == "th" || b.norm(n) == "er" || b.norm(n) == "o" || b.norm(n) == "a") {
			to++
		}
		return v, to, v >= 1 && v <= most
	}
	f, found := b.figureAt(i)
	if !found || f.two || f.v != float64(int(f.v)) {
		return 0, 0, false
	}
	return int(f.v), f.to, f.v >= 1 && f.v <= float64(most)
}

// datesAt returns the dates that begin at token i: one, or both ends of a range.
func (b *bound) datesAt(i int) (out []dated) {
	t, countable := &b.tokens[i], b.countable(i)
	inTurn := b.inTurn[t.turn]
	if !countable && t.has&dates == 0 {
		return nil
	}
	if t.has&cEdge != 0 {
		if out = b.edgeDate(i); out != nil {
			return out
		}
	}
	if t.digit {
		out = b.numericDate(i)
	}
	if out == nil && countable && !(b.tok(i+1, i).solid && t.solid) {
		out = b.hanDate(i)
	}
	if out == nil && inTurn&cMonth != 0 && (countable || b.is(i, cMonth)) {
		out = b.monthDate(i)
	}
	if out == nil && (b.is(i, cHoliday|cRel) || inTurn&cSpan != 0 && (countable || b.is(i, cIn|cOne))) {
		out = b.relativeDate(i)
	}
	if out == nil && b.is(i, cDay) {
		if out = b.weekday(i); out != nil {
			out = b.ofDate(out[0])
		}
	}
	if out == nil && b.is(i, cSpan|cLast|cThis|cNext) {
		out = b.spanDate(i)
	}
	if out == nil && t.digit {
		if out = b.bareDay(i); out != nil {
			out = b.ofMonth(out[0], atoi(b.norm(t)))
		}
	}
	if out == nil && t.has&(cOrd|cLast) != 0 && b.is(i-1, cStop) {
		out = b.ordinalDay(i)
	}
	if out != nil && inTurn&cEdge != 0 {
		if m, ok := b.at(out[0].to, cEdge); ok && b.tok(out[0].to, i).gap <= space { // 6月末
			return b.edge(out, i, out[0].to+int(m.n), m)
		}
	}
	return out
}

// numericDate reads 2026-07-03, 3/7/2026, 03.07.26, 3/7.
func (b *bound) numericDate(i int) []dated {
	if !b.tokens[i].digit || !b.tok(i+1, i).digit || b.tokens[i].gap <= hyphen && b.tok(i-1, i).digit {
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
	if b.tok(i+n, i).digit && b.gapText(i+n) == sep || b.tok(i+n, i).gap == glued && b.tok(i+n, i).solid && b.norm(b.tok(i+n, i)) != "t" {
		return nil
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
	case n == 3 && len(b.norm(&b.tokens[i+2])) != 3 && len(b.norm(&b.tokens[i])) <= 2:
		y := p[2]
		if y < 100 {
			y += 2000
		}
		add(day{y: y, m: p[1], d: p[0]})
		if p[0] != p[1] && sep != "." {
			add(day{y: y, m: p[0], d: p[1]})
		}
	case n == 2 && (sep == "/" && !b.is(i+n, cUnit) || sep == "." && b.langs&b.lx.dotted != 0 && (len(b.norm(&b.tokens[i+1])) == 2 || b.is(i-1, cAt|cFrom|cTo)) && strings.HasPrefix(b.after(i+1), ".")):
		add(day{m: p[1], d: p[0]})
		if p[0] != p[1] && sep == "/" {
			add(day{m: p[0], d: p[1]})
		}
	}
	if len(found) == 0 {
		return nil
	}
	return b.one(dated{from: i, to: i + n, value: either(found...)})
}

func atoi(s string) int { v, _ := strconv.Atoi(s); return v }

// hanDate reads 2026年7月3日, 7月3日, 3日, 7月, and the same in Korean.
func (b *bound) hanDate(i int) []dated {
	var d day
	at := i
	for d.d == 0 && at < len(b.tokens) {
		v, to, ok := b.small(at, i, 2999)
		if !ok {
			break
		}
		switch sign := b.norm(b.tok(to, i)); {
		case (sign == "年" || sign == "년") && d == day{} && (v >= 1000 || b.era(i) > 0):
			if d.y = v; v < 1000 {
				d.y += b.era(i)
			}
		case (sign == "月" || sign == "월") && v <= 12 && d.m == 0:
			d.m = v
		case (sign == "日" || sign == "号" || sign == "號" || sign == "일" && (d.m > 0 || b.tokens[to].gap == glued)) && v <= 31:
			d.d = v
		default:
			return nil
		}
		at = to + 1
	}
	switch {
	case d.m > 0:
		return b.one(dated{from: i, to: at, value: b.withYear(d).String()})
	case d.d > 0 && d.y == 0 && b.norm(b.tok(at, i)) != "間" && !b.is(at, cLater|cAgo): // not a duration in days
		return b.one(dated{from: i, to: at, value: b.openDay(d)})
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
	var days [2]int
	var at [2][2]int
	k := i
	month := 0
	if m, ok := b.at(i, cMonth); ok {
		if !b.monthName(i, m) {
			return nil
		}
		month, k = int(m.val), i+int(m.n)
		if s := b.tok(k, i); b.norm(s) == "the" || b.norm(s) == "de" || b.norm(s) == "den" {
			k++
		}
	}
	v, to, ok := b.small(k, i, 31)
	if !ok && month == 0 {
		return nil
	}
	n := 0
	if ok && !(month != 0 && len(b.norm(b.tok(k, i))) > 2 && b.tok(k, i).digit) {
		days[0], at[0] = v, [2]int{k, to}
		n, k = 1, to
		j := k
		if b.is(j, cTo|cAnd) && month == 0 || b.is(j, cTo) {
			if j++; b.is(j, cStop) && !b.tok(j, i).digit {
				j++ // "the"
			}
		}
		if v, to, ok := b.small(j, i, 31); ok && (j > k || b.tok(j, i).gap == hyphen || b.tok(j, i).gap == dash) && b.tok(j, i).digit {
			if month != 0 || b.monthAt(to, i) > 0 {
				days[1], at[1] = v, [2]int{j, to}
				n, k = 2, to
			}
		}
	}
	if month == 0 {
		m := b.monthAt(k, i)
		if m == 0 {
			return nil
		}
		for !b.is(k, cMonth) {
			k++
		}
		mk, _ := b.at(k, cMonth)
		month, k = m, k+int(mk.n)
	}
	year := 0
	j := k
	for j < k+2 && (b.norm(b.tok(j, i)) == "of" || b.norm(b.tok(j, i)) == "de" || b.norm(b.tok(j, i)) == "del" || b.norm(b.tok(j, i)) == "in") {
		j++
	}
	if t := b.tok(j, i); t.digit && len(b.norm(t)) == 4 && (b.norm(t)[:2] == "20" || b.norm(t)[:2] == "19") && t.gap != sentence {
		year, k = atoi(b.norm(t)), j+1
	}
	if n == 0 {
		return b.one(dated{from: i, to: k, value: day{y: year, m: month}.String()})
	}
	b.found = b.found[:0]
	for q := range n {
		d := day{y: year, m: month, d: days[q]}
		if !d.valid() {
			return nil
		}
		f, t := at[q][0], at[q][1]
		if q == n-1 {
			t = max(t, k)
		}
		if n == 1 {
			f = i
		}
		b.found = append(b.found, dated{from: f, to: t, value: b.withYear(d).String()})
	}
	if n == 2 {
		b.found[0].role, b.found[1].role = roleFrom, roleTo
	}
	return b.found
}

// monthName reports whether the word for a month is used as one: "may" and "march"
// are also ordinary words, as are abbreviations in lower case.
func (b *bound) monthName(i int, m phrase) bool {
	if w := m.first(); len(w) > 4 || w == "june" || w == "july" {
		if w != "march" {
			return true
		}
	}
	t := &b.tokens[i]
	digits := func(k int) bool { return b.tok(k, i).digit && len(b.norm(b.tok(k, i))) <= 4 }
	if b.is(i, cStop) && m.first() != "may" && !digits(i-1) {
		return false // "Sie" is no August
	}
	return digits(i+1) || digits(i-1) || t.capital && t.gap != sentence || b.is(i-1, cIn|cNext|cLast|cThis|cFrom|cTo)
}

// monthAt returns the month named at token k or after one more word ("of", "de").
func (b *bound) monthAt(k, i int) int {
	for j := k; j < k+2 && b.tok(j, i).turn >= 0; j++ {
		if m, ok := b.at(j, cMonth); ok && (b.tokens[j].gap <= space || b.gapText(j) == ". ") {
			return int(m.val)
		}
		if w := b.norm(&b.tokens[j]); len(w) > 4 || b.tokens[j].digit {
			break
		}
	}
	return 0
}

// withYear gives a date without a year the year that puts it closest to today.
func (b *bound) withYear(d day) day {
	if d.y != 0 || !b.today.full() || d.d == 0 {
		return d
	}
	t := b.today.time()
	for _, y := range [...]int{b.today.y, b.today.y + 1} {
		try := day{y: y, m: d.m, d: d.d}
		if n := int(try.time().Sub(t).Hours() / 24); n >= -60 && n <= 330 && try.valid() {
			return try
		}
	}
	return d
}

// openDay completes a day of the month with the month of the date mentioned before
// it, or of today.
func (b *bound) openDay(d day) string {
	x := day{y: b.lastDate.y, m: b.lastDate.m, d: d.d}
	if b.lastDate.m == 0 && b.today.full() {
		x = day{y: b.today.y, m: b.today.m, d: d.d}
		if d.d < b.today.d {
			x = dayOf(time.Date(b.today.y, time.Month(b.today.m+1), d.d, 0, 0, 0, 0, time.UTC))
		}
		return either(x, d)
	}
	if x.valid() {
		return either(x, d)
	}
	return d.String()
}
