package lookup

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestOpenRefuses checks the errors of Open for folders that it cannot read.
func TestOpenRefuses(t *testing.T) {
	sharedtest.Unraced(t)
	manifest := func(old, replacement string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) { edit(t, filepath.Join(dir, "manifest.json"), old, replacement) }
	}
	first := filepath.Join("train", "part-00000-00000.parquet")
	for _, c := range []struct {
		name   string
		layout string
		damage func(t *testing.T, dir string)
		want   string
	}{
		{"nothing there", "generic", func(t *testing.T, dir string) { sharedtest.OK(t, os.RemoveAll(dir)) }, "there is no folder"},
		{"an empty folder", "generic", func(t *testing.T, dir string) {
			sharedtest.OK(t, os.RemoveAll(dir))
			sharedtest.OK(t, os.Mkdir(dir, 0o777))
		}, "has no manifest"},
		{"an unfinished build", "generic", func(t *testing.T, dir string) {
			sharedtest.OK(t, os.Remove(filepath.Join(dir, "manifest.json")))
			sharedtest.OK(t, os.WriteFile(filepath.Join(dir, ".run-00000.journal"), nil, 0o666))
		}, "go on with --resume"},
		{"ranks that are not merged", "generic", func(t *testing.T, dir string) {
			sharedtest.OK(t, os.Rename(filepath.Join(dir, "manifest.json"), filepath.Join(dir, "manifest-00000.json")))
		}, "not finished"},
		{"a damaged manifest", "generic", manifest("{", "["), "cannot be read"},
		{"another schema", "generic", manifest(`"schema_version": 2`, `"schema_version": 3`), "build them again"},
		{"no layout with samples", "sft", nil, "generic or trl"},
		{"no layout with samples, nor a manifest", "sft", func(t *testing.T, dir string) {
			sft := filepath.Join(t.TempDir(), "sft")
			sharedtest.OK(t, os.Rename(filepath.Join(dir, "sft"), sft))
			sharedtest.OK(t, os.RemoveAll(dir))
			sharedtest.OK(t, os.Rename(sft, dir))
		}, "generic or trl"},
		{"a shard is missing", "generic", func(t *testing.T, dir string) { sharedtest.OK(t, os.Remove(filepath.Join(dir, first))) }, "part-00000-00000.parquet"},
		{"a shard is cut off", "generic", func(t *testing.T, dir string) { sharedtest.OK(t, os.Truncate(filepath.Join(dir, first), 1000)) }, "it has 1000 bytes, the manifest says"},
		{"a shard has other rows", "generic", manifest(`"rows": 20,`, `"rows": 21,`), "the manifest says 21"},
		{"a path that leaves the folder", "generic", manifest(`"path": "train/`, `"path": "../train/`), "leads out"},
		{"an absolute path", "generic", manifest(`"path": "train/`, `"path": "/train/`), "leads out"},
		{"a path with backslashes", "generic", manifest(`"path": "train/`, `"path": "..\\train/`), "leads out"},
		{"a shard that is a folder", "generic", func(t *testing.T, dir string) {
			sharedtest.OK(t, os.Remove(filepath.Join(dir, first)))
			sharedtest.OK(t, os.Mkdir(filepath.Join(dir, first), 0o777))
		}, "part-00000-00000.parquet"},
		{"a link out of the folder", "generic", func(t *testing.T, dir string) {
			if runtime.GOOS == "windows" {
				t.Skip("links need a privilege there")
			}
			out := filepath.Join(t.TempDir(), "part.parquet")
			sharedtest.OK(t, os.Rename(filepath.Join(dir, first), out))
			sharedtest.OK(t, os.Symlink(out, filepath.Join(dir, first)))
		}, "escapes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := build(t, []string{c.layout}, fixture(60))
			if c.damage != nil {
				c.damage(t, dir)
			}
			st, err := Open(context.Background(), dir, Options{})
			if err == nil {
				st.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, want it to say %q", err, c.want)
			}
		})
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	dir := build(t, nil, fixture(60))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, dir, Options{}); err == nil {
		t.Error("it was opened")
	}
}

// The name of a folder does not matter, even if it is the name of a layout.
func TestFolderNames(t *testing.T) {
	dir := build(t, []string{"generic"}, fixture(60))
	for _, name := range []string{"trl", "sft", "train", "manifest-00000"} {
		at := filepath.Join(t.TempDir(), name)
		sharedtest.OK(t, os.CopyFS(at, os.DirFS(dir)))
		if st := open(t, at, Options{}); st.Layout() != "generic" || st.Len() != 60 {
			t.Errorf("%s: %d rows of the layout %s", name, st.Len(), st.Layout())
		}
		sharedtest.OK(t, os.Remove(filepath.Join(at, "manifest.json")))
		if st := open(t, at, Options{}); st.Layout() != "generic" || st.Len() != 60 {
			t.Errorf("%s without its manifest: %d rows of the layout %s", name, st.Len(), st.Layout())
		}
	}
}

// edit replaces the first occurrence of a text in a file.
func edit(t testing.TB, path, old, replacement string) {
	t.Helper()
	text := sharedtest.Need(os.ReadFile(path))(t)
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s does not hold %q", path, old)
	}
	sharedtest.OK(t, os.WriteFile(path, bytes.Replace(text, []byte(old), []byte(replacement), 1), 0o666))
}

// Reading in the order of the input needs one cached page of each column in every series of
// shards, for any number of ranks and splits.
func TestPagesOfManySeries(t *testing.T) {
	const one = 4 << 20
	for _, c := range []struct {
		series, shards int
		asked, want    int64
	}{
		{1, 9, one, one},
		{4, 1, one, 4 * one},
		{6, 3, one, 6 * one},
		{100, 2, one, maxPageBytes},
		{2, 1, maxPageBytes + 1, maxPageBytes + 1},
		{8, 1, -1, 0},
		{2, 1, 0, 2 * DefaultPageBytes},
	} {
		f := &folder{}
		for i := range c.series {
			for k := range c.shards {
				f.sources = append(f.sources, source{path: fmt.Sprintf("%s/part-%05d-%05d.parquet", [2]string{"train", "val"}[i%2], i/2, k)})
			}
		}
		if got := newStore(f, Options{PageBytes: c.asked}).pages.Most(); got != c.want {
			t.Errorf("%d series of %d shards, %d bytes asked for: %d, want %d", c.series, c.shards, c.asked, got, c.want)
		}
	}
	if got := newStore(&folder{sources: []source{{path: "a.parquet"}}}, Options{PageBytes: one}).pages.Most(); got != one {
		t.Errorf("a file of another name: %d", got)
	}
}
