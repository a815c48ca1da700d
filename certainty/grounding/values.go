package grounding

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// plainNumber is a number as people write it, the same for 1, 1.0 and 1e0.
func plainNumber(v domains.Value) (float64, bool) {
	f, ok := v.Float()
	return f, ok && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// wordy reports whether a value begins with a letter, as no date, time or number does.
func wordy(s string) bool { return s == "" || asciiLetter(s[0]) && s[0] > '9' }

// dateValue reads a value that is a date or begins with one: 2026-07-03.
func dateValue(s string) (day, bool) {
	if wordy(s) {
		return day{}, false
	}
	if len(s) < 10 || s[4] != s[7] || s[4] != '-' && s[4] != '/' && s[4] != '.' || len(s) > 10 && s[10] != 'T' && s[10] != ' ' && s[10] != 't' {
		return otherDate(s)
	}
	y, e1 := strconv.Atoi(s[:4])
	m, e2 := strconv.Atoi(s[5:7])
	d, e3 := strconv.Atoi(s[8:10])
	x := day{y: y, m: m, d: d}
	if e1 != nil || e2 != nil || e3 != nil || !x.valid() {
		return day{}, false
	}
	x.wd = (int(x.time().Weekday())+6)%7 + 1
	return x, true
}

// otherDate reads the dates whose order no country doubts: 20260703, 03.07.2026,
// and a day and a month that cannot be taken for each other.
func otherDate(s string) (day, bool) {
	p := strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '.' || r == '-' })
	if len(p) != 3 || len(p[2]) != 4 || len(p[0]) > 2 || len(p[1]) > 2 {
		return day{}, false
	}
	a, e1 := strconv.Atoi(p[0])
	z, e2 := strconv.Atoi(p[1])
	y, e3 := strconv.Atoi(p[2])
	if e1 != nil || e2 != nil || e3 != nil {
		return day{}, false
	}
	d := day{y: y, m: z, d: a}
	if z > 12 {
		d = day{y: y, m: a, d: z}
	} else if a <= 12 && a != z && !strings.Contains(s, ".") {
		return day{}, false
	}
	if !d.valid() {
		return day{}, false
	}
	d.wd = (int(d.time().Weekday())+6)%7 + 1
	return d, true
}

// whenOf reads a value that is a date, a time of day or both; of a date whose order
// countries write differently both readings.
func whenOf(s string) (days []day, minutes int, timed bool) {
	if wordy(s) {
		return nil, 0, false
	}
	date, rest := s, ""
	if k := strings.IndexAny(s, "T "); k >= 6 && k <= 10 {
		date, rest = s[:k], s[k+1:]
	}
	if d, ok := dateValue(s); ok {
		days = []day{d}
	} else if d, ok := dateValue(date); ok {
		days = []day{d}
	} else if p := strings.FieldsFunc(date, func(r rune) bool { return r == '/' || r == '-' }); len(p) == 3 && len(p[2]) == 4 {
		a, z, y := atoi(p[0]), atoi(p[1]), atoi(p[2])
		for _, d := range [...]day{{y: y, m: a, d: z}, {y: y, m: z, d: a}} {
			if d.valid() {
				d.wd = (int(d.time().Weekday())+6)%7 + 1
				days = append(days, d)
			}
		}
	}
	if minutes, timed = timeValue(s); !timed && days != nil && rest != "" {
		minutes, timed = timeValue(rest)
	}
	return days, minutes, timed
}

// timeValue reads a value that is a time of day, or the time after a date, in minutes.
func timeValue(s string) (int, bool) {
	s = strings.TrimSpace(fold(s))
	if _, ok := dateValue(s); ok && len(s) > 11 {
		s = s[11:]
	}
	half := 0
	for _, end := range [...]string{"am", "a.m.", "pm", "p.m."} {
		if rest, ok := strings.CutSuffix(s, end); ok {
			if half = 1; end[0] == 'p' {
				half = 2
			}
			s = strings.TrimSpace(rest)
		}
	}
	if k := strings.IndexAny(s, "z+"); k > 4 {
		s = s[:k]
	}
	p := strings.Split(s, ":")
	if len(p) > 3 || len(p) < 2 && half == 0 || len(p[0]) > 2 || len(p[0]) == 0 {
		return 0, false
	}
	h, err := strconv.Atoi(p[0])
	m := 0
	if err == nil && len(p) > 1 {
		if len(p[1]) != 2 {
			return 0, false
		}
		m, err = strconv.Atoi(p[1])
	}
	if err != nil || h > 24 || m > 59 || h < 0 || m < 0 {
		return 0, false
	}
	if half > 0 {
		h %= 12
		if half == 2 {
			h += 12
		}
	}
	return (h*60 + m) % (24 * 60), true
}

// boolWord reads the words that schemas write for true and false.
func boolWord(s string) (b, ok bool) {
	switch strings.ToLower(s) {
	case "true", "yes":
		return true, true
	case "false", "no":
		return false, true
	}
	return false, false
}

