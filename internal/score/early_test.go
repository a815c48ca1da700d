package score

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shuffled are rows of groups that stand together, but for some that come back
// where again is set; some are rejected, some have no reward, some must be
// rewritten.
func shuffled(rng *rand.Rand, groups int, again bool) string {
	var b strings.Builder
	for g := range groups {
		id := g
		if again && g > 0 && rng.IntN(8) == 0 {
			id = rng.IntN(g)
		}
		sample := []string{"call", "ask", "bare", "nobody"}[rng.IntN(4)]
		for range 1 + rng.IntN(12) {
			completion := []string{rightCall, rightAsk, rightRefuse, "none"}[rng.IntN(4)]
			more := []string{"group_id", fmt.Sprint(id), "step", fmt.Sprint(rng.IntN(9))}
			switch rng.IntN(12) {
			case 0:
				more = append(more, "reward", "0.5") // collides with ours
			case 1:
				b.WriteString("{\"sample_id\":\"call\"}\n") // no completion
			case 2:
				completion += strings.Repeat("x", rng.IntN(300<<10))
			}
			b.WriteString(row(sample, completion, more...))
		}
	}
	return b.String()
}

// The output that is written while rows are scored is the one that is written
// from the log, side files included, whether groups stand together or not.
func TestEarlyIsTheSame(t *testing.T) {
	store := openStore(t)
	runs := 24
	if testing.Short() {
		runs = 6
	}
	for i := range runs {
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		again := i%3 == 2
		in := writeFile(t, "in.jsonl", shuffled(rng, 1+rng.IntN(120), again))
		var texts [2][]byte
		var sums [2]string
		for k, fromLog := range []bool{true, false} {
			out := filepath.Join(t.TempDir(), "out.jsonl")
			names := []string{"certainty", "baseline"}[:1+i%2]
			sum := mustRun(t, Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: profiles(t, names...), Workers: 1 + i%4, fromLog: fromLog})
			sum.Out = ""
			text, err := sum.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			sums[k] = string(text)
			for _, name := range []string{out, out + metaSuffix, out + rejectedSuffix} {
				text, err := os.ReadFile(name)
				if err != nil && (name != out+rejectedSuffix || sum.Rejected > 0) {
					t.Fatal(err)
				}
				texts[k] = append(texts[k], text...)
			}
			left, err := filepath.Glob(filepath.Join(filepath.Dir(out), "*"+workSuffix))
			if err != nil || len(left) > 0 {
				t.Errorf("left behind: %v %v", left, err)
			}
		}
		if sums[0] != sums[1] {
			t.Fatalf("seed %d: the summary is\n%s\nand of the log\n%s", i, sums[1], sums[0])
		}
		if !bytes.Equal(texts[0], texts[1]) {
			t.Fatalf("seed %d: the output differs from that of the log", i)
		}
	}
}

// Groups that come back, and groups too large to hold, are left to the log.
func TestEarlyGivesUp(t *testing.T) {
	one := func(group string, text string) string { return row("call", text, "group_id", group) }
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"together":    {one("1", rightCall) + one("1", rightAsk) + one("2", rightCall), true},
		"comes back":  {one("1", rightCall) + one("2", rightAsk) + one("1", rightCall), false},
		"large group": {strings.Repeat(one("1", strings.Repeat("x", 1<<20-1024)), 5), false},
		"large in all": {one("1", strings.Repeat("x", 1<<20-1024)) + one("2", strings.Repeat("x", 1<<20-1024)) +
			one("3", strings.Repeat("x", 1<<20-1024)) + one("4", strings.Repeat("x", 1<<20-1024)) + one("5", strings.Repeat("x", 1<<20-1024)), true},
	} {
		opt := Options{Inputs: []string{writeFile(t, "in.jsonl", c.text)}, Out: filepath.Join(t.TempDir(), "out.jsonl"), Samples: openStore(t), Profiles: profiles(t, "certainty")}
		p, err := newPlan(opt)
		if err != nil {
			t.Fatal(err)
		}
		inputs, err := openInputs(p)
		if err != nil {
			t.Fatal(err)
		}
		w, err := openWorkshop(p)
		if err != nil {
			t.Fatal(err)
		}
		w.header = newHeader(p, inputs)
		if err := w.score(t.Context(), inputs, newScorer(p, newColumns(p, false))); err != nil {
			t.Fatal(err)
		}
		if got := w.known != nil; got != c.want {
			t.Errorf("%s: written early %v, want %v", name, got, c.want)
		}
	}
}
