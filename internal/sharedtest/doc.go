// Package sharedtest finds the shared data that tests read in place: datasets, tool schemas
// and test vectors that are too large for the repository or not ours to copy.
//
// The environment variable VOI_SHARED names the folder; the default is a folder "shared"
// beside the repository. A test without its data is skipped with the reason, so that a bare
// clone passes its tests. The package also has helpers for the length and cost of tests,
// for comparing results, for ending a test at an error, for reading folders, and for
// certificates. Only tests import it.
package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Env names the environment variable that holds the path of the shared folder.
const Env = "VOI_SHARED"

// Shared returns the path of a file or folder below the shared folder, named by the parts
// of rel. It skips the test if there is none.
func Shared(t testing.TB, rel ...string) string {
	t.Helper()
	path := Found(rel...)
	if path == "" {
		t.Skipf("no shared data at %s: set %s to its folder, or put it beside the repository as %q", filepath.Join(rel...), Env, "shared")
	}
	return path
}

// Found is Shared for code outside of tests: "" if the file or folder is absent.
func Found(rel ...string) string {
	root := root()
	if root == "" {
		return ""
	}
	path := filepath.Join(append([]string{root}, rel...)...)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// Long is the size of a test: long if VOI_LONG is set (make test-long), else short, to keep
// the gate short.
func Long(long, short int) int {
	if os.Getenv("VOI_LONG") != "" {
		return long
	}
	return short
}

// Unraced skips a test under the race detector (make race, -short). It is for tests of one
// goroutine, which have no races and are slow there, and for tests whose work is done by
// other processes.
func Unraced(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing for the race detector to find")
	}
}

// root returns the shared folder, "" if there is none. By default it is beside the nearest
// folder above the test that has a go.mod.
func root() string {
	if dir := os.Getenv(Env); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
	shared := filepath.Join(filepath.Dir(dir), "shared")
	if info, err := os.Stat(shared); err != nil || !info.IsDir() {
		return ""
	}
	return shared
}
