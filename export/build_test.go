package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestSameBytesAtAnyWorkerCount(t *testing.T) {
	rows, counts := int64(sharedtest.Long(700, 400)), []int{1, 8, 2, 8}
	if testing.Short() {
		rows, counts = 160, counts[:2]
	}
	in := writeFixture(t, int(rows))
	var want map[string]string
	for _, workers := range counts[:min(len(counts), sharedtest.Long(4, 3))] {
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		opt.Workers = workers
		s := build(t, opt)
		if s.Records != rows || s.Rows+s.Rejected != rows || s.Rejected != rows/8 {
			t.Fatalf("%d workers: %d rows and %d rejected of %d", workers, s.Rows, s.Rejected, s.Records)
		}
		got := sharedtest.Tree(t, opt.Out)
		if want == nil {
			want = got
			verified(t, opt.Out)
		}
		sharedtest.SameTree(t, fmt.Sprintf("%d workers", workers), got, want)
	}
	if n := len(want); n < 20 {
		t.Errorf("only %d files: the test does not cross shards", n)
	}
}

func TestRowsStandInTheOrderOfTheInput(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 300)
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.Split = nil
	build(t, opt)
	last := -1
	for _, r := range rowsOf(t, opt.Out) {
		_, number, found := strings.Cut(r.SampleID, "-")
		n := 0
		if _, err := fmt.Sscan(number, &n); err != nil || !found {
			continue // an id that is a hash
		}
		if n <= last {
			t.Fatalf("sample %d stands behind %d", n, last)
		}
		last = n
	}
}

func TestRanksTogetherHaveTheRowsOfOne(t *testing.T) {
	rows := 333
	if testing.Short() { // also under the race detector
		rows = 160
	}
	in := writeFixture(t, rows)
	one := fixtureOptions(in, filepath.Join(t.TempDir(), "one"))
	build(t, one)
	four := fixtureOptions(in, filepath.Join(t.TempDir(), "four[4")) // a name is no pattern
	four.WorldSize = 4
	for i, rank := range []int{2, 0, 3, 1} {
		four.Rank = rank
		s := build(t, four)
		if s.Complete != (i == 3) || len(s.Missing) != 3-i {
			t.Fatalf("after %d ranks: complete %v, missing %v", i+1, s.Complete, s.Missing)
		}
	}
	verified(t, four.Out)
	a, b := rowsOf(t, one.Out), rowsOf(t, four.Out)
	byID := func(x, y Row) int { return strings.Compare(x.SampleID, y.SampleID) }
	slices.SortFunc(a, byID)
	slices.SortFunc(b, byID)
	textA, _ := json.Marshal(a)
	textB, _ := json.Marshal(b)
	if string(textA) != string(textB) {
		t.Error("4 ranks have other rows than one")
	}
	ones, fours := sharedtest.Tree(t, one.Out), sharedtest.Tree(t, four.Out)
	if ones[rejectedFile] != fours[rejectedFile] {
		t.Errorf("rejected rows differ:\n%s\n%s", ones[rejectedFile], fours[rejectedFile])
	}
	// A second merge changes nothing.
	sharedtest.Need(Merge(context.Background(), four.Out))(t)
	sharedtest.SameTree(t, "merged again", sharedtest.Tree(t, four.Out), fours)
	// The order in which ranks finish does not matter.
	again := four
	again.Out = filepath.Join(t.TempDir(), "again")
	for again.Rank = 0; again.Rank < 4; again.Rank++ {
		build(t, again)
	}
	sharedtest.SameTree(t, "another order of ranks", sharedtest.Tree(t, again.Out), fours)
}

var errCrash = errors.New("crash")

