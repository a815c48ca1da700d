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
	maxHits           = 1 << 14 // words of a question that name a parameter, counted for each
	maxHitsOfOne      = 64      // ... for one of them
)

// Slots finds which parameters a question asks for. It is made once for the
// tools of a sample, is not changed then, and is safe for concurrent use.
type Slots struct {
	tools   []domains.Tool
	aspects []aspect
	known   func() map[string]toolSet // the stems of all words of the tools, made when first asked for
	terms   map[string][]termRef      // by stem, or by sense ("@place")
	starts  map[string][]string       // first three bytes -> stems in terms, for compounds
	spaced  []string                  // terms of scripts without spaces
	choices map[string][]choice       // first word of an enumerated value -> values
	names   map[string][]choice       // first word of a name of several words -> names
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
	s := &Slots{tools: tools, terms: map[string][]termRef{}, starts: map[string][]string{}, choices: map[string][]choice{}, names: map[string][]choice{}}
	for i := range tools {
		s.addTool(int32(i), &tools[i], sets[tools[i].Name])
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
func (r *Reading) Apart(t *Target, others ...[]Target) bool {
	if r.read == nil {
		return true
	}
	_, ok := r.read.target(t.aspect, others...)
	return ok
}
