package grounding

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// abbreviations that names of parameters are written in.
var abbreviations = map[string]string{
	"id": "identifier", "ids": "identifier", "uuid": "identifier", "guid": "identifier", "loc": "location", "num": "number",
	"qty": "quantity", "amt": "amount", "addr": "address", "msg": "message", "desc": "description", "lang": "language",
	"org": "organization", "temp": "temperature", "tel": "phone", "telephone": "phone", "mobile": "phone", "pwd": "password",
	"passwd": "password", "usr": "user", "info": "information", "config": "configuration", "src": "source", "dest": "destination",
	"dst": "destination", "lat": "latitude", "lon": "longitude", "lng": "longitude", "img": "image",
	"pic": "picture", "cat": "category", "dob": "birth", "pax": "passenger", "dept": "department", "acct": "account",
	"max": "maximum", "min": "minimum", "freq": "frequency", "doc": "document", "repo": "repository", "db": "database",
	"pin": "code", "zip": "postal", "postcode": "postal", "mail": "email", "url": "link", "uri": "link",
}

// slotSenses are kinds of things that names of parameters and questions call by
// different words.
var slotSenses = map[string]string{
	"@place":  `location place destination city town address area whereabouts venue`,
	"@price":  `price cost budget fee rate`,
	"@amount": `amount sum quantity`,
	"@count":  `number count quantity`,
	"@key":    `identifier number code key`,
	"@type":   `type kind category sort`,
	"@length": `duration length period`,
	"@target": `receiver recipient payee contact`,
	"@title":  `title name`,
	"@text":   `text content body message`,
	"@time":   `date day time`,
	"@person": `name person receiver recipient contact guest passenger customer user`,
}

// The senses that a word which only asks stands for, and the others, which the
// words of a question share with those of names.
var (
	askedSenses = map[string]string{
		"where": "@place", "when": "@time", "who": "@person", "whom": "@person", "many": "@count", "much": "@amount",
	}
	sharedSenses = set(`@place @price @amount @count @key @type @length @target @title @text`)
)

