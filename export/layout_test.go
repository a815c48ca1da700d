package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// sampleLayouts returns the layouts of samples.
func sampleLayouts() []*Layout {
	return slices.DeleteFunc(Layouts(), func(l *Layout) bool { return l.Runs })
}

// carrying returns the layouts that carry labels.
func carrying() (layouts []*Layout) {
	for _, l := range Layouts() {
		if l.Carries {
			layouts = append(layouts, l)
		}
	}
	return layouts
}

// rowsAsJSON reads the train split of a layout, each row as indented JSON.
func rowsAsJSON(t *testing.T, dir string, l *Layout) (rows []string) {
	t.Helper()
	m := sharedtest.Need(ReadManifest(dir))(t)
	files, err := m.files(dir, l)
	sharedtest.OK(t, err)
	for _, path := range files {
		var values []any
		if l.Extension == "jsonl" {
			text := sharedtest.Need(os.ReadFile(path))(t)
			for line := range strings.Lines(string(text)) {
				var v any
				sharedtest.OK(t, json.Unmarshal([]byte(line), &v))
				values = append(values, v)
			}
		} else if values, err = parquet.ReadFile[any](path); err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			text := sharedtest.Need(json.MarshalIndent(v, "", " "))(t)
			rows = append(rows, string(text))
		}
	}
	return rows
}

// TestLayoutsAreAsTheyWere compares two whole rows of every layout with labels, one with
// earlier turns, with a golden file.
func TestLayoutsAreAsTheyWere(t *testing.T) {
	opt := fixtureOptions(writeFixture(t, len(fixtureRows)), filepath.Join(t.TempDir(), "out"))
	opt.SystemPrompt, opt.Split, opt.Reader = "You decide.\n", nil, plainReader{}
	build(t, opt)
	var b strings.Builder
	for _, l := range carrying() {
		rows := rowsAsJSON(t, opt.Out, l)
		fmt.Fprintf(&b, "== %s\n%s\n%s\n", l.Name, rows[0], rows[5])
	}
	sharedtest.Golden(t, "testdata/layouts.json", b.String())
}

func TestLabelReadsBack(t *testing.T) {
	for kind, r := range fixtureRowsBuilt(t, nil) {
		label := sharedtest.Need(r.Label())(t)
		c := carried{label: label, prompt: r.Prompt, source: r.Source, split: r.Split}
		e := sharedtest.Need(c.entry())(t)
		if e.Tools != ToolsSystem || !reflect.DeepEqual(*e.Row, r) {
			t.Errorf("%s:\n%+v, want\n%+v", kind, *e.Row, r)
		}
		if v, err := jsonvalue.Parse(label, jsonvalue.Options{}); err != nil || v.JSON() != label {
			t.Errorf("%s: the label is no compact JSON (%v)", kind, err)
		}
	}
}

func TestLabelsThatNobodyCouldScore(t *testing.T) {
	whole := fixtureRowsBuilt(t, nil)["call"]
	for name, c := range map[string]struct {
		tools, code string
	}{
		"deep":  {strings.Repeat("[", 130) + strings.Repeat("]", 130), dataset.CodeTooDeep},
		"wide":  {"[" + strings.Repeat("1,", MaxLabelValues) + "1]", dataset.CodeTooLarge},
		"large": {`["` + strings.Repeat("x", MaxLabelBytes) + `"]`, dataset.CodeTooLarge},
		"texts": {`["` + strings.Repeat(`[,{\"`, MaxLabelValues) + `"]`, ""},
	} {
		r := whole
		r.Tools = c.tools
		_, err := r.Label()
		var known *dataset.Error
		errors.As(err, &known)
		if (known == nil) != (c.code == "") || known != nil && known.Code != c.code {
			t.Errorf("%s: %v, want code %q", name, err, c.code)
		}
	}
	for _, label := range []string{"", "{", "[]", `{"labels":1}`, `{"labels":{}}`} {
		if r, err := ParseLabel(label); err == nil && label != `{"labels":{}}` {
			t.Errorf("%q: %+v", label, r)
		}
	}
	// A row with an unreadable label is rejected if a layout needs the label.
	deep := fmt.Sprintf(`{"id":"deep","messages":[{"role":"user","content":"x"}],"tools":%q,"reference":{"action":"REFUSE"}}`,
		`[{"name":"f","parameters":{"type":"object","properties":{"a":{"default":`+strings.Repeat("[", 123)+strings.Repeat("]", 123)+`}}}}]`)
	in := filepath.Join(t.TempDir(), "in.jsonl")
	sharedtest.OK(t, os.WriteFile(in, []byte(deep+"\n"), 0o666))
	for layout, rows := range map[string]int64{"generic": 1, "verl": 0} {
		opt := BuildOptions{Inputs: []Input{{Path: in}}, Out: filepath.Join(t.TempDir(), "out"), Layouts: []string{layout}}
		if s := build(t, opt); s.Rows != rows || s.Rejected != 1-rows || s.Counts.Rejections[dataset.CodeTooDeep] != 1-rows {
			t.Errorf("%s: %d rows, rejected %v", layout, s.Rows, s.Counts.Rejections)
		}
	}
}

