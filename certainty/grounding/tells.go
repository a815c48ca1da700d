package grounding

import "slices"

// spoken is a word that suggests that a text is about a parameter.
type spoken struct {
	term
	weight float64  // lower for words of the description, and for words that other parameters share
	senses []string // the meaning that it is, or the singular or plural of what a parameter counts
}

// listen finds the words that suggest that a text is about the parameter. A word counts less if
// another parameter of the same kind has it too. Words of the name are only compared with other
// names, because a name tells more than a description. Of very many parameters the first ones are
// compared.
func (w *want) listen(all []want) {
	const most = 6 // words of a name, of a description
	all = all[:min(len(all), mostRivals)]
	for n, words := range [...][]string{w.name, w.about, w.means} {
		for _, word := range words[:min(len(words), most)] {
			weight, shared := [...]float64{1, 0.6, 1}[n], [...]float64{0.75, 0.3, 0.75}[n]
			for i := range all {
				if o := &all[i]; o != w && alike(o, w) && slices.ContainsFunc(slices.Concat(o.name, o.means, o.about[:n%2*min(len(o.about), most)]), func(other string) bool { return kin(word, other) > 0.8 }) {
					weight = shared
					break
				}
			}
			senses := []string{word}
			if w.kind == Number {
				senses = append(senses, otherNumber(word))
			}
			senses = slices.DeleteFunc(senses, func(sense string) bool { return !lexicons().meanings[sense] })
			w.tells = append(w.tells, spoken{termOf(word), weight, slices.Clip(senses)})
		}
	}
}

// mostRivals is the number of parameters that each one is compared with, because the cost grows
// with their product.
const mostRivals = 512
