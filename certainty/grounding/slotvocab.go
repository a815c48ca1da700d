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
	"dst": "destination", "lat": "latitude", "lon": "longitude", "lng": "longitude", "long": "longitude", "img": "image",
	"pic": "picture", "cat": "category", "dob": "birth", "pax": "passenger", "dept": "department", "acct": "account",
	"max": "maximum", "min": "minimum", "freq": "frequency", "doc": "document", "repo": "repository", "db": "database",
	"pin": "code", "zip": "postal", "postcode": "postal", "mail": "email", "url": "link", "uri": "link",
}

// slotSenses are kinds of things that names of parameters and questions call by
// different words. A word that only asks ("where") has the sense of its answer.
var slotSenses = map[string]string{
	"@place":  `where location place destination city town address area whereabouts venue`,
	"@moment": `when date day time`,
	"@person": `who whom name`,
	"@price":  `price cost budget fee rate`,
	"@amount": `amount sum quantity`,
	"@key":    `identifier number code key`,
	"@type":   `type kind category sort genre`,
	"@length": `duration length period`,
	"@target": `receiver recipient payee contact`,
	"@title":  `title name`,
	"@text":   `text content body message`,
}

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

// addTool adds the aspects of a tool.
func (s *Slots) addTool(t *domains.Tool, set domains.Set) {
	own := map[string]bool{} // words of the tool's name tell its parameters apart badly
	for _, w := range split(t.Name) {
		own[stem(w)] = true
	}
	for i := range t.Params {
		if len(s.aspects) == maxAspects {
			return
		}
		p := &t.Params[i]
		at := int32(len(s.aspects))
		d, _ := set.Get(p.Name)
		s.aspects = append(s.aspects, aspect{tool: t, param: p, domain: d})
		a := &s.aspects[at]
		a.name = s.addName(at, p, own)
		a.desc = s.addDescription(at, p, own)
		s.addChoices(at, d)
	}
}

// addName adds the words of a parameter's name, and returns their weight.
func (s *Slots) addName(at int32, p *domains.Param, own map[string]bool) float64 {
	total := 0.0
	words := split(p.Name)
	if len(words) > maxTerms {
		words = words[:maxTerms]
	}
	for _, w := range words {
		weight := float32(1)
		switch {
		case len(words) == 1:
		case stopwords[w]:
			weight = 0.2
		case own[stem(w)]:
			weight = 0.4
		case vague[w]:
			weight = 0.5
		}
		total += float64(weight)
		s.addTerm(w, termRef{at, termName, weight})
	}
	for _, w := range nestedNames(p.Schema) {
		s.addTerm(w, termRef{at, termDesc, 1})
	}
	return total
}

// addTerm adds a word that names an aspect, in each of its forms.
func (s *Slots) addTerm(w string, r termRef) {
	term := stem(w)
	if full, ok := abbreviations[w]; ok {
		term = stem(full)
	}
	if !slices.Contains(s.terms[term], r) {
		s.terms[term] = append(s.terms[term], r)
	}
	if term != "" && !isSolid(term) {
		s.spaced = append(s.spaced, term)
	}
	for _, sense := range sensesOf[term] {
		weak := r
		weak.weight *= 0.6
		if !slices.Contains(s.terms[sense], weak) {
			s.terms[sense] = append(s.terms[sense], weak)
		}
	}
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

// addDescription adds the words that a description begins with: its first
// phrase says what the parameter is, what follows says what for, and how.
func (s *Slots) addDescription(at int32, p *domains.Param, own map[string]bool) float64 {
	text := p.Description
	if len(text) > 400 {
		text = text[:400]
	}
	total, n := 0.0, 0
	for i, t := range tokenize(text, 0, 24) {
		if n > 0 && i > 0 && phraseEnds(text, t) {
			break
		}
		if stopwords[t.norm] {
			continue
		}
		weight := float32(1)
		switch {
		case leadWords[t.norm]:
			weight = 0.15
		case own[stem(t.norm)]:
			weight = 0.4
		default:
			n++
		}
		total += float64(weight)
		s.addTerm(t.norm, termRef{at, termDesc, weight})
		if n == 3 {
			break
		}
	}
	return total
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
}

// addChoices adds the values that a question may offer.
func (s *Slots) addChoices(at int32, d domains.Domain) {
	if d.Type != domains.Finite {
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
			s.choices[stem(words[0])] = append(s.choices[stem(words[0])], choice{at, i, words})
		}
	}
}

// offered finds the values that the question names, by aspect.
func (q *asked) offered() {
	q.choices = map[int32][]span{}
	seen := map[[2]int32]bool{}
	for i := range q.tokens {
		for _, c := range q.Slots.choices[stem(q.tokens[i].norm)] {
			key := [2]int32{c.aspect, int32(c.value)}
			if seen[key] || !q.says(i, c.words) {
				continue
			}
			seen[key] = true
			q.choices[c.aspect] = append(q.choices[c.aspect], span{i, i + len(c.words), c.value})
		}
	}
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
