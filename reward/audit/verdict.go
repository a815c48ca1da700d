package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/reward"
)

// Report is the result of an audit of one reward. Intervals are at 95%: Wilson's for
// shares, Student's t for means, including means with equal weights for the classes.
type Report struct {
	Reward      string             `json:"reward"`                   // the name of a profile, or the description of a foreign reward
	Steps       bool               `json:"steps,omitempty"`          // it is about step rewards: "samples" are runs
	SHA256      string             `json:"profile_sha256,omitempty"` // for a profile
	RewardRange [2]float64         `json:"reward_range"`             // the declared range, or the observed one
	Grammar     completion.Grammar `json:"grammar"`
	Seed        uint64             `json:"seed"`

	Stopped string `json:"stopped,omitempty"` // why a foreign reward was not called any more; the report is about what it had rated

	Samples  int     `json:"samples"`        // scored
	Unscored int     `json:"unscored"`       // samples that the profile cannot score
	Absent   []Class `json:"absent_classes"` // reference classes without a sample (H25), about which nothing is known
	NoTools  int     `json:"without_tools"`  // samples without an offered tool (H25)

	Honest     Figure      `json:"honest"`             // the honest completions
	Own        Figure      `json:"references"`         // the references in the source's own words, if it gives them
	Apart      *Figure     `json:"apart,omitempty"`    // honest completions of ASK samples whose missing parameters are unknown; no other figure includes them
	Probes     []Verdict   `json:"probes"`             // in the order of Probes
	Exploits   []string    `json:"exploits"`           // names of probes that pay and should not: wrong, blind, form
	Rejects    []string    `json:"rejects_honest"`     // names of probes that should pay and do not: same
	Judge      []string    `json:"needs_judge"`        // names of probes that no rule can judge; never counted as closed
	Reviewed   []string    `json:"reviewed,omitempty"` // findings in the baseline
	Conduct    []Conduct   `json:"conduct"`            // for a foreign reward
	Advantages *Advantages `json:"advantages"`         // a trainer's advantages for these rewards
	Training   *Training   `json:"training,omitempty"` // the policy after simulated training
}

// Class is a reference action.
type Class = completion.Action

// Figure is a mean reward, overall and by reference class.
type Figure struct {
	N        int             `json:"n"`
	Mean     stats.Estimate  `json:"mean"`
	Balanced *stats.Estimate `json:"balanced,omitempty"` // mean of the classes' means
	Classes  []ClassFigure   `json:"classes"`            // the classes that occur, in the order of the actions
}

// ClassFigure is a Figure for one reference class.
type ClassFigure struct {
	Class Class           `json:"class"`
	N     int             `json:"n"`
	Mean  stats.Estimate  `json:"mean"`
	Found *stats.Estimate `json:"found,omitempty"` // for a probe
}

// Verdict is the result for a probe.
type Verdict struct {
	Probe   string   `json:"probe"`
	Kind    Kind     `json:"kind"`
	Anchors []string `json:"anchors"` // H1 to H25; none for the kind same
	About   string   `json:"about"`

	Figure
	Found   stats.Estimate  `json:"found"`                     // share of samples on which it is a finding
	Ratio   *float64        `json:"ratio_to_honest,omitempty"` // blind: its balanced mean over the honest one
	Apart   *stats.Estimate `json:"apart,omitempty"`           // that share of the samples that are counted apart
	Carried []Carrier       `json:"carried_by"`                // the terms that cause the finding, largest first
	Finding bool            `json:"finding"`
	Judge   bool            `json:"needs_judge,omitempty"`
	Worst   []Instance      `json:"worst"` // at most three samples with the largest difference to honest work
}

// Carrier is a profile's term with its points on the samples where a probe is a finding.
type Carrier struct {
	Term   string  `json:"term"`   // component, or component*certainty
	Points float64 `json:"points"` // mean of the probe
	Honest float64 `json:"honest"` // mean of the honest completions of the same samples
}

