package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

const recordedRuns = "../../examples/trajectories/runs.jsonl"

// scoreRecorded runs voi score on recorded runs.
func scoreRecorded(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = run(context.Background(), append([]string{"score"}, args...), strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), err
}

// A pipe can be read only once, so it is not inspected: --as decides.
func TestRecordedRunsFromAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "runs.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if _, _, err := scoreRecorded(t, pipe, "--out", "-"); err == nil || !strings.Contains(err.Error(), "is no regular file") {
		t.Errorf("without --as: %v", err)
	}
	if _, _, err := scoreRecorded(t, pipe, "--as", "trajectories", "--step-profile", "default"); err == nil || !strings.Contains(err.Error(), "can be read only once") {
		t.Errorf("read twice: %v", err)
	}
	text := sharedtest.Need(os.ReadFile(recordedRuns))(t)
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(pipe, text, 0o600) }()
	got, errs, err := scoreRecorded(t, pipe, "--as", "trajectories")
	if err := errors.Join(err, <-written); err != nil {
		t.Fatal(err, errs)
	}
	if want, _, _ := scoreRecorded(t, recordedRuns); got != want {
		t.Errorf("by a pipe\n%s\nby the file\n%s", got, want)
	}
}

func TestRecordedRunsDoNotDependOnTheWorkers(t *testing.T) {
	many := filepath.Join(t.TempDir(), "many.jsonl")
	text := sharedtest.Need(os.ReadFile(recordedRuns))(t)
	sharedtest.OK(t, os.WriteFile(many, bytes.Repeat(text, 12), 0o600))
	for _, suffix := range []string{".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"} {
		var first [][]byte
		for _, workers := range []string{"1", "5"} {
			out := filepath.Join(t.TempDir(), "runs"+suffix)
			_, table, err := scoreRecorded(t, many, "--verdicts", "--beliefs", "--step-profile", "default", "--workers", workers, "--out", out)
			if err != nil {
				t.Fatal(err, table)
			}
			all := [][]byte{[]byte(progressLine.ReplaceAllString(table, ""))}
			for _, name := range []string{out, strings.Replace(out, "runs.", "runs.steps.", 1)} {
				text := sharedtest.Need(os.ReadFile(name))(t)
				all = append(all, text)
			}
			if first == nil {
				first = all
			}
			for i := range all {
				if !bytes.Equal(all[i], first[i]) {
					t.Errorf("%s: part %d differs with %s workers", suffix, i, workers)
				}
			}
		}
	}
}

// Rows are runs that voi can read again, with the same figures; Parquet holds the same
// rows.
func TestRowsOfRecordedRunsAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	lines, table := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "a.parquet")
	for _, out := range []string{lines, table} {
		if _, errs, err := scoreRecorded(t, recordedRuns, "--out", out); err != nil {
			t.Fatal(err, errs)
		}
	}
	want := sharedtest.Need(parquet.ReadFile[trajectory.Row](table))(t)
	text := sharedtest.Need(os.ReadFile(lines))(t)
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(rows) != 5 || len(want) != 5 {
		t.Fatalf("%d lines, %d rows of Parquet", len(rows), len(want))
	}
	for i, line := range rows {
		if b, _ := json.Marshal(want[i]); !jsonEqual(t, string(b), line) {
			t.Errorf("row %d differs:\n%s\n%s", i, b, line)
		}
	}
	out, _, err := scoreRecorded(t, lines, "--json")
	if err != nil || !strings.Contains(out, `"runs":5,"unscored":1`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// Both other values of --format write the same runs: scoring them again gives the same
// figures.
func TestRecordedRunsInOtherForms(t *testing.T) {
	want, _, err := scoreRecorded(t, recordedRuns, "--json", "--verdicts")
	sharedtest.OK(t, err)
	for _, format := range []string{"voi", "atif"} {
		out := filepath.Join(t.TempDir(), "runs.jsonl")
		if _, errs, err := scoreRecorded(t, recordedRuns, "--format", format, "--out", out); err != nil {
			t.Fatal(err, errs)
		}
		if got, _, err := scoreRecorded(t, out, "--json", "--verdicts"); err != nil || got != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, got, want)
		}
		if _, err := os.Stat(strings.Replace(out, "runs.", "runs.steps.", 1)); err == nil {
			t.Errorf("%s: steps are written", format)
		}
	}
}

