package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestRankOfTheEnvironment(t *testing.T) {
	cases := map[string]struct {
		env  string
		want string // rank, count and source; or text of the error or the note
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

// asTask runs voi as one task of an array to its end, or kills it as soon as middle is
// true. It reports whether it was killed before its end.
func asTask(t *testing.T, task, tasks int, middle func() bool, args ...string) (killed bool) {
	t.Helper()
	cmd := exec.Command(must2(builtVoi()), args...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", task+1), fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", tasks), "SLURM_ARRAY_TASK_MIN=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return false
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if err != nil && !killed {
				t.Errorf("task %d: %v\n%s", task, err, stderr.String())
			}
			if want := fmt.Sprintf("rank %d of %d, from SLURM_ARRAY_TASK_ID", task, tasks); !strings.Contains(stderr.String(), want) {
				t.Errorf("task %d does not say %q:\n%s", task, want, stderr.String())
			}
			return killed && err != nil
		case <-tick.C:
			killed = killed || middle != nil && middle() && cmd.Process.Kill() == nil
		}
	}
}

// arrayRows is the number of rows of an array, and whether they take long enough to kill
// tasks halfway: VOI_ARRAY_ROWS (make array ROWS=200000).
func arrayRows(t *testing.T) (n int, long bool) {
	n = sharedtest.Long(8000, 4000)
	if text := os.Getenv("VOI_ARRAY_ROWS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("VOI_ARRAY_ROWS: %v", err)
		}
	}
	return n, n >= 100_000
}

// repeatedRows writes the rows of the file of VOI_ARRAY_DATA (JSON lines, plain or .gz)
// repeatedly with distinct ids, and a broken row now and then. Without the variable it
// writes manyRows.
func repeatedRows(t *testing.T, path string, n int) {
	t.Helper()
	data := os.Getenv("VOI_ARRAY_DATA")
	if data == "" {
		manyRows(t, path, n)
		return
	}
	file, err := os.Open(data)
	check(t, err)
	defer file.Close()
	var from io.Reader = file
	if strings.HasSuffix(data, ".gz") {
		from, err = gzip.NewReader(file)
		check(t, err)
	}
	text, err := io.ReadAll(from)
	check(t, err)
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	out, err := os.Create(path)
	check(t, err)
	w := bufio.NewWriter(out)
	for i := range n {
		if i%97 == 13 {
			fmt.Fprintf(w, "{\"id\":\"broken-%d\"\n", i)
			continue
		}
		fmt.Fprintf(w, "{\"uuid\":\"row-%d\",%s\n", i, bytes.TrimPrefix(lines[i%len(lines)], []byte("{")))
	}
	check(t, errors.Join(w.Flush(), out.Close()))
}

// TestSlurmArray builds and scores in an array of four tasks. Two of them are killed in the
// middle of their work and started again, as Slurm does with --requeue. The folder has the
// bytes of four undisturbed ranks, and the scored file those of a single run.
func TestSlurmArray(t *testing.T) {
	sharedtest.Unraced(t)
	const tasks = 4
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	n, long := arrayRows(t)
	repeatedRows(t, at("in.jsonl"), n)
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
	whole := int64(0) // bytes of the output
	if long {
		whole = bytesIn(at("flags"))
	}
	disturbed(t, tasks, whole, at("array"), at("array/.run-%05d.journal"), "build", at("in.jsonl"), "--out", at("array"), "--resume")
	sharedtest.SameTree(t, t.Name(), sharedtest.Tree(t, at("array")), sharedtest.Tree(t, at("flags")))
	if read(t, at("array/rejected.jsonl")) != read(t, at("one/rejected.jsonl")) {
		t.Error("an array rejects other rows than one process")
	}
	plain("inspect", at("array"), "--verify")

	var rows strings.Builder
	for i := range n {
		fmt.Fprintf(&rows, "{\"sample_id\":\"row-%d\",\"completion\":\"<answer>\\n<ASK>Where is number %d?</ASK>\\n</answer>\\n\"}\n", i, i)
	}
	sharedtest.OK(t, os.WriteFile(at("completions.jsonl"), []byte(rows.String()), 0o666))
	score := func(out string) []string {
		return []string{"score", at("completions.jsonl"), "--data", at("one"), "--out", at(out), "--resume"}
	}
	plain(score("one.jsonl")...)
	if long {
		whole = 40 * int64(n) // lower bound for the results of the ranks
	}
	disturbed(t, tasks, whole, at("array.jsonl.work"), at("array.jsonl.work/run-%05d.journal"), score("array.jsonl")...)
	for _, suffix := range []string{"", ".meta.json"} {
		if read(t, at("array.jsonl"+suffix)) != read(t, at("one.jsonl"+suffix)) {
			t.Errorf("FILE%s of an array differs from that of one process", suffix)
		}
	}
}

// disturbed runs all tasks of an array at once, kills tasks 1 and 2 during their work, and
// starts these two again. With whole = 0 a task is killed once its journal exists;
// otherwise also task 1 needs a third, and task 2 half, of whole bytes of output.
func disturbed(t *testing.T, tasks int, whole int64, folder, journal string, args ...string) {
	t.Helper()
	for range 10 {
		killed := make([]bool, tasks)
		var all sync.WaitGroup
		for task := range tasks {
			all.Go(func() {
				var middle func() bool
				if task == 1 || task == 2 {
					middle = func() bool {
						_, err := os.Stat(fmt.Sprintf(journal, task))
						return err == nil && (whole == 0 || bytesIn(folder) >= whole/int64(4-task))
					}
				}
				killed[task] = asTask(t, task, tasks, middle, args...)
			})
		}
		all.Wait()
		if t.Failed() {
			return
		}
		if killed[1] && killed[2] {
			t.Logf("tasks 1 and 2 were killed; the folder has %d bytes", bytesIn(folder))
			asTask(t, 2, tasks, nil, args...)
			asTask(t, 1, tasks, nil, args...)
			return
		}
		// A task was done before the signal.
		sharedtest.OK(t, os.RemoveAll(folder))
	}
	t.Fatal("no task could be killed in time")
}

// bytesIn is the size of the files in a folder that other processes write.
func bytesIn(folder string) (n int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// TestEndsWithItsParent kills the process of --parent-pid: the build ends, and --resume
// continues it.
func TestEndsWithItsParent(t *testing.T) {
	sharedtest.Unraced(t)
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "out")
	manyRows(t, in, 15_000)
	parent := exec.Command("sleep", "1000")
	sharedtest.OK(t, parent.Start())
	pid := fmt.Sprint(parent.Process.Pid)
	cmd := exec.Command(voiBinary(t), "build", in, "--out", out, "--workers", "1", "--parent-pid", pid)
	sharedtest.OK(t, cmd.Start())
	for started := time.Now(); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(filepath.Join(out, ".run-00000.journal")); err == nil {
			break
		}
		if time.Since(started) > time.Minute {
			t.Fatal("the build does not begin")
		}
	}
	sharedtest.OK(t, parent.Process.Kill())
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
