package grounding

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"unique"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/internal/words"
)

// want is what a parameter asks for, by its name, description and schema. It is immutable once
// made, and keeps no reference into the schema's memory.
type want struct {
	full     []string // all words of the name
	name     []string // its content words
	about    []string // content words of the description
	means    []string // English words for those of its name in another language
	tells    []spoken
	role     string           // from, to, min, max
	named    bool             // its name says so
	ordered  bool             // it is one of the only two dates of its tool, which are a start and an end
	paired   bool             // it is an end only where another parameter is the other one
	turns    bool             // which end it is depends on what it is about: one arrives at the end of a journey and at the start of a stay
	unit     string           // the unit in which its number counts
	dim      string           // what it measures, if its name says so and no unit
	part     part             // the part of a date or of a time of day that its number is
	dayAt    int              // where its description puts the day of a date: 1 before the month, -1 behind it, 0 if it does not say
	leave    bool             // the parameter lists what is not wanted
	acts     bool             // a boolean whose name only says that something is left out or taken away
	power    bool             // a boolean that says whether something is switched on
	codes    string           // the standard that its values are codes of: country, currency, language, state
	kind     Kind             // the kind of mention that fills the parameter; 0 for text
	item     *want            // what the elements of a list ask for, if they are no lists or objects
	options  []option         // the values of an enumeration
	wordy    bool             // some of them are no numbers
	lowest   int              // the one that stands for nothing or little, -1 for none
	machine  bool             // it is a command, a query or an expression
	searched bool             // it is one, and mostly in plain words
	lasts    bool             // it is about a length of time
	address  string           // the part of an address that it takes
	half     int              // the part of a person's name that it takes: -1 for the first, 1 for the last, 0 for neither
	people   bool             // it counts people
	money    bool             // it is an amount of money, by its name or its unit
	vecs     []words.ID       // the vectors of the name's first words
	ids      []words.ID       // those of its content words, if it counts something
	undone   []term           // of a boolean: its name with a prefix that denies it, "unfurnished"
	says     [2]domains.Value // of a boolean that its schema writes as two values, such as Y and N: its no and its yes
	likes    *alikeness
	state    int       // -1 if it is what was or is before a change, and another parameter what comes of it, 1 the other way round
	was      bool      // it is what was before a change, by its name
	trait    bool      // it is about the person whom something is for, and not about who asks: age, size, name
	deeds    []deed    // the verbs by which it is a party
	siblings []sibling // the parameters that ask the same about other things
}

// option is one value of an enumeration.
type option struct {
	v     domains.Value
	value string // as text
	words []term // of the value itself
	gloss []term // words by which the schema explains the value
	alone []term // words of either list that no other value has
	solid []word // words, for a search in order

	ids   []words.ID // of alone
	day   int        // the day of the week that it names, 0 for none
	wordy bool       // it is no number
	sorts int        // which way it sorts by a field, see sortingOf
}

// known caches the wants of a tool's parameters by a hash of their text, since many samples
// offer the same tools.
var known = lru.Generations[[]want]{Most: maxWants, Size: func(ws []want) int { return len(ws) + 1 }}

// The bounds of the cached parameters (for each of the two generations of the cache), and of
// the values of an enumeration.
const (
	maxWants   = 2048
	maxOptions = 64
)

