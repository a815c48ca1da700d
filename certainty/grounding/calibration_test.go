package grounding

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

var fit = flag.Bool("fit", false, "fit calibration.txt to the labelled conversations, When2Call, testdata/cases.txt and testdata/sixth.txt (TestFit)")

// example is a labelled value, as input to the fit.
type example struct {
	f            *features // nil if the conversation does not mention the value
	kind         string
	open         float64 // the probability that no mention fills the parameter, for a value that is not mentioned
	backed       bool
	conversation int
	weight       float64
}

// caseWeight is the weight of a value from our own cases relative to one from the
// labelled conversations. It is low because most of our cases were written to be hard.
const caseWeight = 0.4

// callWeight is the weight of a value of a right call of When2Call, which real users asked for.
const callWeight = 3

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
		case r.conversation >= cases:
			e.weight = caseWeight
		case r.conversation >= calls:
			e.weight = callWeight
		}
		reading := Read(r.in)
		best := -1.0
		tracer = func(f *features, kind Kind, p float64) {
			if f == nil {
				e.kind, e.open = kind.String(), p
			} else if p > best {
				best, e.f = p, f
			}
		}
		s := reading.Support(r.tool, r.p, r.d, domains.Coerce(r.p, r.v))
		tracer = nil
		if s.Rule == RuleSingled || s.Rule == RuleDefault || s.Score == unheld {
			continue
		}
		if r.v.Kind() == jsonvalue.Bool || r.p.Schema.Field("type").Str() == "boolean" {
			e.kind = "bool"
		}
		if e.kind == "bool" && e.conversation >= harder {
			continue // with them, plain yes and no of other writers are judged worse
		}
		if e.f != nil || e.kind != "" {
			out = append(out, e)
		}
	}
	return out
}

func readWeights(t testing.TB, path string) (w features) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		name, val, _ := strings.Cut(line, " ")
		for i := range featureNames {
			if featureNames[i] == name {
				if w[i], err = strconv.ParseFloat(val, 64); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return w
}

// descend finds the most likely weights for the examples, given a normal prior with
// mean prior and the given width.
func descend(examples []example, prior features, width float64) features {
	w := prior
	step := 0.02
	for range 1500 {
		var g features
		for i := range w {
			g[i] = (w[i] - prior[i]) / (width * width)
		}
		for _, e := range examples {
			if e.f == nil {
				continue
			}
			z := 0.0
			for i, x := range e.f {
				z += x * w[i]
			}
			d := 1 / (1 + math.Exp(-z))
			if e.backed {
				d--
			}
			for i, x := range e.f {
				g[i] += e.weight * d * x
			}
		}
		for i := range w {
			w[i] -= step * g[i] / math.Sqrt(float64(len(examples)))
		}
	}
	return w
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
	for f := 0.4; f <= 2; f += 0.02 {
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
// nobody said, so they say nothing about the support of these. The writers of the sixth batch looked
// for values that are hard to judge, so it says which features tell values apart, but not how
// often a value is backed: neither the level of the supports nor that of values that nothing says
// is fitted to it.
const (
	calls  = 5000 // When2Call
	cases  = 10000
	harder = 20000 // the sixth batch
)

func pooled(t testing.TB) []labelled {
	rows := readCases(t)
	for _, r := range readCasesOf(t, "testdata/sixth.txt") {
		r.conversation += harder - cases
		rows = append(rows, r)
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
	prior := readWeights(t, "testdata/prior.txt")
	rows := pooled(t)
	var best float64
	width, flat, lines := 0.0, 1.0, []string{}
	const folds = 5
	for range 3 { // repeat, because the weights determine which match of a value counts
		examples := examplesOf(rows)
		best = math.Inf(1)
		lines = lines[:0]
		for _, wd := range []float64{0.1, 0.2, 0.35, 0.7} {
			loss := 0.0
			var yes, no []float64
			var held []guess
			n := 0.0
			for fold := range folds {
				var train, out []example
				for _, e := range examples {
					if e.conversation%folds == fold {
						out = append(out, e)
					} else {
						train = append(train, e)
					}
				}
				w := descend(train, prior, wd)
				for _, e := range out {
					if e.f == nil {
						continue
					}
					z := 0.0
					for i, x := range e.f {
						z += x * w[i]
					}
					p := 1 / (1 + math.Exp(-z))
					if e.conversation < harder {
						held = append(held, guess{z, e.backed, e.weight})
					}
					n++
					if e.backed {
						loss -= math.Log(max(p, 1e-9))
						yes = append(yes, p)
					} else {
						loss -= math.Log(max(1-p, 1e-9))
						no = append(no, p)
					}
				}
			}
			lines = append(lines, fmt.Sprintf("width %.2f: held-out loss %.4f, AUC %.3f over %.0f matches", wd, loss/n, auc(yes, no), n))
			if loss/n < 0.995*best { // among equally good widths, take the one closest to the prior
				best, width, flat = loss/n, wd, flatten(held)
			}
		}
		w := descend(examples, prior, width)
		for i := range w {
			w[i] *= flat
		}
		coefficients = w
		none := map[string][2]float64{"number": {1, 40}, "date": {1, 40}, "time": {1, 40}, "enumerator": {1, 6}, "code": {1, 40}, "text": {1, 40}}
		for _, e := range examples {
			if e.f == nil && e.kind != "bool" && e.kind != "" && e.conversation < harder && (e.conversation < calls || e.conversation >= cases) {
				c := none[e.kind]
				c[1] += e.weight * e.open
				if e.backed {
					c[0] += e.weight
				}
				none[e.kind] = c
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
	fmt.Fprintf(&out, "# Weights of the features of a match (calibration.go says what they are), and the support of what nothing says, by kind.\n"+
		"# Made by go test ./certainty/grounding -run TestFit -fit from data/signal/dev1 and dev3, testdata/cases.txt and\n# testdata/sixth.txt, and the right calls of data/when2call/dev.jsonl:\n"+
		"# logistic regression about testdata/prior.txt, width %.2f chosen by %d-fold cross-validation over conversations, held-out loss %.4f;\n# all weights times %.2f, by which the held-out supports of all but sixth.txt are likeliest.\n", width, folds, best, flat)
	for i, n := range featureNames {
		fmt.Fprintf(&out, "%s %.3f\n", n, coefficients[i])
	}
	for _, k := range kindsOfUnsaid {
		fmt.Fprintf(&out, "unsaid_%s %.3f\n", k, unsaid[KindOf(k)])
	}
	if err := os.WriteFile("calibration.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
