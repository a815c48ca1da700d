package audit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/reward"
)

// Advantages says what a trainer computes from groups of completions of one
// sample: honest ones and probes of the kind wrong, drawn with the seed.
type Advantages struct {
	GroupSize int         `json:"group_size"`
	Groups    int         `json:"groups"` // drawn for each mix
	Mixes     []Mix       `json:"mixes"`
	Ranks     []RankShift `json:"ranks"`
}

// Mix describes groups with a given share of honest completions. If it is 0,
// every completion is wrong, and any advantage is spurious.
type Mix struct {
	Honest   float64        `json:"honest"`    // share of honest completions
	NoSignal stats.Estimate `json:"no_signal"` // share of groups whose rewards are all equal
	Modes    []ModeFigures  `json:"modes"`
}

// ModeFigures are for advantages with (std) or without (center) division by the
// standard deviation.
type ModeFigures struct {
	Mode    reward.AdvantageMode `json:"mode"`
	Largest stats.Estimate       `json:"largest"`                    // mean of the largest absolute advantage in each group
	Earned  *stats.Estimate      `json:"honest_advantage,omitempty"` // mean advantage of the honest completions
	Carried []VarianceShare      `json:"variance"`                   // shares of the advantages' variance by term; they sum to 1
}

// VarianceShare is the share of the advantages' variance that one term carries:
// its covariance with them. A term that works against the others has a negative
// share.
type VarianceShare struct {
	Term  string  `json:"term"`
	Share float64 `json:"share"`
}

// RankShift is how much the order of a sample's completions, honest ones and
// probes, stays the same after a change of the profile: Spearman's correlation,
// averaged over samples.
type RankShift struct {
	Change      string         `json:"change"`
	Correlation stats.Estimate `json:"correlation"`
}

// The sizes for Advantages.
const (
	groupSize    = 8
	groupsDrawn  = 2000
	rankedAtMost = 256 // samples scored again with other epsilons
)

func (a *audit) advantages(ctx context.Context, results []*result) (*Advantages, error) {
	out := &Advantages{GroupSize: groupSize, Groups: groupsDrawn, Mixes: []Mix{}}
	for i, honest := range [...]int{0, 1, groupSize / 2} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out.Mixes = append(out.Mixes, a.mix(results, honest, rand.New(rand.NewPCG(a.opt.Seed, uint64(1000+i)))))
	}
	var err error
	out.Ranks, err = a.ranks(ctx, results)
	return out, err
}

// wrongOutcomes are the outcomes of a sample's probes of the kind wrong.
func (a *audit) wrongOutcomes(x *result) (out []*outcome) {
	for k := range a.probes {
		if o := &x.probes[k]; a.probes[k].Kind == Wrong && o.applies {
			out = append(out, o)
		}
	}
	return out
}

// tally sums up a Mix in one mode.
type tally struct {
	mode     reward.AdvantageMode
	largest  stats.Moments
	honest   stats.Moments
	shares   []float64
	variance float64
}

func (a *audit) mix(results []*result, honest int, rng *rand.Rand) Mix {
	terms := a.id.Terms
	tallies := []*tally{{mode: reward.AdvantageStd}, {mode: reward.AdvantageCenter}}
	for _, t := range tallies {
		t.shares = make([]float64, len(terms))
	}
	flat, drawn := int64(0), int64(0)
	group, rewards, ok := make([]*outcome, groupSize), make([]float64, groupSize), make([]bool, groupSize)
	for range groupsDrawn {
		x := results[rng.IntN(len(results))]
		wrong := a.wrongOutcomes(x)
		if len(wrong) == 0 {
			continue // the reward has a value for none of them
		}
		drawn++
		for i := range group {
			if group[i] = &x.honest; i >= honest {
				group[i] = wrong[rng.IntN(len(wrong))]
			}
			rewards[i], ok[i] = group[i].reward, true
		}
		if slices.Max(rewards) == slices.Min(rewards) {
			flat++
		}
		for _, t := range tallies {
			t.add(group, reward.Advantages(rewards, ok, t.mode), honest)
		}
	}
	out := Mix{Honest: float64(honest) / groupSize, NoSignal: stats.Wilson(flat, drawn)}
	for _, t := range tallies {
		out.Modes = append(out.Modes, t.figures(terms, honest))
	}
	return out
}

