package oldgrounding

import "strings"

// aliases are the short and the long forms of one word that English spells
// both ways: titles, parts of addresses and of names of places, of companies
// and offices, days, months and units.
var aliases = func() map[string][]string {
	out := map[string][]string{}
	add := func(words []string) {
		for _, w := range words {
			for _, o := range words {
				if w != o && stem(w) != stem(o) && len(w) > 1 && len(o) > 1 {
					out[w] = append(out[w], o)
				}
			}
		}
	}
	for _, group := range strings.Split(`dr doctor|prof professor|mr mister|jr junior|sr senior|capt captain|sgt sergeant|gov governor|
sen senator|st saint|st street|mt mount|mt mountain|ft fort|ave avenue av|rd road|blvd boulevard|ln lane|hwy highway|sq square|
pkwy parkway|pl place|apt apartment|dept department|univ university uni|inst institute|assn association|corp corporation|
inc incorporated|ltd limited|govt government|intl international|natl national|vs versus|approx approximately|temp temperature|
max maximum|min minimum|avg average|info information|config configuration|app application|repo repository|doc document|
pic picture|photo photograph|phone telephone|fridge refrigerator|gym gymnasium|lab laboratory|exam examination|math mathematics maths|
dev development|dev developer|admin administrator|org organization organisation|msg message|qty quantity|tv television|
bio biology|chem chemistry|flu influenza|ad advertisement|kg kilogram kilo|
km kilometer|cm centimeter|mm millimeter|mg milligram|gm gram|ml milliliter|lb pound|oz ounce|ft foot|
hr hour|hrs hours|sec second|secs seconds|mins minutes|min minute|
sun sunday|mon monday|tue tuesday tues|wed wednesday weds|thu thursday thur thurs|fri friday|sat saturday|
jan january|feb february|mar march|apr april|jun june|jul july|aug august|sep september sept|oct october|nov november|dec december`, "|") {
		add(strings.Fields(group))
	}
	return out
}()

// ambiguous are short forms that are words or names of their own too: only
// with a capital, and not in capitals throughout, are they short for another.
var ambiguous = set(`sun mon wed sat mar st mt sen pl`)

// alias finds another form of a word in the text. -1 where there is none.
func (c *Context) alias(w string) int {
	for _, o := range aliases[w] {
		for _, p := range c.index.places(o) {
			if t := &c.tokens[p]; !ambiguous[o] || t.capital && !t.upper {
				return int(p)
			}
		}
		if p := c.stemmed(o); p >= 0 && len(o) > 3 {
			return int(p)
		}
	}
	return -1
}

// nations are the few states that have more names than one in English.
var nations = [][]string{
	{"us", "usa", "united states", "united states of america"},
	{"uk", "gb", "united kingdom", "great britain"},
	{"uae", "united arab emirates"}, {"eu", "european union"},
}

// nation grounds one of the names of a state by another.
func (q *query) nation(key string) Support {
	for _, names := range nations {
		own := false
		for _, n := range names {
			own = own || n == key
		}
		for _, n := range names {
			if !own {
				break
			}
			out := Support{}
			if len(n) > 3 {
				out = q.spelled(n)
			} else {
				out = q.capitals(n)
			}
			if out.Score > 0 {
				return out
			}
		}
	}
	return Support{}
}
