package export

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// fixtureRowsBuilt returns the rows of one sample of each kind.
func fixtureRowsBuilt(t *testing.T, change func(*BuildOptions)) map[string]Row {
	opt := fixtureOptions(writeFixture(t, len(fixtureRows)), filepath.Join(t.TempDir(), "out"))
	opt.SystemPrompt, opt.Split = "You decide.\n", nil
	if change != nil {
		change(&opt)
	}
	build(t, opt)
	verified(t, opt.Out)
	rows := map[string]Row{}
	for _, r := range rowsOf(t, opt.Out) {
		kind, _, found := strings.Cut(r.SampleID, "-")
		if !found {
			kind = "preference"
		}
		rows[kind] = r
	}
	if len(rows) != len(fixtureRows)-1 {
		t.Fatalf("%d rows", len(rows))
	}
	return rows
}

// TestRowsAreAsTheyWere compares whole rows, all columns, with a golden file.
func TestRowsAreAsTheyWere(t *testing.T) {
	var b strings.Builder
	rows := fixtureRowsBuilt(t, func(o *BuildOptions) { o.Reader = plainReader{} })
	for _, kind := range sortedKeys(rows) {
		r := rows[kind]
		v := reflect.ValueOf(r)
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("parquet"), ",")
			switch x := v.Field(i).Interface().(type) {
			case []Message:
				for _, m := range x {
					fmt.Fprintf(&b, "%s %s: %s\n", name, m.Role, m.Content)
				}
			case *string:
				if x == nil {
					fmt.Fprintf(&b, "%s null\n", name)
				} else {
					fmt.Fprintf(&b, "%s %s\n", name, *x)
				}
			case *float64, *bool:
				fmt.Fprintf(&b, "%s %s\n", name, cell(x))
			default:
				fmt.Fprintf(&b, "%s %v\n", name, x)
			}
		}
		if text, ok := r.rightAnswer(); ok {
			fmt.Fprintf(&b, "-- right\n%s", text)
		}
		for _, wrong := range r.wrongAnswers() {
			fmt.Fprintf(&b, "-- wrong %s\n%s", wrong.action, wrong.text)
		}
		b.WriteString("\n====\n")
	}
	sharedtest.Golden(t, "testdata/rows.txt", b.String())
}

// TestColumns compares the schema of every layout, and its Hugging Face features, with a
// golden file: changing them requires a new SchemaVersion.
func TestColumns(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "version %d\n", SchemaVersion)
	for _, l := range sampleLayouts() {
		fmt.Fprintf(&b, "\n%s\n", l.Name)
		for _, c := range l.Columns {
			fmt.Fprintf(&b, "  %s %s nullable=%v\n", c.Name, c.Type, c.Nullable)
		}
	}
	fmt.Fprintf(&b, "\n%s\n%s\n", parquet.SchemaOf(Row{}), features(parquet.SchemaOf(Row{})))
	sharedtest.Golden(t, "testdata/columns.txt", b.String())
}

func TestNothingOfASchemaIsLive(t *testing.T) {
	rows := fixtureRowsBuilt(t, nil)
	r := rows["call"]
	system := r.Prompt[0].Content
	if strings.Contains(system, "<") || !strings.Contains(system, `\u003cb>fast\u003c/b> \u003c|im_end|>`) {
		t.Errorf("tool text is live in the prompt:\n%s", system)
	}
	if !reflect.DeepEqual(r.Flags, []string{string(dataset.FlagEscaped)}) {
		t.Errorf("flags %q", r.Flags)
	}
	_, tools, _ := strings.Cut(system, toolsHeading)
	shown := sharedtest.Need(jsonvalue.Parse(tools, jsonvalue.Options{}))(t)
	column, err := jsonvalue.Parse(r.Tools, jsonvalue.Options{})
	if err != nil || !jsonvalue.Equal(shown, column) {
		t.Errorf("the prompt shows other tools than the column holds (%v)", err)
	}
	for kind, r := range fixtureRowsBuilt(t, func(o *BuildOptions) { o.Tools = ToolsColumn }) {
		if strings.Contains(r.Prompt[0].Content, "function") {
			t.Errorf("%s: tools in the system message in spite of --tools column", kind)
		}
	}
}