// wantsOf returns what each parameter of a tool asks for. The hash must cover everything that
// newWant reads.
func wantsOf(params []domains.Param, set domains.Set) []want {
	text := wantTexts.Get().(*[]byte)
	defer wantTexts.Put(text)
	at := (*text)[:0]
	for i := range params {
		p, d := &params[i], domainOf(set, params, i)
		at = append(jsonvalue.AppendString(jsonvalue.AppendString(at, p.Name), p.Description), 0) // as JSON, in which no text passes for the end of its parameter
		for _, m := range p.Schema.Members() {
			switch m.Key {
			case "type", "format", "items", "oneOf", "anyOf", "minimum", "maximum":
				at = m.Value.AppendJSON(append(append(at, m.Key...), 0))
			}
		}
		at = append(append(append(at, 0), d.Type...), 0)
		for _, v := range d.Values[:min(len(d.Values), maxOptions+1)] {
			at = v.AppendJSON(append(at, 0))
		}
	}
	*text = at
	key := maphash.Bytes(hashSeed, at)
	got, ok := known.Find(key)
	if ok {
		return got
	}
	got = make([]want, len(params))
	for i := range params {
		got[i] = newWant(&params[i], *domainOf(set, params, i))
	}
	turn(got)
	halve(got)
	order(got)
	for i := range got {
		got[i].listen(got)
		got[i].pair(got)
	}
	if len(at) < 1<<14 {
		known.Keep(key, got)
	}
	return got
}

// wantTexts are the buffers for the texts to hash.
var wantTexts = sync.Pool{New: func() any { return new([]byte) }}

// domainOf returns the domain of parameter i; a set usually has the order of the parameters.
func domainOf(set domains.Set, params []domains.Param, i int) *domains.Domain {
	if i < len(set) && set[i].Name == params[i].Name {
		return &set[i].Domain
	}
	d, _ := set.Get(params[i].Name)
	return &d
}