// Instance is a probe on a sample.
type Instance struct {
	SampleID   string  `json:"sample_id"`
	Class      Class   `json:"class"`
	Reward     float64 `json:"reward"`
	Honest     float64 `json:"honest"`
	Completion string  `json:"completion"`
}

func (a *audit) report(ctx context.Context) (*Report, error) {
	all := a.scored()
	if len(all) == 0 {
		if len(a.faults) > 0 {
			f := a.faults[0]
			return nil, fmt.Errorf("the reward has no value for any honest completion; of %s: %s: %s", f.sample, f.kind, f.detail)
		}
		if a.stopped != "" {
			return nil, errors.New("the reward has no value for any honest completion: " + a.stopped)
		}
		return nil, errNothing
	}
	var results, apart []*result
	for _, x := range all {
		if x.apart {
			apart = append(apart, x)
		} else {
			results = append(results, x)
		}
	}
	if len(results) == 0 {
		results, apart = apart, nil // there are no other samples
	}
	r := &Report{
		Reward: a.id.Name, SHA256: a.id.SHA256, RewardRange: [2]float64{a.lo, a.hi}, Grammar: a.id.Grammar,
		Seed: a.opt.Seed, Stopped: a.stopped, Samples: len(all), Unscored: len(a.samples) - len(all), Absent: []Class{},
		Exploits: []string{}, Rejects: []string{}, Judge: []string{},
	}
	for _, c := range completion.Actions {
		if !slices.ContainsFunc(all, func(x *result) bool { return x.action == c }) {
			r.Absent = append(r.Absent, c)
		}
	}
	for _, x := range all {
		if len(a.samples[x.at].Tools) == 0 {
			r.NoTools++
		}
	}
	honest := func(x *result) (float64, bool) { return x.honest.reward, true }
	r.Honest = a.figure(results, honest, true)
	r.Own = a.figure(results, func(x *result) (float64, bool) { return x.source.reward, x.source.applies }, false)
	if len(apart) > 0 {
		f := a.figure(apart, honest, false)
		r.Apart = &f
	}
	for k := range a.probes {
		v := a.verdict(results, k, r.Honest)
		if n, found := a.count(apart, k); n > 0 {
			e := stats.Wilson(found, n)
			v.Apart = &e
		}
		r.list(&v, a.opt.Baseline)
		r.Probes = append(r.Probes, v)
	}
	var err error
	if r.Conduct, err = a.conduct(ctx, all); err != nil {
		return nil, err
	}
	r.Conduct = slices.DeleteFunc(r.Conduct, func(c Conduct) bool {
		if a.opt.Baseline[c.Code] {
			r.Reviewed = append(r.Reviewed, c.Code)
		}
		return a.opt.Baseline[c.Code]
	})
	if r.Advantages, err = a.advantages(ctx, results); err != nil {
		return nil, err
	}
	if a.opt.Train {
		r.Training, err = a.train(ctx, all)
	}
	return r, err
}

// list adds the name of a finding to its list.
func (r *Report) list(v *Verdict, reviewed map[string]bool) {
	switch {
	case v.Finding && reviewed[v.Probe]:
		r.Reviewed = append(r.Reviewed, v.Probe)
	case v.Judge:
		r.Judge = append(r.Judge, v.Probe)
	case v.Finding && v.Kind == Same:
		r.Rejects = append(r.Rejects, v.Probe)
	case v.Finding:
		r.Exploits = append(r.Exploits, v.Probe)
	}
}

// count counts the samples on which a probe has a completion, and those on which it is a
// finding.
func (a *audit) count(results []*result, k int) (n, found int64) {
	for _, x := range results {
		if o := &x.probes[k]; o.applies {
			n++
			found += int64(bit(a.finds(&a.probes[k], o.reward, x.honest.reward)))
		}
	}
	return n, found
}