func jsonEqual(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		t.Fatal("no JSON")
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return bytes.Equal(p, q)
}

// Files beside the runs may be compressed, as the runs may.
func TestFilesBesideRunsMayBeCompressed(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ flag, text, want string }{
		{"--tools", `[]`, "5 runs"},
		{"--tools", `{`, "the end of the text at byte 1"},
		{"--critical", "critcal: [a]\n", "critcal"},
		{"--predicates", "predicats: []\n", "predicats"},
		{"--predicates", "predicates: [{said: hello}]\n", "5 runs"},
		{"--step-profile", "weights: {charm: 1}\n", "charm"},
	} {
		path := filepath.Join(dir, "file.gz")
		sharedtest.OK(t, os.WriteFile(path, gzipped(t, c.text), 0o600))
		out, errs, err := scoreRecorded(t, recordedRuns, c.flag, path, "--out", filepath.Join(dir, "out.jsonl"))
		if text := fmt.Sprint(out, errs, err); !strings.Contains(text, c.want) {
			t.Errorf("%s: %q is not read as such: %s", c.flag, c.text, text)
		}
	}
}

// gzipped is a compressed text.
func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	sharedtest.Need(w.Write([]byte(text)))(t)
	sharedtest.OK(t, w.Close())
	return b.Bytes()
}

func TestRecordedRunsSayWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		sharedtest.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	text := sharedtest.Need(os.ReadFile(recordedRuns))(t)
	mixed := write("mixed.jsonl", string(text)+"{\"trajectory_id\":\"x\",\"messages\":[{\"role\":\"bot\"}]}\n")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{mixed}, 0, "mixed.jsonl:6: bad_field: messages[0]"},
		{[]string{mixed, "--strict"}, exitRejected, "1 row rejected"},
		{[]string{recordedRuns, "--out", filepath.Join(dir, "x.csv")}, exitUsage, "no known suffix"},
		{[]string{recordedRuns, "--critical", write("c.yaml", "critcal: [a]\n")}, exitUsage, "critcal"},
		{[]string{recordedRuns, "--critical", write("d.yaml", "critical: [find_guest]\nread_only: [move_booking, cancel_booking]\n")}, 0, "100.0%"},
		{[]string{recordedRuns, "--tools", filepath.Join(dir, "none.json")}, exitFailed, "none.json"},
		{[]string{recordedRuns, "--step-profile", write("p.yaml", "weights: {charm: 1}\n")}, exitUsage, "charm"},
		{[]string{"-", "--as", "trajectories", "--step-profile", "default"}, exitUsage, "twice"},
		{[]string{recordedRuns, "--format", "csv"}, exitUsage, "atif"},
		{[]string{recordedRuns, "--format", "atif", "--out", filepath.Join(dir, "x.parquet")}, exitUsage, "JSON lines"},
		{[]string{recordedRuns, "--as", "rows"}, exitUsage, "trajectories"},
	} {
		out, errs, err := scoreRecorded(t, c.args...)
		if exitCode(err) != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%v: status %d, want %d with %q\n%s%s", c.args, exitCode(err), c.code, c.want, out, errs)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x.csv")); err == nil {
		t.Error("a refused --out is left behind")
	}
	out := filepath.Join(dir, "scored.jsonl")
	if _, errs, err := scoreRecorded(t, mixed, "--out", out); err != nil {
		t.Fatal(err, errs)
	}
	rejected := sharedtest.Need(os.ReadFile(out + ".rejected.jsonl"))(t)
	if want := `{"file":"` + mixed + `","line":6,"code":"bad_field",`; !strings.HasPrefix(string(rejected), want) || bytes.Count(rejected, []byte("\n")) != 1 {
		t.Errorf("the rejected row is written as %s", rejected)
	}
	if _, errs, err := scoreRecorded(t, recordedRuns, "--out", out); err != nil {
		t.Fatal(err, errs)
	}
	if _, err := os.Stat(out + ".rejected.jsonl"); err == nil {
		t.Error("the rejected rows of an earlier run are left behind")
	}
}