func TestPrompt(t *testing.T) {
	messages := []dataset.Message{
		{Role: "user", Content: "a\xffb"},
		{Role: "system", Content: "Own."},
		{Role: "assistant", Content: "has a <TOOLCALL> tag", ToolCalls: nil},
		{Role: "tool", Content: ""},
	}
	got := conversation("Ours.", messages)
	want := []Message{
		{"system", "Ours.\n\n## Instructions\n\nOwn."}, {"user", "a\uFFFDb"},
		{"assistant", "has a <TOOLCALL> tag"}, {"tool", ""},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	n := 0
	for _, m := range want {
		n += utf8.RuneCountInString(m.Content)
	}
	if promptChars(got) != int64(n) {
		t.Errorf("%d characters, want %d", promptChars(got), n)
	}
	turn := fixtureRowsBuilt(t, nil)["turns"].Prompt[2]
	c := completion.Parse(turn.Content)
	if turn.Role != "assistant" || c.Action != completion.ToolCall || len(c.Calls) != 1 || c.Calls[0].Name != "weather" {
		t.Errorf("an earlier call is not in the grammar: %q", turn.Content)
	}
	if len(c.Notes) > 0 {
		t.Errorf("notes %v", c.Notes)
	}
}

func TestAnswersParse(t *testing.T) {
	for kind, r := range fixtureRowsBuilt(t, nil) {
		text, ok := r.rightAnswer()
		if !ok {
			t.Errorf("%s: no answer", kind)
			continue
		}
		c := completion.Parse(text)
		if string(c.Action) != r.Action || c.CallErr != nil || len(c.Notes) > 0 {
			t.Errorf("%s: action %s, error %v, notes %v:\n%s", kind, c.Action, c.CallErr, c.Notes, text)
		}
	}
}

// The source's system messages are restored without voi's text, from the row and from its
// label alike.
func TestSystemMessageReadsBack(t *testing.T) {
	for _, c := range []struct {
		own  []string
		want string
	}{{nil, ""}, {[]string{"Today is Monday.", "", "The user is Ann."}, "Today is Monday.\n\nThe user is Ann."}, {[]string{"x\n\n## Instructions\n\ny"}, "x\n\n## Instructions\n\ny"}} {
		messages := []dataset.Message{{Role: "user", Content: "hello"}}
		for _, text := range c.own {
			messages = append(messages, dataset.Message{Role: "system", Content: text})
		}
		r := &Row{Prompt: conversation("Decide.\n\n## Tools\n\n[]", messages), Tools: "[]", Domains: "{}", Reference: "{}", Candidates: "[]", EVPI: "[]", Provenance: "{}", Reading: "{}"}
		label := sharedtest.Need(r.Label())(t)
		again := sharedtest.Need(ParseLabel(label))(t)
		want := []Message{{"user", "hello"}}
		if c.want != "" {
			want = []Message{{"system", c.want}, {"user", "hello"}}
		}
		if got := r.conversation(); !slices.Equal(got, want) || !slices.Equal(again.conversation(), want) {
			t.Errorf("%q: the row has %q, the label %q", c.own, got, again.conversation())
		}
	}
}

func TestRowReadsBack(t *testing.T) {
	for kind, r := range fixtureRowsBuilt(t, nil) {
		s, err := r.Sample()
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if s.ID != r.SampleID || string(s.Reference.Action) != r.Action || len(s.Messages) != len(r.conversation()) {
			t.Errorf("%s: %+v", kind, s)
		}
		if (kind == "given") != (len(s.Candidates) == 2) || (kind == "ask") != (s.HeldOut == "people") || (kind == "preference") != (s.Rejected != nil) {
			t.Errorf("%s: %d candidates, held out %q, rejected %v", kind, len(s.Candidates), s.HeldOut, s.Rejected)
		}
		var labeler label.Labeler
		labels, err := labeler.Label(s, s.Domains)
		if err != nil || string(labels.Source) != r.BeliefSource || labels.BestQuestion != r.BestQuestion {
			t.Errorf("%s: %v, belief %s and question %q, the row has %s and %q", kind, err, labels.Source, labels.BestQuestion, r.BeliefSource, r.BestQuestion)
		}
	}
}

func TestBrokenRowsDoNotReadBack(t *testing.T) {
	sharedtest.Unraced(t)
	for column, damage := range map[string]func(*Row){
		"tools":      func(r *Row) { r.Tools = "[" },
		"domains":    func(r *Row) { r.Domains = "[]" },
		"reference":  func(r *Row) { r.Reference = `{"action":"DANCE"}` },
		"answers":    func(r *Row) { text := `{"SING":"la"}`; r.Answers = &text },
		"provenance": func(r *Row) { r.Provenance = `{"alternatives":[{"call":9}]}` },
		"candidates": func(r *Row) { r.Candidates = `[{"name":"x","arguments":{},"weight":"heavy"}]` },
	} {
		r := fixtureRowsBuilt(t, nil)["given"]
		damage(&r)
		if _, err := r.Sample(); err == nil || !strings.Contains(err.Error(), column) {
			t.Errorf("%s: %v", column, err)
		}
	}
}

func TestSplit(t *testing.T) {
	shares, err := ParseSplit("train=0.8, val=0.2")
	if err != nil || !reflect.DeepEqual(shares, []Share{{"train", 0.8}, {"validation", 0.2}}) {
		t.Fatal(shares, err)
	}
	n := map[string]int{}
	for i := range 10_000 {
		n[SplitOf(shares, 1, fmt.Sprint("question ", i))]++
	}
	if n["train"] < 7800 || n["train"] > 8200 || n["train"]+n["validation"] != 10_000 {
		t.Errorf("%v of 10,000", n)
	}
	a := []dataset.Message{{Role: "user", Content: "  Book\tＡ table\n"}, {Role: "assistant", Content: "x"}}
	b := []dataset.Message{{Role: "system", Content: "y"}, {Role: "user", Content: "book a TABLE"}}
	if dataset.Question(a) != "book a table" || dataset.Question(a) != dataset.Question(b) {
		t.Errorf("%q and %q", dataset.Question(a), dataset.Question(b))
	}
	for _, bad := range []string{"train", "train=x", "train=1.5", "train=0.5", "a=0.5,a=0.5", "trl=1", "../x=1", "train=NaN", "val=0.5,validation=0.5"} {
		if _, err := ParseSplit(bad); err == nil || !strings.Contains(err.Error(), "split") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// The turns of a conversation are in one split, with the samples that only ask what it
// opens with, and so are the rows that are built of their shards.
func TestTurnsStandInOneSplit(t *testing.T) {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, `{"id":"talk-%d","conversations":[{"from":"gpt","value":"Hello!"},{"from":"human","value":"Question %d"},{"from":"gpt","value":"It is 3."},{"from":"human","value":"And more?"},{"from":"gpt","value":"It is 4."}]}`+"\n", i, i)
		fmt.Fprintf(&b, `{"id":"alone-%d","conversations":[{"from":"human","value":"question  %d"},{"from":"gpt","value":"It is 3."}]}`+"\n", i, i)
	}
	opt := BuildOptions{
		Inputs: []Input{{Name: "talks.jsonl", Data: []byte(b.String())}}, Out: filepath.Join(t.TempDir(), "out"),
		Turns: reader.TurnsAll, Split: []Share{{"train", 0.5}, {"validation", 0.5}},
	}
	for _, seed := range []int64{1, 2} {
		opt.Seed = seed
		build(t, opt)
		verified(t, opt.Out)
		splits, turns := map[string]string{}, 0
		for _, r := range rowsOf(t, opt.Out) {
			id, _, part := strings.Cut(r.SampleID, "#")
			_, talk, _ := strings.Cut(id, "-")
			if part {
				turns++
			}
			if other, known := splits[talk]; known && other != r.Split {
				t.Errorf("seed %d: %s is in %s, another turn of its conversation in %s", seed, r.SampleID, r.Split, other)
			}
			splits[talk] = r.Split
		}
		if both := slices.Compact(slices.Sorted(maps.Values(splits))); turns != 24 || len(both) != 2 {
			t.Errorf("seed %d: %d turns in %v: the test shows nothing", seed, turns, both)
		}
		var shards []Input
		for _, part := range sharedtest.Need(ReadManifest(opt.Out))(t).Shards {
			shards = append(shards, Input{Path: filepath.Join(opt.Out, part.Path)})
		}
		opt.Inputs, opt.Out = shards, filepath.Join(t.TempDir(), "again")
	}
}

func TestInputNames(t *testing.T) {
	for _, c := range []struct {
		in   []Input
		want []string
	}{
		{[]Input{{Path: "/data/x/a.jsonl"}}, []string{"a.jsonl"}},
		{[]Input{{Path: "/data/x/a.jsonl"}, {Path: "y/a.jsonl"}}, []string{"x/a.jsonl", "y/a.jsonl"}},
		{[]Input{{Path: "-"}, {Data: []byte("x")}, {Name: "mine"}}, []string{"stdin", "data-1", "mine"}},
		{[]Input{{Path: "a.jsonl"}, {Path: "./a.jsonl"}}, []string{"a.jsonl", "a.jsonl"}},
	} {
		if got := inputNames(c.in); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestOverlayWins(t *testing.T) {
	for _, text := range []string{
		`{"weather":{"city":{"type":"finite","size":3,"values":["a","b","c"],"min":null,"max":null,"step":null,"data_dependent":false,"source":"mine"}}}`,
		`{"tool":"weather","parameters":{"city":{"type":"finite","size":3,"values":["a","b","c"],"min":null,"max":null,"step":null,"data_dependent":false,"source":"mine"}}}`,
	} {
		overlay := sharedtest.Need(domains.ParseOverlay(text))(t)
		r := fixtureRowsBuilt(t, func(o *BuildOptions) { o.Overlay = overlay })["refuse"]
		if !strings.Contains(r.Domains, `"size":3`) || !strings.Contains(r.Domains, `"source":"mine"`) {
			t.Errorf("%s", r.Domains)
		}
	}
	for _, bad := range []string{"[", `{"tool":"x","parameters":7}`, `{"tool":"","parameters":{}}`, `{"x":{"y":{"type":"odd"}}}`} {
		if overlay, err := domains.ParseOverlay(bad); err == nil {
			t.Errorf("%s: %v", bad, overlay)
		}
	}
}

func TestDuplicateIDs(t *testing.T) {
	row := func(id, text string) string {
		return fmt.Sprintf(`{"id":%q,"messages":[{"role":"user","content":%q}],"tools":[],"reference":{"action":"DIRECTLY"}}`+"\n", id, text)
	}
	in := filepath.Join(t.TempDir(), "in.jsonl")
	text := row("same", "a") + row("twice", "b") + row("same", "a") + row("twice", "c") + row("once", "d") + row("also", "e") + row("also", "f")
	sharedtest.OK(t, os.WriteFile(in, []byte(text), 0o666))
	for _, layout := range []string{"generic", "trl"} {
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		opt.Layouts, opt.ShardRows = []string{layout}, 2
		s := build(t, opt)
		if !reflect.DeepEqual(s.DuplicateIDs, []string{"also", "twice"}) || s.DuplicateIDsTotal != 2 {
			t.Errorf("%s: %q, %d in all", layout, s.DuplicateIDs, s.DuplicateIDsTotal)
		}
		verified(t, opt.Out)
	}
}

// What a build would read is compared, and so is a row that only lacks a reference or tools.
func TestAgainstReadsAsBuildDoes(t *testing.T) {
	const (
		tool    = `[{"name":"f","description":"F","parameters":{"type":"dict","properties":{"a":{"type":"string"}},"required":["a"]}}]`
		session = `{"id":"multi_turn_base_0","question":[[{"role":"user","content":"First"}],[{"role":"user","content":"Second"}]],"involved_classes":["Own"],"ground_truth":[["f(a='x')"],["f(a='y')"]]}`
		truth   = `{"id":"simple_0","ground_truth":[{"f":{"a":["x"]}}]}`
		simple  = `{"id":"simple_0","question":[[{"role":"user","content":"Third"}]],"function":` + tool + `}`
	)
	write := func(dir, name, text string) string {
		path := filepath.Join(dir, name)
		sharedtest.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		sharedtest.OK(t, os.WriteFile(path, []byte(text+"\n"), 0o666))
		return path
	}
	whole, bare := t.TempDir(), t.TempDir()
	in := write(whole, "rows.jsonl", session+"\n"+simple)
	write(whole, "possible_answer/rows.jsonl", truth)
	write(whole, "multi_turn_func_doc/own.json", tool)
	data := filepath.Join(t.TempDir(), "data")
	build(t, BuildOptions{Inputs: []Input{{Path: in}}, Out: data})
	for _, c := range []struct {
		other                       string
		rows, unread, questions, id int64
	}{
		{in, 3, 0, 3, 3},
		{write(bare, "rows.jsonl", session+"\n"+simple+"\n{\"broken\":\n"+`{"nothing":1}`), 3, 2, 3, 3},
		{write(bare, "nameless.jsonl", `{"messages":[{"role":"user","content":"third"}],"tools":5,"id":""}`+"\n"+`{"messages":[{"role":"user","content":"Third"}]}`), 1, 1, 1, 0},
		{writeRuns(t, 1), 9, 1, 0, 0},
	} {
		got := sharedtest.Need(Against(context.Background(), data, c.other))(t)
		if got.Rows != 3 || got.OtherRows != c.rows || got.OtherUnread != c.unread || got.SharedQuestions != c.questions || got.SharedIDs != c.id {
			t.Errorf("%s: %+v", c.other, got)
		}
	}
	_, err := Against(context.Background(), data, write(bare, "none.jsonl", `{"nothing":1}`+"\n"+`[]`))
	if err == nil || !strings.Contains(err.Error(), "no question could be read in 2 rows of") || !strings.Contains(err.Error(), "line 1: unknown_format: ") {
		t.Errorf("nothing was read, and the error is %v", err)
	}
}

func TestAgainst(t *testing.T) {
	in := writeFixture(t, 40)
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.Split, opt.ShardRows = nil, 0
	build(t, opt)
	other := filepath.Join(t.TempDir(), "other.jsonl")
	text := `{"id":"call-0","messages":[{"role":"user","content":"  book a TABLE in Lisbon for 4 people, number 8"}],"tools":[],"reference":{"action":"DIRECTLY"}}`
	sharedtest.OK(t, os.WriteFile(other, []byte(text), 0o666))
	shard := filepath.Join(opt.Out, "pref", "train", "part-00000-00000.parquet")
	for _, path := range []string{opt.Out, in, filepath.Join(opt.Out, "sft", "train", "part-00000-00000.parquet")} {
		c := sharedtest.Need(Against(context.Background(), path, other))(t)
		if c.SharedQuestions != 1 || c.SharedIDs != 1 || c.OtherRows != 1 || c.IDs[0] != "call-0" || !strings.Contains(c.Questions[0], "lisbon") {
			t.Errorf("%s: %+v", path, c)
		}
	}
	c, err := Against(context.Background(), opt.Out, shard)
	if err != nil || c.SharedQuestions == 0 || c.SharedQuestions == c.Rows || len(c.IDs) > maxShown {
		t.Errorf("%+v %v", c, err)
	}
}
