package audit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/reward"
)

// Training describes the policy after simulated training on the reward: a softmax
// over behaviours, which sees the traits of a sample, under GRPO without a reference
// model. Figures are exact expectations under the policy, averaged over the seeds.
type Training struct {
	Optimum   *Optimum `json:"optimum"` // the exact optimum
	Steps     int      `json:"steps"`
	GroupSize int      `json:"group_size"`
	Prompts   int      `json:"prompts_per_step"`
	Seeds     []uint64 `json:"seeds"`

	Accuracy float64  `json:"accuracy"`       // share of samples on which the policy takes the reference's action
	Bayes    float64  `json:"bayes_accuracy"` // the highest accuracy that the traits allow
	Exploit  float64  `json:"exploit_share"`  // share of exploit behaviours: invented, vague, all-<UNK>, everything, form
	PerSeed  []Ending `json:"per_seed"`
	Sound    bool     `json:"sound"` // within 3 points of Bayes, and at most 1% exploit behaviours
	Classes  []MixOf  `json:"classes"`
	Curves   []Curve  `json:"curves"`
	Groups   []string `json:"behaviours"` // in the order of the mixes
}

// Ending is the policy after training with one seed.
type Ending struct {
	Seed     uint64  `json:"seed"`
	Accuracy float64 `json:"accuracy"`
	Exploit  float64 `json:"exploit_share"`
	Reward   float64 `json:"reward"`
}

// MixOf is the trained policy's behaviour on samples of one reference class.
type MixOf struct {
	Class    Class     `json:"class"`
	N        int       `json:"n"`
	Accuracy float64   `json:"accuracy"`
	Mix      []float64 `json:"mix"` // shares of Training.Groups; they sum to 1
}

// Curve is the policy after some steps.
type Curve struct {
	Step     int     `json:"step"`
	Reward   float64 `json:"reward"`
	Accuracy float64 `json:"accuracy"`
	Exploit  float64 `json:"exploit_share"`
}

// The training. At this rate a state with one sample in a hundred converges within
// the steps. Forms begin rare, because a model that was never rewarded for them
// rarely uses them.
const (
	trainSteps   = 500
	trainSeeds   = 5
	trainPrompts = 64
	trainRate    = 0.25
	formsAtStart = 0.02 // share of all behaviours with a form
	curveEvery   = 10

	mayMissBayes  = 0.03
	mostExploited = 0.01
)

// learner is one run of the training.
type learner struct {
	results []*result
	acts    []behaviour
	rng     *rand.Rand
	logits  [states][]float64
	policy  [states][]float64
}

