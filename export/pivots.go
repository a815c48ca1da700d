package export

import (
	"fmt"
	"math"
	"strings"
)

// DefaultPivotBound is the default upper limit for the mean reward of a pivot's rollouts,
// as a share of the range of rewards.
const DefaultPivotBound = 0.6

// Pivots selects samples that a policy can learn from, by the rewards of its rollouts
// (PivotRL): the rewards of a sample vary, and their mean is below a share of the range. It
// takes some 100 bytes for each sample.
type Pivots struct {
	Low, High float64 // the range of rewards; both 0: the range of all added rewards
	PivotConfig

	rollouts map[string]*rollouts
}

// PivotConfig holds the settings of the selection, as the manifest shows them.
type PivotConfig struct {
	Bound float64  `json:"bound"`
	Files []string `json:"files_sha256"` // of the scored completions
}

// rollouts summarises the rewards of one sample.
type rollouts struct {
	n              int
	sum, low, high float64
}

// Add adds the reward of a completion.
func (p *Pivots) Add(sample string, reward float64) {
	if p.rollouts == nil {
		p.rollouts = map[string]*rollouts{}
	}
	r := p.rollouts[sample]
	if r == nil {
		r = &rollouts{low: math.Inf(1), high: math.Inf(-1)}
		p.rollouts[strings.Clone(sample)] = r
	}
	r.n++
	r.sum += reward
	r.low, r.high = min(r.low, reward), max(r.high, reward)
}

// Settle ends the adding: if no range is known, it becomes that of all rewards.
func (p *Pivots) Settle() {
	if p.Low != 0 || p.High != 0 {
		return
	}
	p.Low, p.High = math.Inf(1), math.Inf(-1)
	for _, r := range p.rollouts {
		p.Low, p.High = min(p.Low, r.low), max(p.High, r.high)
	}
}

// sameReward is the largest difference of rewards that count as equal: sums of terms in a
// different order.
const sameReward = 1e-9

// reject returns why a sample teaches nothing, nil if it does.
func (p *Pivots) reject(sample string) *rejected {
	if p == nil {
		return nil
	}
	r := p.rollouts[sample]
	switch {
	case r == nil:
		return &rejected{CodeNoPivot, "no completion of it was scored (--pivots)"}
	case r.high-r.low <= sameReward:
		return &rejected{CodeNoPivot, fmt.Sprintf("all %d completions have the reward %g", r.n, r.high)}
	}
	mean, bound := r.sum/float64(r.n), p.Low+p.Bound*(p.High-p.Low)
	if mean >= bound {
		return &rejected{CodeNoPivot, fmt.Sprintf("the mean reward of its %d completions is %g, not below %g (--pivot-bound)", r.n, mean, bound)}
	}
	return nil
}
