package export

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// Passes with small limits find the same ids as one pass.
func TestDuplicateIDsInPasses(t *testing.T) {
	sharedtest.Unraced(t)
	var b strings.Builder
	var want []string
	for i := range 30 {
		times, text := 1+i%3, "Hello"
		for k := range times {
			if i%2 == 0 { // else the same row again
				text = fmt.Sprintf("Hello %d", k)
			}
			fmt.Fprintf(&b, `{"id":"r%02d","messages":[{"role":"user","content":%q}],"tools":[],"reference":{"action":"DIRECTLY"}}`+"\n", i, text)
		}
		if times > 1 && i%2 == 0 {
			want = append(want, fmt.Sprintf("r%02d", i))
		}
	}
	in, out := filepath.Join(t.TempDir(), "in.jsonl"), filepath.Join(t.TempDir(), "out")
	sharedtest.OK(t, os.WriteFile(in, []byte(b.String()), 0o666))
	if s := build(t, BuildOptions{Inputs: []Input{{Path: in}}, Out: out, ShardRows: 16}); !slices.Equal(s.DuplicateIDs, want) {
		t.Fatalf("got %q, want %q", s.DuplicateIDs, want)
	}
	m := sharedtest.Need(ReadManifest(out))(t)
	for _, limits := range []duplicateLimits{{1_000_000, 1}, {1_000_000, 7}, {59, 1000}, {13, 3}, {1, 1}} {
		ids, total, err := duplicateIDs(context.Background(), out, m, limits)
		if err != nil || !slices.Equal(ids, want) || total != int64(len(want)) {
			t.Errorf("%+v: got %q (%d), %v, want %q", limits, ids, total, err, want)
		}
	}
}
