package export

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
)

const lockRow = `{"id":"a","messages":[{"role":"user","content":"hi"}],"tools":[],"reference":{"action":"DIRECTLY"}}` + "\n"

// A second process with --resume beside a live build changes no file of that build, not
// even its copy of standard input, and says so.
func TestResumeBesideALiveBuild(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	pipe, feed := io.Pipe()
	ended := make(chan error)
	go func() {
		_, err := Build(context.Background(), BuildOptions{Out: out, Inputs: []Input{{Path: "-"}}, Stdin: pipe})
		ended <- err
	}()
	if _, err := io.WriteString(feed, lockRow); err != nil { // the build has begun to read
		t.Fatal(err)
	}
	var busy *shard.BusyError
	_, err := Build(context.Background(), BuildOptions{Out: out, Inputs: []Input{{Path: "-"}}, Stdin: strings.NewReader("{}\n"), Resume: true})
	if !errors.As(err, &busy) {
		t.Errorf("the second build: %v", err)
	}
	feed.Close()
	if err := <-ended; err != nil {
		t.Errorf("the build that lived: %v", err)
	}
	if m, err := ReadManifest(out); err != nil || m.Rows != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

// Of two concurrent merges one is told to wait.
func TestTwoMerges(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	for rank := range 2 {
		opt := BuildOptions{Out: dir, Inputs: []Input{{Name: "in.jsonl", Data: []byte(lockRow + lockRow)}}, Rank: rank, WorldSize: 2}
		sharedtest.Need(Build(context.Background(), opt))(t)
	}
	sharedtest.OK(t, os.Remove(filepath.Join(dir, manifestFile)))
	release := sharedtest.Need((&shard.Folder{Dir: dir, Owner: mergeOwner}).Lock())(t)
	var busy *shard.BusyError
	if _, err := Merge(context.Background(), dir); !errors.As(err, &busy) {
		t.Errorf("the second merge: %v", err)
	}
	release()
	if sum, err := Merge(context.Background(), dir); err != nil || sum.Rows != 2 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// An interrupted build says what is left of it.
func TestInterruptedBuild(t *testing.T) {
	for _, c := range []struct {
		rows int64
		says string
	}{{1, "nothing is kept"}, {6, "4 rows in complete shards stay in "}} {
		ctx, interrupt := context.WithCancel(context.Background())
		text := strings.Repeat(lockRow, 8)
		_, err := Build(ctx, BuildOptions{
			Out: filepath.Join(t.TempDir(), "out"), Inputs: []Input{{Path: "-"}}, Stdin: strings.NewReader(text), ShardRows: 4, Workers: 1,
			hook: func(op shard.Op, name string) error {
				if op == shard.OpSync && strings.Contains(name, "part-") && strings.HasSuffix(name, map[int64]string{1: "00000.parquet", 6: "00001.parquet"}[c.rows]) {
					interrupt()
					return ctx.Err()
				}
				return nil
			},
		})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("interrupted at row %d: %v, want %q", c.rows, err, c.says)
		}
		interrupt()
	}
}
