package grounding

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// text compares a string by what it is: a date, a time, a number, a code, an enum value, or
// words.
func (q *query) text(s string) Support {
	trimmed := strings.TrimSpace(s)
	if trimmed == "" || trimmed == "<UNK>" {
		return Support{Rule: RuleNone}
	}
	if d, ok := compactDate(trimmed); ok && q.want.kind == Date {
		return q.best(q.dates(d), Date)
	}
	days, _ := daysOf(trimmed)
	if minutes, timed := timeValue(trimmed); days != nil || timed {
		if len(days) == 2 && q.want.dayAt != 0 {
			days = days[(1-q.want.dayAt)/2:][:1]
		}
		return q.when(days, minutes, timed)
	}
	if out, ok := q.month(trimmed); ok {
		return out
	}
	if wild(trimmed) {
		return Support{Score: 0.5, Rule: RuleDefault, Status: Said}
	}
	if q.options() {
		return q.option(trimmed)
	}
	if codeLike(trimmed) && !q.want.money {
		if out := q.best(q.codes(trimmed), Code); out.Rule != RuleNone || !strings.Contains(trimmed, " ") {
			return out
		}
	}
	words := tokenize(nil, trimmed, 0, maxValueTokens)
	if len(words) == 0 {
		return Support{Rule: RuleNone}
	}
	dated := q.openDate(trimmed)
	if wd := weekdayNamed(words); wd > 0 {
		dated = append(dated, q.days(wd)...)
	}
	if len(dated) > 0 {
		return q.best(dated, Date)
	}
	// Its words, and texts of a tool's result whose letters are escaped.
	hits := append(q.phrases(words), q.saying(Text, trimmed, RuleExact)...)
	if len(words) == 1 { // may be spelled out letter by letter
		hits = append(hits, q.saying(Code, words[0].norm, RuleCode)...)
	}
	hits = append(hits, q.coded(trimmed)...)
	hits = append(hits, q.initials(trimmed)...)
	if h := q.parts(trimmed); h != nil {
		hits = append(hits, *h)
	}
	hits = append(hits, q.composed(trimmed, words)...)
	out := q.listed(words, q.best(hits, Text))
	if out.Rule != RuleExact && !q.want.machine && len(words) > 2 && q.b.figures(words) {
		switch as, ok := q.quoted(trimmed); {
		case !ok:
			out.Score *= lackShare
		case as != trimmed:
			if by := q.best(q.phrases(tokenize(nil, as, 0, maxValueTokens)), Text); by.Score > out.Score {
				out = by
			}
		}
	}
	if f, ok := number(trimmed); ok && !out.Grounded() && q.want.kind == Text {
		counted := slices.DeleteFunc(q.numbers(f), func(h hit) bool {
			return h.mention < 0 || q.Mentions[h.mention].Role == "ordinal" || !q.b.beside(q.self, &h) && !(q.want.money && currency(q.Mentions[h.mention].Unit))
		})
		if by := q.best(counted, Number); by.Score > out.Score {
			return by // two, for a text that is "2"
		}
	}
	return out
}

// wild reports whether a value says that the user has no preference.
func wild(s string) bool {
	switch strings.ToLower(s) {
	case "any", "anyone", "anything", "dontcare", "don't care", "no preference", "unspecified", "whatever":
		return true
	}
	return false
}

// initials supports a name of several words by its initials in capitals: LA for Los Angeles, NYC for New York.
func (q *query) initials(s string) (out []hit) {
	head, _, _ := strings.Cut(s, ",")
	words := tokenize(nil, head, 0, maxValueTokens)
	var b strings.Builder
	for i := range words {
		if !words[i].capital {
			return nil
		}
		r, _ := utf8.DecodeRuneInString(words[i].norm)
		b.WriteRune(r)
	}
	for _, city := range [...]string{"", "c"} {
		for _, h := range q.exact(tokenize(nil, b.String()+city, 0, maxValueTokens)) {
			if len(words) > 1 && len(words) < 5 && (q.b.tokens[h.from].upper || city != "") {
				h.q, h.rule = 1, RuleInitials
				out = append(out, h)
			}
		}
	}
	return out
}

