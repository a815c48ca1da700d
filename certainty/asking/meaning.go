package asking

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/words"
)

// example is a listed word that words outside the lists are compared with.
type example struct {
	id  words.ID
	tag uint8
}

// meaning finds the concepts of a word that is in no list, from the nearest English
// word that is. Results are cached for each word with a vector.
type meaning struct {
	concepts []example
	own      [typeNumber]words.ID // the words that name the concepts
	known    []atomic.Uint32
}

// nearConcept is the similarity that the nearest listed word needs.
const nearConcept = 0.8

var meanings = sync.OnceValue(func() *meaning {
	m := &meaning{known: make([]atomic.Uint32, words.Size()+1)}
	for c := range m.own {
		m.own[c] = words.Find(conceptNames[c])
	}
	for _, es := range lists().english.first {
		for _, e := range es {
			if e.role == roleConcept && travel>>e.tag&1 == 0 && len(e.words) == 1 && !isShort(e.words[0], 4) {
				if id := words.Find(e.words[0]); id != 0 {
					m.concepts = append(m.concepts, example{id, e.tag})
				}
			}
		}
	}
	slices.SortFunc(m.concepts, func(a, b example) int { return (int(a.id)-int(b.id))<<8 + int(a.tag) - int(b.tag) })
	return m
})

// kin returns those concepts of about whose own name is close to a word.
func (m *meaning) kin(about concepts, id words.ID) (kin concepts) {
	for c := range m.own {
		if about.has(c) && (id == 0 || float32(words.Near(id, m.own[c])) >= scores().weights[nearConcepts]) {
			kin |= 1 << c
		}
	}
	return kin
}

// of returns the concept of the nearest listed word, or none if no word is close
// enough.
func (m *meaning) of(id words.ID) concepts {
	if id == 0 {
		return 0
	}
	const looked = 1 << 31
	if c := m.known[id].Load(); c != 0 {
		return concepts(c &^ looked)
	}
	var c concepts
	least := nearConcept
	for _, x := range m.concepts {
		if s := words.Near(id, x.id); s > least {
			least, c = s, 1<<x.tag
		}
	}
	m.known[id].Store(uint32(c) | looked)
	return c
}
