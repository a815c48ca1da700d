package grounding

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// plainNumber returns a number as a finite float, the same for 1, 1.0 and 1e0.
func plainNumber(v domains.Value) (float64, bool) {
	f, ok := v.Float()
	return f, ok && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// daysOf reads the date at the beginning of a value in each order that countries use:
// 2026-07-03, 03.07.2026, 7/13/2026. rest is the text after the date.
func daysOf(s string) (days []day, rest string) {
	var part [3]string
	rest = s
	for k := range part {
		n := 0
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		part[k], rest = rest[:n], rest[n:]
		if k < 2 {
			if n == 0 || n > 4 || rest == "" || !strings.Contains("-/.", rest[:1]) || k == 1 && rest[0] != s[len(part[0])] {
				return nil, s
			}
			rest = rest[1:]
		}
	}
	if rest != "" && rest[0] != 'T' && rest[0] != 't' && rest[0] != ' ' {
		return nil, s
	}
	a, m, z := atoi(part[0]), atoi(part[1]), atoi(part[2])
	ways := [...]day{{y: z, m: m, d: a}, {y: z, m: a, d: m}}
	n := 2
	switch {
	case len(part[0]) == 4 && len(part[1]) == 2 && len(part[2]) == 2:
		ways[0], n = day{y: a, m: m, d: z}, 1
	case len(part[2]) != 4 || len(part[0]) > 2 || len(part[1]) > 2:
		n = 0
	case a == m || strings.Contains(s[:len(s)-len(rest)], "."):
		n = 1
	}
	for _, d := range ways[:n] {
		if d.valid() {
			days = append(days, dayOf(d.time()))
		}
	}
	return days, rest
}

// dateValue reads a value that is or begins with a date, if the order of its parts is
// unambiguous.
func dateValue(s string) (day, bool) {
	days, _ := daysOf(s)
	if len(days) != 1 {
		return day{}, false
	}
	return days[0], true
}

// clockValue matches a time of day as schemas and people write it for machines.
var clockValue = regexp.MustCompile(`^(\d{1,2})(?::(\d\d))?(?::\d\d(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?(?:z|[+-].*)?$`)

// timeValue reads a value that is a time of day, or the time after a date, in minutes.
func timeValue(s string) (int, bool) {
	if days, rest := daysOf(s); days != nil {
		s = strings.TrimLeft(rest, "Tt ")
	}
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	if rest := strings.TrimLeft(s, "0123456789"); rest == "" || len(s)-len(rest) > 2 || !strings.ContainsAny(rest[:1], ": apAP\t\n\f\r") {
		return 0, false // most codes and numbers
	}
	m := clockValue.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil || m[2] == "" && m[3] == "" {
		return 0, false
	}
	h, minute := atoi(m[1]), atoi(m[2])
	if m[3] != "" {
		if h %= 12; m[3] == "p" {
			h += 12
		}
	}
	return (h*60 + minute) % (24 * 60), h <= 24 && minute < 60
}

// Same reports whether two values of a parameter are the same ("same" of F11): equal after the
// schema's coercion, or equal after the normalisation of F4, symmetrically and without
// inference. p may be nil.
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
	switch x, y := a.Kind(), b.Kind(); {
	case x == jsonvalue.String && y == jsonvalue.String:
		return sameText(p, a.Str(), b.Str())
	case x == jsonvalue.Array && y == jsonvalue.Array:
		return sameList(p, a.Items(), b.Items(), depth)
	case x == jsonvalue.Object && y == jsonvalue.Object:
		return sameObject(p, a, b, depth)
	case x == jsonvalue.String && y == jsonvalue.Number:
		n, err := domains.ParseValue(strings.TrimSpace(a.Str()))
		return err == nil && n.Kind() == jsonvalue.Number && jsonvalue.Equal(n, b)
	case x == jsonvalue.Number && y == jsonvalue.String:
		return same(p, b, a, depth)
	}
	return false
}

// orDefault replaces the default of an optional parameter by null, because an omitted argument
// means the default.
func orDefault(p *domains.Param, v domains.Value) domains.Value {
	if p.HasDefault && jsonvalue.Equal(v, domains.Coerce(p, p.Default)) {
		return domains.Value{}
	}
	return v
}

// sameText compares two texts: dates, times and amounts by their value, running text without
// case and punctuation, codes and expressions as written.
func sameText(p *domains.Param, a, b string) bool {
	if strings.TrimSpace(a) == strings.TrimSpace(b) {
		return true
	}
	x, y := read(a), read(b)
	if x != nothingRead || y != nothingRead {
		return x == y
	}
	if exactKind(p) || codeLike(a) || codeLike(b) || expression(a) || expression(b) {
		return false
	}
	if isPlace(p) {
		a, b = withoutRegion(a, b), withoutRegion(b, a)
	}
	a, b = withState(a, b), withState(b, a)
	wa, wb := tokenize(nil, a, 0, maxValueTokens), tokenize(nil, b, 0, maxValueTokens)
	return len(wa) > 0 && len(wa) < maxValueTokens && slices.EqualFunc(wa, wb, func(x, y word) bool {
		return x.norm == y.norm && (!x.digit || x.gap == y.gap)
	})
}

