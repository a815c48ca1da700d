package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/reward"
)

// Options of an audit. The zero Options are its defaults.
type Options struct {
	Seed    uint64 // for everything invented, drawn and trained
	Workers int    // samples at a time; 0: GOMAXPROCS. It does not affect the report
	Train   bool   // also find the optimum and train the policy

	Baseline map[string]bool // reviewed findings by name: they are listed, and not counted

	Progress func(samples int) // if set, called now and then with the number of finished samples
}

// Run audits one reward on samples. The error is the context's or the reward's, or
// says that no sample can be scored.
func Run(ctx context.Context, subject Subject, samples []Sample, opt Options) (*Report, error) {
	a := &audit{subject: subject, id: subject.Identity(), probes: Probes(), samples: samples, opt: opt}
	if p, ok := subject.(profileSubject); ok {
		a.profile = p.profile
	}
	a.native = a.id.Grammar == completion.Native
	a.foreign = newForeigners(samples)
	if opt.Train {
		a.acts = behaviours()
	}
	a.results = make([]*result, len(samples))
	if a.id.Foreign {
		a.opt.Workers = 1 // a foreign reward may depend on the order of calls
	}
	done := make(chan struct{}, len(samples))
	err := a.each(ctx, len(samples), func(i int) (err error) {
		a.results[i], err = a.score(ctx, i)
		done <- struct{}{}
		if opt.Progress != nil {
			opt.Progress(len(done))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	a.lo, a.hi = a.bounds()
	return a.report(ctx)
}

// audit is one run of an audit.
type audit struct {
	subject Subject
	id      Identity
	profile *reward.Profile // if the Subject is one; else nil
	probes  []Probe
	samples []Sample
	opt     Options
	native  bool
	lo, hi  float64
	foreign *foreigners
	acts    []behaviour                           // of the policy; nil without training
	results []*result                             // by sample; nil if it cannot be scored
	texts   func(at, probe int) (id, text string) // for runs; nil for samples
	faults  []fault                               // of a foreign reward
	rated   int64                                 // completions that a foreign reward has rated
	stopped string                                // why a foreign reward is not called any more; "": it is
}

// result holds the rewards of one sample's completions.
type result struct {
	at        int // index of the sample
	action    completion.Action
	apart     bool // an ASK whose missing parameters are unknown; counted apart
	honest    outcome
	source    outcome   // the reference in the source's words
	probes    []outcome // in the order of the probes
	behaviour []outcome // of the policy; nil without training
	state     int
	traits    traits
}

// outcome is the reward of one completion.
type outcome struct {
	applies bool // there is a completion, it is not right on the sample, and it has a reward
	reward  float64
	points  []float64 // for each term
	action  completion.Action
	plain   bool // for a behaviour: the text equals a plain behaviour's, or asks for exactly the missing parameters
}

// each calls fn for 0 to n-1 in parallel.
func (a *audit) each(ctx context.Context, n int, fn func(int) error) error {
	workers := a.opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range n {
		if inner.Err() != nil {
			break
		}
		group.Go(func() (err error) {
			defer func() {
				if fault := recover(); fault != nil {
					err = fmt.Errorf("a fault in voi, please report it with item %d of the audit: %v", i, fault)
				}
			}()
			if err := fn(i); err != nil {
				return err
			}
			return inner.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// score rates every probe on a sample.
func (a *audit) score(ctx context.Context, i int) (*result, error) {
	if a.stopped != "" {
		return nil, nil
	}
	m := a.material(i)
	r := &result{at: i, action: m.action, probes: make([]outcome, len(a.probes))}
	r.apart = m.action == completion.Ask && (m.Labels == nil || len(m.Labels.Missing) == 0)
	b := &batch{index: map[string]int{}}
	b.add(&r.honest, m.honest)
	if d, has := m.sourceDraft(); has {
		b.add(&r.source, d)
	}
	for k := range a.probes {
		if d, ok := a.probes[k].on(m); ok {
			b.add(&r.probes[k], d)
		}
	}
	if a.opt.Train {
		r.traits = m.traits()
		r.state = r.traits.state()
		r.behaviour = make([]outcome, len(a.acts))
		a.behave(b, m, r)
	}
	if err := a.rate(ctx, a.samples[i], b); err != nil {
		return nil, err
	}
	if !r.honest.applies {
		return nil, nil
	}
	return r, nil
}

// batch holds the drafts of a sample that are rated together, each text once.
type batch struct {
	texts   []string
	index   map[string]int
	places  []place
	history []place // drafts with changed conversations, which are rated alone
}

// place is the destination of a draft's rating.
type place struct {
	at    int // index in batch.texts
	draft draft
	to    *outcome
}

func (b *batch) add(to *outcome, d draft) {
	if d.history != nil {
		b.history = append(b.history, place{draft: d, to: to})
		return
	}
	at, known := b.index[d.text]
	if !known {
		at = len(b.texts)
		b.index[d.text], b.texts = at, append(b.texts, d.text)
	}
	b.places = append(b.places, place{at, d, to})
}

// rate rates a batch of a sample. A draft without a reward does not apply.
func (a *audit) rate(ctx context.Context, s Sample, b *batch) error {
	got, err := a.subject.Rate(ctx, s, b.texts)
	if err != nil {
		return err
	}
	for i, r := range got {
		a.note(s, b.texts[i], r)
	}
	for _, p := range b.places {
		a.settle(p, got[p.at])
	}
	for _, p := range b.history {
		changed := *s.Sample
		changed.Messages = slices.Concat(s.Messages, p.draft.history)
		labels := s.Labels
		if labels != nil { // the labels' reading is of the unchanged conversation
			again := *labels
			again.Reading = grounding.Read(label.Input(&changed, s.Sets))
			labels = &again
		}
		got, err := a.subject.Rate(ctx, Sample{&changed, s.Sets, labels}, []string{p.draft.text})
		if err != nil {
			return err
		}
		a.note(s, p.draft.text, got[0])
		a.settle(p, got[0])
	}
	return nil
}

func (a *audit) settle(p place, r Rating) {
	if r.Fault == "" {
		plain := p.to.plain
		*p.to = outcome{applies: true, reward: r.Reward, points: r.Points, action: completion.ParseText(p.draft.text, a.id.Grammar).Action, plain: plain}
	}
}

// rated is the rating of a foreign reward. Trainers hold rewards as float32, where a larger number
// is an infinity; and the sums and squares of such numbers are none of float64.
func rated(r float64) Rating {
	if math.IsNaN(r) || math.IsInf(float64(float32(r)), 0) {
		return Rating{Fault: FaultNaN, Detail: fmt.Sprint(r)}
	}
	return Rating{Reward: r}
}

// bounds is the reward's range: the declared one, or the observed one.
func (a *audit) bounds() (lo, hi float64) {
	if a.id.Range != nil {
		return a.id.Range[0], a.id.Range[1]
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range a.scored() {
		for _, o := range slices.Concat(x.outcomes(), []*outcome{&x.source}) {
			if o.applies {
				lo, hi = min(lo, o.reward), max(hi, o.reward)
			}
		}
	}
	return lo, hi
}

// material prepares the completions of a sample. Texts are made again when they are
// needed, because keeping them would take most of an audit's memory.
func (a *audit) material(i int) *material {
	s := a.samples[i]
	m := newMaterial(s, a.native, a.opt.Seed, a.foreign.of(s, i, a.opt.Seed))
	if a.id.Thinks {
		m.thinks = true
		m.honest = m.honestDraft()
	}
	return m
}

// behave writes every behaviour of the policy. A behaviour is no exploit on a sample
// where it writes the same as a plain one, or where it is right by luck, such as
// asking for everything if everything is missing.
func (a *audit) behave(b *batch, m *material, r *result) {
	plain := map[string]bool{}
	for k, act := range a.acts {
		d, ok := act.write(m)
		if !ok {
			continue
		}
		if k < wearers {
			plain[d.text] = true
		}
		r.behaviour[k].plain = plain[d.text] || act.base < 0 && (len(d.asked) > 0 && sameNames(d.asked, m.due) || len(d.calls) > 0 && sameCalls(d.calls, m.calls))
		b.add(&r.behaviour[k], d)
	}
}

var errNothing = errors.New("no sample can be scored by the reward; voi inspect shows what the folder holds")

// scored returns the results of the scored samples, in order.
func (a *audit) scored() []*result {
	return slices.DeleteFunc(slices.Clone(a.results), func(r *result) bool { return r == nil })
}

// finds reports whether a probe is a finding on a sample, by its kind. A blind probe
// is judged as a whole; here it is judged as if every sample were this one.
func (a *audit) finds(p *Probe, got, honest float64) bool {
	got, honest = got-a.lo, honest-a.lo
	switch p.Kind {
	case Wrong:
		return got > p.line()*honest+rounding
	case Form:
		return got > honest+rounding
	case Same:
		return got < sameShare*honest-rounding
	}
	return got >= blindShare*honest
}

func (p *Probe) line() float64 {
	if p.Line > 0 {
		return p.Line
	}
	return wrongShare
}

// The thresholds of a finding.
const (
	wrongShare = 2.0 / 3 // of the honest reward: the most that a wrong completion may earn
	mostFound  = 0.01    // share of samples on which a wrong or form probe may be a finding
	sameShare  = 0.95    // of the honest reward: the least that honest work in another form must earn
	mostOdd    = 0.05    // share of samples on which it may earn less
	blindShare = 2.0 / 3 // of the honest mean: a blind probe must stay below
	rounding   = 1e-9    // tolerance for sums of floats
)
