package grounding

import (
	"regexp"
	"slices"
	"strings"
)

// part is the byte range of the day, month or year in the value of a date, or of the hour or minute in that of a
// time of day.
type part struct {
	of       Kind
	from, to int
}

// partOf returns the part of a date or a time of day that the first words of a name or description ask for: day
// of the month.
func partOf(name, about []string, langs uint32) part {
	lx := lexicons()
	for _, words := range [...][]string{name, about} {
		for _, w := range words[:min(len(words), 6)] {
			one := len(w) > 3 && !strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "n") // "hours" and "Stunden" are counts
			for _, e := range lx.exact(hash(w)) {
				p := unitParts[e.str()]
				asked := p.of == Date && e.class == cSpan || p.of == Time && e.class == cUnit && one
				if asked && e.n == 1 && langs&(1<<e.lang) != 0 {
					return p
				}
			}
		}
	}
	return part{}
}

// unitParts are the parts of dates and times by the units that name them.
var unitParts = map[string]part{"d": {Date, 8, 10}, "m": {Date, 5, 7}, "y": {Date, 0, 4}, "h": {Time, 0, 2}, "min": {Time, 3, 5}}

// dateFormat matches the formats of dates that descriptions give, in several languages: YYYY-MM-DD, TT.MM.JJJJ.
// Its groups are formats that begin with the year and those that begin with the month.
var dateFormat = regexp.MustCompile(`(?:^|[^\pL\d])(?:((?:yyyy|aaaa|jjjj|rrrr|гггг)[-/. ]?(?:mm|мм)[-/. ]?(?:dd|jj|tt|gg|дд))|(?:dd|jj|tt|gg|дд)[-/. ]?(?:mm|aa|мм)[-/. ]?(?:yyyy|aaaa|jjjj|rrrr|гггг)|(mm[-/. ]?dd[-/. ]?yyyy))(?:$|[^\pL\d])`)

// dayFirst returns 1 if a format in a folded description puts the day of a date before the month, -1 if it puts it
// directly behind, and 0 if there is none or it is clear without.
func dayFirst(description string) int {
	switch format := dateFormat.FindStringSubmatch(description); {
	case format == nil || format[1] != "":
		return 0
	case format[2] != "":
		return -1
	}
	return 1
}

// compactDate reads a date without separators: 20260610.
func compactDate(s string) (day, bool) {
	if len(s) != 8 {
		return day{}, false
	}
	d := day{y: atoi(s[:4]), m: atoi(s[4:6]), d: atoi(s[6:])}
	return dayOf(d.time()), d.valid()
}

// monthValue matches a month with its year.
var monthValue = regexp.MustCompile(`^(\d{4})-(\d\d)$`)

// month compares a text that is a month, with its year or as the part of a date that the parameter asks for.
func (q *query) month(s string) (out Support, ok bool) {
	if q.want.part.of != Date {
		return out, false
	}
	if m := monthValue.FindStringSubmatch(s); m != nil {
		return q.best(q.dates(day{y: atoi(m[1]), m: atoi(m[2])}), Date), true
	}
	if f, isNumber := number(s); isNumber {
		dated := slices.DeleteFunc(q.numbers(f), func(h hit) bool { return h.rule != RuleDate })
		out = q.best(dated, Date)
		return out, out.Grounded()
	}
	return out, false
}