// parts supports a text with parts separated by commas, "City, State", by its first part. The
// first part carries the value, and the others mostly follow from it.
func (q *query) parts(s string) *hit {
	head, rest, ok := strings.Cut(s, ",")
	if !ok || strings.Count(rest, ",") > 2 || len(s) > 128 {
		return nil
	}
	var out *hit
	for _, h := range q.exact(tokenize(nil, head, 0, maxValueTokens)) {
		if out == nil || q.statusAt(&h) == Said {
			out = &h
		}
	}
	if out == nil {
		if near := q.phrases(tokenize(nil, head, 0, maxValueTokens)); len(near) > 0 { // in another form
			out = &near[0]
		} else {
			return nil
		}
	}
	out.q, out.rule = 0.8*out.q, RuleWords
	for _, part := range strings.Split(rest, ",") {
		part = strings.TrimSpace(part)
		if len(q.exact(tokenize(nil, part, 0, maxValueTokens))) == 0 && len(part) > 3 {
			out.q -= 0.25
		}
	}
	return out
}

// composed supports a command, a query or an expression by the share of the user's words that
// it contains. A search in plain words has no others.
func (q *query) composed(s string, ws []word) []hit {
	if !q.want.machine || q.want.searched && !strings.Contains(s, ":") && slices.ContainsFunc(ws, func(w word) bool { return !q.b.knows(w.norm) }) {
		return nil
	}
	in := map[string]bool{}
	for i := range ws {
		in[stem(ws[i].norm)] = true
	}
	total, held, at := 0, 0, int32(-1)
	for i := len(q.b.tokens) - 1; i >= 0 && total < 64; i-- {
		if q.b.is(i, cStop) {
			continue
		}
		total++
		if in[stem(q.b.norm(&q.b.tokens[i]))] {
			held++
			at = int32(i)
		}
	}
	if held == 0 {
		return nil
	}
	return []hit{{from: at, to: at + 1, q: min(0.8, 0.3+float64(held)/float64(total)), mention: -1, rule: RuleWords}}
}

// knows reports whether the text has a word, in any form.
func (b *bound) knows(w string) (known bool) {
	b.forms(w, func(int32, float64) { known = true })
	for i := 1; i < len(b.tokens) && !known; i++ { // wifi, of "wi-fi"
		known = w == b.norm(&b.tokens[i-1])+b.norm(&b.tokens[i])
	}
	return known
}

// when compares a date, a time or both with the conversation. A date that can be read in two
// ways may be either.
func (q *query) when(days []day, minutes int, timed bool) Support {
	out := Support{Score: 1, Rule: RuleNone, Status: Said}
	var hits []hit
	for _, d := range days {
		hits = append(hits, q.dates(d)...)
	}
	if days != nil {
		out = q.best(hits, Date)
	}
	if timed {
		if x := q.best(q.times(minutes), Time); x.Score < out.Score {
			out = x
		}
	}
	return out
}

// openDate finds the mentions of a date that is written in words: 5 June, the 12th of May.
func (q *query) openDate(s string) []hit {
	if len(s) > 32 || !strings.ContainsAny(s, "0123456789") {
		return nil
	}
	r := ReadText(Input{Turns: []Turn{{Role: "user", Text: s}}})
	if len(r.Mentions) != 1 || r.Mentions[0].Kind != Date || len(r.Mentions[0].Value) < len("XXXX-05-11") {
		return nil
	}
	v := r.Mentions[0].Value
	return q.dates(day{y: atoi(v[:4]), m: atoi(v[5:7]), d: atoi(v[8:10])})
}

// weekdayNamed returns the day of the week that a value names, 0 for none.
func weekdayNamed(ws []word) int {
	if len(ws) == 0 || len(ws) > 2 {
		return 0
	}
	for _, e := range lexicons().of(ws[0].norm) {
		if e.class == cDay && int(e.n) == len(ws) && (len(ws) == 1 || e.endsIn(ws[1].norm)) {
			return int(e.val)
		}
	}
	return 0
}

