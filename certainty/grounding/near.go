package grounding

import (
	"github.com/voi-rl/voi/internal/words"
)

// nearEnough is the similarity from which on one word can stand for another: outside for
// outdoor, rojo for red.
const nearEnough = 0.72

// vectors are the words of the text that have a vector. They are collected on first use.
type vectors struct {
	ids []int32 // numbers of the distinct words
	vec []words.ID
}

// maxNear bounds how many distinct words are compared by vector; of more, the last ones
// are.
const maxNear = 256

// nearby is a distinct word of the text and its similarity to another word.
type nearby struct {
	id       int32
	nearness float64
}

// leastNearby is the lowest similarity that is kept.
const leastNearby = 0.3

// rows cache, for each word asked about, the similar words of the text while one
// parameter is processed, because the words of an enum are compared in two ways.
type rows struct {
	of   []words.ID
	from []int
	near []nearby
}

// near returns the distinct words of the text that are similar to a word, except that
// word itself.
func (q *query) near(own words.ID) []nearby {
	if own == 0 {
		return nil
	}
	if q.rows == nil {
		q.rows = &rows{}
	}
	r := q.rows
	for k := range r.of {
		if r.of[k] == own {
			return r.near[r.from[k]:r.from[k+1]]
		}
	}
	if len(r.from) == 0 {
		r.from = append(r.from, 0)
	}
	r.near = q.b.near(r.near, own, leastNearby)
	r.of, r.from = append(r.of, own), append(r.from, len(r.near))
	return r.near[r.from[len(r.of)-1]:]
}

// near appends the distinct words of the text whose similarity to a word is at least
// least.
func (b *bound) near(out []nearby, own words.ID, least float64) []nearby {
	known := b.vectors.get(b.findVectors)
	for n, v := range known.vec {
		if s := words.Near(own, v); s >= least && v != own {
			out = append(out, nearby{known.ids[n], s})
		}
	}
	return out
}

func (r *rows) clear() { r.of, r.from, r.near = r.of[:0], r.from[:0], r.near[:0] }

// vectorsOf returns the positions of words in the table of vectors. It is 0 for a word
// that has no vector or is too short to compare.
func vectorsOf(list []string) []words.ID {
	out := make([]words.ID, len(list))
	for i, w := range list {
		if len(w) > 2 {
			out[i] = words.Find(w)
		}
	}
	return out
}

func (b *bound) findVectors() *vectors {
	out := &vectors{}
	for id := max(0, b.count()-maxNear); id < b.count(); id++ {
		p := b.places[b.from[id]]
		if t := &b.tokens[p]; len(b.norm(t)) < 3 || t.digit || !t.solid || b.is(int(p), cStop|cNum|cDay|cMonth) {
			continue
		}
		if v := words.Find(b.word(int32(id))); v != 0 {
			out.ids, out.vec = append(out.ids, int32(id)), append(out.vec, v)
		}
	}
	return out
}
