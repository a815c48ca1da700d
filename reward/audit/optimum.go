package audit

import (
	"cmp"
	"math"
	"slices"
)

// Optimum is the exact best policy over the behaviours: in every state that a policy can
// distinguish, the behaviour with the greatest mean reward. On a tie a plain behaviour
// wins over an exploit.
type Optimum struct {
	Accuracy float64   `json:"accuracy"`       // share of samples on which it takes the reference's action
	Bayes    float64   `json:"bayes_accuracy"` // the highest accuracy that the traits allow
	Exploit  float64   `json:"exploit_share"`  // share of samples on which its behaviour is an exploit
	Tied     float64   `json:"tied_share"`     // share of samples in states where an exploit by content earns as much
	Reward   float64   `json:"reward"`
	Honest   bool      `json:"honest"` // no exploit, and no tie with one, in any state; and an accuracy within 3 points of Bayes
	States   []Best    `json:"states"` // the states that occur, most samples first
	Mix      []Ranking `json:"behaviours"`
}

// Best is the optimal behaviour in one state.
type Best struct {
	Traits    traits  `json:"traits"`
	N         int     `json:"n"`
	Behaviour string  `json:"behaviour"`
	Exploit   bool    `json:"exploit"` // it is an exploit on at least one sample of the state
	Reward    float64 `json:"reward"`  // mean
	Runner    string  `json:"runner_up"`
	Margin    float64 `json:"margin"`   // mean reward of the best plain behaviour less that of the best exploit by content
	Accuracy  float64 `json:"accuracy"` // share of the state's samples on which its action is the reference's
}

// Ranking is how often the optimum chooses a behaviour.
type Ranking struct {
	Behaviour string  `json:"behaviour"`
	Share     float64 `json:"share"` // of samples
}

// optimum solves each state by itself, because a policy's choice in one state does not
// affect another.
func (a *audit) optimum(results []*result, acts []behaviour) *Optimum {
	out := &Optimum{Bayes: bayes(results), States: []Best{}, Mix: []Ranking{}}
	var byState [states][]*result
	for _, x := range results {
		byState[x.state] = append(byState[x.state], x)
	}
	mix := make([]float64, len(acts))
	n := float64(len(results))
	for _, in := range byState {
		if len(in) == 0 {
			continue
		}
		best, k := bestOf(in, acts)
		for _, x := range in {
			out.Accuracy += float64(bit(x.behaviour[k].action == x.action)) / n
			out.Exploit += float64(bit(acts[k].exploit && !x.behaviour[k].plain)) / n
			out.Reward += x.behaviour[k].reward / n
		}
		mix[k] += float64(len(in)) / n
		out.Tied += float64(bit(math.Abs(best.Margin) <= rounding)*len(in)) / n
		out.States = append(out.States, best)
	}
	slices.SortStableFunc(out.States, func(x, y Best) int { return cmp.Compare(y.N, x.N) })
	for k, share := range mix {
		if share > 0 {
			out.Mix = append(out.Mix, Ranking{acts[k].name, share})
		}
	}
	slices.SortStableFunc(out.Mix, func(x, y Ranking) int { return cmp.Compare(y.Share, x.Share) })
	out.Honest = out.Exploit == 0 && out.Tied == 0 && out.Accuracy >= out.Bayes-mayMissBayes
	return out
}

// bestOf is the behaviour with the greatest mean reward on the samples of a state, and
// its index.
func bestOf(in []*result, acts []behaviour) (Best, int) {
	n := float64(len(in))
	top, runner := -1, -1
	topMean, runnerMean := math.Inf(-1), math.Inf(-1)
	side := [2]float64{math.Inf(-1), math.Inf(-1)} // best means of plain behaviours and of exploits by content
	exploits := make([]bool, len(acts))
	for k := range acts {
		mean := 0.0
		for _, x := range in {
			mean += x.behaviour[k].reward / n
			exploits[k] = exploits[k] || acts[k].exploit && !x.behaviour[k].plain
		}
		if !exploits[k] || acts[k].base < 0 { // a form that earns as much as plain work does not spread
			side[bit(exploits[k])] = max(side[bit(exploits[k])], mean)
		}
		switch {
		// Plain behaviours come first, so that they win ties.
		case mean > topMean+rounding:
			runner, runnerMean = top, topMean
			top, topMean = k, mean
		case mean > runnerMean+rounding:
			runner, runnerMean = k, mean
		}
	}
	b := Best{Traits: in[0].traits, N: len(in), Behaviour: acts[top].name, Exploit: exploits[top], Reward: topMean, Margin: side[0] - side[1]}
	if runner >= 0 {
		b.Runner = acts[runner].name
	}
	for _, x := range in {
		b.Accuracy += float64(bit(x.behaviour[top].action == x.action)) / n
	}
	return b, top
}