// Same reports whether two values of a parameter are the same (same of F11): equal as
// the schema reads them, or the same after the normalisation of F4, in both
// directions and without inference. p may be nil.
func Same(p *domains.Param, a, b domains.Value) bool {
	if p == nil {
		p = &domains.Param{}
	}
	return same(p, a, b, 0)
}

func same(p *domains.Param, a, b domains.Value, depth int) bool {
	a, b = domains.Coerce(p, a), domains.Coerce(p, b)
	if !p.Required {
		a, b = orDefault(p, a), orDefault(p, b)
	}
	if jsonvalue.Equal(a, b) {
		return true
	}
	if depth >= maxDepth {
		return false
	}
	switch {
	case a.Kind() == jsonvalue.String && b.Kind() == jsonvalue.String:
		return sameText(p, a.Str(), b.Str())
	case a.Kind() == jsonvalue.Number && b.Kind() == jsonvalue.Number:
		return false // jsonvalue.Equal compares by value
	case a.Kind() == jsonvalue.Array && b.Kind() == jsonvalue.Array:
		return sameList(p, a.Items(), b.Items(), depth)
	case a.Kind() == jsonvalue.Object && b.Kind() == jsonvalue.Object:
		return sameObject(p, a, b, depth)
	case a.Kind() == jsonvalue.String && b.Kind() == jsonvalue.Number, a.Kind() == jsonvalue.Number && b.Kind() == jsonvalue.String:
		x, y := a, b
		if x.Kind() == jsonvalue.Number {
			x, y = b, a
		}
		n, err := domains.ParseValue(strings.TrimSpace(x.Str()))
		return err == nil && n.Kind() == jsonvalue.Number && jsonvalue.Equal(n, y)
	}
	return false
}

// orDefault gives an optional parameter's null as its default, and its default as
// null: leaving it out says the same.
func orDefault(p *domains.Param, v domains.Value) domains.Value {
	if p.HasDefault && jsonvalue.Equal(v, domains.Coerce(p, p.Default)) {
		return domains.Value{}
	}
	return v
}

// sameText compares two texts: dates, times and amounts by what they say, running
// text without regard to case and punctuation, codes and expressions as written.
func sameText(p *domains.Param, a, b string) bool {
	if strings.TrimSpace(a) == strings.TrimSpace(b) {
		return true
	}
	x, y := momentOf(a), momentOf(b)
	if x.is() != y.is() {
		x, y = x.orRead(a), y.orRead(b)
	}
	if x.is() || y.is() {
		return x == y
	}
	if qa, ok := quantity(a); ok {
		qb, ok := quantity(b)
		return ok && qa == qb
	}
	if exactKind(p) || codeLike(a) || codeLike(b) || expression(a) || expression(b) {
		return false
	}
	if isPlace(p) {
		a, b = withoutRegion(a, b), withoutRegion(b, a)
	}
	a, b = withState(a, b), withState(b, a)
	wa, wb := tokenize(nil, a, 0, maxValueTokens), tokenize(nil, b, 0, maxValueTokens)
	if len(wa) == 0 || len(wa) != len(wb) || len(wa) == maxValueTokens {
		return false
	}
	for i := range wa {
		if wa[i].norm != wb[i].norm || wa[i].digit && wa[i].gap != wb[i].gap {
			return false
		}
	}
	return true
}

// withoutRegion is a place without the region behind its comma, where the other text
// names none: "Berkeley, California" beside "Berkeley".
func withoutRegion(s, other string) string {
	place, region, ok := strings.Cut(s, ",")
	if !ok || strings.Contains(other, ",") || strings.TrimSpace(region) == "" ||
		strings.ContainsFunc(region, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsSpace(r) && r != '.' && r != ',' }) {
		return s
	}
	return place
}

// withState is a place with the name of the state or province behind its last comma,
// where the other text has the name and it the code: "Berkeley, CA" beside "Berkeley,
// California".
func withState(s, other string) string {
	i, k := strings.LastIndexByte(s, ','), strings.LastIndexByte(other, ',')
	if i < 0 || k < 0 {
		return s
	}
	if name := states[fold(strings.TrimSpace(s[i+1:]))]; name != "" && name == fold(strings.TrimSpace(other[k+1:])) {
		return s[:i+1] + " " + name
	}
	return s
}

// moment is a date, a time of day, or both.
type moment struct {
	date    string
	minutes int
	timed   bool
}

func (m moment) is() bool { return m.date != "" || m.timed }

// momentOf reads a value that is written for a machine.
func momentOf(s string) (m moment) {
	if d, ok := dateValue(s); ok {
		m.date = d.String()
	}
	m.minutes, m.timed = timeValue(s)
	return m
}

