package asking_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

var (
	wrong = flag.Bool("wrong", false, "list the questions that are read wrongly")
	first = flag.Bool("dev2", false, "score dev2, too")
)

// row is a line of questions.jsonl.
type row struct {
	id, category, kind, question, tool string
	asks                               []string
	tools                              []domains.Tool
	sets                               map[string]domains.Set
	reading                            *grounding.Reading
}

// eachLine calls read with each line of a file of the shared data. It skips the test
// if the file is missing.
func eachLine(t testing.TB, read func(v domains.Value), path ...string) {
	t.Helper()
	f, err := os.Open(sharedtest.Shared(t, append([]string{"data"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		v, err := jsonvalue.Parse(lines.Text(), jsonvalue.Options{})
		if err != nil {
			t.Fatal(err)
		}
		read(v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func rows(t testing.TB, folder string) []row {
	t.Helper()
	var out []row
	eachLine(t, func(v domains.Value) {
		r := row{id: v.Field("id").Str(), category: v.Field("category").Str(), kind: v.Field("kind").Str(),
			question: v.Field("question").Str(), tool: v.Field("candidate").Field("name").Str(), sets: map[string]domains.Set{}}
		for _, a := range v.Field("asks").Items() {
			r.asks = append(r.asks, a.Str())
		}
		slices.Sort(r.asks)
		for _, x := range v.Field("tools").Items() {
			tool, err := domains.ParseTool(x)
			if err != nil {
				t.Fatal(err)
			}
			r.tools = append(r.tools, tool)
			r.sets[tool.Name] = annotated(t, &tool)
		}
		r.reading = read(v.Field("messages"), &r)
		out = append(out, r)
	}, "signal", folder, "questions.jsonl")
	return out
}

func annotated(t testing.TB, tool *domains.Tool) domains.Set {
	t.Helper()
	set, err := domains.SchemaAnnotator{}.Annotate(context.Background(), tool)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// read returns the reading of a row's conversation.
func read(messages domains.Value, r *row) *grounding.Reading {
	in := grounding.Input{Tools: r.tools, Sets: r.sets}
	for _, m := range messages.Items() {
		in.Turns = append(in.Turns, grounding.Turn{Role: m.Field("role").Str(), Text: m.Field("content").Str()})
	}
	return grounding.Read(in)
}

func requested(r *row, q *asking.Question) []string {
	var out []string
	for _, x := range q.Requests {
		if x.Tool == r.tool && !slices.Contains(out, x.Aspect) {
			out = append(out, x.Aspect)
		}
	}
	slices.Sort(out)
	return out
}

// TestLabelledQuestions checks on the development questions that exactly the
// parameters that people labelled are found.
func TestLabelledQuestions(t *testing.T) {
	folders := map[string]float64{"dev1": 0.80, "dev3": 0.80}
	if *first {
		folders["dev2"] = 0
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		t.Run(folder, func(t *testing.T) {
			exact, by, none, asked, given := 0, map[string][2]int{}, 0, 0, map[string]int{}
			all := rows(t, folder)
			for i := range all {
				r := &all[i]
				q := asking.New(r.tools, r.sets).Read(r.question, r.reading)
				got := requested(r, &q)
				right := slices.Equal(got, r.asks)
				n := by[r.category]
				n[1]++
				if right {
					exact++
					n[0]++
				} else if *wrong {
					fmt.Printf("%s %s %s | %s | want %v got %v\n", folder, r.id, r.category, r.question, r.asks, got)
				}
				by[r.category] = n
				if q.GivesAway() {
					given[r.kind]++
					if *wrong && r.kind != "gives_away" {
						fmt.Printf("%s %s %s | %s | gives %v %s\n", folder, r.id, r.category, r.question, q.Statements, r.question[q.Statements[0].Start:q.Statements[0].End])
					}
				} else if *wrong && r.kind == "gives_away" {
					fmt.Printf("%s %s %s | %s | gives not %v\n", folder, r.id, r.category, r.question, q.Statements)
				}
				if len(r.asks) == 0 {
					none++
					if len(q.Asked()) > 0 {
						asked++
					}
				}
			}
			share := float64(exact) / float64(len(all))
			t.Logf("%d of %d exact (%.3f); of %d that ask nothing %d are read as asking; given away %v; %v", exact, len(all), share, none, asked, given, by)
			if share < folders[folder] {
				t.Errorf("%.3f are read exactly; at least %.3f were", share, folders[folder])
			}
		})
	}
}
