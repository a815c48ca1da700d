package reward

import "github.com/voi-rl/voi/dataset/completion"

// Balance fits action weights (F11) to samples. Under these weights the honest work for each
// action earns the same in total. Otherwise refusing could be the safe bet, because its Cert
// is always 1 and its frequency varies.
//
// Let S(a) be the sum of the Cert of honest work over the samples with reference action a.
// It is the Cert of the reference calls as the conversation supports them, u for a question (or
// the trust in the source, if larger), and 1 for the two others. Then
//
//	weight(a) = mean of S over the actions that there are / S(a)
//
// clipped to [MinBalance, MaxBalance], and 1 for an action without samples. Apart from the
// clipping, weight(a) * S(a) is the same for every action, and the total that honest work
// earns on cls does not change. The zero Balance is ready.
type Balance struct {
	sums    actionWeights
	samples int
}

// The limits of a fitted weight, so that a rare class does not drown the others.
const (
	MinBalance = 0.1
	MaxBalance = 10
)

// Add adds a sample that was prepared under a profile with components: guarded. Under any
// other profile each sample counts as 1.
func (b *Balance) Add(x *Prepared) {
	b.samples++
	for i, a := range completion.Actions {
		if a == x.reference {
			b.sums[i] += x.honest()
		}
	}
}

// honest is the Cert of honest work on the sample.
func (x *Prepared) honest() float64 {
	switch {
	case x.guard == nil:
		return 1
	case x.reference == completion.ToolCall:
		return x.guard.pairUp(x.calls, x.guard.reference()).cert
	case x.reference == completion.Ask:
		return x.guard.warrant()
	}
	return 1
}

// Samples is the number of samples that were added.
func (b *Balance) Samples() int { return b.samples }

// Weights returns the weight of each action.
func (b *Balance) Weights() map[completion.Action]float64 {
	mean, n := 0.0, 0
	for _, s := range b.sums {
		if s > 0 {
			mean += s
			n++
		}
	}
	out := map[completion.Action]float64{}
	for i, a := range completion.Actions {
		out[a] = 1
		if b.sums[i] > 0 {
			out[a] = min(MaxBalance, max(MinBalance, mean/float64(n)/b.sums[i]))
		}
	}
	return out
}
