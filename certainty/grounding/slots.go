package grounding

import (
	"slices"
	"sync"

	"github.com/voi-rl/voi/domains"
)

// The bounds of what Slots reads. What lies beyond them is not targeted.
const (
	MaxQuestionTokens = 512     // words of a question
	maxAspects        = 1 << 12 // parameters of a sample's tools
	maxTerms          = 48      // words of one parameter's name, description and values
)

// Slots finds which parameters a question asks for. It is made once for the
// tools of a sample, is not changed then, and is safe for concurrent use.
type Slots struct {
	tools   []domains.Tool
	aspects []aspect
	known   func() map[string]bool // the stems of all words of the tools, made when first asked for
	terms   map[string][]termRef   // by stem, or by sense ("@place")
	starts  map[string][]string    // first three bytes -> stems in terms, for compounds
	spaced  []string               // terms of scripts without spaces
	choices map[string][]choice    // first word of an enumerated value -> values
}

// Target is a parameter that a question asks for.
type Target struct {
	Tool, Param string
	Score       float64 // how much of what names the parameter the question says, in (0, 1]
	Rule        string  // one of the Slot rules
	Span        Span    // the words that say so; Turn is 0, the question
	at          []int   // the tokens that say so
	aspect      int
}

// The rules of a Target, from the surest down.
const (
	SlotName        = "name"        // the words of the parameter's name
	SlotValues      = "values"      // at least two values of its enumeration, as a choice
	SlotDescription = "description" // the words that its description begins with
)

// aspect is one parameter with the words that name it.
type aspect struct {
	tool   *domains.Tool
	param  *domains.Param
	domain domains.Domain
	name   float64 // the weight of the words of its name
	desc   float64 // ... of those that its description begins with
}

// termRef says that a word names an aspect.
type termRef struct {
	aspect int32
	kind   termKind
	weight float32
}

type termKind uint8

const (
	termName termKind = iota
	termDesc
	termKinds
)

// NewSlots reads the tools of a sample. sets holds the domains by the tool's
// name; a parameter that they lack has no values that could be offered.
func NewSlots(tools []domains.Tool, sets map[string]domains.Set) *Slots {
	s := &Slots{tools: tools, terms: map[string][]termRef{}, starts: map[string][]string{}, choices: map[string][]choice{}}
	for i := range tools {
		s.addTool(&tools[i], sets[tools[i].Name])
	}
	for term := range s.terms {
		if len(term) >= 3 && term[0] != '@' {
			s.starts[term[:3]] = append(s.starts[term[:3]], term)
		}
	}
	for _, list := range s.starts {
		slices.Sort(list)
	}
	s.known = sync.OnceValue(s.knownWords)
	slices.Sort(s.spaced)
	s.spaced = slices.Compact(s.spaced)
	return s
}

// Reading is what a question asks for.
type Reading struct {
	Targets []Target // in the order of the tools and of their schemas
	Stated  []Target // asked for by stating a value that nothing backs, which asks for nothing; Span is that value
	Tool    string   // the first offered tool whose name the question says; "" for none
}

// Read returns what a question asks for. With a conversation, a parameter is no
// target where the question itself states its value, unless the conversation
// backs that value or it is one of several values of an enumeration that are
// offered; ctx may be nil, and then no value counts as stated. The time is linear
// in the question and in the parameters.
func (s *Slots) Read(question string, ctx *Context) Reading {
	q := s.read(question)
	var all []Target
	for i := range s.aspects {
		if t, ok := q.target(i); ok {
			all = append(all, t)
		}
	}
	all = keepSpecific(all)
	r := Reading{Tool: q.tool()}
	for _, t := range all {
		if span, stated := q.stated(&t, ctx); stated {
			t.Span = span
			r.Stated = append(r.Stated, t)
		} else {
			r.Targets = append(r.Targets, t)
		}
	}
	return r
}

// Targets returns the parameters that a question asks for, in the order of the
// tools and of their schemas; none where it asks for nothing that a tool takes.
func (s *Slots) Targets(question string) []Target { return s.Read(question, nil).Targets }

