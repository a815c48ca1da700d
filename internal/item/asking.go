package item

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
)

// Model reads conversations (F4). It is safe for concurrent use. Where it has no reading, with an
// error or without, the rules read.
type Model interface {
	// Known returns the reading that needs no waiting. known is false where Read has to be called.
	Known(in grounding.Input) (r *grounding.Reading, known bool)
	// Read asks for the reading, once for all that want the same one at the same time.
	Read(ctx context.Context, in grounding.Input) (*grounding.Reading, error)
}

// noteByRules notes that the rules have read a conversation that a model should have read.
const noteByRules = string(dataset.FlagReadByRules)

// errUnread is the error of an item whose conversation only the Model can read. No client sees it:
// whoever scores scores the item again by a Scorer that asks.
var errUnread = errorf(CodeInternal, "a model has to read the conversation first")

// asked is the Model that all copies of a Scorer ask.
type asked struct {
	Model
	ctx  context.Context
	stop context.CancelFunc

	mu       sync.Mutex
	ends     *time.Timer // stops the asking; nil: more may be read
	patience time.Duration
}

func newAsked(ctx context.Context, m Model) *asked {
	if m == nil {
		return nil
	}
	if ctx == nil {
		ctx = context.Background()
	}
	a := &asked{Model: m}
	a.ctx, a.stop = context.WithCancel(ctx)
	return a
}

// read asks the model. A reading that comes moves the end of the asking.
func (a *asked) read(in grounding.Input) *grounding.Reading {
	r, err := a.Read(a.ctx, in)
	if err != nil || r == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ends != nil {
		a.ends.Reset(a.patience)
	}
	return r
}

// End says that no more items come. From then on the Model is asked no more once it has given no
// reading for so long, and the rules read the rest: a stalled endpoint must not keep a server that
// has nothing else to do.
func (s *Scorer) End(patience time.Duration) {
	if s.asked == nil {
		return
	}
	a := s.asked
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ends == nil {
		a.patience, a.ends = patience, time.AfterFunc(patience, a.stop)
	}
}

// last is the sample that a Scorer that asks has prepared last. A group of completions then has
// one reading, whatever the cache keeps, and even where the model gave none.
type last struct {
	key  key
	made prepared
}

// Asking returns a Scorer that asks the Model where a Scorer otherwise says that an item is unread.
// It waits for the answers, and is not safe for concurrent use.
func (s *Scorer) Asking() *Scorer {
	own := *s
	own.last = &last{}
	return &own
}

// ask returns the sample of a key, the last one or made by asking. The cache takes it only once it
// is made, because others that look for it there must not wait for the model. Without the model's
// reading it is not kept, so that the model is asked again for the next request.
func (s *Scorer) ask(k key, produce func() (prepared, int64)) prepared {
	if s.last.made.x != nil && s.last.key == k {
		return s.last.made
	}
	made, size := produce()
	if made.err == nil && !made.byRules {
		s.cache.Get(k, func() (prepared, int64, bool) { return made, size, true })
	}
	s.last.key, s.last.made = k, made
	return made
}

// modelReads lets the Model read the conversation of a sample that comes without a reading. The
// error is errUnread.
func (s *Scorer) modelReads(of *sample) *Error {
	stored := of.labels != nil && of.labels.Reading != nil && !of.other
	if s.asked == nil || of.reading != nil || of.given.read || stored {
		return nil
	}
	in := label.Input(of.Sample, of.sets)
	r, known := s.asked.Known(in)
	switch {
	case known:
	case s.last == nil:
		return errUnread
	default:
		r = s.asked.read(in)
	}
	of.reading, of.byRules = r, r == nil
	return nil
}

// note adds a code to the notes.
func (o *Outcome) note(code string) {
	o.Notes = append(slices.Clip(o.Notes), code)
	if o.Explanation != nil {
		o.Explanation.Notes = o.Notes
	}
}

// unread is an item that has to be scored again by a Scorer that asks.
type unread struct {
	key key
	at  int
}

// defers notes an item as unread.
func (b *Batch) defers(at int, k key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.unread = append(b.unread, unread{k, at})
}

// Unread returns the items that wait for the Model, by their samples: each list is to be scored
// again by one Scorer that asks.
func (b *Batch) Unread() [][]int {
	slices.SortFunc(b.unread, func(x, y unread) int { return cmp.Compare(x.at, y.at) })
	var lists [][]int
	of := map[key]int{}
	for _, u := range b.unread {
		i, known := of[u.key]
		if !known {
			i = len(lists)
			of[u.key], lists = i, append(lists, nil)
		}
		lists[i] = append(lists[i], u.at)
	}
	return lists
}
