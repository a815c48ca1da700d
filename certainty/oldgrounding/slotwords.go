package oldgrounding

import (
	"sync"

	"github.com/voi-rl/voi/domains"
)

// toolWords are the words of a tool, by which a question may ask for its
// parameters. They are made once and not changed then.
type toolWords struct {
	text    toolText
	params  []paramWeights // those that a question can ask for
	terms   wordTable      // stems, and senses ("@place"): the last of refs
	refs    []termRef      // what words name, chained by word
	starts  beginnings
	spaced  []string // terms of scripts without spaces
	choices phrases  // the values of enumerations
	names   phrases  // names of several words
	called  phrase   // the tool's own name

	once  sync.Once
	known *knownWords
}

// paramWeights are the weights of the words that name a parameter.
type paramWeights struct {
	name float64 // of its name
	desc float64 // of those that its description begins with
}

// termRef says that a word names a parameter.
type termRef struct {
	param  int32
	kind   termKind
	weight float32
	next   int32 // of the same word
}

type termKind uint8

const (
	termName termKind = iota
	termDesc
)

// phrase is the name of something in several words.
type phrase struct {
	param int32
	value int32    // its place in an enumeration
	stems []string // of its words
	first uint32   // the hash of the first stem
	plain bool     // one word, and a mere function word
	next  int32    // of the same first word
}

func newPhrase(words []string) phrase {
	p := phrase{stems: make([]string, len(words)), plain: len(words) == 1 && stopwords[words[0]]}
	for i, w := range words {
		p.stems[i] = stem(w)
	}
	p.first = hashOf(p.stems[0])
	return p
}

// phrases are chained by their first word.
type phrases struct {
	first wordTable
	list  []phrase
}

func (p *phrases) add(c phrase) {
	c.next = p.first.chain(c.stems[0], c.first, len(p.list))
	p.list = append(p.list, c)
}

// beginnings finds stems by their first four letters.
type beginnings struct {
	stems []string
	four  []uint32  // the beginning of each
	some  [4]uint64 // a bit for each beginning
}

func (b *beginnings) add(stem string) {
	four := load32(stem)
	b.stems, b.four = append(b.stems, stem), append(b.four, four)
	b.some[bitOf(four)>>6] |= 1 << (bitOf(four) & 63)
}

// may reports whether a stem may begin with four letters.
func (b *beginnings) may(four uint32) bool {
	return b.some[bitOf(four)>>6]&(1<<(bitOf(four)&63)) != 0
}

func bitOf(four uint32) uint32 { return four * 0x9e3779b1 >> 24 }

// newToolWords reads the words of a tool; at most most of its parameters can be
// asked for.
func newToolWords(text toolText, most int) *toolWords {
	n := min(len(text.params), most)
	t := &toolWords{text: text, params: make([]paramWeights, n), terms: newWordTable(6 * n), refs: make([]termRef, 0, 8*n)}
	own := map[string]bool{} // words of the tool's name tell its parameters apart badly
	called := split(text.name)
	for _, w := range called {
		own[stem(w)] = true
	}
	if len(called) > 0 && len(called) <= 8 {
		t.called = newPhrase(called)
	}
	for i := range t.params {
		p := &t.text.params[i]
		words := split(p.name)
		t.params[i].name = t.addName(int32(i), words, own)
		for _, w := range p.nestedNames() {
			t.addTerm(w, termRef{param: int32(i), kind: termDesc, weight: 1})
		}
		t.params[i].desc = t.addDescription(int32(i), p, own)
		t.addChoices(int32(i), p)
		if len(words) > 0 && len(words) <= 8 && (len(words) > 1 || stopwords[words[0]]) {
			c := newPhrase(words)
			c.param = int32(i)
			t.names.add(c)
		}
	}
	return t
}

// addName adds the words of a parameter's name, and returns their weight.
func (t *toolWords) addName(at int32, words []string, own map[string]bool) float64 {
	total := 0.0
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
		t.addTerm(w, termRef{param: at, kind: termName, weight: weight})
	}
	return total
}

// addTerm adds a word that names a parameter, in each of its forms.
func (t *toolWords) addTerm(w string, r termRef) {
	term := stem(w)
	if full, ok := abbreviations[w]; ok {
		term = stem(full)
	}
	if t.addRef(term, r) {
		if len(term) >= 4 {
			t.starts.add(term)
		}
		if term != "" && !isSolid(term) {
			t.spaced = append(t.spaced, term)
		}
	}
	senses := sensesOf[term]
	if sense, asks := askedSenses[w]; asks {
		senses = []string{sense}
	}
	for _, sense := range senses {
		weak := r
		weak.weight *= 0.6
		t.addRef(sense, weak)
	}
}

// addRef adds what a word names, unless that was the last thing it was said to
// name; first reports whether the word is new.
func (t *toolWords) addRef(term string, r termRef) (first bool) {
	last := t.terms.put(term, hashOf(term))
	if *last >= 0 {
		if o := &t.refs[*last]; o.param == r.param && o.kind == r.kind && o.weight == r.weight {
			return false
		}
	}
	r.next, *last = *last, int32(len(t.refs))
	t.refs = append(t.refs, r)
	return r.next < 0
}

func isSolid(w string) bool {
	for _, r := range w {
		return solidRune(r)
	}
	return true
}

// addChoices adds the values that a question may offer.
func (t *toolWords) addChoices(at int32, p *paramText) {
	if p.kind != domains.Finite && p.kind != domains.EstimatedFinite {
		return
	}
	for i, v := range p.values {
		if i == maxItems {
			return
		}
		words := split(v.text)
		if v.number {
			words = []string{v.text}
		}
		if len(words) > 0 && len(words) <= 8 && !(len(words) == 1 && stopwords[words[0]]) {
			c := newPhrase(words)
			c.param, c.value = at, int32(i)
			t.choices.add(c)
		}
	}
}

// nestedNames are the words of the names inside an object.
func (p *paramText) nestedNames() []string {
	var out []string
	for _, name := range p.nested {
		if len(out) >= maxTerms {
			break
		}
		for _, w := range split(name) {
			if !stopwords[w] && !vague[w] {
				out = append(out, w)
			}
		}
	}
	return out
}