// TestCrashAtEveryStep kills a build before each change of the file system, sometimes again
// while it resumes, and compares the final folder byte by byte.
func TestCrashAtEveryStep(t *testing.T) {
	in := writeFixture(t, 120)
	whole := fixtureOptions(in, filepath.Join(t.TempDir(), "whole"))
	whole.Layouts, whole.Workers = []string{"generic", "nemo-gym", "pref"}, 2
	total := 0
	whole.hook = func(shard.Op, string) error { total++; return nil }
	build(t, whole)
	want := sharedtest.Tree(t, whole.Out)
	stride := sharedtest.Long(1, 11)
	if testing.Short() {
		stride = 29
	}
	for n := 0; n < total; n += stride {
		opt := whole
		opt.Out = filepath.Join(t.TempDir(), "out")
		opt.Resume = true
		for _, limit := range []int{n, (total - n) / 3} {
			steps := 0
			opt.hook = func(shard.Op, string) error {
				if steps++; steps > limit {
					return errCrash
				}
				return nil
			}
			if _, err := Build(context.Background(), opt); err != nil && !errors.Is(err, errCrash) {
				t.Fatalf("crash at step %d: %v", limit, err)
			}
			mustBeUnfinishedOrWhole(t, tree0(t, opt.Out), want)
		}
		opt.hook = nil
		if _, err := Build(context.Background(), opt); err != nil {
			t.Fatalf("resumed after a crash at step %d: %v", n, err)
		}
		sharedtest.SameTree(t, fmt.Sprintf("crash at step %d", n), sharedtest.Tree(t, opt.Out), want)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d steps", total)
}

func tree0(t *testing.T, dir string) map[string]string {
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return sharedtest.Tree(t, dir)
}

// mustBeUnfinishedOrWhole checks that a folder with a manifest has all of its files.
func mustBeUnfinishedOrWhole(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, text := range got {
		if strings.HasSuffix(name, ".parquet") && text != want[name] {
			t.Fatalf("%s looks complete and is not", name)
		}
		if name == manifestFile && text != want[name] {
			t.Fatal("a manifest that is not the whole one's")
		}
	}
}

func TestResumeOfAnotherRunIsAUsageError(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 100)
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.hook = func(op shard.Op, name string) error {
		if strings.Contains(name, "00001") && op == shard.OpRename {
			return errCrash
		}
		return nil
	}
	if _, err := Build(context.Background(), opt); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	opt.hook, opt.Resume = nil, true
	before := sharedtest.Tree(t, opt.Out)
	other := writeFixture(t, 101)
	for name, change := range map[string]func(*BuildOptions){
		"seed (there 0, here 7)":                       func(o *BuildOptions) { o.Seed = 7 },
		"system_prompt_sha256":                         func(o *BuildOptions) { o.SystemPrompt = "Another." },
		`.bytes (there `:                               func(o *BuildOptions) { o.Inputs = []Input{{Path: other}} },
		"drop_flags (there null, here [\"no_tools\"])": func(o *BuildOptions) { o.DropFlags = []string{"no_tools"} },
		"name another folder":                          func(o *BuildOptions) { o.Resume = false },
		"beliefs":                                      func(o *BuildOptions) { o.Beliefs = []string{"schema"} },
		"world_size (there 1, here 2":                  func(o *BuildOptions) { o.WorldSize = 2 },
	} {
		changed := opt
		change(&changed)
		_, err := Build(context.Background(), changed)
		var usage *UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		sharedtest.SameTree(t, name, sharedtest.Tree(t, opt.Out), before)
	}
	opt.Workers = 3 // the number of workers does not identify a run
	build(t, opt)
	done := sharedtest.Tree(t, opt.Out)
	build(t, opt)
	sharedtest.SameTree(t, "resumed when it was done", sharedtest.Tree(t, opt.Out), done)
	verified(t, opt.Out)
}

func TestOccupiedFolders(t *testing.T) {
	in := writeFixture(t, 10)
	for _, resume := range []bool{false, true} {
		out := t.TempDir()
		sharedtest.OK(t, os.WriteFile(filepath.Join(out, "thesis.txt"), []byte("mine"), 0o666))
		opt := fixtureOptions(in, out)
		opt.Resume = resume
		_, err := Build(context.Background(), opt)
		var usage *UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), "thesis.txt") || !strings.Contains(err.Error(), "another folder") {
			t.Errorf("resume %v: %v", resume, err)
		}
		if files := sharedtest.Tree(t, out); len(files) != 1 {
			t.Errorf("resume %v: the folder was written to: %v", resume, sortedKeys(files))
		}
	}
	// Ranks of another run are refused.
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.WorldSize = 2
	build(t, opt)
	opt.Rank, opt.Seed = 1, 5
	var usage *UsageError
	if _, err := Build(context.Background(), opt); !errors.As(err, &usage) {
		t.Errorf("a rank of another run moved in: %v", err)
	}
	if _, err := Merge(context.Background(), opt.Out); err == nil || !strings.Contains(err.Error(), "no manifest yet: 1") {
		t.Errorf("merging half a folder: %v", err)
	}
}