// newWant computes what a parameter asks for.
func newWant(p *domains.Param, d domains.Domain) (w want) {
	name := spelledOut(p.Name)
	joined := whole(name)
	w.full = interned(split(p.Name))
	for _, n := range name {
		if !tell("plain", n) {
			w.name = append(w.name, n)
		}
	}
	for _, n := range w.full { // people write "qty" and "dept", too, but "no" is a word
		if len(n) > 2 && !tell("plain", n) && !slices.Contains(w.name, n) {
			w.name = append(w.name, n)
		}
	}
	about := split(p.Description)
	lx := lexicons()
	langs := lx.spokenIn(name, about)
	if w.means = interned(lx.meant(w.name, langs)); len(w.means) > 0 && len(whole(w.name)) < len(w.name) {
		w.name = nil // single characters tell little beside the meaning of their word
	}
	all := fold(p.Name + " " + p.Description)
	w.kind = kindOf(p, d, joined, all)
	if no, yes, ok := d.Flag(); ok && w.kind != Boolean {
		w.kind, w.says = Boolean, [2]domains.Value{domains.Detached(no), domains.Detached(yes)}
	}
	for i, n := range about {
		if w.kind == Boolean && lx.contrasts(about[i:], langs) {
			break // "freeze it rather than cancel" is not about cancelling
		}
		if len(n) > 2 && !tell("plain", n) && !lx.has(n, cStop, langs) && i < 40 {
			w.about = append(w.about, n)
		}
	}
	w.about = interned(w.about)
	for _, word := range tells["time"] {
		w.lasts = w.lasts || slices.Contains(name, word) || strings.Contains(fold(p.Description), word)
	}
	if w.unit = unitOf(name, about, p.Description, w.lasts, langs); (w.unit == "" || w.unit == "pct") && w.kind == Number && isShare(p) {
		w.unit = share
	}
	if w.unit == "" && w.kind == Number {
		w.dim = measureOf(name)
	}
	var end string
	w.role, end = endNamed(joined, w.unit)
	w.turns, w.paired = tell("turns", end), tell("paired", end)
	w.leave = slices.ContainsFunc(name, func(n string) bool { return lx.has(n, cLeave, langs) })
	w.named = w.role != ""
	if w.role == "" {
		w.role = endDescribed(whole(about))
	}
	for i, n := range about {
		if i < 8 && !w.leave && lx.has(n, cLeave, langs) && n != "no" && n != "not" && n != "without" {
			w.leave = true
		}
	}
	for _, codes := range [...]string{"currency", "country", "language", "state"} {
		for _, word := range tells["codes_"+codes] {
			if w.codes == "" && strings.Contains(all, word) {
				w.codes = codes
			}
		}
	}
	if w.part = partOf(name, about, langs); w.lasts && w.part.of == Time && len(name) > 1 {
		w.part = part{}
	}
	w.dayAt = dayFirst(all)
	w.half = halfOf(joined)
	if w.kind == Text || w.kind == Code {
		w.address = addressPart(joined)
	}
	w.vecs = vectorsOf(w.full[:min(len(w.full), 4)])
	if w.kind == Number || w.kind == Boolean {
		w.ids = vectorsOf(w.name[:min(len(w.name), 4)])
	}
	w.money = (w.kind == Number || w.kind == Text) && (currency(w.unit) || w.unit == "cent" || tellAny("field_price", name))
	w.people = w.kind == Number && slices.ContainsFunc(joined, func(n string) bool { return tell("people", n) || tell("people", stem(n)) })
	w.machine = slices.ContainsFunc(name, func(n string) bool { return tell("machine", stem(n)) })
	w.searched = w.machine && !slices.ContainsFunc(name, func(n string) bool { return tell("machine", stem(n)) && !tell("searched", stem(n)) })
	if w.kind == Boolean { // "no ads" sets block_ads; blocked alone names nothing to leave out
		is := func(c class) func(string) bool { return func(n string) bool { return lx.has(n, c, langs) } }
		w.power = !slices.ContainsFunc(name, func(n string) bool { return !tell("power", n) && n != "is" })
		w.acts = !slices.ContainsFunc(name, func(n string) bool { return !is(cLeave | cDrop | cOff | cStop)(n) })
		if !tellAny("un", name) { // not of non_smoking
			for _, n := range w.name[:min(len(w.name), 4)] {
				for i := 0; i < len(tells["un"]) && len(n) > 3; i++ {
					w.undone = append(w.undone, termOf(unique.Make(tells["un"][i]+n).Value()))
				}
			}
		}
		w.leave = !w.acts && (slices.ContainsFunc(name, is(cLeave)) || len(name) > 1 && (is(cNot)(name[0]) && name[0] != "non" || tell("free", name[len(name)-1])))
	}
	values := d.Values
	if w.kind == Boolean && w.says[0].IsNull() || d.Type != domains.Finite && d.Type != domains.EstimatedFinite {
		values = nil
	}
	if items := p.Schema.Field("items").Field("enum").Items(); len(items) > 0 {
		values = items
	}
	if values == nil && (w.kind == Number || w.kind == Code) {
		values = legend(p.Description)
	}
	if w.options = optionsOf(p, values); w.options != nil {
		w.likes, w.lowest = new(alikeness), lowest(w.options)
	}
	if of := p.Schema.Field("items"); w.kind == Item && w.options == nil && !of.IsNull() && of.Field("type").Str() != "array" && of.Field("type").Str() != "object" {
		item := newWant(&domains.Param{Name: p.Name, Description: p.Description, Schema: of}, domains.Domain{})
		w.item = &item
		item.listen([]want{item})
	}
	for i := range w.options {
		w.wordy = w.wordy || w.options[i].wordy
	}
	return w
}

// spelledOut returns the words of a name, with words in place of their abbreviations.
func spelledOut(name string) []string {
	return interned(split(words.Unabbreviated(words.Spell(name))))
}

// interned returns copies of words that do not keep their text in memory, and that are shared
// among tools.
func interned(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = unique.Make(w).Value()
	}
	return out
}