// TestToolsStandInOnePlace builds with every value of --tools: a layout has the tools
// either in the system message or beside it.
func TestToolsStandInOnePlace(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, len(fixtureRows))
	hashes := map[string]bool{}
	for _, mode := range []ToolsMode{"", ToolsSystem, ToolsColumn} {
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		opt.Tools, opt.Split = mode, nil
		s := build(t, opt)
		verified(t, opt.Out)
		hashes[s.ConfigSHA256] = true
		m := sharedtest.Need(ReadManifest(opt.Out))(t)
		if blind := mode == ToolsColumn; blind != (len(s.Warnings) == 1) || blind != strings.Contains(s.Text(), "trl, verl, openrlhf, sft, pref") {
			t.Errorf("--tools %q: warnings %q", mode, s.Warnings)
		}
		for _, l := range carrying() {
			want := mode
			if mode == "" {
				want = l.Tools
			}
			if m.Config.Tools[l.Name] != want {
				t.Errorf("--tools %q, %s: the configuration says %s", mode, l.Name, m.Config.Tools[l.Name])
			}
			for _, row := range rowsAsJSON(t, opt.Out, l) {
				if strings.Contains(row, `"direct-`) {
					continue // it has no tools
				}
				inPrompt := strings.Contains(row, `## Tools\n\n[{`)
				if inPrompt != (want == ToolsSystem) {
					t.Errorf("--tools %q, %s: tools in the prompt: %v", mode, l.Name, inPrompt)
				}
				empty := strings.Contains(row, `"tools": "[]"`) || strings.Contains(row, `"tools": []`)
				if l.Tools == ToolsColumn && empty != inPrompt {
					t.Errorf("--tools %q, %s: tools in the prompt %v, none beside it %v", mode, l.Name, inPrompt, empty)
				}
			}
		}
	}
	if len(hashes) != 3 {
		t.Errorf("%d configurations have %d hashes", 3, len(hashes))
	}
}

// TestToolsHeadingOfTheSource: instructions of the source that list tools are no tools of voi.
func TestToolsHeadingOfTheSource(t *testing.T) {
	row := strings.ReplaceAll(fixtureRows[1], "Be brief.", `Be brief.\n\n## Tools\n\n[none]`)
	for _, mode := range []ToolsMode{ToolsSystem, ToolsColumn} {
		opt := fixtureOptions("", filepath.Join(t.TempDir(), "out"))
		opt.Inputs, opt.Tools = []Input{{Data: []byte(strings.ReplaceAll(row, "%d", "0") + "\n")}}, mode
		if s := build(t, opt); s.Rows != 1 {
			t.Errorf("%d rows", s.Rows)
		}
		verified(t, opt.Out)
	}
}

// TestOneLayoutAlone builds and verifies each layout without generic: counts, duplicate ids
// and shared questions are found, too.
func TestOneLayoutAlone(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 60)
	twice := filepath.Join(t.TempDir(), "twice.jsonl")
	text := sharedtest.Need(os.ReadFile(in))(t)
	text = append(text, strings.ReplaceAll(string(text), `"id":"call-0","messages":[{"role":"user","content":"`, `"id":"call-0","messages":[{"role":"user","content":"Please: `)...)
	sharedtest.OK(t, os.WriteFile(twice, text, 0o666))
	for _, l := range carrying() {
		opt := fixtureOptions(twice, filepath.Join(t.TempDir(), "out"))
		opt.Layouts = []string{l.Name}
		s := build(t, opt)
		v := verified(t, opt.Out)
		if v.Labels != s.Rows || s.Counts.Layouts[l.Name] != s.Rows {
			t.Errorf("%s: %d rows, %v by layout, labels of %d made again", l.Name, s.Rows, s.Counts.Layouts, v.Labels)
		}
		if !slices.Equal(s.DuplicateIDs, []string{"call-0"}) {
			t.Errorf("%s: duplicate ids %q", l.Name, s.DuplicateIDs)
		}
		inspected, err := Inspect(context.Background(), opt.Out)
		if err != nil || inspected.Example == nil || inspected.DomainTypes["finite"] == 0 {
			t.Errorf("%s: %+v %v", l.Name, inspected, err)
		}
		file := filepath.Join(opt.Out, l.Name, "train", "part-00000-00000."+l.Extension)
		if one, err := Inspect(context.Background(), file); err != nil || one.Layouts[0].Rows == 0 || one.Layouts[0].Rows != one.Counts.Rows {
			t.Errorf("%s: %+v %v", l.Name, one, err)
		}
		for _, path := range []string{opt.Out, file} {
			c, err := Against(context.Background(), path, in)
			if err != nil || c.SharedIDs != c.Rows || c.SharedQuestions < c.Rows-1 || c.Rows == 0 {
				t.Errorf("%s: %+v %v", path, c, err)
			}
		}
	}
}

