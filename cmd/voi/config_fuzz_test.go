package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// FuzzConfig: any file is a valid configuration or an error, and every key has its line.
func FuzzConfig(f *testing.F) {
	for _, seed := range []string{
		"profile: guarded\nworkers: 2\n", "layout: [trl, generic]\n", "a: &a [*a]\n", "- a\n", "a: {b: c}\n", "? [a]\n: b\n", "a: !!binary x\n---\nb: c\n", "a: |\n  x\n", "\x00", "a: \"",
	} {
		f.Add([]byte(seed))
	}
	path := filepath.Join(f.TempDir(), "voi.yaml")
	f.Fuzz(func(t *testing.T, text []byte) {
		sharedtest.OK(t, os.WriteFile(path, text, 0o666))
		keys, err := readConfig(path, nil)
		for _, k := range keys {
			if err == nil && k.line < 1 {
				t.Errorf("the key %q is at line %d", k.name, k.line)
			}
		}
	})
}
