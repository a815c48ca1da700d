package item

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/reward"
)

// DefaultCacheBytes is the default size of a Scorer's cache of prepared samples.
const DefaultCacheBytes = 64 << 20

// Options of a Scorer.
type Options struct {
	Samples    Source // where sample ids are looked up; nil: nowhere
	CacheBytes int64  // of prepared samples, roughly; 0 means DefaultCacheBytes

	Model   Model           // reads the conversations that come without a reading; nil: the rules
	Context context.Context // until when the Model is asked; nil: always
}

// Scorer scores items. It is safe for concurrent use. The same item and profile
// always give the same Outcome, whatever is in the cache.
type Scorer struct {
	samples Source
	labeler label.Labeler
	cache   *lru.Cache[key, prepared]

	asked *asked // of the Model; nil: there is none
	last  *last  // the sample that was prepared last; nil: the Model is not asked
}

// NewScorer returns a scorer.
func NewScorer(opt Options) *Scorer {
	if opt.CacheBytes <= 0 {
		opt.CacheBytes = DefaultCacheBytes
	}
	return &Scorer{
		samples: opt.Samples,
		cache:   lru.New[key, prepared](opt.CacheBytes),
		asked:   newAsked(opt.Context, opt.Model),
	}
}

// HasSamples reports whether there is a place where sample ids are looked up.
func (s *Scorer) HasSamples() bool { return s.samples != nil }

// Stats returns the state of the cache.
func (s *Scorer) Stats() CacheStats { return s.cache.Stats() }

// Outcome is the result of scoring one item.
type Outcome struct {
	reward.Result                     // Components nil where Err is set
	Explanation   *reward.Explanation // set where it was asked for and there is a reward
	Err           *Error              // why there is no reward, else nil; hides Result.Err

	prepared *reward.Prepared // for the explanation
}

// Score scores an item under a profile. explain asks for an Explanation.
// components, which may be nil, is memory for Result.Components.
func (s *Scorer) Score(p *reward.Profile, it *Item, explain bool, components []float64) (out Outcome) {
	defer func() {
		if fault := recover(); fault != nil {
			out = Outcome{Err: s.fault(fault)}
		}
	}()
	made := s.prepared(p, it, explain)
	if made.err != nil {
		return Outcome{Err: made.err}
	}
	out = s.scorePrepared(made.x, it, explain, components)
	if made.byRules {
		out.note(noteByRules)
	}
	return out
}

// scorePrepared is Score for an item whose sample is prepared.
func (s *Scorer) scorePrepared(x *reward.Prepared, it *Item, explain bool, components []float64) (out Outcome) {
	defer func() {
		if fault := recover(); fault != nil {
			out = Outcome{Err: s.fault(fault)}
		}
	}()
	in := it.Input()
	out.Result = x.AppendScore(components[:0], in)
	if out.Result.Err != nil {
		out.Err = fromReward(out.Result.Err)
		return out
	}
	if explain {
		e := x.Explain(in)
		out.Explanation, out.prepared = &e, x
	}
	return out
}

// Prepare returns the sample of an item, prepared for a profile, from the cache or made
// anew. withLabels asks for the labels of F12 even where the profile does not need them.
func (s *Scorer) Prepare(p *reward.Profile, it *Item, withLabels bool) (*reward.Prepared, *Error) {
	made := s.prepared(p, it, withLabels)
	return made.x, made.err
}

func (s *Scorer) prepared(p *reward.Profile, it *Item, withLabels bool) prepared {
	withLabels = withLabels || p.NeedsLabels()
	k := keyOf(p, withLabels, it)
	if s.last != nil {
		return s.ask(k, func() (prepared, int64) { return s.prepare(p, it, withLabels) })
	}
	return s.cache.Get(k, func() (got prepared, size int64, keep bool) {
		got, size = s.prepare(p, it, withLabels)
		return got, size, !got.err.transient()
	})
}

