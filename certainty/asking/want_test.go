package asking_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

var (
	want      = flag.Bool("want", false, "fit want.txt anew")
	languages = flag.Bool("languages", false, "with -want, leave out languages, too")
)

// example is an ask that was matched to a parameter.
type example struct {
	x      []float64 // its traits and the sum of its words
	wanted bool      // it wants the parameter's value
	weight float64
	kind   string // of its question: all questions of a kind are left out together
	lang   string
	batch  string // the file
	text   string
}

// asksToo are the kinds of wrong completions in reward/testdata with a question that does ask
// for the parameter; something else is wrong with them.
var asksToo = []string{"all", "everything", "settled-and-all", "channel", "nested", "turn", "private", "other-tool"}

// natural is the weight of a labelled question, and ofMany that of a written one: few others are
// by several authors.
const natural, ofMany = 8, 3

// examples returns the asks of all labelled questions.
func examples(t testing.TB) (out []example) {
	add := func(e example, r *row, label func(tool, param string) (wanted, ok bool)) {
		e.text, e.lang = r.question, asking.Language(r.question)
		asking.New(r.tools, r.sets).Traits(r.question, r.reading, func(tool, param string, x []float64) {
			var ok bool
			if e.wanted, ok = label(tool, param); ok {
				e.x = x
				out = append(out, e)
			}
		})
	}
	asked := func(e example, all []row) {
		weight := e.weight
		for i := range all {
			r := &all[i]
			if e.weight = weight; len(r.asks) == 0 {
				e.weight = 1
			}
			e.kind = "about " + r.tools[0].Name
			add(e, r, func(tool, param string) (bool, bool) {
				return slices.Contains(r.asks, param), r.tool == "" || r.tool == tool
			})
		}
	}
	for _, folder := range []string{"dev1", "dev3"} {
		asked(example{weight: natural, batch: folder}, rows(t, folder))
	}
	own := heldOut(t)
	for i := range own {
		r := &own[i]
		add(example{kind: "of its source", weight: natural, batch: "when2call"}, r, func(_, param string) (bool, bool) { return true, param == r.asks[0] })
	}
	var tools []row
	for _, name := range []string{"questions.txt", "clauses.txt", "fourth.txt"} {
		var all []row
		for _, w := range writtenQuestions(t, name) {
			all = append(all, w.row)
			if name == "questions.txt" && (len(tools) == 0 || tools[len(tools)-1].tool != w.tool) {
				tools = append(tools, w.row)
			}
		}
		asked(example{weight: map[string]float64{"questions.txt": ofMany, "clauses.txt": 1, "fourth.txt": ofMany}[name], batch: name}, all)
	}
	text, err := os.ReadFile("testdata/elsewhere.txt")
	if err != nil {
		t.Fatal(err)
	}
	for n, q := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		from := len(out)
		for i := n % 6; i < len(tools); i += 6 {
			r := tools[i]
			r.question = q
			add(example{kind: "elsewhere", batch: "elsewhere.txt"}, &r, func(string, string) (bool, bool) { return false, true })
		}
		for i := from; i < len(out); i++ {
			out[i].weight = 1 / float64(len(out)-from)
		}
	}
	for _, e := range scripts(t, tools) {
		add(e.example, &e.row, func(_, param string) (bool, bool) { return e.wanted, slices.Contains(e.asks, param) })
	}
	return out
}

// script is a question of a script in reward/testdata.
type script struct {
	example
	row
}

