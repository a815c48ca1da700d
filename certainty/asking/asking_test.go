package asking_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// written is a question of testdata/questions.txt.
type written struct {
	row
	line int
}

var parameter = regexp.MustCompile(`([\pL\pM\pN_]+):(\w+)(?:\(([^)]*)\))? "([^"]*)"`)

// toolOf reads a line "NAME PARAM:TYPE "DESCRIPTION", ...".
func toolOf(t testing.TB, text string) domains.Tool {
	t.Helper()
	name, rest, _ := strings.Cut(text, " ")
	var props []jsonvalue.Member
	var required []domains.Value
	str := jsonvalue.NewString
	for _, m := range parameter.FindAllStringSubmatch(rest, -1) {
		s := jsonvalue.NewObject(jsonvalue.Member{Key: "description", Value: str(m[4])})
		switch m[2] {
		case "enum":
			var values []domains.Value
			for _, v := range strings.Split(m[3], ",") {
				values = append(values, str(v))
			}
			s = s.With("type", str("string")).With("enum", jsonvalue.NewArray(values...))
		case "date":
			s = s.With("type", str("string")).With("format", str("date"))
		case "time":
			s = s.With("type", str("string")).With("format", str("time"))
		case "list":
			s = s.With("type", str("array"))
		default:
			s = s.With("type", str(m[2]))
		}
		props = append(props, jsonvalue.Member{Key: m[1], Value: s})
		required = append(required, str(m[1]))
	}
	tool, err := domains.ParseTool(jsonvalue.NewObject(
		jsonvalue.Member{Key: "name", Value: str(name)},
		jsonvalue.Member{Key: "parameters", Value: jsonvalue.NewObject(
			jsonvalue.Member{Key: "type", Value: str("object")},
			jsonvalue.Member{Key: "properties", Value: jsonvalue.NewObject(props...)},
			jsonvalue.Member{Key: "required", Value: jsonvalue.NewArray(required...)},
		)},
	))
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// reading returns a reading in which the given parameters have values and the others do not.
func reading(tool *domains.Tool, given []string) *grounding.Reading {
	r := &grounding.Reading{Reader: "test"}
	for i := range tool.Params {
		s := grounding.Slot{Tool: tool.Name, Param: tool.Params[i].Name}
		if slices.Contains(given, s.Param) {
			s.Fills = []grounding.Fill{{Mention: len(r.Mentions), P: 1}}
			r.Mentions = append(r.Mentions, grounding.Mention{Kind: grounding.Text, Status: grounding.Said})
		}
		r.Slots = append(r.Slots, s)
	}
	return r
}

func writtenQuestions(t testing.TB, name string) []written {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []written
	var at row
	var user grounding.Input // what the user said, if it is written
	for n, line := range strings.Split(string(text), "\n") {
		head, rest, _ := strings.Cut(line, " ")
		switch head {
		case "tool":
			tool := toolOf(t, rest)
			at = row{tool: tool.Name, tools: []domains.Tool{tool}, sets: map[string]domains.Set{tool.Name: annotated(t, &tool)}, reading: reading(&tool, nil)}
			user = grounding.Input{}
		case "user":
			user.Turns = []grounding.Turn{{Role: "user", Text: rest}}
			at.reading.Bind(user)
		case "given":
			at.reading = reading(&at.tools[0], strings.Fields(rest))
			at.reading.Bind(user)
		case "=":
			r := at
			asks, question, ok := strings.Cut(rest, "| ")
			if !ok {
				t.Fatalf("%s:%d: no question", name, n+1)
			}
			r.asks, r.question = strings.Fields(asks), question
			for _, param := range r.asks {
				if at.tools[0].Param(param) == nil {
					t.Fatalf("%s:%d: %q is no parameter of %s", name, n+1, param, at.tool)
				}
			}
			slices.Sort(r.asks)
			out = append(out, written{r, n + 1})
		}
	}
	return out
}

// TestWrittenQuestions reads questions from other domains and languages than the labelled
// ones. Those in fourth.txt, fifth.txt, shut.txt and heard were written before looking at any rule.
// Of shut.txt and of those in heard, which answer a user whose words are given, only totals are
// reported, and no network is fitted to them, so that nobody tunes to them.
func TestWrittenQuestions(t *testing.T) {
	for _, c := range []struct {
		name  string
		least int
	}{{"questions.txt", 748}, {"fourth.txt", 30}, {"fifth.txt", 68}, {"shut.txt", 32}, {"known.txt", 25},
		{"heard/english.txt", 799}, {"heard/more_english.txt", 773}, {"heard/northern.txt", 667}, {"heard/romance.txt", 718}, {"heard/eastern.txt", 698},
		{"heard/private.txt", 377}, {"heard/work.txt", 359}, {"heard/european.txt", 291}, {"heard/asian.txt", 352},
		{"nouns.txt", 450}, {"lacking.txt", 75}} {
		right, all := 0, writtenQuestions(t, c.name)
		for i := range all {
			w := &all[i]
			q := asking.New(w.tools, w.sets).Read(w.question, w.reading)
			if got := requested(&w.row, &q); slices.Equal(got, w.asks) {
				right++
			} else if *wrong && c.name != "shut.txt" && !strings.HasPrefix(c.name, "heard/") {
				fmt.Printf("%s:%d: %s | want %v got %v\n", c.name, w.line, w.question, w.asks, got)
			}
		}
		if t.Logf("%s: %d of %d", c.name, right, len(all)); right < c.least {
			t.Errorf("%s: %d of %d are read exactly; %d were", c.name, right, len(all), c.least)
		}
	}
}
