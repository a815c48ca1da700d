package oldgrounding

import "strings"

// maxKnown bounds the words of a sample's tools that are read.
const maxKnown = 1 << 13

// knownWords are what a tool says: the stems of its words.
type knownWords struct {
	words wordTable // saysPlainly, saysExample
	count int       // words that were read, but for those of names
}

// How a tool says a word.
const (
	saysPlainly = 1 << iota
	saysExample // what a description writes with a capital or in quotation marks is an example of a value, not a word of what the tool is about
)

// newKnownWords reads at most left words of what a tool says. Only the first
// aspects of its parameters have values that count.
func newKnownWords(x *toolText, aspects, left int) *knownWords {
	k := &knownWords{words: newWordTable(32 + x.bytes/8)}
	for _, w := range split(x.name) {
		k.say(w)
	}
	var room []token
	add := func(text string, prose bool) {
		room = appendTokens(room[:0], text, 0, min(left-k.count, MaxValueTokens))
		k.count += len(room)
		for i := range room {
			if t := &room[i]; prose && (t.capital && !t.sentence || t.start > 0 && text[t.start-1] == '\'') {
				k.mark(t.norm, saysExample)
			} else {
				k.say(t.norm)
			}
		}
	}
	add(x.description, true)
	for i := range x.params {
		for _, w := range split(x.params[i].name) {
			k.say(w)
		}
		add(x.params[i].description, true)
	}
	for i := range x.params[:aspects] {
		if p := &x.params[i]; p.closed() { // others have examples
			for _, v := range p.values {
				if !v.number {
					add(v.text, false)
				}
			}
		}
	}
	return k
}

func (k *knownWords) say(w string) {
	s := stem(w)
	k.mark(s, saysPlainly)
	if w = strings.TrimSuffix(w, "s"); w != s {
		k.mark(w, saysPlainly)
	}
}

func (k *knownWords) mark(w string, how int32) {
	at := k.words.put(w, hashOf(w))
	*at = max(*at, 0) | how
}

// says reports whether the tool says a word in a way.
func (k *knownWords) says(w string, hash uint32, how int32) bool {
	at := k.words.get(w, hash)
	return at > 0 && at&how != 0
}

// allKnown returns what the tool says, as if it were the only one.
func (t *toolWords) allKnown() *knownWords {
	t.once.Do(func() { t.known = newKnownWords(&t.text, len(t.params), maxKnown) })
	return t.known
}

// readKnown returns what each tool says.
func (s *Slots) readKnown() []*knownWords {
	out := make([]*knownWords, len(s.vocab))
	left := maxKnown
	for i, w := range s.vocab {
		k := w.allKnown()
		if k.count > left {
			k = newKnownWords(&w.text, len(w.params), left)
		}
		out[i], left = k, left-k.count
	}
	return out
}

// speaks returns the form in which the tools say a token: its stem, or else
// itself; ok is false where none says it.
func (q *asked) speaks(i int) (form string, hash uint32, ok bool) {
	w := &q.words[i]
	if w.spoken == unasked {
		w.spoken = no
		if q.anySays(w.stem, w.stemHash, saysPlainly) {
			w.spoken = yes
		} else if q.anySays(q.tokens[i].norm, w.hash, saysPlainly) {
			w.spoken = asItIs
		}
	}
	if w.spoken == asItIs {
		return q.tokens[i].norm, w.hash, true
	}
	return w.stem, w.stemHash, w.spoken == yes
}

// spoken reports whether the tools say a token.
func (q *asked) spoken(i int) bool {
	_, _, ok := q.speaks(i)
	return ok
}

// schemaSays reports whether the tools say a token at all, be it in an example.
func (q *asked) schemaSays(i int) bool {
	return q.spoken(i) || q.anySays(q.tokens[i].norm, q.words[i].hash, saysExample)
}

// anySays reports whether any of the tools says a word in a way.
func (q *asked) anySays(w string, hash uint32, how int32) bool {
	for _, k := range q.known() {
		if k.says(w, hash, how) {
			return true
		}
	}
	return false
}
