package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// manyCompletions writes n completions of the samples of manyRows.
func manyCompletions(t *testing.T, path string, n int) {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		body := []string{`<REFUSE>I cannot do that for you, I am sorry.</REFUSE>`, `<ASK>Which one do you mean?</ASK>`, `<TOOLCALL>[{\"name\": \"x\", \"arguments\": {}}]</TOOLCALL>`, `nothing`}[i%4]
		fmt.Fprintf(&b, "{\"sample_id\":\"row-%d\",\"group_id\":%d,\"completion\":\"<reasoning>\\n%s\\n</reasoning>\\n<answer>\\n%s\\n</answer>\\n\"}\n",
			i%150, i/8, strings.Repeat("word ", i%60), body)
	}
	sharedtest.OK(t, os.WriteFile(path, b.Bytes(), 0o666))
}

// Killed without warning at 8 moments and resumed, voi score ends with the bytes of an
// undisturbed run.
func TestScoreKilledAndResumed(t *testing.T) {
	sharedtest.Unraced(t)
	dir := t.TempDir()
	rows, in, data := filepath.Join(dir, "rows.jsonl"), filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "data")
	manyRows(t, rows, 150)
	manyCompletions(t, in, sharedtest.Long(100_000, 40_000))
	voi := voiBinary(t)
	if out, err := exec.Command(voi, "build", rows, "--out", data).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args := func(out string, more ...string) []string {
		return append([]string{"score", in, "--data", data, "--profile", "certainty", "--profile", "baseline", "--out", filepath.Join(dir, out)}, more...)
	}
	start := time.Now()
	if out, err := exec.Command(voi, args("whole.jsonl")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(start)

	resumed := false
	killAtRandom(t, sharedtest.Long(8, 4), took, args("cut.jsonl", "--resume"), func(killed bool) {
		if killed {
			_, err := os.Stat(filepath.Join(dir, "cut.jsonl.work"))
			resumed = resumed || err == nil
		} else if err := os.Remove(filepath.Join(dir, "cut.jsonl")); err != nil { // done before the signal
			t.Fatal(err)
		}
	})
	if !resumed {
		t.Fatal("nothing was left to resume")
	}
	if out, err := exec.Command(voi, args("cut.jsonl", "--resume")...).CombinedOutput(); err != nil {
		t.Fatalf("resuming: %v\n%s", err, out)
	}
	if read(t, filepath.Join(dir, "cut.jsonl")) != read(t, filepath.Join(dir, "whole.jsonl")) {
		t.Error("the output differs from that of a run that nobody disturbed")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "cut.jsonl.*")); len(left) != 1 || !strings.HasSuffix(left[0], ".meta.json") {
		t.Errorf("left beside the output: %v", left)
	}
}
