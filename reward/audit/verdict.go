package audit

import (
	"cmp"
	"context"
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/reward"
)

// Report is what an audit found under one profile. Intervals are at 95%:
// Wilson's for shares, Student's t for means, bootstrap percentiles for means in
// which every class weighs the same.
type Report struct {
	Profile     string             `json:"profile"`
	SHA256      string             `json:"profile_sha256"`
	RewardRange [2]float64         `json:"reward_range"`
	Grammar     completion.Grammar `json:"grammar"`
	Seed        uint64             `json:"seed"`

	Samples  int     `json:"samples"`        // scored
	Unscored int     `json:"unscored"`       // the profile cannot score them
	Absent   []Class `json:"absent_classes"` // reference classes without a sample (H25): nothing is known about them
	NoTools  int     `json:"without_tools"`  // samples that offer no tool (H25)

	Honest     Figure      `json:"honest"`             // the honest completions
	Own        Figure      `json:"references"`         // the references in the source's own words, where it gives them
	Probes     []Verdict   `json:"probes"`             // in the order of Probes
	Exploits   []string    `json:"exploits"`           // names of the probes that are one
	Advantages *Advantages `json:"advantages"`         // what a trainer makes of these rewards
	Training   *Training   `json:"training,omitempty"` // where a policy would end
}

// Class is a reference action.
type Class = completion.Action

// Figure is a mean reward, over all and by reference class.
type Figure struct {
	N        int             `json:"n"`
	Mean     stats.Estimate  `json:"mean"`
	Balanced *stats.Estimate `json:"balanced,omitempty"` // the mean of the classes' means
	Classes  []ClassFigure   `json:"classes"`            // those that occur, in the order of the actions
}

// ClassFigure is a Figure of one reference class.
type ClassFigure struct {
	Class Class           `json:"class"`
	N     int             `json:"n"`
	Mean  stats.Estimate  `json:"mean"`
	Pays  *stats.Estimate `json:"pays,omitempty"` // of a probe
}

// Verdict is what a probe earns.
type Verdict struct {
	Probe   string   `json:"probe"`
	Kind    Kind     `json:"kind"`
	Anchors []string `json:"anchors"` // H1 to H25
	About   string   `json:"about"`

	Figure
	Pays    stats.Estimate `json:"pays"`                      // share of samples where it pays
	Ratio   *float64       `json:"ratio_to_honest,omitempty"` // blind: its balanced mean over the honest one
	Carried []Carrier      `json:"carried_by"`                // where it pays, most first
	Exploit bool           `json:"exploit"`
	Worst   []Instance     `json:"worst"` // at most three samples where it pays most, against honest work
}

// Carrier is a term of the profile with what it gives where a probe pays.
type Carrier struct {
	Term   string  `json:"term"`   // component, or component*certainty
	Points float64 `json:"points"` // mean of the probe
	Honest float64 `json:"honest"` // mean of honest completions of the same samples
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
	results := a.scored()
	if len(results) == 0 {
		return nil, errNothing
	}
	r := &Report{
		Profile: a.profile.Name(), SHA256: a.profile.SHA256(), RewardRange: [2]float64{a.lo, a.hi}, Grammar: a.profile.Grammar(),
		Seed: a.opt.Seed, Samples: len(results), Unscored: len(a.samples) - len(results), Absent: []Class{}, Exploits: []string{},
	}
	for _, c := range completion.Actions {
		if !slices.ContainsFunc(results, func(x *result) bool { return x.action == c }) {
			r.Absent = append(r.Absent, c)
		}
	}
	for _, x := range results {
		if len(a.samples[x.at].Tools) == 0 {
			r.NoTools++
		}
	}
	r.Honest = a.figure(results, func(x *result) (float64, bool) { return x.honest.reward, true }, true)
	r.Own = a.figure(results, func(x *result) (float64, bool) { return x.source.reward, x.hasSource }, false)
	for k := range a.probes {
		v := a.verdict(results, k, r.Honest)
		if v.Exploit {
			r.Exploits = append(r.Exploits, v.Probe)
		}
		r.Probes = append(r.Probes, v)
	}
	var err error
	if r.Advantages, err = a.advantages(ctx, results); err != nil {
		return nil, err
	}
	if a.opt.Train {
		r.Training, err = a.train(ctx, results)
	}
	return r, err
}

