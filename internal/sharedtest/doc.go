// Package sharedtest finds the shared data that tests read in place: datasets,
// tool schemas and test vectors that are too large for the repository or not
// ours to copy.
//
// The folder is named by the environment variable VOI_SHARED; without it, it is
// looked for under the name "shared" beside the repository. A test whose data
// is absent is skipped with the reason, so that a bare clone passes its tests.
// It also says how long a test runs and what it costs, compares what tests get with
// what they want, ends a test at an error, reads folders, and makes
// certificates for tests. Nothing but tests imports this package.
package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Env names the environment variable that holds the path of the shared folder.
const Env = "VOI_SHARED"

// Shared returns the path of a file or folder below the shared folder, rel
// being joined to it, and skips the test where it is absent.
func Shared(t testing.TB, rel ...string) string {
	t.Helper()
	path := Found(rel...)
	if path == "" {
		t.Skipf("no shared data at %s: set %s to its folder, or put it beside the repository as %q", filepath.Join(rel...), Env, "shared")
	}
	return path
}

// Found is Shared for what is not a test alone: "" where the file or folder is absent.
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

// Long is the size of a test where VOI_LONG is set (make test-long), else the size
// that keeps the gate short.
func Long(long, short int) int {
	if os.Getenv("VOI_LONG") != "" {
		return long
	}
	return short
}

// Unraced skips a test where others run under the race detector (make race, -short): a
// test of one goroutine has no races to find, and is slow there. So is one whose work
// is done by other processes.
func Unraced(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing for the race detector to find")
	}
}

// root returns the shared folder, "" where there is none. Beside the
// repository means beside the nearest folder above the test that holds go.mod.
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
