package grounding

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

var fit = flag.Bool("fit", false, "fit calibration.txt to the labelled conversations, When2Call, and testdata (TestFit)")

// example is a labelled value, as input to the fit.
type example struct {
	trace
	backed       bool
	conversation int
	weight       float64
}

// caseWeight is the weight of a value from our own cases relative to one from the
// labelled conversations. It is low because most of our cases were written to be hard.
const caseWeight = 0.4

// harderWeight is that of a value of the sixth and the seventh batch, which are even harder and many.
// With more weight they lower the supports of plain requests.
const harderWeight = 0.04

// callWeight is the weight of a value of a right call of When2Call, which real users asked for. It is
// high because there are few, and because the labelled conversations look for what is hard.
const callWeight = 9

// examplesOf returns the labelled values whose support depends on a single match.
func examplesOf(rows []labelled) []example {
	var out []example
	for i := range rows {
		r := &rows[i]
		if k := r.v.Kind(); k == jsonvalue.Array || k == jsonvalue.Object {
			continue
		}
		e := example{backed: r.backed, conversation: r.conversation, weight: 1}
		switch {
		case r.conversation >= harder:
			e.weight = harderWeight
		case r.conversation >= cases:
			e.weight = caseWeight
		case r.conversation >= calls:
			e.weight = callWeight
		}
		reading := Read(r.in)
		tracer = func(t trace) {
			if e.kind == 0 || t.own != nil { // a value may be compared in several ways
				e.trace = t
			}
		}
		s := reading.Support(r.tool, r.p, r.d, domains.Coerce(r.p, r.v))
		tracer = nil
		if s.Rule == RuleSingled || s.Rule == RuleDefault || e.kind == 0 {
			continue
		}
		if e.kind == Boolean && e.conversation >= harder {
			continue // with them, plain yes and no of other writers are judged worse
		}
		out = append(out, e)
	}
	return out
}

// model is what is fitted: the weights of the features, and rivalry.
type model [fCount + 3]float64

func (m *model) use() {
	copy(coefficients[:], m[:])
	copy(rivalry[:], m[fCount:])
}

