package grounding

import (
	"reflect"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Kind is what a mention is. Its value is normalised as the kind has it.
type Kind string

// The kinds of mentions (F4).
const (
	Text       Kind = "text"
	Name       Kind = "name"
	Place      Kind = "place"
	Number     Kind = "number"
	Amount     Kind = "amount" // a number with a unit
	Money      Kind = "money"
	Date       Kind = "date"
	Time       Kind = "time"
	Duration   Kind = "duration"
	Boolean    Kind = "boolean" // a phrase that says yes or no to its object
	Enumerator Kind = "enumerator"
	Item       Kind = "item" // of a list
	Code       Kind = "code" // language, country, currency, locale, id
	Email      Kind = "email"
	URL        Kind = "url"
	Phone      Kind = "phone"
)

// Status is whether what is mentioned holds.
type Status string

// The statuses of mentions (F4).
const (
	Said     Status = "said"
	Denied   Status = "denied"
	Replaced Status = "replaced" // a correction takes its place
	Proposed Status = "proposed" // by the assistant or as one of several by a tool, and not confirmed
)

// Span is where text stands: bytes [Start, End) of the text of turn Turn. A Span
// with Start == End is nowhere.
type Span struct {
	Turn, Start, End int
}

// Mention is one thing that the conversation names (F4).
type Mention struct {
	Kind   Kind
	Value  string // normalised as Kind has it
	Unit   string // of an amount, a duration or money; else empty
	Role   string // what the words around say that it is for; empty where they say nothing
	Status Status
	Span   Span
}

// Fill is a mention that fills a parameter, and how likely.
type Fill struct {
	Mention int     // index into Reading.Mentions
	P       float64 // probability, in [0, 1]

	// Value is what fills the parameter, in the parameter's own terms, where that is
	// not the mention's value (economy, of "the cheapest seats"); null: the mention's.
	Value domains.Value
}

// Slot is what fills one parameter of one tool; no Fills: nothing does, and F12
// calls the parameter missing.
type Slot struct {
	Tool, Param string
	Fills       []Fill // most likely first
}

// Turn is one message of a conversation.
type Turn struct {
	Role  string // user, assistant, system or tool
	Text  string
	Calls []domains.Call // an assistant's, by which an echo in a tool's result is known
}

// Input is what is read: a conversation and the tools that are offered. Sets holds
// the domains of each tool's parameters by the tool's name.
type Input struct {
	Turns []Turn
	Tools []domains.Tool
	Sets  map[string]domains.Set
}

// Reading is a conversation as it was read, once per sample (F4). It is data: it is
// stored, printed, corrected by hand. It is safe for concurrent use.
type Reading struct {
	Reader   string // who read: "rules", or the name of a model
	Mentions []Mention
	Slots    []Slot // in the order of tools, then of their properties

	in   *Input      // the conversation that it is of
	text lazy[bound] // and its index
}

// Turns are those of the conversation that was read; nil of a reading without one.
func (r *Reading) Turns() []Turn {
	if r.in == nil {
		return nil
	}
	return r.in.Turns
}

// Of reports whether the rules would read an input as this reading, slots and all, which one of
// ReadText gives too (Fills): it is of the same turns and of the very same tools and domains. It
// is false of nil.
func (r *Reading) Of(in *Input) bool {
	return r != nil && r.Reader == Rules && r.in != nil &&
		len(r.in.Tools) == len(in.Tools) && (len(in.Tools) == 0 || &r.in.Tools[0] == &in.Tools[0]) &&
		reflect.ValueOf(r.in.Sets).Pointer() == reflect.ValueOf(in.Sets).Pointer() && sameTurns(r.in.Turns, in.Turns)
}

func sameTurns(a, b []Turn) bool {
	return slices.EqualFunc(a, b, func(a, b Turn) bool {
		return a.Role == b.Role && a.Text == b.Text && slices.EqualFunc(a.Calls, b.Calls, func(a, b domains.Call) bool {
			return a.Name == b.Name && jsonvalue.Equal(a.Arguments, b.Arguments)
		})
	})
}

// bound is the text of the reading, indexed when the first value is compared: most
// samples that refuse or answer ask for none.
func (r *Reading) bound() *bound {
	return r.text.get(func() *bound {
		in := r.in
		if in == nil {
			in = &Input{}
		}
		b := bind(in)
		b.note(r.Mentions)
		return b
	})
}

// Rules is the Reader of the readings that Read makes.
const Rules = "rules"

// Correct marks a reading that somebody gave as one that no rules made, whose slots
// have the last word.
func (r *Reading) Correct() {
	if r.Reader == Rules || r.Reader == "" {
		r.Reader = "corrected"
	}
}

// Support is how far the conversation backs a value (F4).
type Support struct {
	Score  float64 // s of F4, in [0, 1]; Grounded and above counts as backed (F12)
	Rule   string  // how the value was compared with the mention that backs it best
	Status Status  // of that mention
	Span   Span    // where it stands
}

// Grounded is the support from which F12 counts a value as grounded.
const Grounded = 0.5

// Grounded reports whether the support reaches the threshold of F12.
func (s Support) Grounded() bool { return s.Score >= Grounded }

// Topics are the distinct words of the user that carry content and are no values: no
// mention that holds stands there. The latest come first, at most most of them.
func (r *Reading) Topics(most int) (words []string) {
	b := r.bound()
	value := make([]bool, len(b.tokens))
	for k := range r.Mentions {
		if m := &r.Mentions[k]; m.Kind == Boolean || m.Kind == Text || m.Kind == Enumerator {
			continue
		}
		at := b.locate(r.Mentions[k].Span)
		for i := at.from; i < at.to; i++ {
			value[i] = true
		}
	}
	seen := make([]bool, b.count())
	for i := len(b.tokens) - 1; i >= 0 && len(words) < most; i-- {
		t := &b.tokens[i]
		if value[i] || seen[t.word] || t.digit || t.solid && len(b.norm(t)) < 3 || b.role(int(t.turn)) != "user" || b.is(i, cStop|cNum|cYes|cNo|cNot|cSorry|cPass) {
			continue
		}
		seen[t.word] = true
		words = append(words, b.norm(t))
	}
	return words
}