// hit is a word of the question that names an aspect.
type hit struct {
	at     int // token
	kind   termKind
	weight float32
	term   string
}

// asked is a question as it was read.
type asked struct {
	*Slots
	text    string
	tokens  []token
	focus   []bool // the tokens that say what is asked for
	hits    map[int32][]hit
	choices map[int32][]span // of aspects of which two values or more are offered
}

// span is a run of tokens, and the value that it names.
type span struct{ from, end, value int }

func (s *Slots) read(question string) *asked {
	q := &asked{Slots: s, text: question, tokens: tokenize(question, 0, MaxQuestionTokens)}
	q.focus = focusOf(question, q.tokens)
	q.hits = map[int32][]hit{}
	for i := range q.tokens {
		if q.focus[i] {
			q.look(i)
		}
	}
	q.offered()
	return q
}

// look finds the aspects that a token names.
func (q *asked) look(i int) {
	t := &q.tokens[i]
	if !t.solid {
		q.lookSpaced(i)
		return
	}
	w := stem(t.norm)
	q.add(i, w)
	if full, ok := abbreviations[t.norm]; ok {
		q.add(i, stem(full))
	}
	for _, sense := range sensesOf[w] {
		q.add(i, sense)
	}
	if len(w) < 3 {
		return
	}
	for _, term := range q.starts[w[:3]] {
		if term != w && akin(term, w) {
			q.add(i, term)
		}
	}
}

func (q *asked) add(i int, term string) {
	for _, r := range q.terms[term] {
		q.hits[r.aspect] = append(q.hits[r.aspect], hit{i, r.kind, r.weight, term})
	}
}

// target says whether, and by what, the question names an aspect.
func (q *asked) target(i int) (Target, bool) {
	a := &q.aspects[i]
	hits := q.hits[int32(i)]
	t := Target{Tool: a.tool.Name, Param: a.param.Name, aspect: i}
	if spans := q.choices[int32(i)]; len(spans) > 1 {
		t.Score, t.Rule = 1, SlotValues
		for _, s := range spans {
			for k := s.from; k < s.end; k++ {
				t.at = append(t.at, k)
			}
		}
	}
	var sum [termKinds]float64
	var at [termKinds][]int
	var seen [termKinds]map[string]bool
	for _, h := range hits {
		if seen[h.kind] == nil {
			seen[h.kind] = map[string]bool{}
		}
		if at[h.kind] = append(at[h.kind], h.at); !seen[h.kind][h.term] {
			seen[h.kind][h.term] = true
			sum[h.kind] += float64(h.weight)
		}
	}
	if share := ratio(sum[termName], a.name); share >= namedEnough && share > t.Score {
		t.Score, t.Rule, t.at = share, SlotName, at[termName]
	}
	if share := 0.9 * ratio(sum[termDesc], a.desc); share >= describedEnough && share > t.Score {
		t.Score, t.Rule, t.at = share, SlotDescription, at[termDesc]
	}
	if t.Rule == "" {
		return t, false
	}
	if t.Rule == SlotName {
		t.at = append(t.at, at[termDesc]...) // what tells it from another of the same name
	}
	slices.Sort(t.at)
	t.at = slices.Compact(t.at)
	first, last := &q.tokens[t.at[0]], &q.tokens[t.at[len(t.at)-1]]
	t.Span = Span{Start: first.start, End: last.end}
	return t, true
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
// parameter too: the "date" of "end date" asks for no start_date.
func keepSpecific(targets []Target) []Target {
	drop := make([]bool, len(targets))
	for i := range targets {
		for k := range targets {
			if i != k && targets[k].Score > targets[i].Score+0.1 && targets[k].Param != targets[i].Param && within(targets[i].at, targets[k].at) {
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

// Covers reports whether every word that b is targeted by names t too, so that
// nothing was asked about b that was not asked about t.
func (t *Target) Covers(b *Target) bool { return within(b.at, t.at) }
