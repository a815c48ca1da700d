package export

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// respell rewrites the first shard of a folder with changed rows, and corrects the
// checksums in the manifest. Only checks of the rows can find the change.
func respell(t *testing.T, dir string, change func(*Row)) {
	t.Helper()
	m := sharedtest.Need(ReadManifest(dir))(t)
	for i := range m.Shards {
		s := &m.Shards[i]
		if layoutOf(s.Path) != "generic" {
			continue
		}
		path := filepath.Join(dir, s.Path)
		var rows []Row
		err := withShard(path, func(s *shardReader) error {
			return s.eachEntry(context.Background(), func(e *Entry) error { rows = append(rows, *e.Row); return nil })
		})
		sharedtest.OK(t, err)
		f, err := os.Create(path)
		sharedtest.OK(t, err)
		out := genericLayout.NewFile(f, map[string]string{metaKey: `{"beliefs":[]}`})
		g := out.NewGroup()
		for i := range rows {
			if i == 0 {
				change(&rows[i])
			}
			sharedtest.Need(g.Add(&Entry{Row: &rows[i]}))(t)
		}
		for _, err := range []error{g.Flush(), g.Commit(), out.Close(), f.Close()} {
			sharedtest.OK(t, err)
		}
		if s.Sum, err = shard.HashFile(context.Background(), path); err != nil {
			t.Fatal(err)
		}
		break
	}
	writeManifest(t, dir, m)
}

func writeManifest(t *testing.T, dir string, m *Manifest) {
	t.Helper()
	sharedtest.OK(t, os.WriteFile(filepath.Join(dir, manifestFile), m.encode(), 0o666))
}

func TestVerifyFindsWhatRowsHide(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 16)
	half := 0.5
	for what, change := range map[string]func(*Row){
		"sample_id is empty": func(r *Row) { r.SampleID = "" },
		"action is":          func(r *Row) { r.Action = "SHOUT" },
		"action_source":      func(r *Row) { r.ActionSource = "rumour" },
		"does not begin":     func(r *Row) { r.Prompt = r.Prompt[1:] },
		"prompt_chars":       func(r *Row) { r.PromptChars++ },
		"is not UTF-8":       func(r *Row) { r.Prompt[1].Content += "\xff" },
		"has the role":       func(r *Row) { r.Prompt[1].Role = "oracle" },
		"split is":           func(r *Row) { r.Split = "test" },
		"tools:":             func(r *Row) { r.Tools = "[{]" },
		"domains is of kind": func(r *Row) { r.Domains = "[]" },
		"reference":          func(r *Row) { r.Reference = `{"action":"ASK","tool_calls":[],"question":""}` },
		"evpi:":              func(r *Row) { r.EVPI = "NaN" },
		"evpi is":            func(r *Row) { r.EVPI = "[{}]" },
		"v_now is 0.5":       func(r *Row) { r.VNow = &half },
		"evpi_max is null":   func(r *Row) { r.EVPIMax = nil },
		"missing":            func(r *Row) { r.Missing = []string{"patience"} },
		"belief_source":      func(r *Row) { r.BeliefSource = "schema" },
		"policy_action":      func(r *Row) { r.PolicyAction = "flee" },
		"best_question":      func(r *Row) { r.BestQuestion = "why" },
		"agrees is null":     func(r *Row) { r.Agrees = nil },
		"candidates is":      func(r *Row) { r.Candidates = "[]" },
		"flags":              func(r *Row) { r.Flags = []string{"b", "a"} },
		"counts are not":     func(r *Row) { r.Source = "elsewhere" },
		"cannot be read back": func(r *Row) {
			r.Provenance = `{"held_out":null,"rejected":{"role":"judge"},"alternatives":[]}`
		},
	} {
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		opt.Layouts, opt.Split = []string{"generic"}, nil
		build(t, opt)
		respell(t, opt.Out, change)
		v, err := Verify(context.Background(), opt.Out)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if !strings.Contains(v.Text(), what) || !strings.Contains(v.Text(), "NOT sound") {
			t.Errorf("%s: not found in\n%s", what, v.Text())
		}
	}
}

