package shard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

var errCrash = errors.New("crash")

// crashAt returns a hook that allows n changes and none after them, as a kill does.
func crashAt(n int, steps *int) func(Op, string) error {
	return func(Op, string) error {
		if *steps++; *steps > n {
			return errCrash
		}
		return nil
	}
}

type record struct{ Step, LogBytes int }

// job imitates a build: in each step two shards and some lines of a log, at the end the
// log, a summary, and no journal.
func job(dir string, hook func(Op, string) error) error {
	d := &Folder{Dir: dir, Owner: "00000", Hook: hook}
	if err := d.Make(); err != nil {
		return err
	}
	j, records, err := d.OpenJournal(".run-00000.journal", []byte(`{"run":1}`))
	if err != nil {
		return err
	}
	defer j.Close()
	done, length := 0, 0
	if n := len(records); n > 0 {
		if _, err := fmt.Sscanf(string(records[n-1]), `{"Step":%d,"LogBytes":%d}`, &done, &length); err != nil {
			return err
		}
	}
	if err := d.Clean("log"); err != nil {
		return err
	}
	l, err := d.OpenLog("log", int64(length))
	if err != nil {
		return err
	}
	defer l.Close()
	for step := done + 1; step <= 3; step++ {
		if err := jobStep(d, j, l, step); err != nil {
			return err
		}
	}
	if _, err := l.Commit(context.Background()); err != nil {
		return err
	}
	if _, err := d.WriteFile("manifest", []byte("done\n")); err != nil {
		return err
	}
	return j.Remove()
}

func jobStep(d *Folder, j *Journal, l *Log, step int) error {
	var files []*File
	for _, split := range []string{"train", "validation"} {
		f, err := d.Create(fmt.Sprintf("%s/part-%d", split, step))
		if err != nil {
			return err
		}
		files = append(files, f)
		fmt.Fprintf(l, "%s %d\n", split, step)
		for range 2 {
			if _, err := f.Write(bytes.Repeat([]byte{byte(step)}, 10)); err != nil {
				f.Abort()
				return err
			}
		}
	}
	for _, f := range files {
		if _, err := f.Commit(); err != nil {
			return err
		}
	}
	n, err := l.Sync()
	if err != nil {
		return err
	}
	return j.Append(record{step, int(n)})
}

func TestCrashAtEveryStep(t *testing.T) {
	whole := t.TempDir()
	total := 0
	sharedtest.OK(t, job(whole, crashAt(1<<30, &total)))
	want := sharedtest.Tree(t, whole)
	for n := range total {
		dir := t.TempDir()
		steps := 0
		if err := job(dir, crashAt(n, &steps)); !errors.Is(err, errCrash) {
			t.Fatalf("crash at step %d: error %v", n, err)
		}
		for name, text := range sharedtest.Tree(t, dir) {
			if strings.Contains(name, "/part-") && text != want[name] {
				t.Fatalf("crash at step %d: a shard looks complete and is not: %s %q", n, name, text)
			}
		}
		// Killed again while it resumes, then completed.
		steps = 0
		_ = job(dir, crashAt(n/2, &steps))
		if err := job(dir, nil); err != nil {
			t.Fatalf("resume after a crash at step %d: %v", n, err)
		}
		sharedtest.SameTree(t, fmt.Sprintf("resume after a crash at step %d", n), sharedtest.Tree(t, dir), want)
	}
	t.Logf("%d steps", total)
}

func TestTornJournal(t *testing.T) {
	d := &Folder{Dir: t.TempDir()}
	j, _, err := d.OpenJournal("j", []byte(`{"run":1}`))
	sharedtest.OK(t, err)
	for i := range 3 {
		sharedtest.OK(t, j.Append(record{i, i}))
	}
	j.Close()
	text, err := os.ReadFile(filepath.Join(d.Dir, "j"))
	sharedtest.OK(t, err)
	for cut := range len(text) {
		sharedtest.OK(t, os.WriteFile(filepath.Join(d.Dir, "j"), text[:cut], 0o666))
		j, records, err := d.OpenJournal("j", []byte(`{"run":1}`))
		sharedtest.OK(t, err)
		if want := max(bytes.Count(text[:cut], []byte("\n"))-1, 0); len(records) != want {
			t.Fatalf("cut at %d: %d records, want %d", cut, len(records), want)
		}
		sharedtest.OK(t, j.Append(record{9, 9}))
		j.Close()
		all, _ := os.ReadFile(filepath.Join(d.Dir, "j"))
		if again, end := parseJournal(all); len(again) != len(records)+2 || int(end) != len(all) {
			t.Fatalf("cut at %d: the journal is not whole after the next record", cut)
		}
	}
}

