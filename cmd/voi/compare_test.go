package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The embedded examples, answered by a model and scored by two profiles, compare as in the
// golden file, from Parquet and from JSON lines.
func TestCompareGolden(t *testing.T) {
	dir := t.TempDir()
	voi := func(args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if err := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); err != nil {
			t.Fatalf("voi %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
		}
		return stdout.String()
	}
	data := filepath.Join(dir, "data")
	voi("build", "--out", data)
	var got string
	for _, name := range []string{"scored.parquet", "scored.jsonl"} {
		path := filepath.Join(dir, name)
		voi("score", "../../docs/examples/after.jsonl", "--data", data, "--profile", "certainty", "--profile", "guarded", "--out", path)
		text := strings.ReplaceAll(voi("compare", path, "--data", data, "--seed", "1"), name, "scored")
		if got != "" && got != text {
			t.Errorf("%s\nand %s:\n%s", got, name, text)
		}
		got = text
	}
	sharedtest.Golden(t, "testdata/compare.golden", got)
}