func TestVerifyFindsWhatFoldersHide(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 40)
	file := func(name string) func(string) {
		return func(dir string) {
			_ = os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o666)
		}
	}
	manifest := func(change func(*Manifest)) func(string) {
		return func(dir string) {
			m := sharedtest.Need(ReadManifest(dir))(t)
			change(m)
			writeManifest(t, dir, m)
		}
	}
	for what, damage := range map[string]func(dir string){
		"no Parquet file":         file("train/part-00000-00000.parquet"),
		"the manifest says":       file("rejected.jsonl"),
		"does not list it":        file("train/part-00009-00000.parquet"),
		"config_sha256":           manifest(func(m *Manifest) { m.Config.Seed++ }),
		"is not config":           manifest(func(m *Manifest) { m.ConfigSHA256 = "is not config" }),
		"column schema":           manifest(func(m *Manifest) { m.SchemaVersion = 99 }),
		"leaves the folder":       manifest(func(m *Manifest) { m.Shards[0].Path = "../train/part-00000-00000.parquet" }),
		"lists it twice":          manifest(func(m *Manifest) { m.Shards = append(m.Shards, m.Shards[0]) }),
		"rows; the manifest says": manifest(func(m *Manifest) { m.Shards[0].Rows++ }),
		"hold the same bytes":     manifest(func(m *Manifest) { m.Inputs = append(m.Inputs, m.Inputs[0]) }),
		"records":                 manifest(func(m *Manifest) { m.Inputs[0].Records++ }),
		"duplicate_ids":           manifest(func(m *Manifest) { m.DuplicateIDsTotal = 3 }),
		"agreement":               manifest(func(m *Manifest) { m.Counts.Agreement.Agree++ }),
		"beliefs":                 manifest(func(m *Manifest) { m.Config.Beliefs = []string{"guess"} }),
		"columns are those of": func(dir string) {
			manifest(func(m *Manifest) { m.Shards[0].Path = "trl/train/x.parquet" })(dir)
			_ = os.MkdirAll(filepath.Join(dir, "trl/train"), 0o777)
			text, _ := os.ReadFile(filepath.Join(dir, "train/part-00000-00000.parquet"))
			_ = os.WriteFile(filepath.Join(dir, "trl/train/x.parquet"), text, 0o666)
		},
		"card is missing": func(dir string) { _ = os.Remove(filepath.Join(dir, cardFile)) },
		"escapes":         func(dir string) { linkOut(t, dir) },
	} {
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		opt.Layouts = []string{"generic"}
		build(t, opt)
		damage(opt.Out)
		v, err := Verify(context.Background(), opt.Out)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if what != "is not config" && !strings.Contains(v.Text(), what) || v.Total == 0 {
			t.Errorf("%s: not found in\n%s", what, v.Text())
		}
	}
}

// A folder with more sources than are counted by name is sound in any order of its shards.
func TestVerifyManySources(t *testing.T) {
	var rows strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&rows, `{"id":"r%d","source":"s%d","messages":[{"role":"user","content":"Question %d"}],"tools":[],"reference":{"action":"DIRECTLY"}}`+"\n", i, i, i)
	}
	opt := BuildOptions{Inputs: []Input{{Data: []byte(rows.String())}}, Out: filepath.Join(t.TempDir(), "out"), Split: []Share{{"train", 0.5}, {"validation", 0.5}}}
	build(t, opt)
	verified(t, opt.Out)
	m := sharedtest.Need(ReadManifest(opt.Out))(t)
	m.Counts.Sources[otherName]++
	writeManifest(t, opt.Out, m)
	if v := sharedtest.Need(Verify(context.Background(), opt.Out))(t); v.Total == 0 {
		t.Error("a source too many is not found")
	}
}

// linkOut replaces a shard by a link to a copy outside of the folder.
func linkOut(t *testing.T, dir string) {
	inside := filepath.Join(dir, "train/part-00000-00000.parquet")
	outside := filepath.Join(t.TempDir(), "outside.parquet")
	sharedtest.OK(t, os.Rename(inside, outside))
	if err := os.Symlink(outside, inside); err != nil {
		t.Skipf("no links here: %v", err)
	}
}