// endsIn reports whether w is the second and last word of a phrase.
func (e *phrase) endsIn(w string) bool {
	second := e.words()[e.head+1:]
	return w == second || e.star && strings.HasPrefix(w, second)
}

// days finds the mentions of a day of the week.
func (q *query) days(wd int) []hit { return q.saying(Date, day{wd: wd}.String(), RuleDate) }

// saying finds the mentions of a kind for which value is one of the alternatives.
func (q *query) saying(kind Kind, value, rule string) (hits []hit) {
	for _, id := range q.b.valued(kind, value) {
		hits = append(hits, hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: 1, mention: id, rule: rule, alt: altOf(q.Mentions[id].Value, value)})
	}
	return hits
}

// codes finds an id or an address, however its characters are grouped.
func (q *query) codes(s string) []hit {
	own := squash(s)
	hits := q.saying(Code, own, RuleCode)
	hits = slices.DeleteFunc(hits, func(h hit) bool { // jo.smith is not josmith
		m := &q.Mentions[h.mention]
		return m.Kind == Email && fold(strings.TrimSpace(s)) != fold(m.Value)
	})
	for _, id := range latest(q.b.ofKind(Code)) { // 978-0-14, in "ISBN 978-0-14"
		at := q.b.at3[id]
		if at.to-at.from < 3 || q.b.tokens[at.from].digit || q.b.tokens[at.from+1].gap != space {
			continue
		}
		if q.Mentions[id].Value == q.b.norm(&q.b.tokens[at.from])+own {
			hits = append(hits, hit{from: at.from + 1, to: at.to, q: 1, mention: id, rule: RuleCode})
		}
	}
	for _, h := range q.exact(tokenize(nil, s, 0, maxValueTokens)) {
		h.rule = RuleCode
		hits = append(hits, h)
	}
	return hits
}

// maxPlaces is how many occurrences of a word are examined, the latest ones.
const maxPlaces = 12

func latest(places []int32) []int32 { return places[max(0, len(places)-maxPlaces):] }

// exact finds words in order, whatever signs stand between them. A part of a code is no place: neither is
// X7 in "X7QP2", nor 0134 in "555-0134".
func (q *query) exact(ws []word) []hit {
	if len(ws) == 0 {
		return nil
	}
	var hits []hit
	for _, p := range latest(q.b.of(ws[0].norm)) {
		if to := int(p) + len(ws); q.phraseAt(int(p), ws) && !(q.whole(ws) && (q.b.joined(int(p)) || q.b.joined(to))) {
			hits = append(hits, hit{from: p, to: p + int32(len(ws)), q: 1, mention: -1, rule: RuleExact})
		}
	}
	return hits
}

// whole reports whether a value must not be part of a longer one: it is a code, or letters and digits or several numbers in one.
func (q *query) whole(ws []word) bool {
	switch q.want.kind {
	case Code, Phone, Email:
		return true
	}
	digits := false
	for i := range ws {
		if i > 0 && ws[i].gap > hyphen {
			return false
		}
		digits = digits || ws[i].digit
	}
	return digits
}

func (q *query) phraseAt(p int, ws []word) bool {
	if p+len(ws) > len(q.b.tokens) || q.b.tokens[p+len(ws)-1].turn != q.b.tokens[p].turn {
		return false
	}
	for k := range ws {
		if q.b.norm(&q.b.tokens[p+k]) != ws[k].norm {
			return false
		}
	}
	return true
}

// phrases finds a text: its words in order, or else its content words close together.
func (q *query) phrases(ws []word) []hit {
	hits := q.exact(ws)
	if len(hits) > 0 || q.whole(ws) {
		return hits
	}
	terms := make([]term, 0, len(ws))
	lx := lexicons()
	langs := q.b.langs | 1<<lx.id("en")
	for i := range ws {
		if !lx.has(ws[i].norm, cStop, langs) {
			terms = append(terms, termOf(ws[i].norm))
		}
	}
	return q.scattered(terms)
}

