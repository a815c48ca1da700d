package trajectory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// A world in which a policy may ask for ever. The first answer gives the missing value. Each
// later one raises the outcome by a hundredth and costs five times as much in redundancy.
const (
	mostAsks      = 12
	withoutAnswer = 0.1
	withAnswer    = 0.75
	eachMore      = 0.01
)

// askingRun is a run that asks the given number of times and then acts.
func askingRun(t *testing.T, asks int, outcome float64) *Trajectory {
	run := honest(t)
	question := Message{Role: dataset.Assistant, Calls: []Call{{Name: "ask_user", Arguments: jsonvalue.NewObject(jsonvalue.Member{Key: "question", Value: jsonvalue.NewString("On which day should it be shipped?")})}}}
	var in []Message
	for range asks {
		in = append(in, question, says(dataset.ToolRole, "On 2027-03-04."))
	}
	return with(run, 1, 5, outcome, in...)
}

// TestAskingForEver trains a policy with two parameters: the probabilities to ask before the
// first answer and to ask again after it. It compares this package's advantages with
// MT-GRPO's, which compare a turn's reward with the same turn of other runs. Where a policy
// chooses when to stop, MT-GRPO's reward another turn: the average cost of a turn is
// subtracted from its cost.
func TestAskingForEver(t *testing.T) {
	p := stepProfile(t, stepConfig)
	var credits [mostAsks + 1][2]*Credit
	var runs [mostAsks + 1][2]*Trajectory
	for asks := range credits {
		for outcome := range 2 {
			runs[asks][outcome] = askingRun(t, asks, float64(outcome))
			credits[asks][outcome] = credit(t, runs[asks][outcome], p)
		}
	}
	doc := sharedtest.Need(os.ReadFile("../docs/trajectories.md"))(t)
	for _, way := range []struct {
		name        string
		advantages  func(t *testing.T, group []episode) [][]float64
		least, most float64
	}{
		{"advantages of voi", ofBaselines(p), 0.9, 1.5},
		{"by the number of the turn", byTurn, 8, mostAsks},
	} {
		asks, again, reward := learn(t, way.advantages, runs, credits)
		if asks < way.least || asks > way.most {
			t.Errorf("%s: the policy asks %.2f times", way.name, asks)
		}
		line := fmt.Sprintf("| %s | %.1f | %.1f%% | %.3f |", way.name, asks, 100*again, reward)
		t.Log(line)
		if !strings.Contains(string(doc), line) {
			t.Errorf("docs/trajectories.md lacks %s", line)
		}
	}
}

// episode is a run of the simulated policy.
type episode struct {
	asks, outcome int
	run           *Trajectory
	credit        *Credit
}

// learn trains by REINFORCE. It returns how often the trained policy asks, its probability
// to ask again, and its mean return.
func learn(t *testing.T, advantages func(t *testing.T, group []episode) [][]float64, runs [mostAsks + 1][2]*Trajectory, credits [mostAsks + 1][2]*Credit) (asks, again, reward float64) {
	const steps, size, rate, last = 1500, 128, 0.5, 100
	rng := rand.New(rand.NewPCG(3, 1))
	var logits [2]float64
	for step := range steps {
		group := make([]episode, size)
		for i := range group {
			e := &group[i]
			for e.asks < mostAsks && rng.Float64() < sigmoid(logits[min(e.asks, 1)]) {
				e.asks++
			}
			chance := withoutAnswer
			if e.asks > 0 {
				chance = withAnswer + eachMore*float64(e.asks)
			}
			if rng.Float64() < chance {
				e.outcome = 1
			}
			e.run, e.credit = runs[e.asks][e.outcome], credits[e.asks][e.outcome]
			if step >= steps-last {
				asks, reward = asks+float64(e.asks)/size/last, reward+*e.credit.Return/size/last
			}
		}
		var gradient [2]float64
		for i, by := range advantages(t, group) {
			for k := range min(group[i].asks+1, mostAsks) { // after the last question there is no choice
				did := 0.0
				if k < group[i].asks {
					did = 1
				}
				gradient[min(k, 1)] += by[k] * (did - sigmoid(logits[min(k, 1)])) / size
			}
		}
		for k := range logits {
			logits[k] = max(-5, min(5, logits[k]+rate*gradient[k]))
		}
	}
	return asks, sigmoid(logits[1]), reward
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// ofBaselines are the advantages of this package.
func ofBaselines(p *StepProfile) func(t *testing.T, group []episode) [][]float64 {
	return func(_ *testing.T, group []episode) [][]float64 {
		var b Baselines
		for _, e := range group {
			b.Add(e.run, e.credit)
		}
		all := make([][]float64, len(group))
		for i, e := range group {
			b.Advantages(e.run, e.credit, p)
			for _, s := range e.credit.Steps {
				all[i] = append(all[i], s.Advantage)
			}
		}
		return all
	}
}

// byTurn computes MT-GRPO's advantages: the reward of a turn less the mean over the runs
// that have such a turn before their last decision, plus the outcome less its mean.
func byTurn(_ *testing.T, group []episode) [][]float64 {
	var sum, n [mostAsks]float64
	outcome := 0.0
	for _, e := range group {
		outcome += float64(e.outcome) / float64(len(group))
		for k := range e.asks {
			sum[k], n[k] = sum[k]+e.credit.Steps[k].Reward, n[k]+1
		}
	}
	all := make([][]float64, len(group))
	for i, e := range group {
		all[i] = make([]float64, len(e.credit.Steps))
		for k := range all[i] {
			all[i][k] = float64(e.outcome) - outcome
			if k < e.asks {
				all[i][k] += e.credit.Steps[k].Reward - sum[k]/n[k]
			}
		}
	}
	return all
}
