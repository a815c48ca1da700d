package label

import (
	"hash/maphash"
	"math"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/internal/words"
)

// vocabulary holds the words in the texts of a list of tools. It is immutable.
type vocabulary struct {
	key     uint64
	terms   []term    // distinct
	weights []float64 // for each term: how well it distinguishes tools; 0 for a term of all tools
	of      [][]int32 // the terms of each tool
	all     []float64 // for each tool: the sum of its terms' weights, counting also terms of all tools
}

// term is a word with its ID in the table of vectors.
type term struct {
	text string
	id   words.ID
}

// near is a term that a word is near to.
type near struct {
	term int32
	by   float64 // at least nearEnough; itself for the same word
}

// itself is larger than the nearness of any other word.
const itself = 2

// share is the weight of a near word: its nearness, 1 for the same word.
func share(by float64) float64 {
	if by == itself {
		return 1
	}
	return by
}

// vocabularies caches the vocabularies of recent lists of tools, because many samples, and
// all steps of an episode, offer the same tools. neighbours caches the terms near to words.
// Each has two generations of some 2 MiB.
var (
	vocabularies = lru.Generations[*vocabulary]{Most: 1 << 16, Size: func(v *vocabulary) int {
		size := len(v.terms)
		for _, of := range v.of {
			size += 1 + len(of)/4
		}
		return size
	}}
	neighbours = lru.Generations[[]near]{Most: 1 << 15, Size: func(n []near) int { return len(n) + 1 }}
	seed       = maphash.MakeSeed()
)

// vocabulary returns the vocabulary of the sample's tools.
func (w *work) vocabulary() *vocabulary {
	if w.told != nil {
		return w.told
	}
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range w.sample.Tools { // by their lengths, since the texts may hold any byte
		maphash.WriteComparable(&h, len(w.sample.Tools[i].Params))
		eachText(&w.sample.Tools[i], func(text string) {
			maphash.WriteComparable(&h, len(text))
			_, _ = h.WriteString(text)
		})
	}
	found := false
	if w.told, found = vocabularies.Find(h.Sum64()); !found {
		w.told = newVocabulary(w.sample.Tools)
		w.told.key = h.Sum64()
		vocabularies.Keep(w.told.key, w.told)
	}
	return w.told
}

func newVocabulary(tools []domains.Tool) *vocabulary {
	v := &vocabulary{of: make([][]int32, len(tools)), all: make([]float64, len(tools))}
	at := map[string]int32{}
	for i := range tools {
		for _, word := range wordsOf(describe(&tools[i]), maxTold) {
			t, known := at[word]
			if !known {
				t = int32(len(v.terms))
				at[word], v.terms, v.weights = t, append(v.terms, term{strings.Clone(word), words.Find(word)}), append(v.weights, 0)
			}
			v.of[i] = append(v.of[i], t)
			v.weights[t]++
		}
	}
	tellNothing := make([]bool, len(v.terms))
	for t, n := range v.weights {
		tellNothing[t], v.weights[t] = int(n) == len(tools), math.Log(float64(len(tools)+1)/n)
	}
	for i, of := range v.of {
		for _, t := range of {
			v.all[i] += v.weights[t]
		}
	}
	for t, nothing := range tellNothing {
		if nothing {
			v.weights[t] = 0
		}
	}
	return v
}

// describe returns the texts of a tool.
func describe(t *domains.Tool) string {
	var b strings.Builder
	eachText(t, func(text string) {
		b.WriteString(text)
		b.WriteByte(' ')
	})
	return b.String()
}

// eachText calls f with the texts of a tool: its name, its description and the names of its
// parameters.
func eachText(t *domains.Tool, f func(text string)) {
	f(t.Name)
	f(t.Description)
	for k := range t.Params {
		f(t.Params[k].Name)
	}
}

// near returns the terms that a word is near to.
func (v *vocabulary) near(word string) []near {
	var h maphash.Hash
	h.SetSeed(seed)
	maphash.WriteComparable(&h, v.key)
	_, _ = h.WriteString(word)
	out, found := neighbours.Find(h.Sum64())
	if !found {
		id := words.Find(word)
		for t := range v.terms {
			by := words.Near(id, v.terms[t].id)
			if v.terms[t].text == word {
				by = itself
			}
			if by >= nearEnough {
				out = append(out, near{int32(t), by})
			}
		}
		neighbours.Keep(h.Sum64(), out)
	}
	return out
}
