package audit

import (
	"context"
	"math"

	"github.com/voi-rl/voi/dataset/completion"
)

// Grammars are the ways in which completions can be written for a foreign reward:
// tagged and native of F8, and native with its reasoning in <think>.
var Grammars = []string{"tagged", "native", "think"}

// SetGrammar sets a grammar by its name.
func (p *Process) SetGrammar(name string) {
	p.Grammar, p.Thinks = completion.Native, name == "think"
	if name == "tagged" {
		p.Grammar = completion.Tagged
	}
}

// ChooseGrammar sets the grammar in which honest completions of some samples earn
// most, as a share of what they earn in any: the first of those that are equal.
func (p *Process) ChooseGrammar(ctx context.Context, samples []Sample) (name string, err error) {
	best := math.Inf(-1)
	for _, g := range Grammars {
		p.SetGrammar(g)
		a := &audit{id: p.Identity(), samples: samples, foreign: newForeigners(nil), native: p.Grammar == completion.Native}
		sum := 0.0
		for i := 0; i < len(samples); i += max(1, len(samples)/checkedAtMost) {
			got, err := p.Rate(ctx, samples[i], []string{a.material(i).honest.text})
			if err != nil {
				return "", err
			}
			if got[0].Fault == "" {
				sum += got[0].Reward
			}
		}
		if sum > best+rounding {
			best, name = sum, g
		}
	}
	p.SetGrammar(name)
	return name, nil
}