// add adds a group. The advantages of a group sum to 0, so that their covariance
// with a term needs no mean.
func (t *tally) add(group []*outcome, advantages []float64, honest int) {
	largest := 0.0
	sum, scale := 0.0, 0.0
	for i, adv := range advantages {
		largest = max(largest, math.Abs(adv))
		if i < honest {
			t.honest.Add(adv)
		}
		sum += adv * adv
		scale += adv * group[i].reward
	}
	t.largest.Add(largest)
	if !(scale > 0) {
		return
	}
	t.variance += sum
	for k := range t.shares {
		for i, adv := range advantages {
			t.shares[k] += adv * group[i].points[k] * sum / scale
		}
	}
}

func (t *tally) figures(terms []reward.Term, honest int) ModeFigures {
	out := ModeFigures{Mode: t.mode, Largest: t.largest.Mean(), Carried: []VarianceShare{}}
	if honest > 0 {
		mean := t.honest.Mean()
		out.Earned = &mean
	}
	for k, term := range terms {
		share := 0.0
		if t.variance > 0 {
			share = t.shares[k] / t.variance
		}
		out.Carried = append(out.Carried, VarianceShare{Term: termName(term), Share: share})
	}
	return out
}

// ranks measures how the order of rewards depends on epsilon and on the weights.
func (a *audit) ranks(ctx context.Context, results []*result) ([]RankShift, error) {
	out := []RankShift{}
	some := results
	if len(some) > rankedAtMost {
		picked := rand.New(rand.NewPCG(a.opt.Seed, 2000)).Perm(len(results))[:rankedAtMost]
		slices.Sort(picked)
		some = nil
		for _, i := range picked {
			some = append(some, results[i])
		}
	}
	if a.profile == nil {
		return out, nil // the subject has neither an epsilon nor terms
	}
	rewards := map[float64][][]float64{}
	epsilons := [...]float64{1e-3, 1e-4, 1e-5}
	for _, eps := range epsilons {
		var err error
		if rewards[eps], err = a.withEpsilon(ctx, some, eps); err != nil {
			return nil, err
		}
	}
	out = append(out,
		shift("epsilon 1e-3 for 1e-4", rewards[1e-4], rewards[1e-3]),
		shift("epsilon 1e-5 for 1e-4", rewards[1e-4], rewards[1e-5]),
		shift("epsilon 1e-5 for 1e-3", rewards[1e-3], rewards[1e-5]))
	base := a.weighted(results, -1, 1)
	for k, term := range a.id.Terms {
		for _, w := range [...]struct {
			name   string
			factor float64
		}{{"halved", 0.5}, {"doubled", 2}} {
			out = append(out, shift(termName(term)+" "+w.name, base, a.weighted(results, k, w.factor)))
		}
	}
	return out, nil
}

// weighted returns the rewards of each sample's completions after multiplying one
// term by factor.
func (a *audit) weighted(results []*result, term int, factor float64) [][]float64 {
	out := make([][]float64, len(results))
	for i, x := range results {
		for _, o := range x.outcomes() {
			r := o.reward
			if term >= 0 {
				r += (factor - 1) * o.points[term]
			}
			out[i] = append(out[i], r)
		}
	}
	return out
}

// outcomes are those of the honest completion and of the probes.
func (x *result) outcomes() []*outcome {
	out := []*outcome{&x.honest}
	for k := range x.probes {
		if o := &x.probes[k]; o.applies {
			out = append(out, o)
		}
	}
	return out
}

// withEpsilon scores the completions again with another epsilon.
func (a *audit) withEpsilon(ctx context.Context, results []*result, epsilon float64) ([][]float64, error) {
	p, err := a.profile.WithEpsilon(epsilon)
	if err != nil {
		return nil, err
	}
	out := make([][]float64, len(results))
	err = a.each(ctx, len(results), func(i int) error {
		m := a.material(results[i].at)
		texts := []string{m.honest.text}
		for k := range a.probes {
			if d, _ := a.probes[k].on(m); results[i].probes[k].applies && d.history == nil {
				texts = append(texts, d.text)
			}
		}
		got, err := OfProfile(p).Rate(ctx, a.samples[results[i].at], texts)
		for _, r := range got {
			out[i] = append(out[i], r.Reward)
		}
		return err
	})
	return out, err
}

func shift(change string, a, b [][]float64) RankShift {
	var m stats.Moments
	for i := range a {
		if rho, ok := stats.Spearman(a[i], b[i], rounding); ok {
			m.Add(rho)
		}
	}
	return RankShift{change, m.Mean()}
}