// form is a word of the text that may be a form of word k of a value.
type form struct {
	id     int32
	k      int
	likely float64
}

// scattered finds words close together, in any order and form.
func (q *query) scattered(terms []term) []hit {
	b := q.b
	const most = 24
	terms = terms[:min(len(terms), most)]
	var few [32]form
	forms, rare, count, total := few[:0], -1, 1<<30, 0.0
	for k := range terms {
		n, places := len(forms), 0
		b.formsOf(terms[k], func(id int32, likely float64) {
			if len(forms) < n+4 {
				forms = append(forms, form{id, k, likely})
				places += len(b.occurs(id))
			}
		})
		if places > 0 {
			total += forms[n].likely
			if places < count {
				rare, count = k, places
			}
		}
	}
	if rare < 0 {
		return nil
	}
	var hits []hit
	width, seen := int32(len(terms)+4), 0
	for _, f := range forms {
		if f.k != rare {
			continue
		}
		for _, p := range latest(b.occurs(f.id)) {
			if seen++; seen > maxPlaces {
				break
			}
			var best [most]float64
			var at [most]int32
			turn := b.tokens[p].turn
			for i := max(b.starts[turn], p-width); i < min(b.starts[turn+1], p+width+1); i++ {
				for _, g := range forms {
					if g.id == b.tokens[i].word && g.likely > best[g.k] {
						best[g.k], at[g.k] = g.likely, i
					}
				}
			}
			sum, from, to := 0.0, p, p+1
			for k := range terms {
				if best[k] > 0 {
					sum, from, to = sum+best[k], min(from, at[k]), max(to, at[k]+1)
				}
			}
			if share := sum / float64(len(terms)); share >= 0.4 && !b.numbered(terms, best[:len(terms)], at[:len(terms)]) {
				hits = append(hits, hit{from: from, to: to, q: share * share * share * 0.95, mention: -1, rule: RuleWords})
			}
		}
	}
	return hits
}

// numbered reports whether a number of a value stands apart from its words, which have another number beside
// them: 20, of "20 Melati Road", in "20 kilos at 12 Melati Road".
func (b *bound) numbered(terms []term, best []float64, at []int32) bool {
	for k := range terms {
		if best[k] == 0 || !b.tokens[at[k]].digit {
			continue
		}
		for j := range terms {
			for _, i := range [...]int32{at[j] - 1, at[j] + 1} {
				if t := b.tok(int(i), int(at[j])); best[j] > 0 && t.digit && t.word != b.tokens[at[k]].word {
					return true
				}
			}
		}
	}
	return false
}

// coded finds the name for a standard code (United States for US) and the code for a name.
func (q *query) coded(s string) []hit {
	var hits []hit
	codes := q.want.codes
	if codes == "" && q.want.kind == Text && len(s) == 2 {
		codes = "language" // of any text: "into French" says fr
	}
	for _, name := range namesOf(codes, s) {
		for _, h := range q.phrases(solid(split(name))) {
			if h.q >= 0.6 {
				h.q, h.rule = 0.9*h.q, RuleName
				hits = append(hits, h)
			}
		}
	}
	if code := strings.ToUpper(s); currency(code) {
		for _, i := range q.b.coins { // in euros
			if m, ok := q.b.at(int(i), cUnit); ok && m.str() == code && len(hits) < maxPlaces {
				hits = append(hits, hit{from: i, to: i + int32(m.n), q: 0.9, mention: -1, rule: RuleName})
			}
		}
		for _, id := range latest(q.b.inUnit(code)) {
			hits = append(hits, hit{from: q.b.at3[id].from, to: q.b.at3[id].to, q: 0.9, mention: id, rule: RuleName})
		}
	}
	return hits
}

// Given returns the likeliest fill of a tool's parameter, and whether its probability reaches
// [Grounded]. If it does not, F12 counts the parameter as missing.
func (r *Reading) Given(tool, param string) (Fill, bool) {
	s := r.Slot(tool, param)
	if len(s.Fills) == 0 {
		return Fill{}, false
	}
	return s.Fills[0], s.Fills[0].P >= Grounded
}
