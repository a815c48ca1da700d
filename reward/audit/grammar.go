package audit

import (
	"context"
	"math"

	"github.com/voi-rl/voi/dataset/completion"
)

// Grammars are the forms of completions for a foreign reward: F8's tagged and
// native, and native with the reasoning in <think>.
var Grammars = []string{"tagged", "native", "think"}

// SetGrammar sets the grammar with that name.
func (p *Process) SetGrammar(name string) {
	p.Grammar, p.Thinks = completion.Native, name == "think"
	if name == "tagged" {
		p.Grammar = completion.Tagged
	}
}

// ChooseGrammar sets the grammar in which the honest completions of some samples
// earn most, relative to their best in any grammar; on a tie the first.
func (p *Process) ChooseGrammar(ctx context.Context, samples []Sample) (name string, err error) {
	best := math.Inf(-1)
	for _, g := range Grammars {
		p.SetGrammar(g)
		p.faults = 0 // failing on another grammar's completions says nothing of this one's, nor of the audit
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
	p.faults = 0
	return name, nil
}
