package score

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// manyRows returns n rows of every kind, with rejected and unscored ones among them.
func manyRows(n int) string {
	var b strings.Builder
	for i := range n {
		group := fmt.Sprint(i * 7 % (n/4 + 1))
		switch i % 7 {
		case 0:
			b.WriteString(row("call", rightCall, "group_id", group, "n", fmt.Sprint(i)))
		case 1:
			b.WriteString(row("ask", rightAsk, "group_id", group))
		case 2:
			b.WriteString(row("bare", rightRefuse, "group_id", group, "reward", "0.5"))
		case 3:
			b.WriteString(row("gone", rightCall, "group_id", group))
		case 4:
			b.WriteString(fmt.Sprintf("{\"id\":%d}\n", i))
		case 5:
			b.WriteString(row("call", rightAsk+strings.Repeat(" ", i%40), "group_id", group, "late", "1.5"))
		case 6:
			b.WriteString(row("call", "nothing", "group_id", group, "n", "null"))
		}
	}
	return b.String()
}

// outputs reads all files of a run.
func outputs(t *testing.T, out string) map[string]string {
	t.Helper()
	files := sharedtest.Need(filepath.Glob(out + "*"))(t)
	all := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatalf("%v: the folder of a finished run stays", err)
		}
		all[strings.TrimPrefix(f, out)] = string(text)
	}
	return all
}

func sameOutputs(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s: FILE%s differs from that of one run by one worker (%d bytes, want %d)", what, name, len(got[name]), len(text))
		}
	}
}

// The output does not depend on ranks, workers and interruptions.
func TestSameBytesHoweverItRuns(t *testing.T) {
	store := openStore(t)
	dir := t.TempDir()
	var inputs []string
	for i, n := range []int{300, 1, 411} {
		path := filepath.Join(dir, fmt.Sprintf("in-%d.jsonl", i))
		sharedtest.OK(t, os.WriteFile(path, []byte(manyRows(n)), 0o666))
		inputs = append(inputs, path)
	}
	for _, name := range []string{"out.jsonl", "out.parquet", "out.jsonl.gz", "out.jsonl.zst"} {
		t.Run(name, func(t *testing.T) {
			options := func(out string) Options {
				return Options{Inputs: inputs, Out: out, Samples: store, Profiles: profiles(t, "certainty", "paper"), Workers: 2, stepRows: 50}
			}
			reference := options(filepath.Join(t.TempDir(), name))
			reference.Workers = 1
			first := mustRun(t, reference)
			want := outputs(t, reference.Out)
			if first.Rows+first.Rejected != 712 || first.Records != 712 || first.Rejected == 0 {
				t.Fatalf("%+v", first)
			}

			ranks := options(filepath.Join(t.TempDir(), name))
			ranks.WorldSize = 3
			var sum *Summary
			for _, r := range []int{2, 0, 1} {
				ranks.Rank = r
				sum = mustRun(t, ranks)
				if sum.Complete != (r == 1) {
					t.Fatalf("rank %d: %+v", r, sum)
				}
			}
			sameOutputs(t, "three ranks", outputs(t, ranks.Out), want)
			if a, b := jsonOf(t, sum), jsonOf(t, first); strings.ReplaceAll(a, ranks.Out, "") != strings.ReplaceAll(b, reference.Out, "") {
				t.Errorf("the summary of three ranks:\n%s\nof one:\n%s", a, b)
			}

			for _, stop := range []int64{1, 60, 130, 500, 711} {
				resumed := options(filepath.Join(t.TempDir(), name))
				interrupt(t, resumed, stop)
				if _, err := os.Stat(resumed.Out); !errors.Is(err, os.ErrNotExist) {
					t.Fatalf("interrupted at row %d: there is an output: %v", stop, err)
				}
				resumed.Resume = true
				mustRun(t, resumed)
				sameOutputs(t, fmt.Sprintf("interrupted after %d rows", stop), outputs(t, resumed.Out), want)
			}
		})
	}
}

func jsonOf(t *testing.T, sum *Summary) string {
	t.Helper()
	text := sharedtest.Need(sum.MarshalJSON())(t)
	if _, err := jsonvalue.Parse(string(text), jsonvalue.Options{}); err != nil {
		t.Fatalf("the summary is no JSON: %v: %s", err, text)
	}
	return string(text)
}

// interrupt runs until some rows are scored, and then stops. The error names the command
// that continues: the same with --resume where rows were kept, else the same without it.
func interrupt(t *testing.T, opt Options, rows int64) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opt.Progress = func(s State) {
		if s.Rows >= rows {
			cancel()
		}
	}
	_, err := Run(ctx, opt)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted at row %d: %v", rows, err)
	}
	advice := "nothing is kept: give the same command again"
	if _, err := os.Stat(opt.Out + workSuffix); err == nil {
		advice = "is kept in " + opt.Out + workSuffix + ", and the same command with --resume goes on with it"
	}
	if !strings.Contains(err.Error(), advice) {
		t.Errorf("interrupted at row %d: %q does not say %q", rows, err, advice)
	}
}

// An input that is cut off is another one once it is whole, which no run goes on with.
func TestACutInputIsNotResumed(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for i := range 2000 {
		fmt.Fprintf(w, "%s", row("call", rightCall, "n", fmt.Sprint(i*i*i)))
	}
	sharedtest.OK(t, w.Close())
	in := writeFile(t, "in.jsonl.gz", b.String()[:b.Len()*9/10])
	_, err := Run(context.Background(), Options{Inputs: []string{in}, Out: filepath.Join(t.TempDir(), "out.jsonl"), Samples: openStore(t), Profiles: profiles(t, "certainty"), stepRows: 50})
	if err == nil || !strings.Contains(err.Error(), "cut off") || !strings.Contains(err.Error(), ".work, which no other input goes on with") || strings.Contains(err.Error(), "--resume") {
		t.Error(err)
	}
}

