package audit

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/stats"
)

// Conduct is an observed behaviour that no reward should have.
type Conduct struct {
	Code   string         `json:"code"`
	About  string         `json:"about"`
	Share  stats.Estimate `json:"share"`  // of completions, samples or checks
	Detail string         `json:"detail"` // of the first occurrence
	Sample string         `json:"sample_id,omitempty"`
}

// The codes of a Conduct in addition to those of a Fault.
const (
	conductRandom   = "not_repeatable"     // another value for the same input
	conductOrder    = "batch_order"        // the value depends on the order of the batch
	conductCompany  = "batch_company"      // the value depends on the rest of the batch
	conductConstant = "constant"           // every completion of every sample earns the same
	conductIgnores  = "ignores_completion" // every completion of a sample earns the same
	conductStdout   = "writes_stdout"      // it writes to standard output, where answers go
	conductHonest   = "honest_earns_least" // honest work earns the least that the reward gives
)

// abouts explain the codes.
var abouts = map[string]string{
	string(FaultCrash): "fails on a completion", string(FaultTimeout): "does not answer in time", string(FaultNone): "has no reward for a completion",
	string(FaultNaN): "is NaN or infinite (as float32, in which trainers hold it)", string(FaultAnswer): "answers with no number",
	conductRandom: "differs for the same input", conductOrder: "depends on the order of the batch", conductCompany: "depends on what else is in the batch",
	conductConstant: "is the same for every completion", conductIgnores: "ignores the completion", conductStdout: "writes to standard output",
	conductHonest: "gives honest work the least that it gives",
}

// FindingNames returns the names of all possible findings.
func FindingNames() []string {
	var out []string
	for _, p := range Probes() {
		out = append(out, p.Name)
	}
	for _, p := range RunProbes() {
		out = append(out, p.Name)
	}
	return append(out, slices.Sorted(maps.Keys(abouts))...)
}

// fault is a completion without a reward.
type fault struct {
	kind           Fault
	detail, sample string
}

// note records the fault of a foreign reward.
func (a *audit) note(s Sample, text string, r Rating) {
	if !a.id.Foreign {
		return
	}
	if r.Fault == faultStopped {
		a.stopped = r.Detail
		return
	}
	a.rated++
	if r.Fault != "" {
		a.faults = append(a.faults, fault{r.Fault, r.Detail, s.ID})
	}
}

// checkedAtMost is the number of samples that are rated again.
const checkedAtMost = 16

// conduct reports the faults of a foreign reward, and rates some samples again.
func (a *audit) conduct(ctx context.Context, results []*result) ([]Conduct, error) {
	out := []Conduct{}
	if !a.id.Foreign {
		return out, nil
	}
	again, err := a.again(ctx, results)
	if err != nil {
		return nil, err
	}
	faults := a.faults
	if s, ok := a.subject.(interface{ passing() []fault }); ok {
		faults = slices.Concat(faults, s.passing())
	}
	for _, kind := range []Fault{FaultCrash, FaultTimeout, FaultNone, FaultNaN, FaultAnswer} {
		var first *fault
		n := int64(0)
		for i := range faults {
			if f := &faults[i]; f.kind == kind {
				if n++; first == nil {
					first = f
				}
			}
		}
		if n > 0 {
			out = append(out, Conduct{Code: string(kind), About: abouts[string(kind)], Share: stats.Wilson(min(n, a.rated), a.rated), Detail: first.detail, Sample: first.sample})
		}
	}
	out = append(out, again...)
	if flat := a.flat(results); flat != nil {
		out = append(out, *flat)
	}
	if s, ok := a.subject.(interface{ Stdout() int64 }); ok && s.Stdout() > 0 {
		out = append(out, Conduct{Code: conductStdout, About: abouts[conductStdout], Share: stats.Wilson(0, 0), Detail: fmt.Sprintf("%d bytes", s.Stdout())})
	}
	return out, nil
}

// flat finds a reward that ignores the completion.
func (a *audit) flat(results []*result) *Conduct {
	same, all := 0, true
	var first float64
	least := 0
	for i, x := range results {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, o := range x.outcomes() {
			lo, hi = min(lo, o.reward), max(hi, o.reward)
		}
		if i == 0 {
			first = lo
		}
		same += bit(hi-lo <= rounding)
		least += bit(x.honest.reward <= lo+rounding && hi > lo+rounding || x.honest.reward <= a.lo+rounding && a.hi > a.lo+rounding)
		all = all && hi-lo <= rounding && math.Abs(lo-first) <= rounding
	}
	n := int64(len(results))
	switch {
	case all:
		return &Conduct{Code: conductConstant, About: abouts[conductConstant], Share: stats.Wilson(n, n), Detail: fmt.Sprintf("always %g", first)}
	case int64(same) == n:
		return &Conduct{Code: conductIgnores, About: abouts[conductIgnores], Share: stats.Wilson(n, n)}
	case float64(least) > mostOdd*float64(n):
		return &Conduct{Code: conductHonest, About: abouts[conductHonest], Share: stats.Wilson(int64(least), n), Detail: "is it written for another grammar (--grammar), or other columns?"}
	}
	return nil
}

// again rates some samples three more times: unchanged, in reverse order, and
// every other completion alone with the honest one.
func (a *audit) again(ctx context.Context, results []*result) (out []Conduct, err error) {
	var found [3]int64
	var details [3]string
	var samples [3]string
	n := int64(0)
	step := max(1, len(results)/checkedAtMost)
	for i := 0; i < len(results); i += step {
		x := results[i]
		m := a.material(x.at)
		texts := []string{m.honest.text}
		for k := range a.probes {
			if d, ok := a.probes[k].on(m); ok && d.history == nil && len(texts) < groupSize && !slices.Contains(texts, d.text) {
				texts = append(texts, d.text)
			}
		}
		rate := func(texts ...string) []Rating {
			if err != nil {
				return nil
			}
			var got []Rating
			got, err = a.subject.Rate(ctx, a.samples[x.at], texts)
			return got
		}
		first, second := rate(texts...), rate(texts...)
		backwards := slices.Clone(texts)
		slices.Reverse(backwards)
		third := rate(backwards...)
		slices.Reverse(third)
		var alone []Rating
		for _, text := range texts {
			alone = append(alone, rate(text)...)
		}
		if err != nil {
			return nil, err
		}
		n++
		for check, got := range [][]Rating{second, third, alone} {
			if at := differ(first, got); at >= 0 {
				found[check]++
				if details[check] == "" {
					details[check], samples[check] = fmt.Sprintf("%v, then %v", first[at], got[at]), a.samples[x.at].ID
				}
				break // a value that changes by itself changes in any order and company
			}
		}
	}
	for check, code := range []string{conductRandom, conductOrder, conductCompany} {
		if found[check] > 0 {
			out = append(out, Conduct{Code: code, About: abouts[code], Share: stats.Wilson(found[check], n), Detail: details[check], Sample: samples[check]})
		}
	}
	return out, nil
}

// differ is the first index at which two ratings differ, or -1. Faults are
// reported elsewhere.
func differ(a, b []Rating) int {
	for i := range a {
		if a[i].Fault == "" && b[i].Fault == "" && math.Abs(a[i].Reward-b[i].Reward) > rounding*max(1, math.Abs(a[i].Reward)) {
			return i
		}
	}
	return -1
}

// String is the reward, or the fault.
func (r Rating) String() string {
	if r.Fault != "" {
		return string(r.Fault)
	}
	return fmt.Sprintf("%g", r.Reward)
}
