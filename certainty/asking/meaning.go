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

// meaning says what words mean that no list has, by the word of a list that is
// nearest. What was found is kept for each word of the table of vectors.
type meaning struct {
	concepts []example            // the words of concepts, in English
	asking   []example            // the interrogatives of one word, in all languages
	own      [typeNumber]words.ID // what the concepts are called
	known    []atomic.Uint32
}

// How near the nearest word of a list has to be.
const (
	nearConcept = 0.8
	nearAsking  = 0.85
)

var meanings = sync.OnceValue(func() *meaning {
	m := &meaning{known: make([]atomic.Uint32, words.Size()+1)}
	for c := range m.own {
		m.own[c] = words.Find(conceptNames[c])
	}
	for _, l := range lists().languages {
		for _, es := range l.first {
			for _, e := range es {
				if len(e.words) != 1 {
					continue
				}
				id := words.Find(e.words[0])
				switch {
				case id == 0 || isShort(e.words[0], 2):
				case e.role == roleAsk:
					m.asking = append(m.asking, example{id, e.tag})
				case e.role == roleConcept && l.name == "en" && !isShort(e.words[0], 4):
					m.concepts = append(m.concepts, example{id, e.tag})
				}
			}
		}
	}
	for _, list := range [...][]example{m.concepts, m.asking} {
		slices.SortFunc(list, func(a, b example) int { return (int(a.id)-int(b.id))<<8 + int(a.tag) - int(b.tag) })
	}
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

func nearest(of []example, id words.ID, least float64) (tag uint8, ok bool) {
	for _, x := range of {
		if s := words.Near(id, x.id); s > least {
			least, tag, ok = s, x.tag, true
		}
	}
	return tag, ok
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
	if tag, ok := nearest(m.concepts, id, nearConcept); ok {
		c = 1 << tag
	}
	m.known[id].Store(uint32(c) | looked)
	return c
}

// asks returns the kind of an interrogative of a language without a list.
func (m *meaning) asks(id words.ID) (kind uint8, ok bool) {
	if id == 0 {
		return 0, false
	}
	return nearest(m.asking, id, nearAsking)
}
