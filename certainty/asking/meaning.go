package asking

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/words"
)

// example is a word of a list, for words that no list has.
type example struct {
	id  words.ID
	tag uint8
}

// meaning says what words mean that no list has, by the English word of a list that
// is nearest. What was found is kept for each word of the table of vectors.
type meaning struct {
	concepts []example
	own      [typeNumber]words.ID // what the concepts are called
	known    []atomic.Uint32
}

// nearConcept is how near the nearest word of a list has to be.
const nearConcept = 0.8

var meanings = sync.OnceValue(func() *meaning {
	m := &meaning{known: make([]atomic.Uint32, words.Size()+1)}
	for c := range m.own {
		m.own[c] = words.Find(conceptNames[c])
	}
	for _, es := range lists().english.first {
		for _, e := range es {
			if e.role == roleConcept && len(e.words) == 1 && !isShort(e.words[0], 4) {
				if id := words.Find(e.words[0]); id != 0 {
					m.concepts = append(m.concepts, example{id, e.tag})
				}
			}
		}
	}
	slices.SortFunc(m.concepts, func(a, b example) int { return (int(a.id)-int(b.id))<<8 + int(a.tag) - int(b.tag) })
	return m
})

// kin are those concepts that a word is near to by what they are called.
func (m *meaning) kin(about concepts, id words.ID) (kin concepts) {
	for c := range m.own {
		if about.has(c) && (id == 0 || float32(words.Near(id, m.own[c])) >= scores().weights[nearConcepts]) {
			kin |= 1 << c
		}
	}
	return kin
}

// of returns the concept of the nearest word of the lists, none where none is near.
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
