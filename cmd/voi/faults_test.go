package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// manyRows writes n samples with distinct ids, some of them unreadable.
func manyRows(t *testing.T, path string, n int) {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		if i%97 == 13 {
			fmt.Fprintf(&b, "{\"id\":\"broken-%d\"\n", i)
			continue
		}
		row := strings.Replace(goodRow, `"good"`, fmt.Sprintf(`"row-%d"`, i), 1)
		b.WriteString(strings.Replace(row, "Lisbon", fmt.Sprintf("Lisbon %d", i%31), 1))
	}
	sharedtest.OK(t, os.WriteFile(path, b.Bytes(), 0o666))
}

// TestKilledAndResumed kills the process without warning at several moments and resumes it:
// the folder ends with the bytes of an undisturbed run.
func TestKilledAndResumed(t *testing.T) {
	sharedtest.Unraced(t)
	dir := t.TempDir()
	in := filepath.Join(dir, "in.jsonl")
	manyRows(t, in, sharedtest.Long(1500, 350))
	voi := voiBinary(t)
	args := func(out string, more ...string) []string {
		return append([]string{"build", in, "--out", filepath.Join(dir, out), "--layout", "generic,trl", "--shard-rows", "100"}, more...)
	}
	start := time.Now()
	if out, err := exec.Command(voi, args("whole")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(start)

	killAtRandom(t, sharedtest.Long(20, 5), took, args("cut", "--resume"), func(killed bool) {
		if killed {
			return
		}
		// The run was done before the signal: begin again.
		sharedtest.OK(t, os.RemoveAll(filepath.Join(dir, "cut")))
	})
	if out, err := exec.Command(voi, args("cut", "--resume")...).CombinedOutput(); err != nil {
		t.Fatalf("resuming: %v\n%s", err, out)
	}
	sharedtest.SameTree(t, t.Name(), sharedtest.Tree(t, filepath.Join(dir, "cut")), sharedtest.Tree(t, filepath.Join(dir, "whole")))
}

// TestFullDisk fills a small file system.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	small := filepath.Join(dir, "small")
	sharedtest.OK(t, os.Mkdir(small, 0o777))
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("needs the right to mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, 0); err != nil {
			t.Error(err)
		}
	})
	in := filepath.Join(dir, "in.jsonl")
	manyRows(t, in, 20_000)
	r := buildProcess(t, small, in, "--shard-rows", "1000")
	if r.status != exitFailed || !strings.Contains(r.stderr, "no space left on device") {
		t.Errorf("exit status %d, stderr:\n%s", r.status, r.stderr)
	}
	mustLookUnfinished(t, filepath.Join(small, "out"))
}

// TestReadError reads an input that breaks off after some shards are written.
func TestReadError(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain.jsonl")
	manyRows(t, plain, 20_000)
	whole := gzipped(t, read(t, plain))
	in := filepath.Join(dir, "in.jsonl.gz")
	sharedtest.OK(t, os.WriteFile(in, whole, 0o666))
	if text, err := readSmall(in); err != nil || text != read(t, plain) {
		t.Errorf("as the file of a flag: %d bytes, %v", len(text), err)
	}
	sharedtest.OK(t, os.WriteFile(in, whole[:len(whole)*3/4], 0o666))
	if _, err := readSmall(in); err == nil || !strings.Contains(err.Error(), "in.jsonl.gz: the gzip data is cut off") {
		t.Errorf("as the file of a flag: %v", err)
	}
	r := buildProcess(t, dir, in, "--shard-rows", "500")
	if r.status != exitFailed || !strings.Contains(r.stderr, "in.jsonl.gz") || !strings.Contains(r.stderr, "cut off") {
		t.Errorf("exit status %d, stderr:\n%s", r.status, r.stderr)
	}
	mustLookUnfinished(t, filepath.Join(dir, "out"))
}

// TestUnwritableFolder writes to a read-only folder.
func TestUnwritableFolder(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.jsonl")
	manyRows(t, in, 10)
	sharedtest.OK(t, os.WriteFile(filepath.Join(dir, "file"), []byte("in the way"), 0o666))
	for _, out := range []string{filepath.Join(dir, "file"), filepath.Join(dir, "file", "below"), "/proc/voi"} {
		text, err := exec.Command(voiBinary(t), "build", in, "--out", out).CombinedOutput()
		if err == nil || !strings.Contains(string(text), out) || strings.Contains(string(text), "goroutine ") {
			t.Errorf("--out %s: %v\n%s", out, err, text)
		}
	}
}

// mustLookUnfinished asserts that a folder has no manifest, and no incomplete shard under a
// final name.
func mustLookUnfinished(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err == nil {
		t.Error("a failed run left a manifest")
	}
	for name, text := range sharedtest.Tree(t, dir) {
		if strings.HasSuffix(name, ".parquet") && (!strings.HasPrefix(text, "PAR1") || !strings.HasSuffix(text, "PAR1")) {
			t.Errorf("%s is no whole shard", name)
		}
	}
}