// unitOf returns the unit that a name or a description states, "" for none. lasts says that they are about a
// period.
func unitOf(name, about []string, description string, lasts bool, langs uint32) string {
	lx := lexicons()
	for i := len(name) - 1; i >= 0; i-- {
		n := name[i]
		if n == "min" && (i < len(name)-1 || i == 0 || !lasts) {
			continue // minimum, not minutes
		}
		if len(name) == 1 && len(n) < 3 {
			continue
		}
		if i > 1 && name[i-1] != "min" && name[i-1] != "in" && lx.has(n, cUnit, langs) && lx.has(name[i-1], cUnit, langs) {
			n = name[i-1] + n // speed_km_h counts in kmh, rate_l_ha in no known unit
			if i--; !lx.has(n, cUnit, langs) {
				return ""
			}
		}
		for _, e := range lx.exact(hash(n)) {
			if e.class == cUnit && e.n == 1 && langs&(1<<e.lang) != 0 && (i == len(name)-1 || len(n) > 1) && e.str() != "points" && e.str() != "in" && (e.str() != "ms" || lasts) { // wind_ms is no length of time
				return e.str()
			}
		}
	}
	if slices.Contains(name, "minor") || strings.Contains(fold(description), "smallest currency unit") || strings.Contains(fold(description), "minor unit") {
		return "cent"
	}
	for _, n := range about {
		for _, e := range lx.exact(hash(n)) {
			if e.class == cUnit && e.n == 1 && langs&(1<<e.lang) != 0 && (len(n) > 2 && e.lang == lx.id("en") || len(n) > 4) && e.str() != "points" && e.str() != "st" && !(e.str() == "d" || e.str() == "s" && n == "second") {
				return e.str()
			}
		}
	}
	return ""
}

// id returns the number of a language, or 255 if there is no lexicon of it.
func (lx *lexicon) id(name string) uint8 { return uint8(slices.Index(lx.langs, name)) }

// kindOf returns the kind of mention that fills a parameter, by its name's words and by all of its text.
func kindOf(p *domains.Param, d domains.Domain, name []string, all string) Kind {
	typ := p.Schema.Field("type").Str()
	format := p.Schema.Field("format").Str()
	switch {
	case d.Type == domains.Boolean || typ == "boolean" || typ == "bool":
		return Boolean
	case (d.Type == domains.Finite || d.Type == domains.EstimatedFinite) && len(d.Values) > 0 && typ != "integer" && typ != "number":
		return Enumerator
	case typ == "integer" || typ == "number" || typ == "float" || typ == "int" || d.Type == domains.NumericRange:
		return Number
	case typ == "array" || typ == "object":
		return Item
	case format == "date" || format == "date-time" || dateFormat.MatchString(all):
		return Date
	case format == "time" || strings.Contains(all, "hh:mm"):
		return Time
	case format == "email":
		return Email
	case format == "uri" || format == "url":
		return URL
	}
	for _, kind := range [...]Kind{Email, URL, Phone, Date, Time, Code} {
		if slices.ContainsFunc(name, func(n string) bool { return tell("kind_"+kind.String(), n) }) {
			return kind
		}
	}
	if len(name) > 0 && tell("stay", name[len(name)-1]) {
		return Date
	}
	return Text
}

// optionsOf reads the values of an enumeration, and how the description and the titles of a
// oneOf explain them.
func optionsOf(p *domains.Param, values []domains.Value) []option {
	if len(values) == 0 || len(values) > maxOptions {
		return nil
	}
	out := make([]option, len(values))
	own, gloss := make([][]string, len(values)), make([][]string, len(values))
	lx := lexicons()
	langs := lx.spokenIn(split(p.Description))
	for i, v := range values {
		out[i].v, out[i].value = domains.Detached(v), plainText(v)
		own[i], gloss[i] = split(out[i].value), glossOf(p.Description, out[i].value, langs)
		for _, group := range [...]string{"oneOf", "anyOf"} {
			for _, s := range p.Schema.Field(group).Items() {
				if c := s.Field("const"); !c.IsNull() && jsonvalue.Equal(c, v) {
					gloss[i] = append(gloss[i], split(s.Field("title").Str()+" "+s.Field("description").Str())...)
				}
			}
		}
	}
	own, gloss = telling(own), telling(gloss)
	all := make([][]string, len(values))
	for i := range all {
		all[i] = slices.Concat(own[i], gloss[i])
	}
	lettered, of := letters(out), holders(all)
	for i := range out {
		alone := slices.DeleteFunc(slices.Clone(all[i]), func(w string) bool { return len(w) < 3 || of[w] > 1 || lx.has(w, cStop, langs) })
		if long := lettered[fold(out[i].value)]; long != "" && len(gloss[i]) == 0 {
			alone = append(alone, long)
		}
		o := &out[i]
		o.words, o.gloss, o.alone = termsOf(own[i]), termsOf(gloss[i]), termsOf(alone)
		o.ids, o.solid = vectorsOf(alone), solid(interned(own[i]))
		o.day, o.sorts = weekdayNamed(o.solid), sortingOf(split(o.value), split(p.Name))
		_, isNumber := number(o.value)
		o.wordy = !isNumber
	}
	return out
}