// TestFaults: a full disk, a truncated input, a canceled build. No file looks complete,
// nothing is left if no step was committed, and the same command works once the fault is
// gone.
func TestFaults(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 100)
	text := sharedtest.Need(os.ReadFile(in))(t)
	full := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	full.ShardRows = 0
	full.hook = func(op shard.Op, name string) error {
		if op == shard.OpWrite && strings.HasSuffix(name, ".parquet") {
			return &os.PathError{Op: "write", Path: name, Err: syscall.ENOSPC}
		}
		return nil
	}
	if _, err := Build(context.Background(), full); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("full disk: %v", err)
	}
	if files := tree0(t, full.Out); len(files) != 0 {
		t.Errorf("full disk: left %v", sortedKeys(files))
	}
	full.hook = func(op shard.Op, name string) error {
		if op == shard.OpRename && strings.HasPrefix(name, "trl/") {
			return &os.PathError{Op: "rename", Path: name, Err: syscall.ENOSPC}
		}
		return nil
	}
	if _, err := Build(context.Background(), full); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("no room for a name: %v", err)
	}
	if files := tree0(t, full.Out); len(files) != 0 {
		t.Errorf("no room for a name: left %v", sortedKeys(files))
	}
	full.hook = nil
	build(t, full)

	cut := filepath.Join(t.TempDir(), "cut.jsonl.gz")
	sharedtest.OK(t, os.WriteFile(cut, gzipped(t, text, 0.7), 0o666))
	opt := fixtureOptions(cut, filepath.Join(t.TempDir(), "out"))
	opt.ShardRows = 1000
	if _, err := Build(context.Background(), opt); err == nil || !strings.Contains(err.Error(), "cut.jsonl.gz") {
		t.Errorf("cut input: %v", err)
	}
	if files := tree0(t, opt.Out); len(files) != 0 {
		t.Errorf("cut input: left %v", sortedKeys(files))
	}
	text = sharedtest.Need(os.ReadFile(writeFixture(t, 1000)))(t)
	sharedtest.OK(t, os.WriteFile(cut, gzipped(t, text, 0.9), 0o666))
	opt.ShardRows = 10
	if _, err := Build(context.Background(), opt); err == nil || !strings.Contains(err.Error(), "cut off") || !strings.Contains(err.Error(), "which no other input goes on with") || strings.Contains(err.Error(), "--resume") {
		t.Errorf("cut input behind a shard: %v", err)
	}

	ctx, cancel := context.WithCancel(context.Background())
	opt = fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.Progress = func(State) { cancel() }
	if _, err := Build(ctx, opt); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	opt.Inputs[0].Path = filepath.Join(t.TempDir(), "absent.jsonl")
	opt.Out = filepath.Join(t.TempDir(), "none")
	if _, err := Build(context.Background(), opt); err == nil || !strings.Contains(err.Error(), "absent.jsonl") {
		t.Errorf("absent input: %v", err)
	}
	if _, err := os.Stat(opt.Out); err == nil {
		t.Error("absent input: the folder was made")
	}
}

func TestStdinAndDataAreFilesLikeOthers(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 50)
	text := sharedtest.Need(os.ReadFile(in))(t)
	want := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	build(t, want)
	for name, input := range map[string]Input{
		"stdin": {Path: "-", Name: "samples.jsonl"},
		"data":  {Name: "samples.jsonl", Data: text},
	} {
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		opt.Inputs, opt.Stdin = []Input{input}, strings.NewReader(string(text))
		build(t, opt)
		sharedtest.SameTree(t, name, sharedtest.Tree(t, opt.Out), sharedtest.Tree(t, want.Out))
	}
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.Inputs = []Input{{Path: "-"}, {Path: "-"}}
	var usage *UsageError
	if _, err := Build(context.Background(), opt); !errors.As(err, &usage) {
		t.Errorf("stdin twice: %v", err)
	}
}

