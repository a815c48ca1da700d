package asking_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/internal/words"
)

var stray = flag.Bool("stray", false, "fit stray.txt anew")

// example is an ask, reduced to the direction of its words that the task does not explain.
type example struct {
	of     [words.Dim]float64
	n      int     // number of these words, at most 3
	wanted float64 // 1 if its question asks for something
	weight float64
	group  int // index of the question
}

// strayExamples returns the asks of the written questions, and of the written questions
// about something other than the task as if they were asked about the tools there.
func strayExamples(t testing.TB) (out []example) {
	all := writtenQuestions(t, "questions.txt")
	add := func(group int, w *written, question string, wanted float64) {
		asking.New(w.tools, w.sets).Unexplained(question, w.reading, func(v words.Vector, n int) {
			e := example{n: min(n, 3), wanted: wanted, weight: 1, group: group}
			for i := range v {
				e.of[i] = float64(v[i]) / 254
			}
			out = append(out, e)
		})
	}
	var tools []*written
	for i := range all {
		if w := &all[i]; len(w.asks) > 0 {
			add(i, w, w.question, 1)
		}
		if i == 0 || all[i].tool != all[i-1].tool {
			tools = append(tools, &all[i])
		}
	}
	text, err := os.ReadFile("testdata/elsewhere.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		from := len(out)
		for _, w := range tools {
			add(i, w, q, 0)
		}
		for k := from; k < len(out); k++ {
			out[k].weight = 1 / float64(len(out)-from)
		}
	}
	return out
}

// plane is the fitted classifier: a direction, and a constant for each number of words.
type plane struct {
	to [words.Dim]float64
	by [3]float64
}

func (p *plane) score(e *example) float64 {
	s := p.by[e.n-1]
	for i, x := range e.of {
		s += p.to[i] * x
	}
	return s
}

// fitted fits wanted by logistic regression, using gradient descent.
func fitted(all []example, seen func(*example) bool) (p plane) {
	const decay, rate, steps = 1.0, 0.02, 1500
	for range steps {
		var g plane
		for i := range all {
			e := &all[i]
			if !seen(e) {
				continue
			}
			off := e.weight * (1/(1+math.Exp(-p.score(e))) - e.wanted)
			g.by[e.n-1] += off
			for k, x := range e.of {
				g.to[k] += off * x
			}
		}
		for k := range p.to {
			p.to[k] -= rate * (g.to[k] + decay*p.to[k])
		}
		for k := range p.by {
			p.by[k] -= rate * g.by[k]
		}
	}
	return p
}

// lost is the share of the questions that ask for something that may be misread as asking
// for nothing.
const lost = 0.01

// TestStray fits stray.txt and reports how well the fit works on held-out questions.
func TestStray(t *testing.T) {
	if !*stray {
		t.Skip("run it with -stray")
	}
	all := strayExamples(t)
	var good []float64
	wanted, caught, unwanted := 0, 0.0, 0.0
	scores := make([]float64, len(all))
	const folds = 5
	for fold := range folds {
		p := fitted(all, func(e *example) bool { return e.group%folds != fold })
		for i := range all {
			if all[i].group%folds == fold {
				scores[i] = p.score(&all[i])
			}
		}
	}
	for i := range all {
		if all[i].wanted > 0 {
			good = append(good, scores[i])
		}
	}
	slices.Sort(good)
	asked := 0 // questions that ask for something, with or without unexplained words
	for _, w := range writtenQuestions(t, "questions.txt") {
		if len(w.asks) > 0 {
			asked++
		}
	}
	from := good[int(lost*float64(asked))]
	for i := range all {
		if e := &all[i]; e.wanted > 0 {
			wanted++
		} else if unwanted += e.weight; scores[i] < from {
			caught += e.weight
		}
	}
	t.Logf("%d asks that want something, %.0f questions that do not, of which %.1f%% are seen unseen, where %.0f%% of the others may be lost", wanted, unwanted, 100*caught/unwanted, 100*lost)
	p := fitted(all, func(*example) bool { return true })
	most := 0.0
	for _, x := range p.to {
		most = max(most, math.Abs(x))
	}
	unit := 127 / most // scales the largest component to the most that a Vector can hold
	var out strings.Builder
	for _, b := range p.by {
		fmt.Fprintf(&out, "%.3f ", (b-from)*unit/254)
	}
	for i, x := range p.to {
		if i%16 == 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "%d ", int(math.Round(-unit*x)))
	}
	if err := os.WriteFile("stray.txt", []byte(strings.ReplaceAll(out.String()+"\n", " \n", "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
}