// TestVerifyFindsWhatLabelsHide changes one thing in one row of each layout with labels,
// and corrects the checksums.
func TestVerifyFindsWhatLabelsHide(t *testing.T) {
	sharedtest.Unraced(t)
	first := func(s, old, new string) string { return strings.Replace(s, old, new, 1) }
	in := writeFixture(t, 20)
	for _, l := range carrying() {
		for what, change := range map[string]func(*Entry){
			"label is not what":   func(e *Entry) { e.Label = first(e.Label, `"labels":{`, `"labels": {`) },
			"v_now is":            func(e *Entry) { e.Label = first(e.Label, `"v_now":`, `"v_now":0.25,"was":`) },
			"label: ":             func(e *Entry) { e.Label = e.Label[:len(e.Label)/2] },
			"sample_id is empty":  func(e *Entry) { e.Label = first(e.Label, `"sample_id":"call-0"`, `"sample_id":""`); e.SampleID = "" },
			"its columns are not": func(e *Entry) { e.Action = "DANCE" },
			"split is":            func(e *Entry) { e.Split = "elsewhere" },
			"the tools are in the ": func(e *Entry) {
				e.Prompt[0].Content = first(e.Prompt[0].Content, toolsHeading, "") + otherTools(e.Tools)
			},
		} {
			opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
			opt.Layouts, opt.Split = []string{l.Name}, nil
			build(t, opt)
			respellEntries(t, opt.Out, l, change)
			v, err := Verify(context.Background(), opt.Out)
			if err != nil || v.Total == 0 || !strings.Contains(v.Text(), what) {
				t.Errorf("%s, %s: %v\n%s", l.Name, what, err, v.Text())
			}
		}
	}
}

// otherTools is the text that makes a prompt look as if its tools were at the other place.
func otherTools(mode ToolsMode) string {
	if mode == ToolsColumn {
		return toolsHeading + "[]"
	}
	return ""
}

// respellEntries rewrites the first shard of a layout with its first entry changed.
func respellEntries(t *testing.T, dir string, l *Layout, change func(*Entry)) {
	t.Helper()
	m, err := ReadManifest(dir)
	sharedtest.OK(t, err)
	path := filepath.Join(dir, m.Shards[0].Path)
	var entries []*Entry
	err = withShard(path, func(s *shardReader) error {
		return l.entries(context.Background(), s, func(e *Entry, fault error) error {
			entries = append(entries, e)
			return fault
		})
	})
	sharedtest.OK(t, err)
	change(entries[0])
	f, err := os.Create(path)
	sharedtest.OK(t, err)
	out := l.NewFile(f, map[string]string{metaKey: `{"beliefs":[]}`})
	g := out.NewGroup()
	for _, e := range entries {
		sharedtest.Need(g.Add(e))(t)
	}
	for _, err := range []error{g.Flush(), g.Commit(), out.Close(), f.Close()} {
		sharedtest.OK(t, err)
	}
	if m.Shards[0].Sum, err = shard.HashFile(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	writeManifest(t, dir, m)
}

// TestDamagedLines reads files that are not voi's JSON lines: they are refused, and reading
// ends.
func TestDamagedLines(t *testing.T) {
	opt := fixtureOptions(writeFixture(t, 20), filepath.Join(t.TempDir(), "out"))
	opt.Layouts, opt.Split = []string{nemoGymLayout.Name}, nil
	build(t, opt)
	path := filepath.Join(opt.Out, "nemo-gym", "train", "part-00000-00000.jsonl")
	text := sharedtest.Need(os.ReadFile(path))(t)
	for what, damage := range map[string]string{
		"a line without its end":         strings.TrimSuffix(string(text), "\n"),
		"a line of something else":       "{\"a\":1}\n" + string(text),
		"nothing":                        "",
		"a line that is no JSON":         "{\n" + string(text),
		"a label that is no label":       strings.Replace(string(text), `"label":"{`, `"label":"[`, 1),
		"a tool that is not the label's": strings.Replace(string(text), `"strict":false`, `"strict":true`, 1),
	} {
		sharedtest.OK(t, os.WriteFile(path, []byte(damage), 0o666))
		v, err := Verify(context.Background(), path)
		if err != nil || v.Total == 0 {
			t.Errorf("%s: %v, %+v", what, err, v)
		}
	}
}
