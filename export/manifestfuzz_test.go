package export

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// FuzzManifest changes or replaces the manifest of a valid folder. Reading the folder gives
// its content or an error. Verifying never accepts a manifest that does not match the
// shards.
func FuzzManifest(f *testing.F) {
	dir := filepath.Join(f.TempDir(), "out")
	sharedtest.Need(Build(context.Background(), BuildOptions{Out: dir, Inputs: []Input{{Name: "in.jsonl", Data: []byte(fuzzRow)}}}))(f)
	path := filepath.Join(dir, manifestFile)
	whole := sharedtest.Need(os.ReadFile(path))(f)
	f.Add(0, []byte{})
	f.Add(len(whole)/2, []byte("\"path\": \"../../etc/passwd\""))
	for _, word := range []string{`"rows": 1`, `"bytes": `, `"path": "train/`, `"world_size": 1`, `"schema_version": 2`, `"shards": [`} {
		if at := bytes.Index(whole, []byte(word)); at >= 0 {
			f.Add(at+len(word), []byte("9"))
			f.Add(at+len(word), []byte("/../.."))
		}
	}
	f.Fuzz(func(t *testing.T, at int, put []byte) {
		text := bytes.Clone(whole)
		if at >= 0 && at < len(text) {
			text = append(text[:at:at], append(bytes.Clone(put), text[min(at+len(put), len(text)):]...)...)
		}
		sharedtest.OK(t, os.WriteFile(path, text, 0o666))
		_, _ = Inspect(context.Background(), dir) // an error is fine, too
		v, err := Verify(context.Background(), dir)
		if err != nil || v.Total > 0 {
			return
		}
		m, err := ReadManifest(dir)
		if err != nil {
			t.Fatalf("a manifest that cannot be read is sound: %v", err)
		}
		if len(m.Shards) != 1 || m.Shards[0].Path != "train/part-00000-00000.parquet" || m.Shards[0].Rows != 1 {
			t.Errorf("the shards %+v are sound", m.Shards)
		}
	})
}

const fuzzRow = `{"id":"a","messages":[{"role":"user","content":"Book a table"}],"tools":[],"reference":{"action":"DIRECTLY"},"answers":{"DIRECTLY":"Done."}}` + "\n"