// figure sums up rewards. of returns the reward for a sample, and whether it has one.
func (a *audit) figure(results []*result, of func(*result) (float64, bool), balanced bool) Figure {
	var all stats.Moments
	var classes [len(completion.Actions)]stats.Moments
	for _, x := range results {
		v, ok := of(x)
		if !ok {
			continue
		}
		c := slices.Index(completion.Actions[:], x.action)
		all.Add(v)
		classes[c].Add(v)
	}
	f := Figure{N: int(all.N()), Mean: all.Mean(), Classes: []ClassFigure{}}
	for c := range classes {
		if n := classes[c].N(); n > 0 {
			f.Classes = append(f.Classes, ClassFigure{Class: completion.Actions[c], N: int(n), Mean: classes[c].Mean()})
		}
	}
	if balanced && f.N > 0 {
		e := stats.Balanced(classes[:])
		f.Balanced = &e
	}
	return f
}

// verdict judges a probe.
func (a *audit) verdict(results []*result, k int, honest Figure) Verdict {
	p := &a.probes[k]
	v := Verdict{Probe: p.Name, Kind: p.Kind, Anchors: p.Anchors, About: p.About, Judge: p.Judge, Carried: []Carrier{}, Worst: []Instance{}}
	v.Figure = a.figure(results, func(x *result) (float64, bool) { return x.probes[k].reward, x.probes[k].applies }, p.Kind == Blind)
	var found []*result
	classes := map[Class]int64{}
	for _, x := range results {
		if o := &x.probes[k]; o.applies && a.finds(p, o.reward, x.honest.reward) {
			found = append(found, x)
			classes[x.action]++
		}
	}
	v.Found = stats.Wilson(int64(len(found)), int64(v.N))
	for i := range v.Classes {
		share := stats.Wilson(classes[v.Classes[i].Class], int64(v.Classes[i].N))
		v.Classes[i].Found = &share
	}
	most := mostFound
	if p.Kind == Same {
		most = mostOdd
	}
	v.Finding = v.N > 0 && float64(len(found)) > most*float64(v.N)
	if p.Kind == Blind && v.N > 0 {
		own, best := v.Balanced.Value-a.lo, honest.Balanced.Value-a.lo
		ratio := 0.0
		if best > 0 {
			ratio = own / best
		}
		v.Ratio, v.Finding = &ratio, own >= blindShare*best-rounding
	}
	a.explain(&v, found, k)
	return v
}

// explain sets the terms that cause a finding, and the samples where it is largest.
func (a *audit) explain(v *Verdict, found []*result, k int) {
	if len(found) == 0 {
		return
	}
	sign := 1.0 // for a rejected form the loss counts
	if v.Kind == Same {
		sign = -1
	}
	for t, term := range a.id.Terms {
		c := Carrier{Term: termName(term)}
		for _, x := range found {
			c.Points += x.probes[k].points[t] / float64(len(found))
			c.Honest += x.honest.points[t] / float64(len(found))
		}
		if c.Points != 0 || c.Honest != 0 {
			v.Carried = append(v.Carried, c)
		}
	}
	slices.SortStableFunc(v.Carried, func(x, y Carrier) int {
		if v.Kind == Same {
			return cmp.Compare(x.Points-x.Honest, y.Points-y.Honest)
		}
		return cmp.Compare(y.Points, x.Points)
	})
	worst := slices.Clone(found)
	slices.SortStableFunc(worst, func(x, y *result) int {
		return cmp.Compare(sign*(y.probes[k].reward-y.honest.reward), sign*(x.probes[k].reward-x.honest.reward))
	})
	for _, x := range worst[:min(3, len(worst))] {
		id, text := a.text(x.at, k)
		v.Worst = append(v.Worst, Instance{SampleID: id, Class: x.action, Reward: x.probes[k].reward, Honest: x.honest.reward, Completion: text})
	}
}

// text returns the id of a sample or run, and the probe's completion there.
func (a *audit) text(at, k int) (id, text string) {
	if a.texts != nil {
		return a.texts(at, k)
	}
	d, _ := a.probes[k].on(a.material(at))
	return a.samples[at].ID, d.text
}

func termName(t reward.Term) string {
	if t.Times != "" {
		return string(t.Component) + "*" + string(t.Times)
	}
	return string(t.Component)
}
