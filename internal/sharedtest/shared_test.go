package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSharedFromEnv(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a", "b.txt")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(Env, dir)
	if got := Shared(t, "a", "b.txt"); got != file {
		t.Errorf("Shared = %q, want %q", got, file)
	}
}

func TestSharedBesideRepository(t *testing.T) {
	dir := t.TempDir()
	pkg := filepath.Join(dir, "repo", "some", "pkg")
	for _, d := range []string{pkg, filepath.Join(dir, "shared")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "repo", "go.mod"), []byte("module x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(Env, "")
	t.Chdir(pkg)
	want := filepath.Join(dir, "shared")
	if got := Shared(t); got != want {
		t.Errorf("Shared = %q, want %q", got, want)
	}
}

func TestSharedAbsentSkips(t *testing.T) {
	t.Setenv(Env, t.TempDir())
	skipped := false
	t.Run("absent", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Shared(t, "no-such-file")
	})
	if !skipped {
		t.Error("an absent file did not skip the test")
	}
}
