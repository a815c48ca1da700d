package oldgrounding

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
	maxOffers         = 256     // values, and whole names, that a question says
)

// Slots finds which parameters a question asks for. It is made once for the
// tools of a sample, is not changed then, and is safe for concurrent use.
type Slots struct {
	tools  []domains.Tool
	sets   map[string]domains.Set
	vocab  []*toolWords         // of each tool
	first  []int                // of each tool the number of its first parameter, and that behind the last one
	known  func() []*knownWords // of each tool, made when first asked for
	spaced func() []string      // terms of scripts without spaces, sorted
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

// aspect is one parameter.
type aspect struct {
	tool   *domains.Tool
	param  *domains.Param
	domain domains.Domain // of a large enumeration with all values of the schema
}

// closed reports whether the domain is an enumeration of several values.
func (a *aspect) closed() bool {
	d := &a.domain
	return d.Type == domains.Boolean || (d.Type == domains.Finite || d.Type == domains.EstimatedFinite) && len(d.Values) > 1
}

// NewSlots reads the tools of a sample. sets holds the domains by the tool's
// name; a parameter that they lack has no values that could be offered.
func NewSlots(tools []domains.Tool, sets map[string]domains.Set) *Slots {
	s := &Slots{tools: tools, sets: sets, vocab: make([]*toolWords, len(tools)), first: make([]int, len(tools)+1)}
	for i := range tools {
		t, left := &tools[i], maxAspects-s.first[i]
		if set := sets[t.Name]; len(t.Params) <= left {
			s.vocab[i] = keptTools.words(t, set)
		} else {
			s.vocab[i] = newToolWords(textOf(t, set), left)
		}
		s.first[i+1] = s.first[i] + len(s.vocab[i].params)
	}
	s.known, s.spaced = sync.OnceValue(s.readKnown), sync.OnceValue(s.sortSpaced)
	return s
}

// place returns the place of the tool that has a parameter, and the parameter's
// place there, by its number.
func (s *Slots) place(i int) (tool, param int) {
	tool, _ = slices.BinarySearch(s.first, i+1) // the first tool that begins behind it
	return tool - 1, i - s.first[tool-1]
}

// aspect returns the parameter of a number.
func (s *Slots) aspect(i int) aspect {
	at, k := s.place(i)
	a := aspect{tool: &s.tools[at], param: &s.tools[at].Params[k]}
	if d := domainOf(s.sets[a.tool.Name], a.param.Name); d != nil {
		a.domain = *d
		if kind, values := offeredValues(a.param, d); kind != "" {
			a.domain.Values = values
		}
	}
	return a
}

// sortSpaced returns the terms of all tools that are of scripts without spaces.
func (s *Slots) sortSpaced() []string {
	var out []string
	for _, w := range s.vocab {
		out = append(out, w.spaced...)
	}
	slices.Sort(out)
	return slices.Compact(out)
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
	return s.ReadIn(&Memory{}, question, ctx)
}

// Memory is room for reading questions. The zero Memory is ready. It is not safe
// for concurrent use.
type Memory struct {
	asked   asked
	named   []int
	targets []Target
	stated  []Target
}

// Release lets go of what was read. Who keeps a Memory for later calls it, so that
// no sample stays alive for it.
func (m *Memory) Release() {
	q := &m.asked
	clear(q.tokens)
	clear(q.words)
	clear(q.hits)
	*q = asked{tokens: q.tokens[:0], words: q.words[:0], hits: q.hits[:0], offered: q.offered[:0], exact: q.exact[:0], places: q.places[:0]}
	clear(m.targets)
	clear(m.stated)
	m.targets, m.stated = m.targets[:0], m.stated[:0]
}

// ReadIn is Read in memory that is brought: what it returns is good until the
// memory is used again.
func (s *Slots) ReadIn(m *Memory, question string, ctx *Context) Reading {
	q := &m.asked
	s.read(q, question)
	all := m.targets[:0]
	m.named = q.named(m.named[:0])
	for _, i := range m.named {
		if t, ok := q.target(i); ok && q.about(&t, ctx) {
			all = append(all, t)
		}
	}
	all = keepSpecific(all)
	kept, stated := all[:0], m.stated[:0]
	for i := range all {
		t := all[i]
		if span, ok := q.stated(&t, ctx); ok {
			t.Span = span
			stated = append(stated, t)
		} else {
			kept = append(kept, t)
		}
	}
	m.targets, m.stated = kept, stated
	return Reading{Targets: slices.Clip(kept), Stated: slices.Clip(stated), Tool: q.tool(), read: q}
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
	if last-first != len(t.at)-1 || first == 0 || !q.in(first-1, isItemBegin) {
		return false
	}
	return q.joined(first-2) || q.joined(last)
}

// joined reports whether a list goes on after token i: it is "and" or "or", or
// such a one or a comma follows.
func (q *asked) joined(i int) bool {
	if i < 0 || i+1 >= len(q.tokens) || q.ends(i) {
		return false
	}
	joins := func(w string) bool { return w == "and" || w == "or" }
	return joins(q.tokens[i].norm) || joins(q.tokens[i+1].norm) || q.words[i].comma
}

// itemBegins are the words that an item of a list begins with.
var itemBegins = set(`the a an your`)
