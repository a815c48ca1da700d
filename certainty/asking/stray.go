package asking

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/voi-rl/voi/internal/words"
)

// strayFile holds a direction in the space of word vectors, and how far along it the
// unexplained words of a question may lie, for one, two, and more such words, before the
// question is taken to ask for nothing. TestStray fits these numbers to testdata.
//
//go:embed stray.txt
var strayFile string

type direction struct {
	most [3]float64
	to   words.Vector
}

var world = sync.OnceValue(func() *direction {
	d, err := parseDirection(strayFile)
	if err != nil {
		panic(err) // held by a test
	}
	return d
})

func parseDirection(text string) (*direction, error) {
	d, fields := &direction{}, []any{}
	for i := range d.most {
		fields = append(fields, &d.most[i])
	}
	for i := range d.to {
		fields = append(fields, &d.to[i])
	}
	if n, err := fmt.Sscan(text, fields...); err != nil {
		return nil, fmt.Errorf("stray.txt: number %d of %d: %w; fit it anew with go test -run TestStray -stray", n+1, len(fields), err)
	}
	return d, nil
}

// strays reports whether the words of an ask that the task does not explain are about the
// world at large, in any language that has vectors: "¿qué idioma hablaba su abuelo?" The
// vectors of words that people use when they deal with each other ("which country would you
// like it shipped to?") point elsewhere.
func (p *parser) strays(a *ask, from, to int, x *param, m *matter) bool {
	sum, n := p.unexplained(a, from, to, x, m)
	if n == 0 {
		return false
	}
	d, of := world(), sum.Vector()
	return words.Cosine(&d.to, &of) > d.most[min(n, len(d.most))-1]
}

// unexplained sums the vectors of the words after an interrogative that the task does not
// explain. It returns nothing for an imperative such as "tell me" or an ask that offers a
// choice.
func (p *parser) unexplained(a *ask, from, to int, x *param, m *matter) (sum words.Sum, n int) {
	if a.told || a.kinds&(1<<askAlternative) != 0 || a.kinds == 1<<askPolar {
		return sum, 0 // "shall the place be Roma?" names a value, which the task does not explain
	}
	for i := max(from, a.behind); i < to; i++ {
		if w := &p.words[i]; w.id != 0 && !w.skip && p.roles[i]&^meant == 0 && !m.explains(w, x) {
			v := w.id.Vector()
			sum.Add(&v, 1)
			n++
		}
	}
	return sum, n
}

// meant are the roles of words that can be the topic of a question.
const meant = 1<<roleConcept | 1<<roleLead | 1<<roleNamed | 1<<roleGeneral