func readModel(t testing.TB, path string) (m model) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Concat(featureNames, rivalryNames)
	for _, line := range strings.Split(string(data), "\n") {
		name, val, _ := strings.Cut(line, " ")
		if i := slices.Index(names, name); i >= 0 {
			if m[i], err = strconv.ParseFloat(val, 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	return m
}

// best returns the match with the highest score, nil if there is none.
func (m *model) best(of []features) (top *features, most float64) {
	most = absent
	for i := range of {
		z := 0.0
		for k, x := range of[i] {
			z += x * m[k]
		}
		if top == nil || z > most {
			top, most = &of[i], z
		}
	}
	return top, most
}

// odds returns the log-odds of an example. If g is given, the derivatives of its loss by the model
// are added to it.
func (m *model) odds(e *example, g *model) float64 {
	own, z := m.best(e.own)
	rival, s := m.best(e.rivals)
	r := m[fCount:]
	much, over := softplus(s+r[1]), sigmoid(s+r[1])
	z -= r[0] * much
	if g == nil {
		return z
	}
	by := e.weight * sigmoid(z)
	if e.backed {
		by -= e.weight
	}
	for k, x := range own {
		g[k] += by * x
	}
	if rival != nil {
		for k, x := range rival {
			g[k] -= by * r[0] * over * x
		}
		g[fCount] -= by * much
		g[fCount+1] -= by * r[0] * over
	}
	return z
}

// descend finds the most likely model for the examples, given a normal prior with mean prior and
// the given width.
func descend(examples []example, prior model, width float64) model {
	const steps = 400
	m := prior
	var first, second model
	for n := 1; n <= steps; n++ {
		var g model
		for i := range m {
			g[i] = (m[i] - prior[i]) / (width * width)
		}
		for i := range examples {
			e := &examples[i]
			if e.own != nil {
				m.odds(e, &g)
			}
		}
		rate := 0.1 * (1 - float64(n)/(steps+1))
		for i := range m {
			first[i], second[i] = 0.9*first[i]+0.1*g[i], 0.99*second[i]+0.01*g[i]*g[i]
			a, b := first[i]/(1-math.Pow(0.9, float64(n))), second[i]/(1-math.Pow(0.99, float64(n)))
			m[i] -= rate * a / (math.Sqrt(b) + 1e-9)
		}
		m[fCount], m[fCount+2] = max(0, m[fCount]), 1
		m[fExact] = max(m[fExact], -0.25*m[fQuality]) // to state more of a value is never worse
	}
	return m
}

// guess is the log-odds that a fit on other conversations gives a value.
type guess struct {
	z      float64
	backed bool
	weight float64
}

// flatten returns the factor for the log-odds of held-out values that makes their
// labels most likely. It is below 1 if the fit is overconfident. The factor moves no
// value across 0.5.
func flatten(held []guess) float64 {
	best, least := 1.0, math.Inf(1)
	for f := 0.4; f <= 3; f += 0.02 {
		loss := 0.0
		for _, g := range held {
			z := f * g.z
			if g.backed {
				z = -z
			}
			loss += g.weight * math.Log1p(math.Exp(z))
		}
		if loss < least {
			best, least = f, loss
		}
	}
	return best
}

// The numbers of the first conversations of each origin. Right calls of When2Call have values that
// nobody said, so they say nothing about the support of these. The writers of the sixth and the seventh batch looked
// for values that are hard to judge, so they say which features tell values apart, but not how
// often a value is backed: neither the level of the supports nor that of values that nothing says
// is fitted to them.
const (
	calls  = 5000 // When2Call
	cases  = 10000
	harder = 20000 // the seventh and the sixth batch
)

func pooled(t testing.TB) []labelled {
	rows := readCases(t)
	files, err := filepath.Glob("testdata/seventh/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/seventh", err)
	}
	for k, f := range append(files, "testdata/sixth.txt") {
		for _, r := range readCasesOf(t, f) {
			r.conversation += harder - cases + 1000*k
			rows = append(rows, r)
		}
	}
	for k, f := range []string{"dev1", "dev3"} {
		for _, r := range readSignal(t, sharedtest.Shared(t, "data", "signal", f, "grounding.jsonl")) {
			r.conversation += 1000 * (k + 1)
			rows = append(rows, r)
		}
	}
	for k, c := range readCalls(t, "data", "when2call", "dev.jsonl") {
		if c.class != "tool_call" || c.tool == nil {
			continue
		}
		for i := range c.tool.Params {
			p := &c.tool.Params[i]
			if v, ok := c.args.Get(p.Name); ok && p.Required {
				d, _ := c.set.Get(p.Name)
				rows = append(rows, labelled{conversation: calls + k, in: c.in, tool: c.tool, p: p, d: d, v: v, backed: true, param: p.Name})
			}
		}
	}
	return rows
}

var kindsOfUnsaid = [...]string{"number", "date", "time", "enumerator", "code", "text"}

// TestFit fits the calibration, by cross-validation over conversations, when asked to
// with -fit.
func TestFit(t *testing.T) {
	if !*fit {
		t.Skip("calibration.txt is fitted with -fit only")
	}
	prior := readModel(t, "testdata/prior.txt")
	rows := pooled(t)
	var best float64
	width, flat, lines := 0.0, 1.0, []string{}
	const folds = 5
	for range 2 { // repeat, because the weights determine which match of a value counts
		examples := examplesOf(rows)
		best = math.Inf(1)
		lines = lines[:0]
		for _, wd := range []float64{0.15, 0.3, 0.5} {
			var models [folds]model
			var work sync.WaitGroup
			for fold := range folds {
				work.Go(func() {
					models[fold] = descend(slices.DeleteFunc(slices.Clone(examples), func(e example) bool { return e.conversation%folds == fold }), prior, wd)
				})
			}
			work.Wait()
			loss, n := 0.0, 0.0
			var yes, no []float64
			var held []guess
			for i := range examples {
				e := &examples[i]
				if e.own == nil {
					continue
				}
				z := models[e.conversation%folds].odds(e, nil)
				if e.conversation < harder {
					held = append(held, guess{z, e.backed, e.weight})
				}
				n++
				if e.backed {
					loss += softplus(-z)
					yes = append(yes, z)
				} else {
					loss += softplus(z)
					no = append(no, z)
				}
			}
			lines = append(lines, fmt.Sprintf("width %.2f: held-out loss %.4f, AUC %.3f over %.0f matches", wd, loss/n, auc(yes, no), n))
			if loss/n < 0.995*best { // among equally good widths, take the one closest to the prior
				best, width, flat = loss/n, wd, flatten(held)
			}
		}
		m := descend(examples, prior, width)
		m[fCount+2] = flat
		m.use()
		none := map[string][2]float64{"number": {1, 40}, "date": {1, 40}, "time": {1, 40}, "enumerator": {1, 6}, "code": {1, 40}, "text": {1, 40}}
		for _, e := range examples {
			if e.own == nil && e.kind != Boolean && e.conversation < harder && (e.conversation < calls || e.conversation >= cases) {
				c := none[e.kind.String()]
				c[1] += e.weight * e.open
				if e.backed {
					c[0] += e.weight
				}
				none[e.kind.String()] = c
			}
		}
		for _, k := range kindsOfUnsaid {
			c := none[k]
			unsaid[KindOf(k)] = math.Round(1000*min(0.3, c[0]/c[1])) / 1000
		}
	}
	for _, l := range lines {
		t.Log(l)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# Weights of the features of a match and of its rivals (calibration.go says what they are), and the support of what nothing\n"+
		"# says, by kind. Made by go test ./certainty/grounding -run TestFit -fit from data/signal/dev1 and dev3, testdata/cases.txt,\n"+
		"# testdata/sixth.txt and testdata/seventh, and the right calls of data/when2call/dev.jsonl: logistic regression about\n"+
		"# testdata/prior.txt, width %.2f chosen by %d-fold cross-validation over conversations, held-out loss %.4f; sharpness makes\n"+
		"# the held-out supports of all but sixth.txt and seventh likeliest.\n", width, folds, best)
	for i, n := range featureNames {
		fmt.Fprintf(&out, "%s %.3f\n", n, coefficients[i])
	}
	for i, n := range rivalryNames {
		fmt.Fprintf(&out, "%s %.3f\n", n, rivalry[i])
	}
	for _, k := range kindsOfUnsaid {
		fmt.Fprintf(&out, "unsaid_%s %.3f\n", k, unsaid[KindOf(k)])
	}
	if err := os.WriteFile("calibration.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