func TestAFailedRunLeavesTheOldOutput(t *testing.T) {
	store := openStore(t)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	opt := Options{Inputs: []string{writeFile(t, "in.jsonl", manyRows(300))}, Out: out, Samples: store, Profiles: profiles(t, "certainty"), stepRows: 50}
	mustRun(t, opt)
	want := outputs(t, out)
	interrupt(t, opt, 200)
	got := outputs2(t, out)
	sameOutputs(t, "after a failed run", got, want)

	// The kept files belong to that run alone.
	if _, err := Run(context.Background(), opt); !errors.As(err, new(*export.UsageError)) || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("a second run over an unfinished one: %v", err)
	}
	other := opt
	other.Resume, other.Profiles = true, profiles(t, "baseline")
	if _, err := Run(context.Background(), other); !errors.As(err, new(*export.UsageError)) {
		t.Errorf("resumed with another profile: %v", err)
	}
	other = opt
	other.Resume, other.SamplesID = true, "others"
	if _, err := Run(context.Background(), other); !errors.As(err, new(*export.UsageError)) {
		t.Errorf("resumed with other samples: %v", err)
	}
	opt.Resume = true
	mustRun(t, opt)
	sameOutputs(t, "resumed", outputs(t, out), want)

	// The rejections of an earlier run do not stay beside an output without any.
	opt.Resume, opt.Inputs = false, []string{writeFile(t, "good.jsonl", row("call", rightCall))}
	mustRun(t, opt)
	if files := outputs(t, out); len(files) != 2 || files[".rejected.jsonl"] != "" {
		t.Errorf("beside the output: %v", files)
	}
}

// outputs2 is outputs where the folder of an unfinished run stands beside them.
func outputs2(t *testing.T, out string) map[string]string {
	t.Helper()
	hidden := out + workSuffix
	if err := os.Rename(hidden, filepath.Join(filepath.Dir(out), "hidden")); err != nil {
		t.Fatalf("nothing was kept: %v", err)
	}
	defer os.Rename(filepath.Join(filepath.Dir(out), "hidden"), hidden)
	return outputs(t, out)
}

// A run that fails before it has scored a row leaves nothing behind.
func TestAnEarlyFailureLeavesNothing(t *testing.T) {
	store := openStore(t)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, Options{Inputs: []string{writeFile(t, "in.jsonl", manyRows(30))}, Out: out, Samples: store, Profiles: profiles(t, "certainty")})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(filepath.Dir(out), "*")); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

func TestStrangersInTheFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	mine := filepath.Join(out+workSuffix, "notes.txt")
	sharedtest.OK(t, os.MkdirAll(filepath.Dir(mine), 0o777))
	sharedtest.OK(t, os.WriteFile(mine, []byte("mine"), 0o666))
	opt := Options{Inputs: []string{writeFile(t, "in.jsonl", row("x", "y"))}, Out: out, Profiles: profiles(t, "certainty"), Resume: true}
	if _, err := Run(context.Background(), opt); !errors.As(err, new(*export.UsageError)) || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("%v", err)
	}
	if text, _ := os.ReadFile(mine); string(text) != "mine" {
		t.Error("a file that is not ours is gone")
	}
}

// A damaged log gives an error that says what to do, never a panic.
func TestDamagedLogs(t *testing.T) {
	store := openStore(t)
	p := sharedtest.Need(newPlan(Options{Inputs: []string{"x"}, Out: "x.jsonl", Profiles: profiles(t, "certainty")}))(t)
	p.Samples = store
	l := newLayout(p)
	opt := Options{Inputs: []string{writeFile(t, "in.jsonl", manyRows(40))}, Out: filepath.Join(t.TempDir(), "out.jsonl"), Samples: store, Profiles: p.Profiles, WorldSize: 2}
	mustRun(t, opt)
	whole := sharedtest.Need(os.ReadFile(filepath.Join(opt.Out+workSuffix, "results-00000")))(t)
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0xff
		if i%3 == 0 {
			damaged = damaged[:i]
		}
		log, tally := bufio.NewReader(bytes.NewReader(damaged)), newTally(1)
		for r, err := l.readRecord(log, nil); err == nil; r, err = l.readRecord(log, r) { // the test is that readRecord returns
			if tally.add(r, &l) != nil {
				break
			}
		}
	}
}

// A second process with --resume beside a live run changes no file of that run, not even
// its copy of standard input, and says so.
func TestResumeBesideALiveRun(t *testing.T) {
	store := openStore(t)
	text := manyRows(200)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	opt := Options{Inputs: []string{"-"}, Out: out, Samples: store, Profiles: profiles(t, "certainty"), Resume: true}
	pipe, feed := io.Pipe()
	lives, ended := opt, make(chan error)
	lives.Stdin = pipe
	go func() {
		_, err := Run(context.Background(), lives)
		ended <- err
	}()
	if _, err := io.WriteString(feed, text[:len(text)/2]); err != nil { // the run has begun to read
		t.Fatal(err)
	}
	second := opt
	second.Stdin = strings.NewReader("{}\n")
	var busy *shard.BusyError
	if _, err := Run(context.Background(), second); !errors.As(err, &busy) {
		t.Errorf("the second run: %v", err)
	}
	sharedtest.Need(io.WriteString(feed, text[len(text)/2:]))(t)
	feed.Close()
	if err := <-ended; err != nil {
		t.Errorf("the run that lived: %v", err)
	}
	if n := len(lines(t, out)); n == 0 {
		t.Error("it wrote nothing")
	}
	if _, err := os.Stat(out + workSuffix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of the run stays: %v", err)
	}
}