// figure sums rewards up; of says which, and whether the sample has one.
func (a *audit) figure(results []*result, of func(*result) (float64, bool), balanced bool) Figure {
	var all stats.Moments
	var classes [len(completion.Actions)]stats.Moments
	var table cells
	for _, x := range results {
		v, ok := of(x)
		if !ok {
			continue
		}
		c := slices.Index(completion.Actions[:], x.action)
		all.Add(v)
		classes[c].Add(v)
		table.add(c, v)
	}
	f := Figure{N: int(all.N()), Mean: all.Mean(), Classes: []ClassFigure{}}
	for c := range classes {
		if n := classes[c].N(); n > 0 {
			f.Classes = append(f.Classes, ClassFigure{Class: completion.Actions[c], N: int(n), Mean: classes[c].Mean()})
		}
	}
	if balanced && f.N > 0 {
		e := table.balanced(a.opt.Seed)
		f.Balanced = &e
	}
	return f
}

// cells counts the rewards of each class by their value.
type cells struct {
	class  []int
	value  []float64
	counts []int64
}

func (t *cells) add(class int, v float64) {
	for i := range t.value {
		if t.class[i] == class && t.value[i] == v {
			t.counts[i]++
			return
		}
	}
	t.class, t.value, t.counts = append(t.class, class), append(t.value, v), append(t.counts, 1)
}

// balanced is the mean of the classes' means. Tables without one of the classes
// that occur have none.
func (t *cells) balanced(seed uint64) stats.Estimate {
	present := map[int]bool{}
	for _, c := range t.class {
		present[c] = true
	}
	return stats.Bootstrap(t.counts, seed, func(counts []int64) float64 {
		var sum, n [len(completion.Actions)]float64
		for i, k := range counts {
			sum[t.class[i]] += float64(k) * t.value[i]
			n[t.class[i]] += float64(k)
		}
		mean := 0.0
		for c := range sum {
			if present[c] {
				mean += sum[c] / n[c] / float64(len(present)) // NaN where none was drawn
			}
		}
		return mean
	})
}

// verdict judges a probe.
func (a *audit) verdict(results []*result, k int, honest Figure) Verdict {
	p := &a.probes[k]
	v := Verdict{Probe: p.Name, Kind: p.Kind, Anchors: p.Anchors, About: p.About, Carried: []Carrier{}, Worst: []Instance{}}
	v.Figure = a.figure(results, func(x *result) (float64, bool) { return x.probes[k].reward, x.probes[k].applies }, p.Kind == Blind)
	var paying []*result
	paid := map[Class]int64{}
	for _, x := range results {
		if o := &x.probes[k]; o.applies && a.pays(p.Kind, o.reward, x.honest.reward) {
			paying = append(paying, x)
			paid[x.action]++
		}
	}
	v.Pays = stats.Wilson(int64(len(paying)), int64(v.N))
	for i := range v.Classes {
		share := stats.Wilson(paid[v.Classes[i].Class], int64(v.Classes[i].N))
		v.Classes[i].Pays = &share
	}
	v.Exploit = v.N > 0 && float64(len(paying)) > mostPaying*float64(v.N)
	if p.Kind == Blind && v.N > 0 {
		own, best := v.Balanced.Value-a.lo, honest.Balanced.Value-a.lo
		ratio := 0.0
		if best > 0 {
			ratio = own / best
		}
		v.Ratio, v.Exploit = &ratio, own >= blindShare*best-rounding
	}
	a.explain(&v, paying, k)
	return v
}

// explain says what carries a probe where it pays, and where it pays most.
func (a *audit) explain(v *Verdict, paying []*result, k int) {
	if len(paying) == 0 {
		return
	}
	for t, term := range a.profile.Terms() {
		c := Carrier{Term: termName(term)}
		for _, x := range paying {
			c.Points += x.probes[k].points[t] / float64(len(paying))
			c.Honest += x.honest.points[t] / float64(len(paying))
		}
		if c.Points != 0 {
			v.Carried = append(v.Carried, c)
		}
	}
	slices.SortStableFunc(v.Carried, func(x, y Carrier) int { return cmp.Compare(y.Points, x.Points) })
	worst := slices.Clone(paying)
	slices.SortStableFunc(worst, func(x, y *result) int {
		return cmp.Compare(y.probes[k].reward-y.honest.reward, x.probes[k].reward-x.honest.reward)
	})
	for _, x := range worst[:min(3, len(worst))] {
		d, _ := a.probes[k].on(a.material(x.at))
		v.Worst = append(v.Worst, Instance{SampleID: a.samples[x.at].ID, Class: x.action, Reward: x.probes[k].reward, Honest: x.honest.reward, Completion: d.text})
	}
}

func termName(t reward.Term) string {
	if t.Times != "" {
		return string(t.Component) + "*" + string(t.Times)
	}
	return string(t.Component)
}
