package export

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// A manifest with figures that no build writes gives a description or an error.
func TestImpossibleManifests(t *testing.T) {
	in := writeFixture(t, 16)
	for what, change := range map[string]func(*Manifest){
		"prompts without rows": func(m *Manifest) {
			m.Counts = Counts{PromptChars: Extent{Max: 5}}
			m.Shards, m.Inputs[0].Records = nil, 0
		},
		"duplicates without ids": func(m *Manifest) { m.DuplicateIDsTotal = 3 },
		"rows below none":        func(m *Manifest) { m.Shards[0].Rows = -100 },
		"passes of none":         func(m *Manifest) { m.Shards[0].Rows = -9_000_000 },
		"more rows than bytes":   func(m *Manifest) { m.Shards[0].Rows = 1 << 60 },
	} {
		opt := BuildOptions{Inputs: []Input{{Path: in}}, Out: filepath.Join(t.TempDir(), "out"), WorldSize: 2}
		for opt.Rank = range 2 {
			build(t, opt)
		}
		for _, name := range []string{manifestFile, "manifest-00000.json", "manifest-00001.json"} {
			path := filepath.Join(opt.Out, name)
			m := sharedtest.Need(readManifest(path))(t)
			change(m)
			sharedtest.OK(t, os.WriteFile(path, m.encode(), 0o666))
		}
		inspected := sharedtest.Need(Inspect(context.Background(), opt.Out))(t)
		if inspected.Text() == "" || inspected.Manifest.summary(opt.Out).Text() == "" {
			t.Errorf("%s: no text", what)
		}
		_, err := Merge(context.Background(), opt.Out)
		if known := what == "prompts without rows" || what == "duplicates without ids"; known != (err == nil) {
			t.Errorf("%s: merging: %v", what, err)
		}
	}
}