func TestJournalRefusesAnotherRun(t *testing.T) {
	d := &Folder{Dir: t.TempDir()}
	j, _, err := d.OpenJournal("j", []byte(`{"run":1}`))
	sharedtest.OK(t, err)
	var busy *BusyError
	if _, _, err := d.OpenJournal("j", []byte(`{"run":1}`)); !errors.As(err, &busy) && lockable {
		t.Fatalf("opened twice at once: %v", err)
	}
	j.Close()
	var other *OtherRunError
	if _, _, err := d.OpenJournal("j", []byte(`{"run":2}`)); !errors.As(err, &other) {
		t.Fatalf("another run's journal: %v", err)
	}
	if header, ok, err := d.ReadJournal("j"); string(header) != `{"run":1}` || !ok || err != nil {
		t.Fatalf("ReadJournal: %s %v %v", header, ok, err)
	}
}

func TestTempNamesAreNoShards(t *testing.T) {
	d := &Folder{Owner: "00003"}
	name := d.tempName("trl/train/part-00003-00000.parquet")
	if name != "trl/train/.part-00003-00000.parquet.00003.tmp" {
		t.Fatal(name)
	}
	if owner, ok := IsTemp(filepath.Base(name)); owner != "00003" || !ok {
		t.Fatal(owner, ok)
	}
	for _, other := range []string{"part-00003-00000.parquet", ".tmp", "x.00003.tmp", ".DS_Store"} {
		if owner, ok := IsTemp(other); ok {
			t.Errorf("%s is taken for an unfinished file of %q", other, owner)
		}
	}
}

func TestCleanLeavesOtherRanksAlone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".a.00000.tmp", ".b.00001.tmp", ".log.00000.tmp", "part"} {
		sharedtest.OK(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	d := &Folder{Dir: dir, Owner: "00000"}
	sharedtest.OK(t, d.Clean("log"))
	files, err := d.List()
	if err != nil || !slices.Equal(files, []string{".b.00001.tmp", ".log.00000.tmp", "part"}) {
		t.Fatal(files, err)
	}
}

func TestFaultsSayWhatToDo(t *testing.T) {
	full := &Folder{Dir: t.TempDir(), Hook: func(op Op, _ string) error {
		if op == OpSync {
			return explain("syncing", "x", syscall.ENOSPC)
		}
		return nil
	}}
	_, err := full.WriteFile("x", []byte("x"))
	if err == nil || !strings.Contains(err.Error(), "--resume") || !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if files, _ := full.List(); len(files) != 0 {
		t.Fatalf("a failed file was left: %v", files)
	}
	file := filepath.Join(t.TempDir(), "file")
	sharedtest.OK(t, os.WriteFile(file, nil, 0o666))
	if err := (&Folder{Dir: filepath.Join(file, "sub")}).Make(); err == nil || !strings.Contains(err.Error(), "a file stands where a folder is needed") {
		t.Fatal(err)
	}
}

func TestRank(t *testing.T) {
	seen := map[int64]int{}
	for i := range 4 {
		r := Rank{i, 4}
		sharedtest.OK(t, r.Validate())
		for k := range int64(10) {
			if r.Owns(k) {
				seen[k]++
			}
		}
	}
	for k := range int64(10) {
		if seen[k] != 1 {
			t.Errorf("row %d belongs to %d ranks", k, seen[k])
		}
	}
	for _, bad := range []Rank{{}, {1, 1}, {-1, 2}, {0, MaxRanks + 1}} {
		if bad.Validate() == nil {
			t.Errorf("%+v passed", bad)
		}
	}
}

func TestLogChangedFromOutside(t *testing.T) {
	d := &Folder{Dir: t.TempDir(), Owner: "0"}
	if _, err := d.OpenLog("log", 5); err == nil || !strings.Contains(err.Error(), "without --resume") {
		t.Fatal(err)
	}
}

func FuzzParseJournal(f *testing.F) {
	f.Add([]byte("00000000 {}\n"))
	f.Add([]byte("a3b2c1d0 {\"run\":1}\ntorn"))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, end := parseJournal(text)
		if end > int64(len(text)) || bytes.Count(text[:end], []byte("\n")) != len(records) {
			t.Fatalf("%d records in the first %d bytes of %q", len(records), end, text)
		}
	})
}
