package grounding

import (
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Kind is the kind of a mention. It determines how the mention's value is normalised. Its String is
// its name in F4, and that of 0 is empty.
type Kind uint8

// The kinds of mentions (F4).
const (
	Text Kind = iota + 1
	Name
	Place
	Number
	Amount // a number with a unit
	Money
	Date
	Time
	Duration
	Boolean // a phrase that affirms or denies something
	Enumerator
	Item // an item of a list
	Code // the code of a language, country, currency or locale, or an id
	Email
	URL
	Phone
)

var kinds = strings.Split(",text,name,place,number,amount,money,date,time,duration,boolean,enumerator,item,code,email,url,phone", ",")

func (k Kind) String() string { return kinds[k] }

// KindOf returns the kind with a name, or 0 if there is none.
func KindOf(name string) Kind { return Kind(max(0, slices.Index(kinds, name))) }

// Status says whether a mention still holds. Its String is its name in F4, and that of 0 is empty.
type Status uint8

// The statuses of mentions (F4).
const (
	Said Status = iota + 1
	Denied
	Replaced // a correction replaces it
	Proposed // proposed by the assistant, or one of several that a tool lists, and not confirmed
)

var statuses = strings.Split(",said,denied,replaced,proposed", ",")

func (s Status) String() string { return statuses[s] }

// StatusOf returns the status with a name, or 0 if there is none.
func StatusOf(name string) Status { return Status(max(0, slices.Index(statuses, name))) }

// Span is a position in the conversation: the bytes [Start, End) of the text of turn Turn. A
// Span with Start == End is no position.
type Span struct {
	Turn, Start, End int
}

// Mention is one thing that the conversation names (F4).
type Mention struct {
	Value  string // normalised according to Kind
	Unit   string // unit of an amount, a duration or money; otherwise empty
	Role   string // the mention's role according to the surrounding words; empty if they give none
	Span   Span
	Kind   Kind
	Status Status
}

// Fill is a mention that may fill a parameter, with its probability.
type Fill struct {
	Mention int     // index into Reading.Mentions
	P       float64 // probability, in [0, 1]

	// Value is the value for the parameter if it differs from the mention's (economy, for "the
	// cheapest seats"). null means the mention's value.
	Value domains.Value
}

// Slot says what fills one parameter of one tool. Without Fills nothing does, and F12 calls the
// parameter missing.
type Slot struct {
	Tool, Param string
	Fills       []Fill // most likely first
}

// Turn is one message of a conversation.
type Turn struct {
	Role  string // user, assistant, system or tool
	Text  string
	Calls []domains.Call // an assistant's calls, needed to recognise where a tool's result repeats them
}

// Input is what is read: a conversation and the tools that are offered. Sets maps a tool's name
// to the domains of its parameters.
type Input struct {
	Turns []Turn
	Tools []domains.Tool
	Sets  map[string]domains.Set
}

// Reading is the result of reading a conversation, made once per sample (F4). It is plain data
// that can be stored, printed and corrected by hand. It is safe for concurrent use.
type Reading struct {
	Reader   string // "rules", or the name of the model that made the reading
	Mentions []Mention
	Slots    []Slot // in the order of the tools, and of each tool's properties

	in    *Input                    // the conversation that was read
	text  lazy[bound]               // its index
	place atomic.Pointer[slotIndex] // where the Slots are
}

// Turns returns the turns of the conversation that was read, or nil if the reading is bound to
// none.
func (r *Reading) Turns() []Turn {
	if r.in == nil {
		return nil
	}
	return r.in.Turns
}

// Of reports whether the rules would read an input with the same result as this reading, slots
// included: it was made by the rules, of the same turns and the identical tools and domains. A
// reading made by ReadText counts as well, since its slots can be computed (Fills). Of is false
// for nil.
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

// bound returns the indexed text of the reading. It is built when the first value is compared,
// because most samples that refuse or answer compare none.
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

// Rules is the Reader of readings made by Read.
const Rules = "rules"

// Correct marks a reading as not made by the rules, so that its slots are final.
func (r *Reading) Correct() {
	if r.Reader == Rules || r.Reader == "" {
		r.Reader = "corrected"
	}
}

// Support says how well the conversation supports a value (F4).
type Support struct {
	Score  float64 // s of F4, in [0, 1]; from Grounded on the value counts as supported (F12)
	Rule   string  // how the value was compared with the mention that supports it best
	Status Status  // the status of that mention
	Span   Span    // the position of that mention
}

// Grounded is the support from which F12 counts a value as grounded.
const Grounded = 0.5

// Grounded reports whether the support reaches the threshold of F12.
func (s Support) Grounded() bool { return s.Score >= Grounded }

// Topics returns at most most distinct content words of the user that are not part of a valid
// mention, the latest first.
func (r *Reading) Topics(most int) (words []string) {
	b := r.bound()
	value := make([]bool, len(b.tokens))
	for k := range r.Mentions {
		m := &r.Mentions[k]
		if m.Kind == Boolean || m.Kind == Text || m.Kind == Enumerator {
			continue
		}
		at := b.locate(m.Span)
		for i := at.from; i < at.to; i++ {
			value[i] = true
		}
	}
	const empty = cStop | cNum | cYes | cNo | cNot | cSorry | cPass
	seen := make([]bool, b.count())
	for i := len(b.tokens) - 1; i >= 0 && len(words) < most; i-- {
		t := &b.tokens[i]
		if value[i] || seen[t.word] || t.digit || t.has&empty != 0 || t.solid && len(b.norm(t)) < 3 ||
			b.role(int(t.turn)) != "user" {
			continue
		}
		seen[t.word] = true
		words = append(words, b.norm(t))
	}
	return words
}
