package decision

import (
	"context"
	"slices"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Note is a piece of a belief state with its origin: a span of a message, in bytes.
type Note struct {
	Text     string
	Step     int // of the run; -1 before the first step
	Message  int
	From, To int

	words []string // content words
}

// BeliefState is what a search knows and what it still has to find out ("The Context
// Gathering Decision Process", 5.1): facts, which are observed passages, and open
// predicates. Its size is bounded.
type BeliefState struct {
	Question string // what the user said before the first step
	Facts    []Note // after curation the most important first
	Open     []Note
	Curated  int // number of curations so far

	wanted []string // content words of the question, nil if they are not known yet
}

// asked returns the content words of the question.
func (b *BeliefState) asked() []string {
	if b.wanted != nil {
		return b.wanted
	}
	return contentWords(b.Question)
}

// The limits of a belief state: with more than CurateAt notes it is curated down to
// MostNotes.
const (
	CurateAt  = 10
	MostNotes = 6
)

// Observation is the result of one act: the texts with their places, and the act's query.
type Observation struct {
	Step    int
	Query   Note
	Results []Note
}

// Update is what an observation adds to a belief state. Facts are passages from it, Open
// lists what is left to find out, and Resolved holds the indices in BeliefState.Open that
// are answered.
type Update struct {
	Facts, Open []Note
	Resolved    []int
}

// Extractor reads an observation. It does not change the state.
type Extractor interface {
	Extract(ctx context.Context, b *BeliefState, o Observation) (Update, error)
}

// contentWords returns the sorted words of a text that carry content.
func contentWords(text string) []string {
	return slices.DeleteFunc(trajectory.TokenSet(text), empty)
}

// NewNote returns a note on a span of a message that begins at from.
func NewNote(text string, step, message, from int) Note {
	return Note{text, step, message, from, from + len(text), contentWords(text)}
}

// Add applies an update, and curates if there are too many notes.
func (b *BeliefState) Add(u Update) {
	var open []Note
	for i, n := range b.Open {
		if !slices.Contains(u.Resolved, i) {
			open = append(open, n)
		}
	}
	b.Open = open
	b.Open = append(b.Open, u.Open...)
	b.Facts = append(b.Facts, u.Facts...)
	if len(b.Facts)+len(b.Open) > CurateAt {
		b.curate()
	}
}

// curate keeps MostNotes notes. It keeps the first open ones, up to half of them, because
// later ones follow from earlier ones. Of the facts it keeps those with most wanted words
// that no kept fact has. Of two facts that say the same it keeps the longer one.
func (b *BeliefState) curate() {
	b.Curated++
	if half := MostNotes / 2; len(b.Open) > half {
		b.Open = b.Open[:half]
	}
	var facts []Note
	for _, f := range b.Facts {
		at := slices.IndexFunc(facts, func(o Note) bool { return trajectory.Jaccard(f.words, o.words) >= trajectory.TauJ })
		switch {
		case at < 0:
			facts = append(facts, f)
		case len(f.words) > len(facts[at].words):
			facts[at] = f
		}
	}
	wanted := map[string]bool{}
	for _, word := range b.asked() {
		wanted[word] = true
	}
	for _, o := range b.Open {
		for _, word := range o.words {
			wanted[word] = true
		}
	}
	b.Facts = nil
	for len(facts) > 0 && len(b.Facts) < MostNotes-len(b.Open) {
		best, most := 0, -1
		for i := range facts {
			n := 0
			for _, word := range facts[i].words {
				if wanted[word] {
					n++
				}
			}
			if n >= most { // on a tie the later one
				best, most = i, n
			}
		}
		for _, word := range facts[best].words {
			delete(wanted, word)
		}
		b.Facts = append(b.Facts, facts[best])
		facts = slices.Delete(facts, best, best+1)
	}
}

// Beliefs returns the belief state after each step of a run. A step without an act keeps
// the state of the step before. The error is the extractor's.
func Beliefs(ctx context.Context, c *trajectory.Counter, t *trajectory.Trajectory, x Extractor) ([]BeliefState, error) {
	s := NewSearch(c, t)
	steps := t.Steps()
	var b BeliefState
	first := len(t.Messages)
	if len(steps) > 0 {
		first = steps[0].Message
	}
	var asked []string
	for i := range first {
		if m := &t.Messages[i]; m.Role == dataset.User {
			asked = append(asked, m.Content)
			for _, n := range sentences(m.Content, -1, i) {
				if len(n.words) > 0 {
					b.Open = append(b.Open, n)
				}
			}
		}
	}
	b.Question = trajectory.Lines(asked)
	b.wanted = contentWords(b.Question)
	states := make([]BeliefState, len(steps))
	acts := s.Acts
	for i, step := range steps {
		if len(acts) > 0 && acts[0].Step == i {
			o := Observation{Step: i, Query: NewNote(t.Messages[step.Message].Query(), i, step.Message, 0)}
			for at := step.Message + 1; at < step.End; at++ {
				if m := &t.Messages[at]; m.Role == dataset.ToolRole && !m.ByUser && !m.Failed {
					o.Results = append(o.Results, Note{Text: m.Content, Step: i, Message: at, To: len(m.Content)}) // its words are not needed
				}
			}
			u, err := x.Extract(ctx, &b, o)
			if err != nil {
				return nil, err
			}
			b.Add(u)
			acts = acts[1:]
		}
		states[i] = b
		states[i].Facts, states[i].Open = slices.Clone(b.Facts), slices.Clone(b.Open)
	}
	return states, nil
}

// Value is the state as JSON: {"facts": [{"text", "step", "message", "span"}], "open"}.
func (b *BeliefState) Value() jsonvalue.Value {
	return jsonvalue.ObjectOf("facts", b.Facts, "open", b.Open, "curated", b.Curated)
}

// Value returns the note as JSON.
func (n *Note) Value() jsonvalue.Value {
	return jsonvalue.ObjectOf("text", n.Text, "step", n.Step, "message", n.Message, "span", []int{n.From, n.To})
}
