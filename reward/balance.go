package reward

import "github.com/voi-rl/voi/dataset/completion"

// Balance fits action weights (F11) to the samples that it is shown: weights by
// which honest work is paid the same in all for each action, so that refusing,
// whose Cert is 1 and which may be rare or frequent, is not the safe bet.
//
// Let S(a) be the sum, over the samples whose reference takes action a, of the
// Cert of honest work: the reference calls as the conversation backs them, u for
// a question (or the trust in the source, where that is more), and 1 for the two others. Then
//
//	weight(a) = mean of S over the actions that there are / S(a)
//
// held to [MinBalance, MaxBalance], and 1 for an action that no sample takes. But
// for those bounds weight(a) * S(a) is the same for every action, and what all
// honest work together is paid on cls stays what it was. The zero Balance is ready.
type Balance struct {
	sums    actionWeights
	samples int
}

// The bounds of a fitted weight: one rare class shall not drown the others.
const (
	MinBalance = 0.1
	MaxBalance = 10
)

// Add shows a sample that is ready under a profile with components: guarded; any
// other profile counts each sample as 1.
func (b *Balance) Add(x *Prepared) {
	b.samples++
	for i, a := range completion.Actions {
		if a == x.reference {
			b.sums[i] += x.honest()
		}
	}
}

// honest is Cert of honest work on the sample.
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

// Samples is how many samples were shown.
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
