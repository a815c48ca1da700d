package oldgrounding

import (
	"cmp"
	"slices"
	"strings"
)

// named appends the aspects that the question may ask for, in their order.
func (q *asked) named(out []int) []int {
	for i := range q.hits {
		if at := int(q.hits[i].aspect); len(out) == 0 || out[len(out)-1] != at {
			out = append(out, at)
		}
	}
	for _, found := range [...][]offer{q.offered, q.exact} {
		for i := range found {
			out = append(out, int(found[i].aspect))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hit is a word of the question that names a parameter.
type hit struct {
	aspect int32
	at     int32 // token
	kind   termKind
	weight float32
	term   string
}

// asked is a question as it was read.
type asked struct {
	*Slots
	text    string
	tokens  []token
	words   []askedWord // what is known of each
	hits    []hit       // by aspect, then by token, the best of a token first
	offered []offer     // the values that it names
	exact   []offer     // the names of parameters that it says whole
	places  []int       // room for the tokens of targets
}

// span is a run of tokens, and the value that it names.
type span struct{ from, end, value int }

// offer is a value of an aspect that a question names.
type offer struct {
	aspect int32
	span
}

func (s *Slots) read(q *asked, question string) {
	q.Slots, q.text = s, question
	if q.tokens == nil {
		q.tokens = make([]token, 0, min(len(question)/4+1, MaxQuestionTokens))
	}
	q.tokens = appendTokens(q.tokens[:0], question, 0, MaxQuestionTokens)
	q.hits, q.places = q.hits[:0], q.places[:0]
	q.classify()
	q.markFocuses()
	for i := range q.words {
		if q.words[i].focus {
			q.look(i)
		}
	}
	slices.SortStableFunc(q.hits, func(a, b hit) int {
		if d := int(a.aspect) - int(b.aspect); d != 0 {
			return d
		}
		if d := int(a.at) - int(b.at); d != 0 {
			return d
		}
		return cmp.Compare(b.weight, a.weight)
	})
	q.offered = q.find(q.offered[:0], (*toolWords).choicesOf)
	q.exact = q.find(q.exact[:0], (*toolWords).namesOf)
}

// look finds the aspects that a token names.
func (q *asked) look(i int) {
	t, w := &q.tokens[i], &q.words[i]
	if !t.solid {
		q.lookSpaced(i)
		return
	}
	if w.class&isRequest != 0 && w.class&isNoun == 0 || w.class&isArticle != 0 {
		return
	}
	q.add(i, w.stem, w.stemHash)
	if w.class&isAbbreviation != 0 {
		full := stem(abbreviations[t.norm])
		q.add(i, full, hashOf(full))
	}
	if w.class&isAskedSense != 0 {
		sense := askedSenses[t.norm]
		q.add(i, sense, hashOf(sense))
	}
	if w.stemClass&hasSense != 0 {
		for _, sense := range sensesOf[w.stem] {
			// The number of something is how many, any other one is what it is known by.
			counts := i+1 < len(q.tokens) && q.tokens[i+1].norm == "of"
			if sharedSenses[sense] && (w.stem != "number" || counts == (sense == "@count")) {
				q.add(i, sense, hashOf(sense))
			}
		}
	}
	if len(w.stem) < 3 {
		return
	}
	// Short words are no beginnings ("use" is no username), but for rooms.
	if short, ok := strings.CutSuffix(w.stem, "room"); ok {
		q.add(i, short, hashOf(short))
	} else if len(w.stem) == 3 {
		long := w.stem + "room"
		q.add(i, long, hashOf(long))
	}
	if len(w.stem) >= 4 {
		q.lookAkin(i)
	}
}

// lookAkin finds the aspects that are named by words of a token's family.
func (q *asked) lookAkin(i int) {
	w := q.words[i].stem
	four := load32(w)
	for t := len(q.vocab) - 1; t >= 0; t-- {
		b := &q.vocab[t].starts
		if !b.may(four) {
			continue
		}
		for k := len(b.four) - 1; k >= 0; k-- {
			if b.four[k] == four && b.stems[k] != w && akin(b.stems[k], w) {
				q.addOf(t, i, b.stems[k], hashOf(b.stems[k]))
			}
		}
	}
}

// lookSpaced finds the aspects that a word of a script without spaces names.
func (q *asked) lookSpaced(i int) {
	const most = 256
	for k, term := range q.spaced() {
		if k == most {
			return
		}
		if strings.Contains(q.tokens[i].norm, term) {
			q.add(i, term, hashOf(term))
		}
	}
}

// add notes that a token says a term.
func (q *asked) add(i int, term string, hash uint32) {
	for t := len(q.vocab) - 1; t >= 0; t-- {
		q.addOf(t, i, term, hash)
	}
}

// addOf notes that a token says a term of a tool.
func (q *asked) addOf(tool, i int, term string, hash uint32) {
	w := q.vocab[tool]
	for at := w.terms.get(term, hash); at >= 0 && len(q.hits) < maxHits; {
		r := &w.refs[at]
		if q.hits == nil {
			q.hits = make([]hit, 0, 32) // some more than most questions have
		}
		q.hits = append(q.hits, hit{int32(q.first[tool]) + r.param, int32(i), r.kind, r.weight, term})
		at = r.next
	}
}

func (t *toolWords) choicesOf() *phrases { return &t.choices }
func (t *toolWords) namesOf() *phrases   { return &t.names }

// find appends the phrases of the tools that the question says, each once. One
// that is a mere function word ("to") counts where it is spoken of as a word.
func (q *asked) find(out []offer, of func(*toolWords) *phrases) []offer {
	for i := range q.words {
		w := &q.words[i]
		for t := len(q.vocab) - 1; t >= 0; t-- {
			p := of(q.vocab[t])
			if len(p.list) == 0 {
				continue
			}
			for at := p.first.get(w.stem, w.stemHash); at >= 0; {
				c := &p.list[at]
				at = c.next
				o := offer{int32(q.first[t]) + c.param, span{i, i + len(c.stems), int(c.value)}}
				same := func(x offer) bool { return x.aspect == o.aspect && x.value == o.value }
				if len(out) < maxOffers && q.says(i, c) && !slices.ContainsFunc(out, same) {
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// says reports whether a question says a phrase from a token on.
func (q *asked) says(i int, c *phrase) bool {
	if i+len(c.stems) > len(q.words) || c.plain && !q.quotedWord(i) {
		return false
	}
	for k, w := range c.stems {
		if q.words[i+k].stem != w {
			return false
		}
	}
	return true
}

// tool returns the first offered tool whose name the question says, whole.
func (q *asked) tool() string {
	for i := range q.tools {
		if len(q.tools[i].Name) > 2 && strings.Contains(q.text, q.tools[i].Name) {
			return q.tools[i].Name
		}
	}
	for t, w := range q.vocab {
		for i := 0; i < len(q.words) && len(w.called.stems) > 0; i++ {
			if q.words[i].stemHash == w.called.first && q.says(i, &w.called) {
				return q.tools[t].Name
			}
		}
	}
	return ""
}

// target says whether, and by what, the question names an aspect, the words by
// which it asks for others left out.
func (q *asked) target(i int, others ...[]Target) (Target, bool) {
	at, k := q.place(i)
	a := &q.vocab[at].params[k]
	t := Target{Tool: q.tools[at].Name, Param: q.tools[at].Params[k].Name, aspect: i}
	name, desc := q.said(i, termName, others), q.said(i, termDesc, others)
	if spans := of(q.exact, i); len(spans) > 0 && !taken(spans[0].from, others) {
		t.Score, t.Rule, t.at = 1, SlotName, spans[0].tokens()
		return q.placed(t, name.at, desc.at), true
	}
	if spans := of(q.offered, i); len(spans) > 1 {
		t.Score, t.Rule = 1, SlotValues
		for _, s := range spans {
			for k := s.from; k < s.end; k++ {
				if taken(k, others) {
					return t, false
				}
				t.at = append(t.at, k)
			}
		}
	}
	if share := ratio(name.weight, a.name); share >= namedEnough && share > t.Score {
		t.Score, t.Rule, t.at = share, SlotName, name.at
	}
	if share := 0.9 * ratio(desc.weight, a.desc); share >= describedEnough && share > t.Score {
		t.Score, t.Rule, t.at = share, SlotDescription, desc.at
	}
	if t.Rule == "" {
		return t, false
	}
	if t.Rule == SlotName {
		return q.placed(t, desc.at), true // what tells it from another of the same name
	}
	return q.placed(t), true
}

// placed gives a target more words that say it, and the span of them all.
func (q *asked) placed(t Target, more ...[]int) Target {
	from := len(q.places)
	q.places = append(q.places, t.at...)
	for _, at := range more {
		q.places = append(q.places, at...)
	}
	t.at = q.places[from:]
	slices.Sort(t.at)
	t.at = slices.Compact(t.at)
	t.at = t.at[:len(t.at):len(t.at)]
	first, last := &q.tokens[t.at[0]], &q.tokens[t.at[len(t.at)-1]]
	t.Span = Span{Start: first.start, End: last.end}
	return t
}

// saying is what a question says of an aspect's words of one kind.
type saying struct {
	weight float64
	at     []int
}

// said adds up the words of one kind that a question says. A word said twice
// counts once, and so does one that says the same in two ways: the best of them.
func (q *asked) said(i int, kind termKind, others [][]Target) (out saying) {
	hits := q.hitsOf(i)
	hits = hits[:min(len(hits), maxHitsOfOne)]
	from := len(q.places)
	for k := range hits {
		h := &hits[k]
		if h.kind != kind || taken(int(h.at), others) {
			continue
		}
		again := false
		for _, o := range hits[:k] {
			again = again || o.kind == kind && (o.at == h.at || o.term == h.term) && !taken(int(o.at), others)
		}
		if !again {
			out.weight += float64(h.weight)
		}
		if n := len(q.places); n == from || q.places[n-1] != int(h.at) {
			q.places = append(q.places, int(h.at))
		}
	}
	out.at = q.places[from:len(q.places):len(q.places)]
	return out
}

// hitsOf returns the hits of an aspect, in the order of the question, those of one
// word best first.
func (q *asked) hitsOf(i int) []hit {
	from, _ := slices.BinarySearchFunc(q.hits, i, func(h hit, i int) int { return int(h.aspect) - i })
	end := from
	for end < len(q.hits) && int(q.hits[end].aspect) == i {
		end++
	}
	return q.hits[from:end]
}

// of returns what was found of an aspect.
func of(found []offer, i int) []span {
	var out []span
	for _, o := range found {
		if int(o.aspect) == i {
			out = append(out, o.span)
		}
	}
	return out
}

// articles name a parameter only where they are spoken of as words: "the a".
var articles = set(`a an i me it`)

// quotedWord reports whether a token is spoken of as a word.
func (q *asked) quotedWord(i int) bool {
	return i > 0 && (q.tokens[i-1].norm == "the" || q.tokens[i-1].norm == "your" || q.quotedToken(i))
}

// taken reports whether a token asks for one of the targets.
func taken(at int, by [][]Target) bool {
	for _, list := range by {
		for i := range list {
			if _, ok := slices.BinarySearch(list[i].at, at); ok {
				return true
			}
		}
	}
	return false
}

// What share of the words that name a parameter a question has to say.
const (
	namedEnough     = 0.5
	describedEnough = 0.55
)

func ratio(sum, of float64) float64 {
	if of <= 0 {
		return 0
	}
	return min(1, sum/of)
}

// keepSpecific drops a target all of whose words name, better, another
// parameter of its tool too: the "date" of "end date" asks for no start_date.
func keepSpecific(targets []Target) []Target {
	drop := make([]bool, len(targets))
	for i := range targets {
		for k := range targets {
			if i != k && targets[k].Score > targets[i].Score+0.05 && targets[k].Tool == targets[i].Tool && within(targets[i].at, targets[k].at) {
				drop[i] = true
				break
			}
		}
	}
	out := targets[:0]
	for i := range targets {
		if !drop[i] {
			out = append(out, targets[i])
		}
	}
	return slices.Clip(out)
}

// within reports whether the tokens of a are among those of b; both are sorted.
func within(a, b []int) bool {
	k := 0
	for _, x := range a {
		for k < len(b) && b[k] < x {
			k++
		}
		if k == len(b) || b[k] != x {
			return false
		}
	}
	return true
}
