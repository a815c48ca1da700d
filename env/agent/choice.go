package agent

import (
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
)

// never never asks.
func never(*player, *certainty.Belief) *certainty.Question { return nil }

// open lists the open parameters of the best call, in the order of the schema.
func open(b *certainty.Belief) (tool string, aspects []string) {
	best := b.Best()
	if best < 0 {
		return "", nil
	}
	return b.Call(best).Name, b.Missing()
}

// inOrder asks for the first open parameter.
func inOrder(_ *player, b *certainty.Belief) *certainty.Question {
	tool, aspects := open(b)
	if len(aspects) == 0 {
		return nil
	}
	return &certainty.Question{Tool: tool, Aspects: aspects[:1]}
}

// byEntropy asks for the open parameter with the largest domain; on a tie for the one asked
// least often, then for the first.
func byEntropy(p *player, b *certainty.Belief) *certainty.Question {
	tool, aspects := open(b)
	if len(aspects) == 0 {
		return nil
	}
	entropy := func(aspect string) float64 {
		d, ok := p.e.Sets()[tool].Get(aspect)
		if !ok {
			d.Size = domains.Infinite
		}
		return math.Log(d.N(0))
	}
	best := slices.MaxFunc(aspects, func(x, y string) int {
		switch a, b := entropy(x), entropy(y); {
		case a != b && a > b, a == b && p.asked[tool+"."+x] < p.asked[tool+"."+y]:
			return 1
		case a == b && p.asked[tool+"."+x] == p.asked[tool+"."+y]:
			return 0
		}
		return -1
	})
	return &certainty.Question{Tool: tool, Aspects: []string{best}}
}

// byValue asks the question that F7 chooses.
func byValue(p *player, b *certainty.Belief) *certainty.Question {
	d := certainty.Decide(b, p.Policy, p.asked, p.questions)
	if d.Action != certainty.ActionAsk {
		return nil
	}
	return d.Best
}

// atRandom asks for a random open parameter in half of the steps.
func atRandom(p *player, b *certainty.Belief) *certainty.Question {
	tool, aspects := open(b)
	if len(aspects) == 0 || env.Draw(2, p.seed, "/", p.steps, "/act") == 0 {
		return nil
	}
	return &certainty.Question{Tool: tool, Aspects: []string{aspects[env.Draw(len(aspects), p.seed, "/", p.steps, "/aspect")]}}
}
