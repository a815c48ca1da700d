package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestRankOfTheEnvironment(t *testing.T) {
	cases := map[string]struct {
		env  string
		want string // rank, count and source; or what the error or the note says
	}{
		"nothing":              {"", "0 of 0 "},
		"array":                {"SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=8", "2 of 8 SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT"},
		"array from 1":         {"SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_COUNT=8 SLURM_ARRAY_TASK_MIN=1", "7 of 8 SLURM_ARRAY"},
		"array from 1 to 8":    {"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=8 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_STEP=1", "0 of 8 SLURM_ARRAY"},
		"array in twos":        {"SLURM_ARRAY_TASK_ID=14 SLURM_ARRAY_TASK_COUNT=8 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=14 SLURM_ARRAY_TASK_STEP=2", "7 of 8 SLURM_ARRAY"},
		"part of an array":     {"SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=5", "error: some are left out"},
		"array past its end":   {"SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_COUNT=8", "error: SLURM_ARRAY_TASK_ID is 8"},
		"array without count":  {"SLURM_ARRAY_TASK_ID=8", "error: SLURM_ARRAY_TASK_COUNT is not set"},
		"array without id":     {"SLURM_ARRAY_TASK_COUNT=8", "error: SLURM_ARRAY_TASK_ID is not set"},
		"array of words":       {"SLURM_ARRAY_TASK_ID=one SLURM_ARRAY_TASK_COUNT=8", `error: SLURM_ARRAY_TASK_ID is "one"`},
		"array of steps":       {"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=8 SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=4", "error: all of them would be rank 1"},
		"array before step":    {"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=8 SLURM_PROCID=0 SLURM_NTASKS=2 RANK=0 WORLD_SIZE=3", "1 of 8 SLURM_ARRAY"},
		"array of one, a step": {"SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=9 SLURM_PROCID=1 SLURM_NTASKS=4", "1 of 4 SLURM_PROCID and SLURM_NTASKS"},
		"step":                 {"SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_PROCID=3 SLURM_NTASKS=4", "3 of 4 SLURM_PROCID"},
		"step by hand":         {"SLURM_PROCID=3 SLURM_NTASKS=4", "3 of 4 SLURM_PROCID"},
		"step before any":      {"SLURM_PROCID=3 SLURM_NTASKS=4 RANK=0 WORLD_SIZE=2", "3 of 4 SLURM_PROCID"},
		"half a step":          {"SLURM_PROCID=3", "error: SLURM_NTASKS is not set"},
		"batch script":         {"SLURM_JOB_ID=7 SLURM_PROCID=0 SLURM_NTASKS=4", "note: srun has not started it"},
		"batch without tasks":  {"SLURM_JOB_ID=7 SLURM_PROCID=0", "0 of 0 "},
		"allocation":           {"SLURM_JOB_ID=7 SLURM_NTASKS=4", "note: srun has not started it"},
		"any":                  {"RANK=1 WORLD_SIZE=2", "1 of 2 RANK and WORLD_SIZE"},
		"any, of one":          {"RANK=0 WORLD_SIZE=1", "0 of 0 "},
		"half of any":          {"RANK=1", "error: WORLD_SIZE is not set"},
		"other half of any":    {"WORLD_SIZE=2", "error: RANK is not set"},
		"any past its end":     {"RANK=2 WORLD_SIZE=2", "error: RANK is 2 and WORLD_SIZE is 2"},
		"any below 0":          {"RANK=-1 WORLD_SIZE=2", "error: RANK is -1"},
		"torchrun":             {"RANK=3 WORLD_SIZE=8 LOCAL_RANK=3", "note: LOCAL_RANK is set"},
		"process group":        {"SLURM_PROCID=3 SLURM_NTASKS=8 MASTER_ADDR=node1", "note: MASTER_ADDR is set"},
		"sweep of trainings":   {"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=8 TORCHELASTIC_RUN_ID=x", "note: SLURM_ARRAY_TASK_ID=1"},
		"half of a trainer's":  {"RANK=3 LOCAL_RANK=3", "0 of 0 "},
		"Ray":                  {"SLURM_PROCID=0 SLURM_NTASKS=8 RAY_JOB_ID=1", "note: RAY_JOB_ID is set"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			env := map[string]string{}
			for _, pair := range strings.Fields(c.env) {
				key, value, _ := strings.Cut(pair, "=")
				env[key] = value
			}
			found, err := environRank(func(name string) string { return env[name] })
			got := fmt.Sprintf("%d of %d %s", found.Index, found.Count, found.source)
			if found.left != "" {
				got = "note: " + found.left
			}
			if err != nil {
				got = "error: " + err.Error()
			}
			kind, says, marked := strings.Cut(c.want, ": ")
			if marked && !(strings.HasPrefix(got, kind) && strings.Contains(got, says)) || !marked && !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: got %q, want %q", c.env, got, c.want)
			}
		})
	}
}

