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
	for _, part := range [...]struct {
		words          []string
		weight, shared float64
		described      bool
	}{{w.name, 1, 0.75, false}, {w.about, 0.6, 0.3, true}, {w.means, 1, 0.75, false}} {
		for _, word := range part.words[:min(len(part.words), most)] {
			weight := part.weight
			for i := range all {
				if o := &all[i]; o != w && alike(o, w) && (related(word, o.name) || related(word, o.means) ||
					part.described && related(word, o.about[:min(len(o.about), most)])) {
					weight = part.shared
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