func (a *audit) train(ctx context.Context, results []*result) (*Training, error) {
	settle(results, a.acts, a.lo)
	acts := offered(results, a.acts)
	out := &Training{Steps: trainSteps, GroupSize: groupSize, Prompts: trainPrompts, Optimum: a.optimum(results, acts), Bayes: bayes(results), Curves: make([]Curve, trainSteps/curveEvery+1)}
	for _, b := range acts {
		if !slices.Contains(out.Groups, b.group) {
			out.Groups = append(out.Groups, b.group)
		}
	}
	for _, c := range completion.Actions {
		if n := countOf(results, c); n > 0 {
			out.Classes = append(out.Classes, MixOf{Class: c, N: n, Mix: make([]float64, len(out.Groups))})
		}
	}
	runs := make([]*learner, trainSeeds)
	curves := make([][]Curve, trainSeeds)
	err := a.each(ctx, trainSeeds, func(i int) error {
		l := newLearner(results, acts, a.opt.Seed+uint64(i))
		for step := 0; step <= trainSteps && ctx.Err() == nil; step++ {
			if step%curveEvery == 0 {
				curves[i] = append(curves[i], l.measure(step))
			}
			l.step()
		}
		runs[i] = l
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, l := range runs {
		out.add(curves[i], a.opt.Seed+uint64(i))
		for k := range out.Classes {
			out.Classes[k].add(l, out.Groups)
		}
	}
	out.Sound = out.Accuracy >= out.Bayes-mayMissBayes && out.Exploit <= mostExploited
	return out, nil
}

// settle replaces a behaviour that a sample does not have by the same one without
// its form. One without a reward earns the least that the reward gives.
func settle(results []*result, acts []behaviour, least float64) {
	for _, x := range results {
		for k := range acts {
			switch o := &x.behaviour[k]; {
			case o.applies:
			case acts[k].base >= 0:
				*o = x.behaviour[acts[k].base]
				o.applies = false
			default:
				o.reward = least
			}
		}
	}
}

// offered leaves out behaviours that no sample has, such as candidates in a grammar
// without them. The plain ones are always there.
func offered(results []*result, acts []behaviour) []behaviour {
	var keep []int
	for k := range acts {
		if k < wearers || slices.ContainsFunc(results, func(x *result) bool { return x.behaviour[k].applies }) {
			keep = append(keep, k)
		}
	}
	out := make([]behaviour, len(keep))
	for i, k := range keep {
		out[i] = acts[k]
	}
	for _, x := range results {
		all := x.behaviour
		x.behaviour = make([]outcome, len(keep))
		for i, k := range keep {
			x.behaviour[i] = all[k]
		}
	}
	return out
}

func newLearner(results []*result, acts []behaviour, seed uint64) *learner {
	l := &learner{results: results, acts: acts, rng: rand.New(rand.NewPCG(seed, 3000))}
	forms := 0
	for _, b := range acts {
		forms += bit(b.base >= 0)
	}
	rare := 0.0
	if forms > 0 {
		rare = math.Log(formsAtStart / (1 - formsAtStart) * float64(len(acts)-forms) / float64(forms))
	}
	for s := range l.logits {
		l.logits[s] = make([]float64, len(acts))
		l.policy[s] = make([]float64, len(acts))
		for k, b := range acts {
			if b.base >= 0 {
				l.logits[s][k] = rare
			}
		}
		softmax(l.logits[s], l.policy[s])
	}
	return l
}

// step draws prompts, lets the policy act in groups, and follows the gradient of the
// group-normalised advantages.
func (l *learner) step() {
	var gradient [states][]float64
	rewards, ok, chosen := make([]float64, groupSize), make([]bool, groupSize), make([]int, groupSize)
	for range trainPrompts {
		x := l.results[l.rng.IntN(len(l.results))]
		p := l.policy[x.state]
		for i := range chosen {
			chosen[i] = draw(p, l.rng.Float64())
			rewards[i], ok[i] = x.behaviour[chosen[i]].reward, true
		}
		if gradient[x.state] == nil {
			gradient[x.state] = make([]float64, len(p))
		}
		// The advantages sum to 0, so that the softmax's normalisation term
		// vanishes.
		for i, adv := range reward.Advantages(rewards, ok, reward.AdvantageStd) {
			gradient[x.state][chosen[i]] += adv / groupSize
		}
	}
	for s, g := range gradient {
		if g == nil {
			continue
		}
		for k := range g {
			l.logits[s][k] += trainRate * g[k]
		}
		softmax(l.logits[s], l.policy[s])
	}
}

// measure returns exact expectations under the policy.
func (l *learner) measure(step int) Curve {
	c := Curve{Step: step}
	for _, x := range l.results {
		for k, p := range l.policy[x.state] {
			o := &x.behaviour[k]
			c.Reward += p * o.reward
			c.Accuracy += p * float64(bit(o.action == x.action))
			c.Exploit += p * float64(bit(l.acts[k].exploit && !o.plain))
		}
	}
	n := float64(len(l.results))
	c.Reward, c.Accuracy, c.Exploit = c.Reward/n, c.Accuracy/n, c.Exploit/n
	return c
}

func (t *Training) add(curve []Curve, seed uint64) {
	last := curve[len(curve)-1]
	t.Seeds = append(t.Seeds, seed)
	t.PerSeed = append(t.PerSeed, Ending{seed, last.Accuracy, last.Exploit, last.Reward})
	t.Accuracy += last.Accuracy / trainSeeds
	t.Exploit += last.Exploit / trainSeeds
	for i, c := range curve {
		into := &t.Curves[i]
		into.Step = c.Step
		into.Reward += c.Reward / trainSeeds
		into.Accuracy += c.Accuracy / trainSeeds
		into.Exploit += c.Exploit / trainSeeds
	}
}

func (m *MixOf) add(l *learner, groups []string) {
	share := 1 / float64(m.N) / trainSeeds
	for _, x := range l.results {
		if x.action != m.Class {
			continue
		}
		for k, p := range l.policy[x.state] {
			m.Mix[slices.Index(groups, l.acts[k].group)] += p * share
			m.Accuracy += p * share * float64(bit(x.behaviour[k].action == x.action))
		}
	}
}

// bayes is the accuracy of a classifier that knows the frequency of each class for
// each combination of traits.
func bayes(results []*result) float64 {
	var counts [states][len(completion.Actions)]int
	for _, x := range results {
		counts[x.state][slices.Index(completion.Actions[:], x.action)]++
	}
	right := 0
	for s := range counts {
		right += slices.Max(counts[s][:])
	}
	return float64(right) / float64(len(results))
}

func countOf(results []*result, c Class) (n int) {
	for _, x := range results {
		n += bit(x.action == c)
	}
	return n
}

func softmax(logits, out []float64) {
	most, sum := slices.Max(logits), 0.0
	for i, l := range logits {
		out[i] = math.Exp(l - most)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
}

// draw returns the index of the behaviour that u in [0, 1) selects.
func draw(p []float64, u float64) int {
	for i, q := range p {
		if u -= q; u < 0 {
			return i
		}
	}
	return len(p) - 1
}
