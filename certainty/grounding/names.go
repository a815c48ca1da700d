package grounding

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// namesOf returns the names of the country, language or state that has the
// standard code s. They are looked up in several languages, because the CLDR
// tables contain them.
func namesOf(codes, s string) []string {
	if len(s) < 2 || len(s) > 6 {
		return nil
	}
	switch codes {
	case "country":
		if r, err := language.ParseRegion(s); err == nil && r.IsCountry() {
			return namedIn(codes+r.String(), func(n namer) string { return n.region.Name(r) }, shortNames[r.String()])
		}
	case "language":
		if t, err := language.Parse(s); err == nil {
			base, _ := t.Base()
			return namedIn(codes+base.String(), func(n namer) string { return n.language.Name(base) }, "")
		}
	case "state":
		if name := states[strings.ToLower(s)]; name != "" && s == strings.ToUpper(s) {
			return []string{name}
		}
	}
	return nil
}

// namedIn returns what the languages call a code, and its short name if it has one. The names are kept by the
// standard's own form of the code: there are as many as countries and languages, whatever a completion writes.
func namedIn(code string, name func(namer) string, short string) []string {
	if got, ok := codeNames.Load(code); ok {
		return got.([]string)
	}
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, n := range namers() {
		add(name(n))
	}
	add(short)
	codeNames.Store(code, out)
	return out
}

var codeNames sync.Map

// shortNames are abbreviations of countries that differ from their codes.
var shortNames = map[string]string{"GB": "UK", "US": "USA", "AE": "UAE"}

type namer struct{ region, language display.Namer }

var namers = sync.OnceValue(func() []namer {
	var out []namer
	for _, l := range strings.Fields("en es fr de it pt nl pl sv ru uk tr ar hi id ja ko zh vi cs") {
		t := language.MustParse(l)
		out = append(out, namer{display.Regions(t), display.Languages(t)})
	}
	return out
})

// states are the postal codes of the United States and Canada.
var states = func() map[string]string {
	out := map[string]string{}
	for _, line := range strings.Split(`al alabama|ak alaska|az arizona|ar arkansas|ca california|co colorado|ct connecticut|de delaware|dc district of columbia|fl florida|ga georgia|hi hawaii|id idaho|il illinois|in indiana|ia iowa|ks kansas|ky kentucky|la louisiana|me maine|md maryland|ma massachusetts|mi michigan|mn minnesota|ms mississippi|mo missouri|mt montana|ne nebraska|nv nevada|nh new hampshire|nj new jersey|nm new mexico|ny new york|nc north carolina|nd north dakota|oh ohio|ok oklahoma|or oregon|pa pennsylvania|ri rhode island|sc south carolina|sd south dakota|tn tennessee|tx texas|ut utah|vt vermont|va virginia|wa washington|wv west virginia|wi wisconsin|wy wyoming|ab alberta|bc british columbia|mb manitoba|nb new brunswick|ns nova scotia|on ontario|qc quebec|sk saskatchewan`, "|") {
		code, name, _ := strings.Cut(line, " ")
		out[code] = name
	}
	return out
}()

// halfOf returns the part of a person's name that a parameter takes by its own name, which does not say first or
// last of anything else: first_name, surname.
func halfOf(name []string) int {
	if len(name) > 1 && !tell("named", name[len(name)-1]) {
		return 0 // last_visit, given_date
	}
	switch first, last := tellAny("name_first", name), tellAny("name_last", name); {
	case first == last:
		return 0
	case first:
		return -1
	}
	return 1
}

// halve lets a parameter that only says that it is a name take the part of a name that the one beside it leaves:
// nombre beside apellidos, nom beside prenom.
func halve(all []want) {
	other := -1
	for i := range all {
		if all[i].half != 0 {
			other = i
		}
	}
	for i := range all {
		if other < 0 || i == other {
			continue
		}
		words := whole(all[i].full)
		more := func(w string) bool { return !tell("name_alone", w) && !slices.Contains(all[other].full, w) }
		if tellAny("name_alone", words) && !slices.ContainsFunc(words, more) {
			all[i].half = -all[other].half
			return
		}
	}
}

// halfAt returns -1 if a place is the first word of a person's name of several, 1 if it is the last, in a language
// in which the family name comes last, and 0 if it is neither. A label before it decides, whatever the order.
func (q *query) halfAt(h *hit) int {
	b := q.b
	if q.want.half == 0 {
		return 0
	}
	if half := b.halfLabelled(h); half != 0 {
		return half
	}
	first := &b.tokens[h.from]
	if !first.solid { // 王小明, 김민수
		joins := func(i int32) bool {
			t := b.tok(int(i), int(h.from))
			return t.turn >= 0 && !t.solid && b.tokens[max(i, h.from)].gap == glued
		}
		switch {
		case h.to-h.from == 1 && joins(h.to):
			return 1
		case h.to-h.from == 2 && joins(h.from-1) && (hangul(b.norm(first)) || !joins(h.to)): // but 欧阳静怡
			return -1
		}
		return 0
	}
	if b.langIs("hu") {
		return 0
	}
	named := func(i, next int32) bool {
		t := b.tok(int(i), int(h.from))
		return t.capital && b.tokens[max(i, next)].gap == space && !b.is(int(i), cMine) && !tell("name_first", b.norm(t)) && !tell("name_last", b.norm(t))
	}
	from, to := h.from, h.to
	for from > 0 && b.particle(from-1) { // Femke de Vries
		from--
	}
	for int(to) < len(b.tokens)-1 && b.particle(to) {
		to++
	}
	switch {
	case !first.capital && !b.particle(h.from):
		return 0
	case named(from-1, from):
		return 1
	case named(to, to):
		return -1
	}
	return 0
}

// hangul reports whether a word is Korean, whose particles follow a name without a space.
func hangul(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.Is(unicode.Hangul, r)
}

// particle reports whether token i is a word inside family names that is written small: de, van der.
func (b *bound) particle(i int32) bool {
	t := &b.tokens[i]
	return !t.capital && tell("particle", b.norm(t))
}

// halfLabelled returns -1 or 1 if the words before a place call it the first name or the family name.
func (b *bound) halfLabelled(h *hit) int {
	for k := h.from - 1; k >= h.from-3 && b.tokens[k+1].gap < comma; k-- {
		w, next := b.norm(&b.tokens[k]), b.norm(&b.tokens[k+1])
		first, last := tell("name_first", w), tell("name_last", w)
		switch {
		case !first && !last:
			continue
		case tell("bare", w) && !tell("named", next), tell("name_alone", w+next):
			return 0 // the last time, 名前
		case first:
			return -1
		default:
			return 1
		}
	}
	return 0
}