// sensesOf lists the senses of a word, by its stem.
var sensesOf = func() map[string][]string {
	out := map[string][]string{}
	for sense, words := range slotSenses {
		for _, w := range strings.Fields(words) {
			out[stem(w)] = append(out[stem(w)], sense)
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}()

// vague are words of names that tell little: another parameter may have them.
var vague = set(`number num of no count total value type name is has the in to from for with list array item items
 new per data id ids`)

// containers are words of names that say how values are held, not what they are.
var containers = set(`new use list array items item data value param parameter`)

// addTool adds the aspects of a tool.
func (s *Slots) addTool(place int32, t *domains.Tool, set domains.Set) {
	own := map[string]bool{} // words of the tool's name tell its parameters apart badly
	called := split(t.Name)
	for _, w := range called {
		own[stem(w)] = true
	}
	if len(called) > 0 && len(called) <= 8 {
		s.called.add(choice{aspect: place, words: called})
	}
	for i := range t.Params {
		if len(s.aspects) == maxAspects {
			return
		}
		p := &t.Params[i]
		at := int32(len(s.aspects))
		d, _ := set.Get(p.Name)
		s.aspects = append(s.aspects, aspect{tool: t, toolAt: place, param: p, domain: d})
		a := &s.aspects[at]
		a.name = s.addName(at, p, own)
		a.desc = s.addDescription(at, p, own)
		s.addChoices(at, p, &a.domain)
		if words := split(p.Name); len(words) > 0 && len(words) <= 8 && (len(words) > 1 || stopwords[words[0]]) {
			s.names.add(choice{aspect: at, words: words})
		}
	}
}

// addName adds the words of a parameter's name, and returns their weight.
func (s *Slots) addName(at int32, p *domains.Param, own map[string]bool) float64 {
	total := 0.0
	words := split(p.Name)
	if len(words) > maxTerms {
		words = words[:maxTerms]
	}
	for i, w := range words {
		weight := float32(1)
		switch {
		case len(words) == 1:
		case askedSenses[w] != "":
		case stopwords[w] || containers[w]:
			weight = 0.2
		case vague[w] && i == len(words)-1:
			weight = 0.8 // what it is, as in user_name
		case own[stem(w)]:
			weight = 0.4
		case vague[w]:
			weight = 0.5
		}
		total += float64(weight)
		s.addTerm(w, termRef{aspect: at, kind: termName, weight: weight})
	}
	for _, w := range nestedNames(p.Schema) {
		s.addTerm(w, termRef{aspect: at, kind: termDesc, weight: 1})
	}
	return total
}

// addTerm adds a word that names an aspect, in each of its forms.
func (s *Slots) addTerm(w string, r termRef) {
	term := stem(w)
	if full, ok := abbreviations[w]; ok {
		term = stem(full)
	}
	if s.addRef(term, r) {
		if len(term) >= 4 {
			s.stems = append(s.stems, startRef{term, chain(s.starts, term[:4], len(s.stems))})
		}
		if term != "" && !isSolid(term) {
			s.spaced = append(s.spaced, term)
		}
	}
	senses := sensesOf[term]
	if sense, asks := askedSenses[w]; asks {
		senses = []string{sense}
	}
	for _, sense := range senses {
		weak := r
		weak.weight *= 0.6
		s.addRef(sense, weak)
	}
}

// addRef adds what a word names, unless that was the last thing it was said to
// name; first reports whether the word is new.
func (s *Slots) addRef(term string, r termRef) (first bool) {
	if at, ok := s.terms[term]; ok {
		if o := &s.refs[at]; o.aspect == r.aspect && o.kind == r.kind && o.weight == r.weight {
			return false
		}
	}
	r.next = chain(s.terms, term, len(s.refs))
	s.refs = append(s.refs, r)
	return r.next < 0
}

func isSolid(w string) bool {
	for _, r := range w {
		return solidRune(r)
	}
	return true
}

// leadWords are the words that introduce what a description says.
var leadWords = set(`name names list lists array string value values specified specific desired given required requested
 particular type kind unique valid optional parameter option set actual intended current number set dictionary object
 searched used`)

// described is a word of the first phrase of a description.
type described struct {
	word   string
	after  bool // an "of" came before
	either bool // "or" stands between it and the one before
}

// addDescription adds the words that a description begins with: its first
// phrase says what the parameter is, what follows says what for, and how. The
// head of the phrase, the last word before "of", weighs most; "city or town" are
// one head. It returns the weight of them all.
func (s *Slots) addDescription(at int32, p *domains.Param, own map[string]bool) float64 {
	words := firstPhrase(p.Description)
	head := -1
	for i, w := range words {
		if leadWords[w.word] || head >= 0 && w.after && !words[head].after {
			continue
		}
		head = i
	}
	total := 0.0
	for i, w := range words {
		weight, counts := float32(0.5), true
		switch {
		case leadWords[w.word]:
			weight = 0.15
		case own[stem(w.word)]:
			weight = 0.4
		case i == head:
			weight = 1
		case i < head && alternatives(words[i+1:head+1]):
			weight, counts = 1, false
		}
		if counts {
			total += float64(weight)
		}
		s.addTerm(w.word, termRef{aspect: at, kind: termDesc, weight: weight})
	}
	if total > 0 {
		total = max(total, 1) // words of the tool's own name alone say little
	}
	return total
}

// alternatives reports whether each word is joined to the one before by "or".
func alternatives(words []described) bool {
	for _, w := range words {
		if !w.either {
			return false
		}
	}
	return true
}

// firstPhrase returns the words of the first phrase of a description. It mostly
// ends within a few words: only where it does not are more of them read.
func firstPhrase(text string) []described {
	const longest, few, most = 400, 8, 24
	if len(text) > longest {
		text = text[:longest]
	}
	out, whole := phraseOf(text, few)
	if !whole {
		out, _ = phraseOf(text, most)
	}
	return out
}

// phraseOf reads the first phrase within the first limit words of a text; whole
// reports whether more words would not change it.
func phraseOf(text string, limit int) (out []described, whole bool) {
	const words = 3
	n, after, either := 0, false, false
	var room [8]token
	tokens := appendTokens(room[:0], text, 0, limit)
	for i, t := range tokens {
		if n > 0 && i > 0 && phraseEnds(text, t) || n == words {
			return out, true
		}
		switch {
		case t.norm == "of":
			after = true
			continue
		case t.norm == "or":
			either = true
			continue
		case stopwords[t.norm]:
			continue
		case !leadWords[t.norm]:
			n++
		}
		out = append(out, described{t.norm, after, either})
		either = false
	}
	return out, len(tokens) < limit
}

// phraseEnds reports whether the first phrase of a description ends before a
// word.
func phraseEnds(text string, t token) bool {
	switch t.norm {
	case "where", "in", "for", "that", "which", "to", "when", "at", "on", "as", "with", "from", "by", "such", "whose", "is", "are", "used":
		return true
	}
	return t.start > 1 && strings.ContainsAny(text[t.start-2:t.start], ".,;:(")
}

// nestedNames are the words of the names inside an object, as far as its schema
// spells them out.
func nestedNames(schema domains.Value) []string {
	props := schema.Field("properties")
	if props.Kind() != jsonvalue.Object {
		props = schema.Field("items").Field("properties")
	}
	var out []string
	for _, m := range props.Members() {
		if len(out) >= maxTerms {
			break
		}
		for _, w := range split(m.Key) {
			if !stopwords[w] && !vague[w] {
				out = append(out, w)
			}
		}
	}
	return out
}

// choice is a value of an enumeration.
type choice struct {
	aspect int32
	value  int
	words  []string
	next   int32 // of the same first word
}

// addChoices adds the values that a question may offer. Of a large enumeration
// the domain holds examples only, the schema all.
func (s *Slots) addChoices(at int32, p *domains.Param, d *domains.Domain) {
	if enum, ok := p.Schema.Get("enum"); ok && d.Type == domains.EstimatedFinite {
		d.Values = enum.Items()
	}
	if d.Type != domains.Finite && d.Type != domains.EstimatedFinite {
		return
	}
	for i, v := range d.Values {
		if i == maxItems {
			return
		}
		words := split(v.Str())
		if v.Kind() == jsonvalue.Number {
			words = []string{v.NumberText()}
		}
		if len(words) > 0 && len(words) <= 8 && !(len(words) == 1 && stopwords[words[0]]) {
			s.choices.add(choice{aspect: at, value: i, words: words})
		}
	}
}

// find returns the phrases that the question says, each once. One that is a mere
// function word ("to") counts where it is spoken of as a word.
func (q *asked) find(p *phrases) []offer {
	var out []offer
	if len(p.list) == 0 {
		return nil
	}
	for i := range q.tokens {
		each(p.first, stem(q.tokens[i].norm), func(at int32) int32 {
			c := &p.list[at]
			found := func(o offer) bool { return o.aspect == c.aspect && o.value == c.value }
			if len(out) < maxOffers && q.says(i, c.words) && (len(c.words) > 1 || !stopwords[c.words[0]] || q.quotedWord(i)) && !slices.ContainsFunc(out, found) {
				out = append(out, offer{c.aspect, span{i, i + len(c.words), c.value}})
			}
			return c.next
		})
	}
	return out
}

func (q *asked) says(i int, words []string) bool {
	if i+len(words) > len(q.tokens) {
		return false
	}
	for k, w := range words {
		if stem(q.tokens[i+k].norm) != stem(w) {
			return false
		}
	}
	return true
}

// lookSpaced finds the aspects that a word of a script without spaces names.
func (q *asked) lookSpaced(i int) {
	const most = 256
	for k, term := range q.spaced {
		if k == most {
			return
		}
		if strings.Contains(q.tokens[i].norm, term) {
			q.add(i, term)
		}
	}
}
