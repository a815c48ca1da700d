package main

import (
	"bytes"
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// buildRecorded runs voi build with args, into a new folder.
func buildRecorded(t *testing.T, args ...string) (dir, output string, err error) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	var out bytes.Buffer
	err = run(context.Background(), append([]string{"build", "--out", dir}, args...), strings.NewReader(""), &out, &out)
	return dir, out.String(), err
}

// voi build writes the same rows as voi score, on the examples and on each available file
// of recorded runs.
func TestBuildOfRunsHasTheRowsOfScore(t *testing.T) {
	for name, file := range map[string]func(t *testing.T) string{
		"examples":  func(*testing.T) string { return recordedRuns },
		"questions": func(*testing.T) string { return "../../examples/trajectories/clarify.jsonl" },
		"tau2":      sharedRuns("tau2/gpt-4.1_airline.json.gz"),
		"telecom":   sharedRuns("tau2/telecom_small.json.gz"),
		"replay":    sharedRuns("tau2/tau_airline_replay.jsonl.gz"),
		"retrieval": sharedRuns("retrieval/fireact_llama2-7b.json.gz"),
	} {
		t.Run(name, func(t *testing.T) {
			file := file(t)
			out := filepath.Join(t.TempDir(), "scored.parquet")
			if _, errs, err := scoreRecorded(t, file, "--verdicts", "--beliefs", "--step-profile", "default", "--gate", "default", "--predicates", "derived", "--attribution", "--out", out); err != nil {
				t.Fatal(err, errs)
			}
			dir, text, err := buildRecorded(t, file, "--gate", "default", "--predicates", "derived", "--attribution")
			if err != nil {
				t.Fatal(err, text)
			}
			sameRows[trajectory.Row](t, out, filepath.Join(dir, "trajectories/train/part-00000-00000.parquet"))
			sameRows[trajectory.StepRow](t, strings.Replace(out, "scored.", "scored.steps.", 1), filepath.Join(dir, "steps/train/part-00000-00000.parquet"))
		})
	}
}

func sharedRuns(name string) func(t *testing.T) string {
	return func(t *testing.T) string {
		sharedtest.Unraced(t)
		return sharedtest.Shared(t, "data", name)
	}
}

func sameRows[T any](t *testing.T, scored, built string) {
	t.Helper()
	want := sharedtest.Need(parquet.ReadFile[T](scored))(t)
	got := sharedtest.Need(parquet.ReadFile[T](built))(t)
	if len(want) == 0 || len(got) != len(want) {
		t.Fatalf("%d rows of %s, %d of %s", len(got), built, len(want), scored)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("row %d differs:\n%+v\n%+v", i, got[i], want[i])
		}
	}
}

func TestBuildOfRunsSaysWhatIsWrong(t *testing.T) {
	samples := "../../configs/examples/1-when2call-test.jsonl"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{recordedRuns, "--layout", "trl"}, exitUsage, "--decisions cuts"},
		{[]string{recordedRuns, "--layout", "steps", "--decisions"}, exitUsage, "layout steps"},
		{[]string{recordedRuns, "--decisions", "--step-profile", "default"}, exitUsage, "stay whole"},
		{[]string{recordedRuns, "--step-profile", "none.yaml"}, exitFailed, "none.yaml"},
		{[]string{recordedRuns, "--critical", "none.yaml"}, exitFailed, "none.yaml"},
		{[]string{recordedRuns, "--as", "rows"}, exitUsage, "trajectories"},
		{[]string{samples, "--offered", "x.json"}, exitUsage, "these are samples"},
		{[]string{recordedRuns, "--as", "samples"}, exitFailed, "none of 5 rows could be used"},
	} {
		if _, out, err := buildRecorded(t, c.args...); exitCode(err) != c.code || !strings.Contains(out+err.Error(), c.want) {
			t.Errorf("%v: status %d, want %d with %q\n%v %s", c.args, exitCode(err), c.code, c.want, err, out)
		}
	}
}
