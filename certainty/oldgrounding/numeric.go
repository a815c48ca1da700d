package oldgrounding

import (
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// numeric grounds a string that is a number: "16.0", "1,000", "5%".
func (q *query) numeric(s string) Support {
	trimmed := strings.TrimSuffix(strings.TrimSpace(s), "%")
	trimmed = strings.TrimLeft(strings.ReplaceAll(trimmed, ",", ""), "+$")
	if trimmed == "" || trimmed[0] > '9' {
		return Support{}
	}
	v, err := domains.ParseValue(trimmed)
	if err != nil || v.Kind() != jsonvalue.Number {
		return Support{}
	}
	return q.number(v)
}

// number grounds a number by the numbers, durations and dates of the text.
func (q *query) number(v domains.Value) Support {
	f, ok := v.Float()
	if !ok {
		return Support{Rule: RuleNone}
	}
	q.find()
	dec := jsonvalue.ParseDecimal(v.NumberText())
	out := Support{Rule: RuleNone}
	for i := range q.numbers {
		n := &q.numbers[i]
		switch {
		case n.dec.Equal(dec):
			out = q.best(out, q.stated(n))
		case f < 0 && near(n.val, -f) && southWest[q.at(n.end, n.from)]:
			out = q.best(out, Support{Score: 0.9, Rule: RuleUnit, Span: q.span(n.from, n.end+1)})
		case n.percent && near(n.val/100, f), near(n.val*100, f) && q.describes("cent", "cents", "smallest"):
			out = q.best(out, Support{Score: 0.8, Rule: RuleUnit, Span: q.span(n.from, n.end)})
		}
	}
	if out.Score >= 1 {
		return out
	}
	for i := range q.readings {
		n := &q.readings[i]
		if d := math.Abs(n.val - f); d <= 1e-12*math.Abs(f) || n.rough && d < 0.01 {
			s := q.stated(&n.number)
			s.Score = min(s.Score, n.score)
			out = q.best(out, s)
		}
	}
	return q.best(out, q.length(f), q.measured(f), q.partOfDate(f), q.counted(f))
}

// southWest follow a coordinate that is negative as a number.
var southWest = set(`s w south west`)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// stated scores a number that the text states. It backs less where it is part
// of a date and the parameter is not, and where the words beside it name
// another parameter of the tool: the 2 of "2-bedroom" is no number of baths.
func (q *query) stated(n *number) Support {
	s := Support{Score: 1, Rule: RuleNumber, Span: q.span(n.from, n.end)}
	if n.ordinal {
		s.Score = 0.8
	}
	if n.calendar && !q.mentions(calendarWords) {
		s.Score = 0.35
	}
	if s.Score >= Grounded && q.claimed(n) {
		return Support{Score: 0.4, Rule: RuleClaimed, Span: s.Span}
	}
	return s
}

var calendarWords = set(`day month year date time hour hours minute minutes second age born start end`)

// generic words of parameter names say nothing about what is meant.
var generic = set(`number num of no count total amount value id ids type name is has the in to from for with flag
 enabled enable include list array max min maximum minimum size new per default data item items user quantity`)

// nameWords are the words of a parameter's name that mean something.
func nameWords(name string) []string {
	var out []string
	for _, w := range split(name) {
		if !generic[w] && len(w) > 1 {
			out = append(out, w)
		}
	}
	return out
}

// claimed reports whether the words around a number name another parameter of
// the tool and not this one.
func (q *query) claimed(n *number) bool {
	if q.tool == nil || q.depth > 0 || len(q.tool.Params) < 2 {
		return false
	}
	around := q.around(n)
	if len(around) == 0 {
		return false
	}
	own := q.name()
	for _, w := range around {
		if akinToAny(w, own) {
			return false
		}
	}
	for i := range min(len(q.tool.Params), maxItems) {
		if q.tool.Params[i].Name == q.param.Name || !numericParam(&q.tool.Params[i]) {
			continue
		}
		for _, w := range nameWords(q.tool.Params[i].Name) {
			if akinToAny(w, around) && !akinToAny(w, own) {
				return true
			}
		}
	}
	return false
}

// numericParam reports whether a parameter can hold a number.
func numericParam(p *domains.Param) bool {
	switch p.Schema.Field("type").Str() {
	case "integer", "number", "float", "double", "int":
		return true
	}
	return false
}

// around returns the content words beside a number: the two after it, else the
// two before it, up to the next punctuation or number.
func (q *query) around(n *number) []string {
	var out []string
	for i := n.end; i < n.end+2 && q.at(i, n.from) != "" && strings.Trim(q.gap(i-1), " -\u00b0$") == ""; i++ {
		if w := q.at(i, n.from); !stopwords[w] {
			out = append(out, w)
		} else {
			break
		}
	}
	for i := n.from - 1; i > n.from-4 && len(out) == 0 && q.at(i, n.from) != "" && strings.Trim(q.gap(i), " -:=#$'\"") == ""; i-- {
		w := q.at(i, n.from)
		if w == "is" || w == "of" || w == "to" || w == "as" {
			continue
		}
		if stopwords[w] || allDigits(w) {
			break
		}
		out = append(out, w)
	}
	return out
}

// akin reports whether two words name the same thing: one family, or one the
// beginning of a compound (bed, bedroom).
func akin(a, b string) bool {
	if a == b {
		return true
	}
	a, b = stem(a), stem(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || (len(a) >= 3 && strings.HasPrefix(b, a)) || related(a, b)
}

func akinToAny(w string, words []string) bool {
	for _, o := range words {
		if akin(w, o) {
			return true
		}
	}
	return false
}

// mentions reports whether the parameter's name or description has one of the
// words.
func (q *query) mentions(words map[string]bool) bool {
	return q.paramMentions(words) || q.describedBy(words)
}

func (q *query) describedBy(words map[string]bool) bool {
	for _, t := range q.description() {
		if words[t.norm] {
			return true
		}
	}
	return false
}

// describes is mentions for a few words.
func (q *query) describes(words ...string) bool {
	for _, w := range q.name() {
		if slices.Contains(words, w) {
			return true
		}
	}
	return slices.ContainsFunc(q.description(), func(t token) bool { return slices.Contains(words, t.norm) })
}

// said are the words of a parameter, read when they are first asked for.
type said struct {
	of          *domains.Param
	name        []string
	description []token
	described   bool
}

// name returns the words of the parameter's name.
func (q *query) name() []string {
	if q.said.of != q.param {
		q.said = said{of: q.param, name: split(q.param.Name)}
	}
	return q.said.name
}

// description returns the words of its description.
func (q *query) description() []token {
	q.name()
	if !q.said.described {
		q.said.description, q.said.described = tokenize(q.param.Description, 0, MaxValueTokens), true
	}
	return q.said.description
}

// partOfDate grounds the number of a month, day or year, or of an hour or a
// minute, by the dates and times that have it.
func (q *query) partOfDate(f float64) Support {
	name := q.name()
	for _, d := range q.dates {
		for _, w := range name {
			if !d.relative && ((w == "month" && d.m != 0 && float64(d.m) == f) || (w == "day" && d.d != 0 && float64(d.d) == f) || (w == "year" && d.y != 0 && float64(d.y) == f)) {
				return Support{Score: 0.9, Rule: RuleDate, Span: q.span(d.from, d.end)}
			}
		}
	}
	for _, t := range q.times {
		for _, w := range name {
			if (stem(w) == "hour" && float64(t.h) == f) || (stem(w) == "minute" && float64(t.m) == f) {
				return Support{Score: 0.9, Rule: RuleTime, Span: q.span(t.from, t.end)}
			}
		}
	}
	return Support{}
}