// orRead reads a value that is nothing but a date, a time of day or both as people write
// them, where it is not read yet: "3 July 2027 at 8 pm". A date without its year is none.
func (m moment) orRead(s string) moment {
	if m.is() || len(s) > 64 || !strings.ContainsAny(s, "0123456789") {
		return m
	}
	var read moment
	r := Read(Input{Turns: []Turn{{Role: "user", Text: s}}})
	rest := []byte(s)
	for i := range r.Mentions {
		x := &r.Mentions[i]
		d, isDate := dateValue(x.Value)
		t, isTime := timeValue(x.Value)
		switch {
		case x.Kind == Date && isDate && len(x.Value) == 10 && read.date == "":
			read.date = d.String()
		case x.Kind == Time && isTime && !read.timed:
			read.minutes, read.timed = t, true
		default:
			return m
		}
		for k := x.Span.Start; k < x.Span.End; k++ {
			rest[k] = ' '
		}
	}
	if left := fold(strings.TrimFunc(string(rest), func(c rune) bool { return unicode.IsSpace(c) || unicode.IsPunct(c) })); left != "" && left != "at" {
		return m
	}
	return read
}

// placeWords are what parameters of places are called, and wayNear how near a word is
// to one of them that is called so, too.
var placeWords = [...]string{"city", "place", "location", "town"}

const wayNear = 0.8

// isPlace reports whether a parameter is a place that its description does not want
// with its region.
func isPlace(p *domains.Param) bool {
	if strings.Contains(p.Description, ",") && strings.Contains(strings.ToLower(p.Description), "state") {
		return false // "in the format City, State"
	}
	for _, text := range [...]string{p.Name, firstWords(p.Description)} {
		for _, w := range split(text) {
			for _, place := range placeWords {
				if w == place || words.Near(words.Find(w), words.Find(place)) >= wayNear {
					return true
				}
			}
		}
	}
	return false
}

// firstWords are the first sixty bytes of a text: what it says first it is of.
func firstWords(text string) string { return strings.ToValidUTF8(text[:min(len(text), 60)], "") }

// exactKind reports whether a parameter's text is written for a machine.
func exactKind(p *domains.Param) bool {
	for _, n := range split(p.Name) {
		switch n {
		case "code", "path", "file", "filename", "url", "uri", "query", "sql", "command", "cmd", "expression", "formula", "regex", "pattern", "id", "identifier", "uuid", "guid", "username", "sku", "key", "token", "hash", "password", "script":
			return true
		}
	}
	return p.Schema.Field("pattern").Str() != ""
}

// expression reports whether a text has signs that running text does not.
func expression(s string) bool {
	return strings.ContainsAny(s, "\\/_=<>{}[]^|~$%#*`;+") || strings.Contains(s, "--") || strings.Contains(s, "()")
}

// quantity reads a number with a unit: 5 km, 5km, five kilometres are one.
func quantity(s string) (q struct {
	v float64
	u string
}, ok bool) {
	if len(s) > 64 || !strings.ContainsAny(s, "0123456789") {
		return q, false
	}
	in := Input{Turns: []Turn{{Role: "user", Text: s}}}
	b := bind(&in)
	if len(b.tokens) == 0 || len(b.tokens) > 6 {
		return q, false
	}
	f, found := b.figureAt(0)
	if !found || f.two {
		return q, false
	}
	u, to := b.unitAt(f.from, f.to)
	if u == "" || to != len(b.tokens) {
		return q, false
	}
	q.v, q.u = f.v, u
	return q, true
}

// sameList compares lists, in order unless the schema says that order says nothing.
func sameList(p *domains.Param, a, b []domains.Value, depth int) bool {
	if len(a) != len(b) || len(a) > maxItems {
		return false
	}
	of := *p
	of.Schema, of.Required, of.HasDefault = p.Schema.Field("items"), true, false
	if !unordered(p) {
		for i := range a {
			if !same(&of, a[i], b[i], depth+1) {
				return false
			}
		}
		return true
	}
	taken := make([]bool, len(b))
next:
	for i := range a {
		for k := range b {
			if !taken[k] && same(&of, a[i], b[k], depth+1) {
				taken[k] = true
				continue next
			}
		}
		return false
	}
	return true
}

// unordered reports whether a list is a set: uniqueItems, or a description that says
// so.
func unordered(p *domains.Param) bool {
	if p.Schema.Field("uniqueItems").Bool() {
		return true
	}
	all := fold(p.Description)
	for _, w := range [...]string{"any order", "unordered", "a set of", "order does not matter", "order doesn't matter"} {
		if strings.Contains(all, w) {
			return true
		}
	}
	return false
}

func sameObject(p *domains.Param, a, b domains.Value, depth int) bool {
	props := p.Schema.Field("properties")
	required := map[string]bool{}
	for _, k := range p.Schema.Field("required").Items() {
		required[k.Str()] = true
	}
	keys := 0
	for _, side := range [...]domains.Value{a, b} {
		for _, m := range side.Members() {
			if keys++; keys > 2*maxItems {
				return false
			}
			schema := props.Field(m.Key)
			def, has := schema.Get("default")
			of := &domains.Param{Name: m.Key, Description: schema.Field("description").Str(), Schema: schema, Required: required[m.Key], Default: def, HasDefault: has}
			if !same(of, a.Field(m.Key), b.Field(m.Key), depth+1) {
				return false
			}
		}
	}
	return true
}

// The bounds of the descent into lists and objects: what lies beyond them is not
// backed and not the same.
const (
	maxDepth  = 8
	maxItems  = 64
	maxLeaves = 256
)
