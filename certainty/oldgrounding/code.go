package oldgrounding

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// states are the postal codes of the United States and Canada.
var states = map[string]string{
	"al": "alabama", "ak": "alaska", "az": "arizona", "ar": "arkansas", "ca": "california", "co": "colorado",
	"ct": "connecticut", "de": "delaware", "dc": "district of columbia", "fl": "florida", "ga": "georgia",
	"hi": "hawaii", "id": "idaho", "il": "illinois", "in": "indiana", "ia": "iowa", "ks": "kansas",
	"ky": "kentucky", "la": "louisiana", "me": "maine", "md": "maryland", "ma": "massachusetts",
	"mi": "michigan", "mn": "minnesota", "ms": "mississippi", "mo": "missouri", "mt": "montana",
	"ne": "nebraska", "nv": "nevada", "nh": "new hampshire", "nj": "new jersey", "nm": "new mexico",
	"ny": "new york", "nc": "north carolina", "nd": "north dakota", "oh": "ohio", "ok": "oklahoma",
	"or": "oregon", "pa": "pennsylvania", "ri": "rhode island", "sc": "south carolina", "sd": "south dakota",
	"tn": "tennessee", "tx": "texas", "ut": "utah", "vt": "vermont", "va": "virginia", "wa": "washington",
	"wv": "west virginia", "wi": "wisconsin", "wy": "wyoming",
	"ab": "alberta", "bc": "british columbia", "mb": "manitoba", "nb": "new brunswick",
	"ns": "nova scotia", "on": "ontario", "qc": "quebec", "sk": "saskatchewan",
}

var stateCodes = invert(states)

func invert(m map[string]string) map[string]string {
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[v] = k
	}
	return out
}

// symbols are the signs and words of units: what stands for a value of the
// left in a text, in small letters.
var symbols = map[string][]string{
	"usd": {"$", "dollar", "dollars", "bucks"}, "eur": {"\u20ac", "euro", "euros"},
	"gbp": {"\u00a3", "pound", "pounds", "sterling"}, "jpy": {"\u00a5", "yen"},
	"cny": {"\u00a5", "yuan", "rmb"}, "inr": {"\u20b9", "rupee", "rupees"}, "krw": {"\u20a9", "won"},
	"celsius": {"\u00b0c", "\u2103", "centigrade"}, "fahrenheit": {"\u00b0f", "\u2109"},
	"percent": {"%"}, "km": {"kilometer", "kilometers", "kilometre", "kilometres"},
	"kilometers": {"km", "kms"}, "miles": {"mi"}, "kg": {"kilogram", "kilograms", "kilo", "kilos"},
	"kilograms": {"kg", "kgs"}, "pounds": {"lb", "lbs"}, "ounces": {"oz"}, "meters": {"m"}, "centimeters": {"cm"},
	"metric": {"celsius", "kilometers", "kilograms", "\u00b0c"}, "imperial": {"fahrenheit", "miles", "\u00b0f"},
}

// code grounds a value that is the standard code or sign of what the text
// spells out, or the other way round: CA and California, GB and UK, da and
// Danish, USD and $, celsius and degrees C.
func (q *query) code(s string, words []token) Support {
	key := joinWords(words)
	if name, ok := states[key]; ok && words[0].upper {
		if out := q.spelled(name); out.Score > 0 {
			return out
		}
	}
	if short, ok := stateCodes[key]; ok {
		if out := q.capitals(short); out.Score > 0 {
			return out
		}
	}
	if q.paramMentions(sizeWords) {
		if out := q.size(key); out.Score > 0 {
			return out
		}
	}
	for _, sign := range symbols[key] {
		if out := q.sign(sign); out.Score > 0 {
			return out
		}
	}
	if len(words) > 1 || words[0].upper {
		if out := q.nation(key); out.Score > 0 {
			return out
		}
		if short := joined(words); len(words) > 1 && len(short) == len(words) {
			return q.nation(short) // U.S.
		}
	}
	if len(words) == 1 {
		return q.standard(s, words[0])
	}
	return Support{}
}

var sizeWords = set(`size sizes`)

// sizes are the letters of sizes.
var sizes = map[string]string{"xs": "extra small", "s": "small", "m": "medium", "l": "large", "xl": "extra large"}

var sizeLetters = invert(sizes)

// size grounds a size by its letter, and the letter by the size.
func (q *query) size(key string) Support {
	if name, ok := sizes[key]; ok {
		return q.spelled(name)
	}
	for _, p := range q.index.places(sizeLetters[key]) {
		if q.tokens[p].capital {
			return Support{Score: 0.9, Rule: RuleCode, Span: q.span(int(p), int(p)+1)}
		}
	}
	return Support{}
}

func joinWords(words []token) string {
	if len(words) == 1 {
		return words[0].norm
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.norm)
	}
	return b.String()
}

// spelled finds words in the text.
func (q *query) spelled(name string) Support {
	from, end, ok := q.phrase(solidTokens(split(name)), "")
	if !ok {
		return Support{}
	}
	return Support{Score: 0.9, Rule: RuleCode, Span: q.span(from, end)}
}

// capitals finds a code in the text, written in capitals.
func (q *query) capitals(code string) Support {
	for _, p := range q.index.places(code) {
		if q.tokens[p].upper {
			return Support{Score: 0.9, Rule: RuleCode, Span: q.span(int(p), int(p)+1)}
		}
	}
	if p := q.acronym(code); p >= 0 {
		return Support{Score: 0.9, Rule: RuleCode, Span: q.span(p, p+len(code))}
	}
	return Support{}
}

// sign finds a sign or a unit's word in the text.
func (q *query) sign(sign string) Support {
	if letters(sign) {
		return q.spelled(sign)
	}
	for i, t := range q.turns {
		if t.Role != "user" && t.Role != "tool" {
			continue
		}
		for _, form := range [...]string{sign, strings.ToUpper(sign)} {
			if k := strings.Index(t.Text, form); k >= 0 {
				return Support{Score: 0.9, Rule: RuleCode, Span: Span{i, k, k + len(form)}}
			}
		}
	}
	return Support{}
}

// standard grounds the code of a country (ISO 3166) or a language (BCP 47)
// where the parameter speaks of one.
func (q *query) standard(s string, w token) Support {
	if n := len(s); n < 2 || n > 5 {
		return Support{}
	}
	if q.describes("country", "countries", "region", "nation") {
		if r, err := language.ParseRegion(s); err == nil {
			if out := q.nation(strings.ToLower(r.String())); out.Score > 0 {
				return out
			}
			if name := display.English.Regions().Name(r); name != "" {
				return q.spelled(name)
			}
		}
	}
	if q.describes("language", "lang", "locale", "languages", "translate") {
		if t, err := language.Parse(s); err == nil && w.solid {
			base, _ := t.Base()
			if name := display.English.Languages().Name(base); name != "" {
				return q.spelled(name)
			}
		}
	}
	return Support{}
}
