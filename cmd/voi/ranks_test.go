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

// asTask runs voi as one task of an array to its end, or kills it as soon as
// middle says so; it reports whether it was killed in time.
func asTask(t *testing.T, task, tasks int, middle func() bool, args ...string) (killed bool) {
	t.Helper()
	cmd := exec.Command(must2(builtVoi()), append(args[:len(args):len(args)], "--rank", fmt.Sprint(task), "--world-size", fmt.Sprint(tasks))...)
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
			return killed && err != nil
		case <-tick.C:
			killed = killed || middle != nil && middle() && cmd.Process.Kill() == nil
		}
	}
}

// arrayRows is how many rows an array works on, and whether that takes long
// enough to kill its tasks halfway: VOI_ARRAY_ROWS (make array ROWS=200000).
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

// repeatedRows writes the rows of the file that VOI_ARRAY_DATA names (JSON lines, as
// they are or as .gz) again and again with ids of their own, and a broken one now
// and then; without it, those of manyRows.
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
		whole = 40 * int64(n) // of the results of ranks, at least
	}
	disturbed(t, tasks, whole, at("array.jsonl.work"), at("array.jsonl.work/run-%05d.journal"), score("array.jsonl")...)
	for _, suffix := range []string{"", ".meta.json"} {
		if read(t, at("array.jsonl"+suffix)) != read(t, at("one.jsonl"+suffix)) {
			t.Errorf("FILE%s of an array differs from that of one process", suffix)
		}
	}
}

// disturbed runs all tasks of an array at once, kills tasks 1 and 2 in their work,
// and starts these two again: they die when they have begun, or, where the output
// has so many bytes, when a third of them is there and when half of them is.
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
		// One was done before the signal came.
		sharedtest.OK(t, os.RemoveAll(folder))
	}
	t.Fatal("no task could be killed in time")
}

// bytesIn is the size of what lies in a folder that others write.
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