// withoutRegion removes the region after a place's comma if the other text names none:
// "Berkeley, California" beside "Berkeley".
func withoutRegion(s, other string) string {
	place, region, ok := strings.Cut(s, ",")
	if !ok || strings.Contains(other, ",") || strings.TrimSpace(region) == "" ||
		strings.ContainsFunc(region, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsSpace(r) && r != '.' && r != ',' }) {
		return s
	}
	return place
}

// withState replaces the code of a state or province after a place's last comma by its name, if
// the other text has that name: "Berkeley, CA" beside "Berkeley, California".
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

// typedText is a text that consists only of a date, a time of day, both, or a number with a
// unit: 3 July 2027 at 8 pm; 5 km.
type typedText struct {
	date, time, unit string
	v                float64
}

var nothingRead typedText

// read reads such a text; for any other text it returns nothingRead. A date without a year does
// not count.
func read(s string) (t typedText) {
	if d, ok := dateValue(s); ok {
		t.date = d.String()
	}
	if m, ok := timeValue(s); ok {
		t.time = clock(m)
	}
	if t != nothingRead || len(s) > 64 || !strings.ContainsAny(s, "0123456789") {
		return t
	}
	r := Read(Input{Turns: []Turn{{Role: "user", Text: s}}})
	rest := []byte(s)
	for i := range r.Mentions {
		x := &r.Mentions[i]
		v, isNumber := number(x.Value)
		switch _, isDate := dateValue(x.Value); {
		case x.Kind == Date && isDate && t.date == "":
			t.date = x.Value
		case x.Kind == Time && len(x.Value) == 5 && t.time == "":
			t.time = x.Value
		case isNumber && x.Unit != "" && t.unit == "":
			t.v, t.unit = v, x.Unit
		default:
			return nothingRead
		}
		for k := x.Span.Start; k < x.Span.End; k++ {
			rest[k] = ' '
		}
	}
	if left := fold(strings.TrimFunc(string(rest), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })); left != "" && left != "at" {
		return nothingRead
	}
	return t
}

// placeNear is the least similarity of a word to one of the words for places (city, airport)
// for it to count as such a word.
const placeNear = 0.8

// isPlace reports whether a parameter is a place whose description does not ask for the region.
func isPlace(p *domains.Param) bool {
	if strings.Contains(p.Description, ",") && strings.Contains(strings.ToLower(p.Description), "state") {
		return false // "in the format City, State"
	}
	subject := strings.ToValidUTF8(p.Description[:min(len(p.Description), 60)], "") // usually among the first words
	return slices.ContainsFunc(slices.Concat(split(p.Name), split(subject)), func(w string) bool {
		return slices.ContainsFunc(tells["place"], func(place string) bool {
			return w == place || words.Near(words.Find(w), words.Find(place)) >= placeNear
		})
	})
}

// exactKind reports whether a parameter's text is written for a machine.
func exactKind(p *domains.Param) bool {
	return p.Schema.Field("pattern").Str() != "" || tellAny("exact", split(p.Name))
}

// expression reports whether a text has signs that running text lacks.
func expression(s string) bool {
	return strings.ContainsAny(s, "\\/_=<>{}[]^|~$%#*`;+") || strings.Contains(s, "--") || strings.Contains(s, "()")
}

// sameList compares lists, in order unless the schema says that the order does not matter.
func sameList(p *domains.Param, a, b []domains.Value, depth int) bool {
	if len(a) != len(b) || len(a) > maxItems {
		return false
	}
	of := *p
	of.Schema, of.Required, of.HasDefault = p.Schema.Field("items"), true, false
	alike := func(x, y domains.Value) bool { return same(&of, x, y, depth+1) }
	if unordered(p) {
		return matched(a, b, alike)
	}
	return slices.EqualFunc(a, b, alike)
}

// matched reports whether two lists of equal length have the same elements, in any order.
func matched(a, b []domains.Value, same func(x, y domains.Value) bool) bool {
	taken := make([]bool, len(b))
next:
	for i := range a {
		for k := range b {
			if !taken[k] && same(a[i], b[k]) {
				taken[k] = true
				continue next
			}
		}
		return false
	}
	return true
}

// unordered reports whether a list is a set, by uniqueItems or its description.
func unordered(p *domains.Param) bool {
	all := fold(p.Description)
	return p.Schema.Field("uniqueItems").Bool() ||
		slices.ContainsFunc([]string{"any order", "unordered", "a set of", "order does not matter", "order doesn't matter"}, func(w string) bool { return strings.Contains(all, w) })
}

// memberOf returns a member of an object as a parameter.
func memberOf(props domains.Value, key string) *domains.Param {
	schema := props.Field(key)
	def, has := schema.Get("default")
	return &domains.Param{Name: key, Description: schema.Field("description").Str(), Schema: schema, Default: def, HasDefault: has}
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
			of := memberOf(props, m.Key)
			of.Required = required[m.Key]
			if !same(of, a.Field(m.Key), b.Field(m.Key), depth+1) {
				return false
			}
		}
	}
	return true
}

// The bounds for nested lists and objects. Values beyond them count as unsupported and as
// different.
const (
	maxDepth  = 8
	maxItems  = 64
	maxLeaves = 256
)
