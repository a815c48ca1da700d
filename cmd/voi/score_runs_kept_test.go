package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// repeatedRuns writes the examples n times with distinct tasks, with an invalid row now and
// then.
func repeatedRuns(t *testing.T, n int) (path string) {
	t.Helper()
	text := sharedtest.Need(os.ReadFile(recordedRuns))(t)
	var b bytes.Buffer
	for i := range n {
		b.Write(bytes.ReplaceAll(text, []byte(`"task_id":"`), fmt.Appendf(nil, `"task_id":"%d `, i)))
		if i%50 == 7 {
			b.WriteString("{\"trajectory_id\":\"x\",\"messages\":[{\"role\":\"bot\"}]}\n")
		}
	}
	path = filepath.Join(t.TempDir(), "many.jsonl")
	sharedtest.OK(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

// keptRuns are the flags of the tests here: every kind of output for runs.
func keptRuns(in, out string, more ...string) []string {
	return append([]string{"score", in, "--verdicts", "--beliefs", "--step-profile", "default", "--gate", "default", "--out", out}, more...)
}

// The rows are the same with ranks as without, and so is the table of the last rank.
func TestRanksOfRecordedRuns(t *testing.T) {
	sharedtest.Unraced(t)
	in := repeatedRuns(t, 30)
	for _, name := range []string{"runs.jsonl", "runs.parquet"} {
		whole, shared := t.TempDir(), t.TempDir()
		_, want, err := scoreRecorded(t, keptRuns(in, filepath.Join(whole, name))[1:]...)
		if err != nil || !strings.Contains(want, "1 row rejected") {
			t.Fatal(err, want)
		}
		for _, rank := range []string{"2", "0", "1"} {
			_, table, err := scoreRecorded(t, keptRuns(in, filepath.Join(shared, name), "--rank", rank, "--world-size", "3")[1:]...)
			if err != nil {
				t.Fatal(err, table)
			}
			if waits := strings.Contains(table, "waits for rank"); waits != (rank != "1") || !waits && table != want {
				t.Errorf("rank %s says\n%s\none process alone\n%s", rank, table, want)
			}
		}
		sharedtest.SameTree(t, name, sharedtest.Tree(t, shared), sharedtest.Tree(t, whole))
	}
	for _, args := range [][]string{{in, "--resume"}, {in, "--out", "-", "--world-size", "2"}, {in, "--out", filepath.Join(t.TempDir(), "x.jsonl"), "--rank", "2", "--world-size", "2"}} {
		if _, _, err := scoreRecorded(t, args...); exitCode(err) != exitUsage {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// After a kill at any moment, --resume continues to the same bytes. With other flags it is
// refused.
func TestRecordedRunsKilledAndResumed(t *testing.T) {
	sharedtest.Unraced(t)
	in := repeatedRuns(t, sharedtest.Long(2000, 130))
	voi, dir, cut := voiBinary(t), t.TempDir(), t.TempDir()
	start := time.Now()
	want, err := exec.Command(voi, keptRuns(in, filepath.Join(dir, "runs.jsonl"))...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	out := filepath.Join(cut, "runs.jsonl")
	kept := 0
	killAtRandom(t, sharedtest.Long(20, 3), time.Since(start), keptRuns(in, out, "--resume"), func(killed bool) {
		switch files, _ := filepath.Glob(filepath.Join(out+".work", "*")); {
		case !killed: // the run was done before the signal: begin again
			sharedtest.OK(t, os.RemoveAll(cut))
			sharedtest.OK(t, os.MkdirAll(cut, 0o777))
		case len(files) > 0:
			if kept++; kept > 1 {
				return
			}
			for _, other := range [][]string{keptRuns(in, out), keptRuns(in, out, "--resume", "--attribution")} {
				if text, err := exec.Command(voi, other...).CombinedOutput(); err == nil || !strings.Contains(string(text), ".work") {
					t.Errorf("%v: %v\n%s", other, err, text)
				}
			}
		}
	})
	got, err := exec.Command(voi, keptRuns(in, out, "--resume")...).CombinedOutput()
	if err != nil {
		t.Fatalf("resuming: %v\n%s", err, got)
	}
	progress := regexp.MustCompile(`(?m)^scored .* a second\n`) // a run of more than 10 s prints it
	if got, want = progress.ReplaceAll(got, nil), progress.ReplaceAll(want, nil); !bytes.Equal(got, want) || kept == 0 {
		t.Errorf("the table after %d interruptions\n%s\nwithout one\n%s", kept, got, want)
	}
	sharedtest.SameTree(t, t.Name(), sharedtest.Tree(t, cut), sharedtest.Tree(t, dir))
}
