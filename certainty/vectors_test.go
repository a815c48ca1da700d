package certainty_test

import (
	"bufio"
	"compress/gzip"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// readLines parses every line of a JSON lines file, gzipped or not.
func readLines(t *testing.T, path string) []domains.Value {
	t.Helper()
	file := sharedtest.Need(os.Open(path))(t)
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		r = sharedtest.Need(gzip.NewReader(file))(t)
	}
	var out []domains.Value
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		out = append(out, parse(t, scanner.Text()))
	}
	sharedtest.OK(t, scanner.Err())
	return out
}

func parse(t testing.TB, text string) domains.Value {
	t.Helper()
	v, err := domains.ParseValue(text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// tools parses a list of tools.
func tools(t testing.TB, v domains.Value) []domains.Tool {
	t.Helper()
	out := sharedtest.Need(domains.ParseTools(v))(t)
	return out
}

// candidates reads [{name, arguments, weight?}].
func candidates(v domains.Value) []certainty.Candidate {
	var out []certainty.Candidate
	for _, c := range v.Items() {
		cand := certainty.Candidate{Call: domains.Call{Name: c.Field("name").Str(), Arguments: c.Field("arguments")}}
		if w, ok := c.Field("weight").Float(); ok {
			cand.Weight = &w
		}
		out = append(out, cand)
	}
	return out
}

func belief(t testing.TB, item domains.Value, opt certainty.Options) *certainty.Belief {
	t.Helper()
	b := sharedtest.Need(certainty.NewBelief(tools(t, item.Field("tools")), nil, candidates(item.Field("candidates")), opt))(t)
	return b
}

func names(v domains.Value) []string {
	var out []string
	for _, item := range v.Items() {
		out = append(out, item.Str())
	}
	return out
}

// closeTo reports whether two numbers agree up to the errors of exact
// computations.
func closeTo(a, b float64) bool {
	return math.Abs(a-b) <= 1e-13 || math.Abs(a-b) <= 1e-9*math.Abs(b)
}

func checkNumbers(t *testing.T, what string, got []float64, want domains.Value) {
	t.Helper()
	if len(got) != want.Len() {
		t.Fatalf("%s has %d values, want %d", what, len(got), want.Len())
	}
	for i, w := range want.Items() {
		if f, _ := w.Float(); !closeTo(got[i], f) {
			t.Errorf("%s[%d] = %v, want %v", what, i, got[i], f)
		}
	}
}

func TestVectors(t *testing.T) {
	lines := readLines(t, sharedtest.Shared(t, "vectors", "decide.jsonl.gz"))
	if len(lines) < 400 {
		t.Fatalf("%d vectors, want 400", len(lines))
	}
	for _, line := range lines {
		t.Run(line.Field("id").JSON(), func(t *testing.T) {
			b := belief(t, line, certainty.Options{})
			checkNumbers(t, "w", b.W(), line.Field("w"))
			checkNumbers(t, "pi", b.Pi(), line.Field("pi"))
			checkNumbers(t, "v", b.V(), line.Field("v"))
			checkNumbers(t, "v_now", []float64{b.VNow()}, parse(t, "["+line.Field("v_now").JSON()+"]"))
			for _, q := range line.Field("evpi_of_every_subset").Items() {
				want, _ := q.Field("evpi").Float()
				if got := b.EVPI(q.Field("tool").Str(), names(q.Field("aspects"))); !closeTo(got, want) {
					t.Errorf("EVPI of %s = %v, want %v", q.JSON(), got, want)
				}
			}
		})
	}
}

func TestEdges(t *testing.T) {
	for _, line := range readLines(t, sharedtest.Shared(t, "vectors", "decide_edges.jsonl")) {
		t.Run(line.Field("note").Str(), func(t *testing.T) {
			b := belief(t, line, certainty.Options{})
			asked := map[string]int{}
			for _, m := range line.Field("asked").Members() {
				n, _ := m.Value.Int()
				asked[m.Key] = int(n)
			}
			d := certainty.Decide(b, certainty.DefaultPolicy(), asked, 0)
			for _, m := range line.Field("want").Members() {
				checkField(t, b, d, m.Key, m.Value)
			}
		})
	}
}

func checkField(t *testing.T, b *certainty.Belief, d certainty.Decision, field string, want domains.Value) {
	t.Helper()
	switch field {
	case "w":
		checkNumbers(t, field, b.W(), want)
	case "pi":
		checkNumbers(t, field, b.Pi(), want)
	case "v":
		checkNumbers(t, field, b.V(), want)
	case "v_now":
		if f, ok := want.Float(); ok != b.Defined() || !closeTo(b.VNow(), f) {
			t.Errorf("v_now = %v (defined: %v), want %s", b.VNow(), b.Defined(), want.JSON())
		}
	case "action":
		if string(d.Action) != want.Str() {
			t.Errorf("action = %s, want %s", d.Action, want.Str())
		}
	case "evpi":
		if want.Len() == 0 && len(d.Questions) > 0 {
			t.Errorf("questions %v, want none", d.Questions)
		}
		for _, q := range want.Items() {
			checkQuestion(t, d.Questions, q.Items())
		}
	default:
		t.Errorf("the vector wants %q, which this test does not compare", field)
	}
}

func checkQuestion(t *testing.T, got []certainty.Question, want []domains.Value) {
	t.Helper()
	tool, aspects := want[0].Str(), names(want[1])
	evpi, _ := want[2].Float()
	at := slices.IndexFunc(got, func(q certainty.Question) bool { return q.Tool == tool && slices.Equal(q.Aspects, aspects) })
	if at < 0 {
		t.Fatalf("no question about %s%v in %v", tool, aspects, got)
	}
	if !closeTo(got[at].EVPI, evpi) {
		t.Errorf("EVPI of %s%v = %v, want %v", tool, aspects, got[at].EVPI, evpi)
	}
}