// asTask runs voi as one task of an array, or starts it and kills it once it has
// begun to work on the journal; it reports whether it was killed in time.
func asTask(t *testing.T, task, tasks int, journal string, args ...string) (killed bool) {
	t.Helper()
	cmd := exec.Command(voiBinary(t), args...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", task+1), fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", tasks), "SLURM_ARRAY_TASK_MIN=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if err != nil && !killed {
				t.Fatalf("task %d: %v\n%s", task, err, stderr.String())
			}
			if want := fmt.Sprintf("rank %d of %d, from SLURM_ARRAY_TASK_ID", task, tasks); !strings.Contains(stderr.String(), want) {
				t.Errorf("task %d does not say %q:\n%s", task, want, stderr.String())
			}
			return killed && err != nil
		case <-tick.C:
			if journal == "" || killed {
				continue
			}
			if _, err := os.Stat(journal); err == nil {
				killed = cmd.Process.Kill() == nil
			}
		}
	}
}

// TestSlurmArray builds and scores in an array of four tasks, of which two are
// killed in the middle of their work and started again, as Slurm does with
// --requeue. The folder has the bytes of four ranks that nobody disturbed, and
// the scored file those of a single run.
func TestSlurmArray(t *testing.T) {
	if testing.Short() {
		t.Skip("runs voi 20 times, without the race detector either way")
	}
	const tasks = 4
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	manyRows(t, at("in.jsonl"), 8000)
	plain := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(voiBinary(t), args...).CombinedOutput(); err != nil {
			t.Fatalf("voi %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	plain("build", at("in.jsonl"), "--out", at("one"))
	for rank := range tasks {
		plain("build", at("in.jsonl"), "--out", at("flags"), "--rank", fmt.Sprint(rank), "--world-size", fmt.Sprint(tasks))
	}
	disturbed(t, tasks, at("array"), at("array/.run-%05d.journal"), "build", at("in.jsonl"), "--out", at("array"), "--resume")
	sameTree(t, tree(t, at("array")), tree(t, at("flags")))
	if read(t, at("array/rejected.jsonl")) != read(t, at("one/rejected.jsonl")) {
		t.Error("an array rejects other rows than one process")
	}
	plain("inspect", at("array"), "--verify")

	var rows strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&rows, "{\"sample_id\":\"row-%d\",\"completion\":\"<answer>\\n<ASK>Where is number %d?</ASK>\\n</answer>\\n\"}\n", i, i)
	}
	if err := os.WriteFile(at("completions.jsonl"), []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	score := func(out string) []string {
		return []string{"score", at("completions.jsonl"), "--data", at("one"), "--out", at(out), "--resume"}
	}
	plain(score("one.jsonl")...)
	disturbed(t, tasks, at("array.jsonl.work"), at("array.jsonl.work/run-%05d.journal"), score("array.jsonl")...)
	for _, suffix := range []string{"", ".meta.json"} {
		if read(t, at("array.jsonl"+suffix)) != read(t, at("one.jsonl"+suffix)) {
			t.Errorf("FILE%s of an array differs from that of one process", suffix)
		}
	}
}

// disturbed runs all tasks of an array, kills tasks 1 and 2 in their work, and
// starts these two again.
func disturbed(t *testing.T, tasks int, folder, journal string, args ...string) {
	t.Helper()
	for range 10 {
		killed := 0
		for _, task := range []int{2, 1} {
			if asTask(t, task, tasks, fmt.Sprintf(journal, task), args...) {
				killed++
			}
		}
		if killed == 2 {
			for task := range tasks {
				asTask(t, task, tasks, "", args...)
			}
			return
		}
		// One was done before the signal came.
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("no task could be killed in time")
}

// TestEndsWithItsParent kills the process that --parent-pid names: the build
// ends, and --resume goes on with it.
func TestEndsWithItsParent(t *testing.T) {
	if testing.Short() {
		t.Skip("runs voi several times, without the race detector either way")
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "out")
	manyRows(t, in, 15_000)
	parent := exec.Command("sleep", "1000")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	pid := fmt.Sprint(parent.Process.Pid)
	cmd := exec.Command(voiBinary(t), "build", in, "--out", out, "--workers", "1", "--parent-pid", pid)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for started := time.Now(); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(filepath.Join(out, ".run-00000.journal")); err == nil {
			break
		}
		if time.Since(started) > time.Minute {
			t.Fatal("the build does not begin")
		}
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	if err := cmd.Wait(); err == nil {
		t.Skip("the build was done before it took notice")
	}
	if text, err := exec.Command(voiBinary(t), "build", in, "--out", out, "--resume").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if _, err := os.Stat(filepath.Join(out, "manifest.json")); err != nil {
		t.Error(err)
	}
	text, err := exec.Command(voiBinary(t), "score", in, "--out", "-", "--parent-pid", pid).CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != exitUsage || !strings.Contains(string(text), "there is no process "+pid) {
		t.Errorf("%v\n%s", err, text)
	}
}