// prepare makes a sample, and estimates its bytes.
func (s *Scorer) prepare(p *reward.Profile, it *Item, withLabels bool) (got prepared, size int64) {
	defer func() {
		if fault := recover(); fault != nil {
			got, size = prepared{err: s.fault(fault)}, 0
		}
	}()
	own := it.detached()
	sample, err := load(&own, s.samples)
	if err != nil {
		return prepared{err: err}, 0
	}
	var labels *label.Labels
	if withLabels {
		if err := s.modelReads(sample); err != nil {
			return prepared{err: err}, 0
		}
		built, err := sample.build(&s.labeler)
		if err != nil {
			return prepared{err: errorf(CodeBadRequest, "%v", err)}, 0
		}
		labels = built
	}
	x, bad := p.Prepare(sample.Sample, sample.sets, labels)
	if bad != nil {
		return prepared{err: fromReward(bad)}, 0
	}
	return prepared{x: x, byRules: sample.byRules}, sample.bytes(p.NeedsLabels())
}

// detached copies the item's sample fields, so that a cached sample does not keep the whole
// request in memory.
func (it *Item) detached() Item {
	own := Item{SampleID: strings.Clone(it.SampleID)}
	for f, raw := range it.inline {
		own.inline[f] = strings.Clone(raw)
	}
	return own
}

// The bytes that a parsed value takes beside its text, and that a parameter's domain and
// rules take beside its schema, as measured on When2Call.
const (
	valueBytes  = 32
	domainBytes = 240
)

// heldBytes estimates the bytes of a parsed value with its text.
func heldBytes(v jsonvalue.Value) int64 {
	n := int64(valueBytes)
	for _, item := range v.Items() {
		n += heldBytes(item)
	}
	for _, m := range v.Members() {
		n += int64(len(m.Key)) + heldBytes(m.Value)
	}
	if v.Kind() == jsonvalue.String || v.Kind() == jsonvalue.Number {
		n += int64(v.Size())
	}
	return n
}

// The bytes of an indexed conversation and of the tools' words, for each byte of their
// text, and the bytes of the rest of a sample, mostly values that were asked for. Measured
// on When2Call: a sample takes 11 KB, and 19 to 20 KB under guarded.
const (
	contextBytes = 28
	wordsBytes   = 2
	keptBytes    = 2 << 10
)

// bytes estimates the memory of the sample. grounded adds the memory of its grounding (F4,
// F11). Calls in the conversation, domains and labels are small, unless an item brings large
// ones.
func (s *sample) bytes(grounded bool) int64 { return max(s.ownBytes(grounded), s.inline) }

// ownBytes is bytes without the inline fields.
func (s *sample) ownBytes(grounded bool) int64 {
	n, tools := int64(3072), int64(0)
	for i := range s.Tools {
		t := &s.Tools[i]
		tools += int64(t.Schema.Size() + len(t.Description))
		n += heldBytes(t.Schema) + int64(2*len(t.Description)+domainBytes*(1+len(t.Params)))
	}
	for _, c := range s.Reference.ToolCalls {
		n += heldBytes(c.Arguments)
	}
	for i := range s.Messages {
		n += int64(len(s.Messages[i].Content))
	}
	if !grounded {
		return n
	}
	for i := range s.Messages {
		if role := s.Messages[i].Role; role == "user" || role == "tool" {
			n += contextBytes * int64(min(len(s.Messages[i].Content), 8*grounding.MaxTokens))
		}
	}
	return n + wordsBytes*tools + keptBytes
}

// fromReward turns an error of package reward into one of an item.
func fromReward(err error) *Error {
	var bad *reward.Error
	if errors.As(err, &bad) {
		return &Error{Code: bad.Code, Message: bad.Message}
	}
	return errorf(CodeInternal, "%v", err)
}

// fault returns the error of an item that caused a panic. Its stack is for a bug report and
// is not sent to the client.
func (s *Scorer) fault(fault any) *Error {
	return &Error{Code: CodeInternal, Message: fmt.Sprintf("scoring failed (%v); please report it", fault), stack: debug.Stack()}
}