// telling removes from lists of words those that all lists share, unless nothing of a list would
// remain.
func telling(lists [][]string) [][]string {
	out, of := slices.Clone(lists), holders(lists)
	for i := range lists {
		own := slices.DeleteFunc(slices.Clone(lists[i]), func(w string) bool { return len(lists) > 1 && of[w] == len(lists) })
		if len(own) > 0 {
			out[i] = own
		}
	}
	return out
}

// holders returns how many lists have each word.
func holders(lists [][]string) map[string]int {
	out, last := map[string]int{}, map[string]int{} // last is 1 + the last list that has a word
	for i, list := range lists {
		for _, w := range list {
			if last[w] <= i {
				last[w] = i + 1
				out[w]++
			}
		}
	}
	return out
}

// legendSigns are the signs between a value and its explanation in a description.
var legendSigns = [...]string{"=>", "->", "=", ":", "(", "for ", "means ", "represents ", "stands for ", "is ", "\u2014", "\u2013", "- "}

// glossOf returns the words by which a description explains a value: "2 = medium", "price_asc:
// cheapest first", "A (aisle)", "such as 1 for Bangkok".
func glossOf(description, value string, langs uint32) []string {
	rest := description
	for tries := 0; tries < 4 && value != ""; tries++ {
		k := strings.Index(rest, value)
		if k < 0 {
			return nil
		}
		before, after := rest[:k], rest[k+len(value):]
		rest = after
		if before != "" && asciiLetter(before[len(before)-1]) || after != "" && asciiLetter(after[0]) {
			continue
		}
		after = strings.TrimLeft(after, "'\"` ")
		sign := ""
		for _, s := range legendSigns {
			if sign == "" && strings.HasPrefix(after, s) {
				sign = s
			}
		}
		if sign == "" {
			continue
		}
		text := after[len(sign):]
		if end := strings.IndexAny(text, ",;.)\n|"); end >= 0 {
			text = text[:end]
		}
		var out []string
		for _, w := range split(text) {
			if len(out) < 8 && !lexicons().has(w, cStop, langs) {
				out = append(out, w)
			}
		}
		return out
	}
	return nil
}

// legend returns the numbers that a description explains: 1 for aisle, 2 for window. A single
// explained number is no enumeration.
func legend(description string) (values []domains.Value) {
	langs := lexicons().spokenIn(split(description))
	seen := map[string]bool{}
	for _, t := range tokenize(nil, description, 0, maxValueTokens) {
		if !t.digit || seen[t.norm] || len(t.norm) > 6 || len(seen) >= 32 {
			continue
		}
		seen[t.norm] = true
		if gloss := glossOf(description, t.norm, langs); len(gloss) > 0 && gloss[0][0] > '9' {
			values = append(values, jsonvalue.NewInt(int64(atoi(t.norm))))
		}
	}
	if len(values) < 2 {
		return nil
	}
	return values
}

func asciiLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
