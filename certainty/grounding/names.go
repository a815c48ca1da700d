package grounding

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// namesOf returns the names of the country, language or state that has the
// standard code s. They are looked up in several languages, because the CLDR
// tables contain them.
func namesOf(codes, s string) []string {
	if codes == "" || len(s) < 2 || len(s) > 6 {
		return nil
	}
	key := codes + "\x00" + s
	if got, ok := codeNames.Load(key); ok {
		return got.([]string)
	}
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	switch codes {
	case "country":
		if r, err := language.ParseRegion(s); err == nil && r.IsCountry() {
			for _, n := range namers() {
				add(n.region.Name(r))
			}
			add(shortNames[r.String()])
		}
	case "language":
		if t, err := language.Parse(s); err == nil {
			base, _ := t.Base()
			for _, n := range namers() {
				add(n.language.Name(base))
			}
		}
	case "state":
		if name := states[strings.ToLower(s)]; name != "" && s == strings.ToUpper(s) {
			add(name)
		}
	}
	codeNames.Store(key, out) // stays small: there are few codes of these kinds and lengths
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
	of := func(class string) bool {
		return slices.ContainsFunc(name, func(n string) bool { return tell(class, n) })
	}
	if len(name) > 1 && !tell("named", name[len(name)-1]) {
		return 0 // last_visit, given_date
	}
	switch first, last := of("name_first"), of("name_last"); {
	case first == last:
		return 0
	case first && (len(name) > 1 || !tell("bare", name[0])):
		return -1
	case last && (len(name) > 1 || !tell("bare", name[0])):
		return 1
	}
	return 0
}
