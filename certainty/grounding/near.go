package grounding

import (
	"github.com/voi-rl/voi/internal/words"
)

// nearEnough is the nearness of two words from which one may stand for the other:
// outside for outdoor, rojo for red.
const nearEnough = 0.72

// vectors are the words of the text that have a vector, found when nearness is first
// asked for.
type vectors struct {
	ids []int32 // of distinct words
	vec []words.ID
}

// maxNear bounds the distinct words whose nearness is looked at; of more the latest
// count.
const maxNear = 256

// near calls f with each distinct word of the text that is near to w.
func (b *bound) near(w string, f func(id int32, nearness float64)) {
	b.nearTo(w, nearEnough, f)
}

// nearTo is near for a nearness of at least least.
func (b *bound) nearTo(w string, least float64, f func(id int32, nearness float64)) {
	known := b.vectors.get(b.findVectors)
	own := words.Find(w)
	if own == 0 || len(w) < 3 {
		return
	}
	for n, v := range known.vec {
		if v == own {
			continue
		}
		if s := words.Near(own, v); s >= least {
			f(known.ids[n], s)
		}
	}
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