// scripts returns the questions of the scripts in reward/testdata for rows in which a parameter
// is missing. A template is filled in for every tenth row, and one of forms.txt for every 25th of
// these rows and of the parameters of some more tools.
func scripts(t testing.TB, tools []row) (out []script) {
	all := heldOut(t)
	more := slices.Clone(all)
	for _, r := range tools {
		for _, p := range r.tools[0].Params {
			if r.asks = []string{p.Name}; p.Schema.Field("type").Str() != "boolean" {
				more = append(more, r)
			}
		}
	}
	const rewards = "../../reward/testdata/"
	for _, name := range []string{rewards + "adversary", rewards + "unwanted", rewards + "fresh", rewards + "outsider_open", rewards + "outsider_shut", rewards + "drift_open", rewards + "drift_shut", "testdata/forms"} {
		text, err := os.ReadFile(name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var on []row
		every := 1
		for n, line := range strings.Split(string(text), "\n") {
			head, body, _ := strings.Cut(line, " | ")
			verdict, kind, _ := strings.Cut(head, " ")
			question, asks := strings.CutPrefix(body, "ASK ")
			switch {
			case line == "@ASK":
				if on, every = all, 10; name == "testdata/forms" {
					on, every = more, 25
				}
			case line != "" && (line[0] == '@' || line[0] == '{'):
				on, every = nil, 1
				if line[0] == '{' {
					v, err := jsonvalue.Parse(line, jsonvalue.Options{})
					if err != nil {
						t.Fatal(err)
					}
					on = append(on, missing(t, v))
				}
				for i := range all {
					if line[0] == '@' && strings.HasPrefix(all[i].id, line[1:]) {
						on = append(on, all[i])
					}
				}
			case !asks || !slices.Contains([]string{"wrong", "good", "form"}, verdict) || verdict == "wrong" && slices.Contains(asksToo, kind):
			default:
				for i := n % every; i < len(on); i += every {
					r := on[i]
					if r.asks[0] == "" {
						continue
					}
					r.question = strings.NewReplacer("{x}", strings.ToLower(strings.Join(strings.FieldsFunc(r.asks[0], func(c rune) bool { return c == '_' || c == '.' }), " ")), `\n`, "\n", `\u200b`, "\u200b").Replace(question)
					if !strings.Contains(question, "{") || !strings.Contains(r.question, "{") {
						out = append(out, script{example{wanted: verdict != "wrong", weight: 1, kind: cmp.Or(map[bool]string{true: kind}[verdict == "wrong"], "good "+r.asks[0]), batch: filepath.Base(name)}, r})
					}
				}
			}
		}
	}
	return out
}

// missing reads a script's own row.
func missing(t testing.TB, v domains.Value) row {
	t.Helper()
	r := row{asks: []string{v.Field("held_out").Str()}, sets: map[string]domains.Set{}}
	var list []domains.Value
	for _, x := range v.Field("tools").Items() {
		list = append(list, x.Field("function"))
	}
	var err error
	if r.tools, err = domains.ParseTools(jsonvalue.NewArray(list...)); err != nil {
		t.Fatal(err)
	}
	for i := range r.tools {
		r.sets[r.tools[i].Name] = annotated(t, &r.tools[i])
	}
	r.reading = read(v.Field("messages"), &r)
	return r
}

// network holds the weights of want.txt: those of each input, the first to the output and the
// others to the hidden units, and then those of the hidden units.
type network [][1 + asking.Hidden]float64

// score returns the output for an example, and before it the values of the hidden units.
func (w network) score(e *example) (units [1 + asking.Hidden]float64) {
	for i, x := range e.x {
		if x != 0 {
			for k, y := range &w[i] {
				units[k] += x * y
			}
		}
	}
	for k := 1; k < len(units); k++ {
		units[k] = math.Tanh(units[k])
		units[0] += units[k] * w[len(e.x)][k]
	}
	return units
}

// decay is the weight of the squares of all weights but the first.
const decay, steps = 2.0, 400

// fitted fits wanted by logistic regression on the network's output, in steps of Adam's method
// from fixed weights.
func fitted(all []example, seen func(*example) bool) network {
	n := len(all[0].x)
	random := rand.New(rand.NewPCG(1, 1))
	w, mean, square, g := make(network, n+1), make(network, n+1), make(network, n+1), make(network, n+1)
	for i := range w {
		for k := 1; k < len(w[i]); k++ {
			w[i][k] = random.NormFloat64() / math.Sqrt(float64(n))
		}
	}
	for step := 1.0; step <= steps; step++ {
		clear(g)
		sum := 0.0
		for i := range all {
			e := &all[i]
			if !seen(e) {
				continue
			}
			units := w.score(e)
			off := e.weight / (1 + math.Exp(-units[0]))
			if e.wanted {
				off -= e.weight
			}
			sum += e.weight
			units[0] = off
			for k := 1; k < len(units); k++ {
				g[n][k] += off * units[k]
				units[k] = off * w[n][k] * (1 - units[k]*units[k])
			}
			for i, x := range e.x {
				if x != 0 {
					for k, u := range &units {
						g[i][k] += x * u
					}
				}
			}
		}
		for i := range w {
			for k := range w[i] {
				if i+k > 0 {
					g[i][k] += decay * w[i][k]
				}
				d, m, s := g[i][k]/sum, &mean[i][k], &square[i][k]
				*m, *s = 0.9**m+0.1*d, 0.99**s+0.01*d*d
				w[i][k] -= 0.02 * (1 - 0.9*step/steps) * *m / (1 - math.Pow(0.9, step)) / (math.Sqrt(*s/(1-math.Pow(0.99, step))) + 1e-8)
			}
		}
	}
	return w
}

// unseen scores each example by a fit to the others, of which it has left out all of the same
// group.
func unseen(all []example, group func(*example) string) []float64 {
	const folds = 8
	of := map[string]int{}
	for i := range all {
		of[group(&all[i])] = 0
	}
	for i, g := range slices.Sorted(maps.Keys(of)) {
		of[g] = i % folds
	}
	scores := make([]float64, len(all))
	var wg sync.WaitGroup
	for fold := range folds {
		wg.Go(func() {
			w := fitted(all, func(e *example) bool { return of[group(e)] != fold })
			for i := range all {
				if of[group(&all[i])] == fold {
					scores[i] = w.score(&all[i])[0]
				}
			}
		})
	}
	wg.Wait()
	return scores
}

// lost is the share of the asks that want a value which may be misread, where none of their
// kind was seen. A wrong question that pays costs more than a good one that does not.
const lost = 0.045

// TestWant fits want.txt and reports how well the fit does on kinds of questions, and on
// languages, that were left out.
func TestWant(t *testing.T) {
	if !*want {
		t.Skip("run it with -want")
	}
	all := examples(t)
	from := 0.0
	for _, g := range []struct {
		name  string
		group func(*example) string
	}{{"kinds", func(e *example) string { return e.kind }}, {"languages", func(e *example) string { return e.lang }}} {
		if g.name == "languages" && !*languages {
			continue
		}
		scores := unseen(all, g.group)
		var good []float64
		for i := range all {
			if e := &all[i]; e.wanted && e.weight != natural && e.batch != "clauses.txt" && e.batch != "forms" {
				good = append(good, scores[i])
			}
		}
		slices.Sort(good)
		least := good[int(lost*float64(len(good)))]
		if from == 0 {
			from = least
		}
		right, n := map[string]float64{}, map[string]float64{}
		for i := range all {
			e := &all[i]
			key := fmt.Sprintf("%-20s wanted %-5v", e.batch, e.wanted)
			n[key] += e.weight
			if e.wanted == (scores[i] > least) {
				right[key] += e.weight
			}
			if *wrong && e.wanted != (scores[i] > least) && g.name == "kinds" {
				fmt.Printf("%.2f %s %s %v | %s\n", scores[i]-least, e.batch, e.kind, e.wanted, e.text)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(n)) {
			t.Logf("%s left out: %s %.0f of %.0f are right", g.name, key, right[key], n[key])
		}
	}
	w := fitted(all, func(*example) bool { return true })
	w[0][0] -= from
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Fitted by TestWant to %d asks; decay %g, %g of those that want a value lost where their kind is left out.\n", len(all), decay, lost)
	for i := range w {
		name, of := "word", w[i][:]
		if i < len(asking.TraitNames) {
			name = asking.TraitNames[i]
		} else if i == len(w)-1 {
			name, of = "out", w[i][1:]
		}
		fmt.Fprint(&out, name)
		for _, x := range of {
			fmt.Fprintf(&out, " %.2f", x)
		}
		fmt.Fprintln(&out)
	}
	if err := os.WriteFile("want.txt", out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
