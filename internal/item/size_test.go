package item

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// TestPreparedSize bounds the memory of a prepared sample: at most 20 KiB under guarded,
// after a call and a question were scored, with all cached data of its tools.
func TestPreparedSize(t *testing.T) {
	sharedtest.Unraced(t)
	t.Run("examples", func(t *testing.T) { preparedSize(t, exampleInputs()) })
	t.Run("when2call dev", func(t *testing.T) {
		preparedSize(t, []export.Input{{Path: sharedtest.Shared(t, "data", "when2call", "dev.jsonl")}})
	})
}

// heap returns the bytes of memory in use.
func heap() int64 {
	runtime.GC()
	runtime.GC() // pools are emptied at the second collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func preparedSize(t *testing.T, inputs []export.Input) {
	dir := filepath.Join(t.TempDir(), "out")
	sharedtest.Need(export.Build(context.Background(), export.BuildOptions{Inputs: inputs, Out: dir, Layouts: []string{"generic"}}))(t)
	store := sharedtest.Need(lookup.Open(context.Background(), dir, lookup.Options{PageBytes: -1}))(t)
	defer store.Close()
	calls := map[string]string{} // a call that fills every parameter of each sample's first tool
	for i := range store.Len() {
		sample, _, _, err := store.At(i)
		if err != nil {
			t.Fatal(err)
		}
		var args []jsonvalue.Member
		name := "nothing"
		for n := range sample.Tools[:min(1, len(sample.Tools))] {
			name = sample.Tools[n].Name
			for _, p := range sample.Tools[n].Params {
				args = append(args, jsonvalue.Member{Key: p.Name, Value: jsonvalue.NewString("Lisbon")})
			}
		}
		calls[sample.ID] = jsonvalue.NewObject(jsonvalue.Member{Key: "name", Value: jsonvalue.NewString(name)}, jsonvalue.Member{Key: "arguments", Value: jsonvalue.NewObject(args...)}).JSON()
	}
	const about = "<reasoning>\nr\n</reasoning>\n<answer>\n"
	kinds := []struct{ name, text string }{
		{"a call", about + "<TOOLCALL>[CALL]</TOOLCALL>\n</answer>"},
		{"a question", about + "<ASK>\n<TOOLCALL>[CALL]</TOOLCALL>\n<question>Which date, which city, and what amount?</question>\n</ASK>\n</answer>"},
	}
	score := func(s *Scorer, p *reward.Profile, text, id string) {
		if out := s.Score(p, &Item{SampleID: id, Completion: strings.Replace(text, "[CALL]", "["+calls[id]+"]", 1)}, false, nil); out.Err != nil {
			t.Fatal(out.Err)
		}
	}
	for _, name := range []string{"certainty", "guarded"} {
		p := profile(t, name)
		for n, last := range kinds {
			s := NewScorer(Options{Samples: store, CacheBytes: 1 << 30})
			for _, kind := range kinds[:n+1] {
				for _, id := range slices.Sorted(maps.Keys(calls)) {
					score(s, p, kind.text, id)
				}
			}
			reckoned := s.Stats().Bytes / int64(len(calls))
			pushOut()
			with := heap()
			runtime.KeepAlive(s)
			s = nil
			per := (with - heap()) / int64(len(calls))
			t.Logf("%s, after %s: %d bytes a sample, %d as reckoned", name, last.name, per, reckoned)
			if per > 20<<10 {
				t.Errorf("%s, after %s: a sample takes %d bytes", name, last.name, per)
			}
		}
	}
}

// What an item brings counts, whatever field it stands in: the cache is bounded by what it holds.
func TestLargeInlineFieldsCount(t *testing.T) {
	sharedtest.Unraced(t)
	const most = 30_000
	list := func(k int) string { // of values that differ from item to item
		var b strings.Builder
		for i := range most {
			fmt.Fprintf(&b, `,"v%d %d"`, k, i)
		}
		return "[" + b.String()[1:] + "]"
	}
	for _, name := range []string{"certainty", "guarded"} {
		p := profile(t, name)
		for _, field := range []string{
			`"domains":{"f":{"a":{"type":"finite","size":30000,"values":%s}}}`,
			`"labels":{"candidates":[{"name":"f","arguments":{"a":%s}}]}`,
			`"labels":{"candidates":[{"name":"f","arguments":{"a":"x"}}],"missing":%s}`,
			`"reference":{"action":"ASK","more":%s}`,
			`"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":{"a":%s}}}]}]`,
		} {
			s := NewScorer(Options{CacheBytes: 1 << 30})
			before := heap()
			const n = 4
			for k := range n {
				text := `{"completion":"x",` + fmt.Sprintf(field, list(k))
				for _, rest := range []string{`"messages":[{"role":"user","content":"x"}]`, `"tools":[{"name":"f","parameters":{"properties":{"a":{"type":"string"}}}}]`, `"reference":{"action":"ASK"}`} {
					if key, _, _ := strings.Cut(rest, ":"); !strings.HasPrefix(field, key) {
						text += "," + rest
					}
				}
				it, err := Read(text + "}")
				if err != nil {
					t.Fatal(err)
				}
				if out := s.Score(p, &it, false, nil); out.Err != nil {
					t.Fatalf("%s: %v", field, out.Err)
				}
			}
			held, reckoned := (heap()-before)/n, s.Stats().Bytes/n
			if runtime.KeepAlive(s); held > 2*reckoned {
				t.Errorf("%s, %s: %d bytes a sample, %d as reckoned", name, field, held, reckoned)
			}
		}
	}
}

// pushOut replaces the tools in shared caches by other tools. Memory that is still held
// then belongs to the samples.
func pushOut() {
	for i := range 120 {
		tool := domains.Tool{Name: fmt.Sprint("tool ", i)}
		for k := range 80 {
			tool.Params = append(tool.Params, domains.Param{Name: fmt.Sprint("parameter ", i, " ", k)})
		}
		in := grounding.Input{Turns: []grounding.Turn{{Role: "user", Text: "Two of us fly to Lisbon."}}, Tools: []domains.Tool{tool}}
		asking.New(in.Tools, nil).Read("Where from?", grounding.Read(in))
	}
}
