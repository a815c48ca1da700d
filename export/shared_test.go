package export

import (
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestSharedData builds real data in every layout and makes all labels again from the rows:
// rows are read as they were written.
func TestSharedData(t *testing.T) {
	sharedtest.Unraced(t)
	for _, c := range []struct {
		path           []string
		rows, rejected int64
	}{
		{[]string{"when2call", "dev.jsonl"}, 150, 0},
		{[]string{"when2call", "rebuilt_dev.jsonl.gz"}, 2306, 0},
		{[]string{"bfcl", "BFCL_v4_live_simple.json.gz"}, 258, 0},
		{[]string{"bfcl", "BFCL_v4_live_multiple.json.gz"}, 1053, 0},
		{[]string{"tools", "xlam_apibank_l1.json.gz"}, 399, 0},
		{[]string{"tools", "mcp_github.json.gz"}, 0, 1},
	} {
		if c.rows > int64(sharedtest.Long(1e6, 400)) {
			continue
		}
		in := sharedtest.Shared(t, append([]string{"data"}, c.path...)...)
		opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
		opt.ShardRows = 500
		s := build(t, opt)
		if s.Rows != c.rows || s.Rejected != c.rejected {
			t.Errorf("%v: %d rows, %d rejected", c.path, s.Rows, s.Rejected)
		}
		v := verified(t, opt.Out)
		t.Logf("%v: %d rows in %d shards, labels of %d rows made again; agrees in %s", c.path, v.Rows, v.Shards, v.Labels, s.Counts.Agreement.text())
	}
}
