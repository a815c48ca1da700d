package grounding

import (
	"slices"
	"strings"
	"sync"

	"github.com/voi-rl/voi/domains"
)

// The bounds of what Slots reads. What lies beyond them is not targeted.
const (
	MaxQuestionTokens = 512     // words of a question
	maxAspects        = 1 << 12 // parameters of a sample's tools
	maxTerms          = 48      // words of one parameter's name, description and values
	maxHits           = 1 << 14 // words of a question that name a parameter, counted for each
	maxHitsOfOne      = 64      // ... for one of them
	maxOffers         = 256     // values, and whole names, that a question says
)

// Slots finds which parameters a question asks for. It is made once for the
// tools of a sample, is not changed then, and is safe for concurrent use.
type Slots struct {
	tools   []domains.Tool
	aspects []aspect
	known   func() map[string]toolSet // the stems of all words of the tools, made when first asked for
	terms   map[string]int32          // by stem, or by sense ("@place"): the last of refs
	refs    []termRef                 // what words name, chained by word
	starts  map[string]int32          // the first four bytes of stems: the last of stems
	stems   []startRef                // the stems in terms, chained by their beginning
	spaced  []string                  // terms of scripts without spaces
	choices phrases                   // the values of enumerations
	names   phrases                   // names of several words
	called  phrases                   // the names of the tools; aspect is the tool's place
}

// startRef is a stem with the one before it that begins alike, -1 for none.
type startRef struct {
	term string
	next int32
}

// phrases are texts of several words, chained by their first word.
type phrases struct {
	first map[string]int32
	list  []choice
}

func (p *phrases) add(c choice) {
	if p.first == nil {
		p.first = map[string]int32{}
	}
	c.next = chain(p.first, stem(c.words[0]), len(p.list))
	p.list = append(p.list, c)
}

// chain makes at the last of a key, and returns what was: -1 for nothing.
func chain(last map[string]int32, key string, at int) int32 {
	before, ok := last[key]
	last[key] = int32(at)
	if !ok {
		return -1
	}
	return before
}

// each calls f for every element of a chain, the last one first.
func each(last map[string]int32, key string, f func(at int32) (next int32)) {
	if at, ok := last[key]; ok {
		for at >= 0 {
			at = f(at)
		}
	}
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
	toolAt int32 // its place
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
	next   int32 // of the same word
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
	n := 0
	for i := range tools {
		n += len(tools[i].Params)
	}
	n = min(n, maxAspects)
	s := &Slots{tools: tools, terms: make(map[string]int32, 5*n), starts: make(map[string]int32, 3*n)}
	s.aspects, s.refs, s.stems = make([]aspect, 0, n), make([]termRef, 0, 8*n), make([]startRef, 0, 3*n)
	for i := range tools {
		s.addTool(int32(i), &tools[i], sets[tools[i].Name])
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
	read    *asked
}

// Read returns what a question asks for. With a conversation, a parameter is no
// target where the question itself states its value, unless the conversation
// backs that value or it is one of several values of an enumeration that are
// offered; ctx may be nil, and then no value counts as stated. The time is linear
// in the question and in the parameters.
func (s *Slots) Read(question string, ctx *Context) Reading {
	q := s.read(question)
	var all []Target
	for _, i := range q.named() {
		if t, ok := q.target(i); ok && q.about(&t, ctx) {
			all = append(all, t)
		}
	}
	all = keepSpecific(all)
	r := Reading{Tool: q.tool(), read: q}
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

// Apart reports whether the question asks for a target by words that do not ask
// for the others: "which city?" asks for one parameter, whatever else is a city.
// An item of a list is asked for by itself, too: "the door and the state of the
// door".
func (r *Reading) Apart(t *Target, others ...[]Target) bool {
	if r.read == nil {
		return true
	}
	_, ok := r.read.target(t.aspect, others...)
	return ok || r.read.listed(t)
}

// listed reports whether a question says the whole name of a parameter as an item
// of a list: an article before it, and "and", "or" or a comma beside it.
func (q *asked) listed(t *Target) bool {
	if t.Rule != SlotName || t.Score < 1 || len(t.at) == 0 {
		return false
	}
	first, last := t.at[0], t.at[len(t.at)-1]
	if last-first != len(t.at)-1 || first == 0 || !itemBegins[q.tokens[first-1].norm] {
		return false
	}
	return q.joined(first-2) || q.joined(last)
}

// joined reports whether a list goes on after token i: it is "and" or "or", or
// such a one or a comma follows.
func (q *asked) joined(i int) bool {
	if i < 0 || i+1 >= len(q.tokens) || ends(q.text, q.tokens, i) {
		return false
	}
	joins := func(w string) bool { return w == "and" || w == "or" }
	return joins(q.tokens[i].norm) || joins(q.tokens[i+1].norm) || strings.Contains(q.text[q.tokens[i].end:q.tokens[i+1].start], ",")
}

// itemBegins are the words that an item of a list begins with.
var itemBegins = set(`the a an your`)
