package label

import (
	"context"
	"fmt"
	"math"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// Proposer is a model that names the calls that may be meant: the source llm. It is safe
// for concurrent use. No candidates without an error mean that it has no answer.
type Proposer interface {
	Propose(ctx context.Context, s *dataset.Sample) ([]dataset.Candidate, error)
}

// Reader reads conversations (F4). It is safe for concurrent use. No reading without an
// error means that the rules read.
type Reader interface {
	Read(ctx context.Context, in grounding.Input) (*grounding.Reading, error)
}

// Labeler computes labels. The zero Labeler follows F12 with the default of every formula.
// It is safe for concurrent use after it was set up.
type Labeler struct {
	Sources  []Source          // the sources to try, in order; nil: all, in the order of F12
	Policy   *certainty.Policy // F7; nil: certainty.DefaultPolicy
	Options  certainty.Options // F1 to F6
	Reader   Reader            // F4; nil: the rules
	Proposer Proposer          // nil: the source llm is skipped
}

// Label returns the labels of a sample (F12). sets holds the domains of each offered tool's
// parameters by tool name; a missing tool is annotated from its schema. The error names a
// weight or an option that is out of range.
func (l *Labeler) Label(s *dataset.Sample, sets map[string]domains.Set) (Labels, error) {
	return l.LabelContext(context.Background(), s, sets, nil)
}

// LabelContext is Label with a context for the Reader and the Proposer, whose errors it
// also returns. r is the sample's reading if there is one already; nil: the sample is read.
func (l *Labeler) LabelContext(ctx context.Context, s *dataset.Sample, sets map[string]domains.Set, r *grounding.Reading) (Labels, error) {
	w, out, beliefs, err := l.believe(ctx, s, sets, r)
	if err == nil {
		w.decide(&out, beliefs)
	}
	return out, err
}

// Believe computes the part of the labels that needs no questions: Source, Candidates, VNow,
// Missing and Reading. It also returns the beliefs, one for each reference call.
func (l *Labeler) Believe(ctx context.Context, s *dataset.Sample, sets map[string]domains.Set, r *grounding.Reading) (Labels, []*certainty.Belief, error) {
	_, out, beliefs, err := l.believe(ctx, s, sets, r)
	return out, beliefs, err
}

func (l *Labeler) believe(ctx context.Context, s *dataset.Sample, sets map[string]domains.Set, r *grounding.Reading) (w *work, out Labels, beliefs []*certainty.Belief, err error) {
	w = &work{Labeler: l, ctx: ctx, sample: s, sets: sets, policy: certainty.DefaultPolicy(), reading: r}
	if l.Policy != nil {
		w.policy = *l.Policy
	}
	if err := w.policy.Check(); err != nil {
		return nil, Labels{}, nil, err
	}
	if w.sets, err = domains.Complete(ctx, domains.SchemaAnnotator{}, s.Tools, sets); err != nil {
		return nil, Labels{}, nil, fmt.Errorf("label: %w", err)
	}
	if w.reading == nil {
		if w.reading, err = l.Read(ctx, Input(s, w.sets)); err != nil {
			return nil, Labels{}, nil, err
		}
	}
	if out = noBelief(); len(s.Tools) > 0 {
		out, beliefs, err = w.believe()
	}
	out.Reading = w.reading
	return w, out, beliefs, err
}

// Read reads a conversation by the Reader, or by the rules if the Reader gives nothing. The
// error is the Reader's.
func (l *Labeler) Read(ctx context.Context, in grounding.Input) (*grounding.Reading, error) {
	if l.Reader != nil {
		if r, err := l.Reader.Read(ctx, in); r != nil || err != nil {
			return r, err
		}
	}
	return grounding.Read(in), nil
}

// work is the state of labelling one sample.
type work struct {
	*Labeler
	ctx     context.Context
	sample  *dataset.Sample
	sets    map[string]domains.Set
	policy  certainty.Policy
	reading *grounding.Reading
	topics  []topic     // of the user's words, computed when needed
	told    *vocabulary // of the tools, likewise
}

// believe tries the sources in order.
func (w *work) believe() (Labels, []*certainty.Belief, error) {
	sources := w.Sources
	if sources == nil {
		sources = Sources()
	}
	for _, source := range sources {
		groups, err := w.candidates(source)
		if err != nil {
			return Labels{}, nil, err
		}
		labels, beliefs, err := w.beliefs(source, groups)
		if err != nil || beliefs != nil {
			return labels, beliefs, err
		}
	}
	return noBelief(), nil, nil
}

// beliefs makes the beliefs from one source, one for each group of candidates. VNow is the
// product of theirs, and Missing has the parameters of all. The result is nil if no belief is
// defined.
func (w *work) beliefs(source Source, groups [][]certainty.Candidate) (out Labels, beliefs []*certainty.Belief, err error) {
	out = noBelief()
	vnow, named := 1.0, map[string]bool{}
	for _, group := range groups {
		b, err := certainty.NewBelief(w.sample.Tools, w.sets, group, w.Options)
		if err != nil {
			return Labels{}, nil, fmt.Errorf("label: source %s: %w", source, err)
		}
		out.Candidates = append(out.Candidates, group...)
		vnow *= b.VNow()
		if b.Defined() {
			beliefs, out.Missing = append(beliefs, b), unite(out.Missing, b.Missing(), named)
		}
	}
	if beliefs == nil {
		return Labels{}, nil, nil
	}
	out.Source, out.VNow = source, &vnow
	return out, beliefs, nil
}

// decide adds the pooled questions of the beliefs, and the policy's action: it asks if any
// belief asks.
func (w *work) decide(out *Labels, beliefs []*certainty.Belief) {
	if beliefs == nil {
		return
	}
	var pooled [][]certainty.Question
	for _, b := range beliefs {
		d := certainty.Decide(b, w.policy, nil, 0)
		if d.Action == certainty.ActionAsk || out.Action == certainty.ActionNone {
			out.Action = d.Action
		}
		pooled = append(pooled, d.Questions)
	}
	out.Questions = w.pool(pooled)
	best := 0.0
	for _, q := range out.Questions {
		best = math.Max(best, q.EVPI)
	}
	out.EVPIMax = &best
	if len(out.Questions) > 0 {
		out.BestQuestion = out.Questions[0].Name()
	}
	out.Agrees = agreement(out.Action, w.sample)
}

// unite appends the names that are not among the known ones, and adds them to these.
func unite(all, more []string, known map[string]bool) []string {
	for _, name := range more {
		if !known[name] {
			known[name] = true
			all = append(all, name)
		}
	}
	return all
}
