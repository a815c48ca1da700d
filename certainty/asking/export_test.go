package asking

import "github.com/voi-rl/voi/certainty/grounding"

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

// Traits passes to f the traits of each ask of a question that is matched to a parameter, followed
// by the sum of the vectors of its words.
func (a *Asker) Traits(question string, r *grounding.Reading, f func(tool, param string, x []float64)) {
	p := parse(question)
	if p == nil {
		return
	}
	heard := talk{r: r}
	for i, x := range a.read {
		m := matter{tool: x, about: &a.tools[i], talk: &heard}
		for _, c := range scores().choose(x, p.asks, p.words, func(k int) float32 { return filled(r, &a.tools[i], k) }) {
			if !c.beside {
				var in inputs
				p.traits(&in, &c, &x.params[c.param], &m)
				all := make([]float64, len(in))
				for k, v := range in {
					all[k] = float64(v)
				}
				f(a.tools[i].Name, a.tools[i].Params[c.param].Name, all)
			}
		}
	}
}

// TraitNames are the names of the traits in want.txt.
var TraitNames = traitNames[:]

// Hidden is the number of hidden units of the classifier in want.txt.
const Hidden = hidden