func TestVerifyOneShard(t *testing.T) {
	opt := fixtureOptions(writeFixture(t, 40), filepath.Join(t.TempDir(), "out"))
	build(t, opt)
	for _, l := range sampleLayouts() {
		v := verified(t, filepath.Join(opt.Out, layoutDir(l.Name, "train"), "part-00000-00000."+l.Extension))
		if v.Rows == 0 || l.labelled() != (v.Labels == v.Rows) {
			t.Errorf("%s: %+v", l.Name, v)
		}
	}
	if _, err := Verify(context.Background(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no manifest") {
		t.Error(err)
	}
}

// TestDamagedShards flips bytes: every reader returns an error, in whatever way the Parquet
// library fails.
func TestDamagedShards(t *testing.T) {
	sharedtest.Unraced(t)
	opt := fixtureOptions(writeFixture(t, 30), filepath.Join(t.TempDir(), "out"))
	build(t, opt)
	path := filepath.Join(opt.Out, "train/part-00000-00000.parquet")
	whole := sharedtest.Need(os.ReadFile(path))(t)
	random := rand.New(rand.NewPCG(1, 2))
	bad := filepath.Join(t.TempDir(), "bad.parquet")
	found := 0
	changes := sharedtest.Long(300, 60)
	for range changes {
		text := []byte(string(whole))
		text[random.IntN(len(text))] ^= byte(1 + random.IntN(255))
		sharedtest.OK(t, os.WriteFile(bad, text, 0o666))
		if v, err := Verify(context.Background(), bad); err != nil || v.Total > 0 {
			found++
		}
		_, _ = Inspect(context.Background(), bad)
		_, _ = Against(context.Background(), bad, path)
	}
	if found < changes/3 {
		t.Errorf("only %d of %d changes were noticed", found, changes)
	}
}

// No quantile is below the length that it stands for, and the ends are exact.
func TestQuantilesOfLongPrompts(t *testing.T) {
	var in Inspection
	counts, chars := Counts{}, map[int64]int64{}
	for _, n := range []int64{10_058, 23_456, 23_457, 1_234_567} {
		counts.addRow(&Row{PromptChars: n})
		chars[rounded(n)]++
	}
	in.quantiles(chars, &counts)
	if want := []Quantile{{0, 10_058}, {0.1, 10_060}, {0.5, 23_460}, {0.9, 1_234_567}, {0.99, 1_234_567}, {1, 1_234_567}}; !slices.Equal(in.Quantiles, want) {
		t.Errorf("%v, want %v", in.Quantiles, want)
	}
}

func TestInspect(t *testing.T) {
	opt := fixtureOptions(writeFixture(t, 80), filepath.Join(t.TempDir(), "out"))
	build(t, opt)
	in, err := Inspect(context.Background(), opt.Out)
	sharedtest.OK(t, err)
	if len(in.Layouts) != len(sampleLayouts()) || in.Counts.Rows != 70 || in.DomainTypes["string"] == 0 || in.DomainTypes["finite"] == 0 || in.Example == nil {
		t.Errorf("%+v", in)
	}
	for i, q := range in.Quantiles {
		if i > 0 && q.Chars < in.Quantiles[i-1].Chars || len(in.Quantiles) != 6 {
			t.Errorf("quantiles %v", in.Quantiles)
		}
	}
	text := in.Text()
	for _, part := range []string{"layout trl", "tool_schemas", "domains    boolean", "to " + fmt.Sprint(in.Counts.PromptChars.Max), "example"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	if _, err := json.Marshal(in); err != nil {
		t.Error(err)
	}
	file, err := Inspect(context.Background(), filepath.Join(opt.Out, "train/part-00000-00000.parquet"))
	if err != nil || file.Counts.Rows != file.Layouts[0].Rows || file.Counts.Rows == 0 {
		t.Errorf("%+v %v", file, err)
	}
	if _, err := Inspect(context.Background(), filepath.Join(opt.Out, cardFile)); err == nil {
		t.Error("a card passed for a shard")
	}
}

func TestCard(t *testing.T) {
	opt := fixtureOptions(writeFixture(t, 80), filepath.Join(t.TempDir(), "out"))
	opt.SystemPrompt = "x"
	build(t, opt)
	sharedtest.Golden(t, "testdata/card.md", sharedtest.Tree(t, opt.Out)[cardFile])
}
