package grounding

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

var (
	wrong  = flag.Int("wrong", 0, "list `N` values that are judged wrong (TestSignal, with -v)")
	folder = flag.String("signal", "dev1,dev3", "the `folders` of labelled conversations that TestSignal reads")
)

// labelled is one argument of a labelled conversation.
type labelled struct {
	id, category, param string
	conversation        int // arguments of one conversation are not independent
	backed              bool
	in                  Input
	tool                *domains.Tool
	p                   *domains.Param
	d                   domains.Domain
	v                   domains.Value
}

func jsonLines(t testing.TB, path string) []domains.Value {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []domains.Value
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		v, err := domains.ParseValue(lines.Text())
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, v)
	}
	return out
}

// turnsOf reads the messages of a row.
func turnsOf(messages domains.Value) []Turn {
	var out []Turn
	for _, m := range messages.Items() {
		turn := Turn{Role: m.Field("role").Str(), Text: m.Field("content").Str()}
		for _, c := range m.Field("tool_calls").Items() {
			args := c.Field("function").Field("arguments")
			if v, err := domains.ParseValue(args.Str()); err == nil {
				args = v
			}
			turn.Calls = append(turn.Calls, domains.Call{Name: c.Field("function").Field("name").Str(), Arguments: args})
		}
		out = append(out, turn)
	}
	return out
}

func toolOf(t testing.TB, v domains.Value) (*domains.Tool, domains.Set) {
	t.Helper()
	tool, err := domains.ParseTool(v)
	if err != nil {
		t.Fatal(err)
	}
	set, _ := domains.SchemaAnnotator{}.Annotate(context.Background(), &tool)
	return &tool, set
}

// readSignal reads labelled conversations.
func readSignal(t testing.TB, path string) []labelled {
	t.Helper()
	var out []labelled
	seen := map[string]int{}
	for _, row := range jsonLines(t, path) {
		text := row.Field("messages").JSON()
		if _, ok := seen[text]; !ok {
			seen[text] = len(seen)
		}
		tool, set := toolOf(t, row.Field("tool"))
		in := Input{Turns: turnsOf(row.Field("messages")), Tools: []domains.Tool{*tool}, Sets: map[string]domains.Set{tool.Name: set}}
		for _, m := range row.Field("backed").Members() {
			p := tool.Param(m.Key)
			if p == nil {
				t.Fatalf("%s: no parameter %q", row.Field("id").Str(), m.Key)
			}
			d, _ := set.Get(m.Key)
			out = append(out, labelled{id: row.Field("id").Str(), category: row.Field("category").Str(), param: m.Key, conversation: seen[text],
				backed: m.Value.Bool(), in: in, tool: tool, p: p, d: d, v: row.Field("arguments").Field(m.Key)})
		}
	}
	return out
}

func auc(yes, no []float64) float64 {
	sum := 0.0
	for _, a := range yes {
		for _, b := range no {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += 0.5
			}
		}
	}
	return sum / float64(len(yes)*len(no))
}

// figures returns the AUC and the balanced accuracy of supports, and the accuracy on backed and
// on unbacked values.
func figures(rows []labelled, score []float64) (a, balanced, backed, unbacked float64) {
	var yes, no []float64
	for i, r := range rows {
		if r.backed {
			yes = append(yes, score[i])
			if score[i] >= Grounded {
				backed++
			}
		} else {
			no = append(no, score[i])
			if score[i] < Grounded {
				unbacked++
			}
		}
	}
	backed /= float64(len(yes))
	unbacked /= float64(len(no))
	return auc(yes, no), (backed + unbacked) / 2, backed, unbacked
}

// reliability lists, for five equal ranges of the support, the number of values and the share
// of backed ones.
func reliability(rows []labelled, score []float64) string {
	var n, backed [5]int
	for i := range rows {
		k := min(4, int(5*score[i]))
		n[k]++
		if rows[i].backed {
			backed[k]++
		}
	}
	var out strings.Builder
	for k := range n {
		fmt.Fprintf(&out, "%.1f-%.1f: %.2f of %d; ", 0.2*float64(k), 0.2*float64(k+1), float64(backed[k])/float64(max(1, n[k])), n[k])
	}
	return "backed by support: " + out.String()
}

func supportOf(r *labelled) Support {
	return Read(r.in).Support(r.tool, r.p, r.d, domains.Coerce(r.p, r.v))
}

// bars are the least AUC and balanced accuracy on each folder.
var bars = map[string][2]float64{"dev1": {0.88, 0.80}, "dev3": {0.79, 0.75}}

// TestSignal measures how well support separates the values that a conversation gives from
// those that it does not.
func TestSignal(t *testing.T) {
	for _, f := range strings.Split(*folder, ",") {
		rows := readSignal(t, sharedtest.Shared(t, "data", "signal", f, "grounding.jsonl"))
		score := make([]float64, len(rows))
		by := map[string][]bool{}
		var lines []string
		for i := range rows {
			s := supportOf(&rows[i])
			score[i] = s.Score
			right := s.Grounded() == rows[i].backed
			by[rows[i].category] = append(by[rows[i].category], right)
			if !right && len(lines) < *wrong {
				lines = append(lines, fmt.Sprintf("%s %-16s backed %-5v %.2f %-8s %-8s %s = %s", rows[i].id, rows[i].category, rows[i].backed, s.Score, s.Rule, s.Status, rows[i].param, rows[i].v.JSON()))
			}
		}
		a, balanced, backed, unbacked := figures(rows, score)
		if want, ok := bars[f]; ok && (a < want[0] || balanced < want[1]) {
			t.Errorf("%s: AUC %.3f, balanced accuracy %.3f, want at least %.2f and %.2f", f, a, balanced, want[0], want[1])
		}
		t.Logf("%s: %d values, AUC %.3f, balanced accuracy %.3f (backed %.3f, unbacked %.3f)", f, len(rows), a, balanced, backed, unbacked)
		var names []string
		for c := range by {
			names = append(names, c)
		}
		sort.Strings(names)
		for i, c := range names {
			n := 0
			for _, ok := range by[c] {
				if ok {
					n++
				}
			}
			names[i] = fmt.Sprintf("%s %d/%d", c, n, len(by[c]))
		}
		t.Log(strings.Join(names, ", "))
		t.Log(reliability(rows, score))
		for _, l := range lines {
			t.Log(l)
		}
	}
}
