package audit

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/reward"
)

// Options of an audit. The zero Options are its defaults.
type Options struct {
	Seed    uint64 // what is made up, drawn and trained follows from it
	Workers int    // samples at a time; 0: GOMAXPROCS. The report does not depend on it
	Train   bool   // train the policy, too

	Progress func(samples int) // called now and then with how many samples are done, if it is set
}

// Run audits one profile on samples. The error is that of the context, or says
// that no sample can be scored.
func Run(ctx context.Context, profile *reward.Profile, samples []Sample, opt Options) (*Report, error) {
	a := &audit{profile: profile, probes: Probes(), samples: samples, opt: opt, native: profile.Grammar() == completion.Native}
	a.lo, a.hi = profile.Range()
	a.foreign = newForeigners(samples)
	a.acts = behaviours()
	a.results = make([]*result, len(samples))
	done := make(chan struct{}, len(samples))
	err := a.each(ctx, len(samples), func(i int) {
		a.results[i] = a.score(i)
		done <- struct{}{}
		if opt.Progress != nil {
			opt.Progress(len(done))
		}
	})
	if err != nil {
		return nil, err
	}
	return a.report(ctx)
}

// audit is one run.
type audit struct {
	profile *reward.Profile
	probes  []Probe
	samples []Sample
	opt     Options
	native  bool
	lo, hi  float64
	foreign *foreigners
	acts    []behaviour // of the policy
	results []*result   // by sample; nil where it cannot be scored
}

// result is what the completions of one sample earn.
type result struct {
	at        int // the sample
	action    completion.Action
	honest    outcome
	source    outcome // the reference in its own words
	hasSource bool
	probes    []outcome // in the order of the probes
	behaviour []outcome // of the policy; nil unless it is trained
	state     int
	traits    traits
}

// outcome is what one completion earns.
type outcome struct {
	applies bool // the probe has a completion for the sample, and it is not right there
	reward  float64
	points  []float64 // of each term
	action  completion.Action
	plain   bool // of a behaviour: it writes what a plain one writes, or asks for just what is missing
}

// each calls fn for 0 to n-1, as many at a time as there are workers.
func (a *audit) each(ctx context.Context, n int, fn func(int)) error {
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
			fn(i)
			return inner.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// score lets every probe loose on a sample.
func (a *audit) score(i int) *result {
	s := a.samples[i]
	prepared, err := a.profile.Prepare(s.Sample, s.Sets, s.Labels)
	if err != nil {
		return nil
	}
	m := a.material(i)
	r := &result{at: i, action: m.action, probes: make([]outcome, len(a.probes))}
	ok := false
	if r.honest, ok = a.earn(prepared, m.honest); !ok {
		return nil
	}
	if d, has := m.sourceDraft(); has {
		r.source, r.hasSource = a.earn(prepared, d)
	}
	for k := range a.probes {
		if d, ok := a.probes[k].on(m); ok {
			r.probes[k], _ = a.earn(prepared, d)
		}
	}
	if a.opt.Train {
		r.traits = m.traits()
		r.state = r.traits.state()
		r.behaviour = a.behave(prepared, m)
	}
	return r
}

// material is what the completions of a sample are made of. Texts are made again
// where they are needed again: kept, they would be most of an audit's memory.
func (a *audit) material(i int) *material {
	s := a.samples[i]
	return newMaterial(s, a.native, a.opt.Seed, a.foreign.of(s, i, a.opt.Seed))
}

// behave scores every behaviour of the policy. One that writes what a plain one
// writes is no exploit there: to ask for everything is right where everything is
// missing.
func (a *audit) behave(prepared *reward.Prepared, m *material) []outcome {
	out := make([]outcome, len(a.acts))
	plain := map[string]bool{}
	for k, b := range a.acts {
		d, ok := b.write(m)
		if !ok {
			continue
		}
		out[k], _ = a.earn(prepared, d)
		if k < wearers {
			plain[d.text] = true
		}
		out[k].plain = plain[d.text] || b.base < 0 && len(d.asked) > 0 && sameNames(d.asked, m.due)
	}
	return out
}

// earn scores a draft. What a profile leaves unscored does not apply.
func (a *audit) earn(prepared *reward.Prepared, d draft) (outcome, bool) {
	got := prepared.Score(reward.Input{Completion: d.text})
	if got.Err != nil {
		return outcome{}, false
	}
	points := a.profile.Points(got.Components, got.Action)
	return outcome{applies: true, reward: got.Reward, points: points, action: got.Action}, true
}

var errNothing = errors.New("no sample can be scored under the profile; voi inspect shows what the folder holds")

// scored returns the results of the samples that could be scored, in order.
func (a *audit) scored() []*result {
	return slices.DeleteFunc(slices.Clone(a.results), func(r *result) bool { return r == nil })
}

// pays reports whether a probe pays on a sample, by its kind. For a blind one,
// which pays as a whole, it is whether it would if every sample were this one.
func (a *audit) pays(k Kind, got, honest float64) bool {
	switch k {
	case Wrong:
		return got >= honest-wrongMargin*(a.hi-a.lo)-rounding
	case Form:
		return got > honest+rounding
	}
	return got-a.lo >= blindShare*(honest-a.lo)
}

// The thresholds of an exploit.
const (
	wrongMargin = 0.06    // of the range: how near the honest reward a wrong completion may not come
	mostPaying  = 0.01    // share of samples on which a wrong or dressed one may pay
	blindShare  = 2.0 / 3 // of the honest mean: what a blind one may not reach
	rounding    = 1e-9    // sums of floats that are equal on paper
)
