package sharedtest

import (
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Update is the flag -update of a test: it rewrites the golden files.
var Update = flag.Bool("update", false, "rewrite the golden files")

// Golden compares a result with a file, or rewrites the file under -update.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if *Update {
		OK(t, os.WriteFile(path, []byte(got), 0o666))
	}
	if want := Need(os.ReadFile(path))(t); !bytes.Equal([]byte(got), want) {
		t.Errorf("%s differs (-update rewrites it); got\n%s\nwant\n%s", path, got, want)
	}
}

// Tree reads the files of a folder: from path, with slashes, to content.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	OK(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	}))
	return files
}

// SameTree compares two results of Tree, and names the files that differ.
func SameTree(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	all := map[string]string{}
	maps.Copy(all, want)
	maps.Copy(all, got)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text, ok := got[name]
		wanted, known := want[name]
		switch {
		case !ok:
			t.Errorf("%s: %s is missing", what, name)
		case !known:
			t.Errorf("%s: %s should not be there", what, name)
		case text != wanted:
			t.Errorf("%s: %s differs", what, name)
		}
	}
}