// TestOwnDomainsFromShards builds a shard anew: the domains that the row gave stay, and an overlay
// counts for the others alone, as it did for the row itself.
func TestOwnDomainsFromShards(t *testing.T) {
	row := `{"id":"a","messages":[{"role":"user","content":"Weather?"}],"tools":[` + weatherTool + `],"reference":{"action":"ASK"},` +
		`"domains":{"weather":{"city":{"type":"finite","values":["Oslo","Bergen"]}}}}`
	opt := fixtureOptions("", filepath.Join(t.TempDir(), "out"))
	opt.Inputs = []Input{{Name: "own.jsonl", Data: []byte(row)}}
	build(t, opt)
	first := rowsOf(t, opt.Out)[0]
	again := opt
	again.Out = filepath.Join(t.TempDir(), "again")
	again.Inputs = []Input{{Path: filepath.Join(opt.Out, first.Split, "part-00000-00000.parquet")}}
	build(t, again)
	if second := rowsOf(t, again.Out)[0]; second.Domains != first.Domains || second.Provenance != first.Provenance || *second.VNow != *first.VNow {
		t.Errorf("built anew from its shard: %s, %s; want %s, %s", second.Domains, second.Provenance, first.Domains, first.Provenance)
	}
	verified(t, again.Out)
	again.Out = filepath.Join(t.TempDir(), "overlay")
	again.Overlay = sharedtest.Need(domains.ParseOverlay(`{"weather":{"city":{"type":"finite","values":["Rome"]},"unit":{"type":"finite","values":["F"]}}}`))(t)
	build(t, again)
	text := rowsOf(t, again.Out)[0].Domains
	if strings.Contains(text, "Rome") || !strings.Contains(text, `"values":["F"]`) {
		t.Errorf("with an overlay: %s", text)
	}
}

func TestMaxPromptChars(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeFixture(t, 80)
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.SystemPrompt, opt.MaxPromptChars = "x", 500
	s := build(t, opt)
	if n := s.Counts.Rejections[CodePromptTooLong]; n == 0 || s.Rows == 0 || s.Rows+s.Rejected != 80 {
		t.Fatalf("%d rows, %d rejected, %d too long", s.Rows, s.Rejected, n)
	}
	for _, r := range rowsOf(t, opt.Out) {
		if r.PromptChars > 500 {
			t.Errorf("%s has %d characters", r.SampleID, r.PromptChars)
		}
	}
	verified(t, opt.Out)
	if text := sharedtest.Tree(t, opt.Out)[rejectedFile]; !strings.Contains(text, `"code":"prompt_too_long"`) || strings.Contains(text, `"row":`) {
		t.Error(text)
	}
}

func TestUsage(t *testing.T) {
	in := writeFixture(t, 1)
	for what, change := range map[string]func(*BuildOptions){
		"no layout":     func(o *BuildOptions) { o.Layouts = []string{"parquet"} },
		"world size":    func(o *BuildOptions) { o.WorldSize = -1 },
		"there is no":   func(o *BuildOptions) { o.WorldSize, o.Rank = 4, 4 },
		"tools":         func(o *BuildOptions) { o.Tools = "prompt" },
		"at least 1":    func(o *BuildOptions) { o.ShardRows = -5 },
		"longest":       func(o *BuildOptions) { o.MaxPromptChars = -1 },
		"no input":      func(o *BuildOptions) { o.Inputs = nil },
		"output folder": func(o *BuildOptions) { o.Out = "" },
		"add up to 0.5": func(o *BuildOptions) { o.Split = []Share{{"train", 0.5}} },
		"guess":         func(o *BuildOptions) { o.Beliefs = []string{"guess"} },
	} {
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		change(&opt)
		_, err := Build(context.Background(), opt)
		var usage *UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
