package asking

import (
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/internal/words"
)

// Weights passes each number of kinds.txt to f, for the test that fits them.
func Weights(f func(name string, w *float32)) {
	t := scores()
	for i := range t.weights {
		f(weightNames[i], &t.weights[i])
	}
	for k := range t.fits {
		for c := range t.fits[k] {
			if t.fits[k][c] != 0 {
				f(kindNames[k]+"."+conceptNames[c], &t.fits[k][c])
			}
		}
	}
}

// Unexplained passes to f, for each ask of a question, the direction of the words that
// the task does not explain and their number. The test that fits stray.txt uses it.
func (a *Asker) Unexplained(question string, r *grounding.Reading, f func(v words.Vector, n int)) {
	p := parse(question)
	if p == nil {
		return
	}
	heard := talk{r: r}
	for i, x := range a.read {
		m := matter{tool: x, about: &a.tools[i], talk: &heard}
		for _, c := range scores().choose(x, p.asks, p.words, func(k int) float32 { return filled(r, &a.tools[i], k) }) {
			if sum, n := p.unexplained(c.ask, p.first(c.ask.start), p.first(c.ask.end), &x.params[c.param], &m); n > 0 && !c.beside {
				f(sum.Vector(), n)
			}
		}
	}
}
