package export

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestPivotIsRead builds the layout pivot and reads it as input: each row keeps its id, its
// action and the first call of its reference.
func TestPivotIsRead(t *testing.T) {
	opt := fixtureOptions(writeFixture(t, len(fixtureRows)), filepath.Join(t.TempDir(), "out"))
	opt.Layouts, opt.Split = []string{"generic", "pivot"}, nil
	build(t, opt)
	want := map[string]completion.Action{}
	files, _ := filepath.Glob(filepath.Join(opt.Out, "*", "*.parquet"))
	pivots, _ := filepath.Glob(filepath.Join(opt.Out, "pivot", "*", "*.jsonl"))
	if len(files) == 0 || len(pivots) == 0 {
		entries, _ := os.ReadDir(opt.Out)
		t.Fatalf("no shards of both layouts in %v", entries)
	}
	for _, file := range append(files, pivots...) {
		r := sharedtest.Need(reader.Open(context.Background(), file, reader.Options{}))(t)
		rows := 0
		for raw, err := range r.All() {
			sharedtest.OK(t, err)
			rec := r.Decode(raw)
			if rec.Rejection != nil {
				t.Fatalf("%s:%d: %s", file, raw.Line, rec.Rejection.Message)
			}
			s := rec.Sample
			if action, ok := want[s.ID]; ok && action != s.Reference.Action || s.Reference.Action == completion.ToolCall && len(s.Reference.ToolCalls) == 0 {
				t.Errorf("%s: %s is read as %s, was %s", file, s.ID, s.Reference.Action, action)
			}
			want[s.ID] = s.Reference.Action
			rows++
		}
		_ = r.Close()
		if rows == 0 || rows != len(want) {
			t.Errorf("%s: %d rows, %d samples in all", file, rows, len(want))
		}
	}
}
