package asking

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/voi-rl/voi/internal/words"
)

// strayFile holds a direction among the vectors of words, and how far a question goes in it
// that asks for nothing, by how many words the task does not explain: one, two, more.
// TestStray fits it to testdata.
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

// strays reports whether the words of an ask that the task does not explain speak of the
// world at large, in any language that the vectors have: "¿qué idioma hablaba su abuelo?"
// Words that people use to deal with each other, "which country would you like it shipped
// to?", lie elsewhere.
func (p *parser) strays(a *ask, from, to int, x *param, m *matter) bool {
	sum, n := p.unexplained(a, from, to, x, m)
	if n == 0 {
		return false
	}
	d, of := world(), sum.Vector()
	return words.Cosine(&d.to, &of) > d.most[min(n, len(d.most))-1]
}

// unexplained sums the vectors of the words behind an interrogative that the task does not
// explain, where it is no imperative of telling and offers no choice.
func (p *parser) unexplained(a *ask, from, to int, x *param, m *matter) (sum words.Sum, n int) {
	if a.told || a.kinds&(1<<askAlternative) != 0 || a.kinds == 1<<askPolar {
		return sum, 0 // "shall the place be Roma?" names a value, which nothing explains
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

// meant are the roles of words that may be what a question is about.
const meant = 1<<roleConcept | 1<<roleLead | 1<<roleNamed | 1<<roleGeneral
