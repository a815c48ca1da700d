package domains

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestCounts compares the counts of what is read from the shared files with
// testdata/shared. Every file of tools must be listed there, and no tool may be
// refused.
func TestCounts(t *testing.T) {
	root := sharedtest.Shared(t, "data")
	all := newTally()
	counted := map[string]bool{}
	datadriven.RunTest(t, filepath.Join("testdata", "shared", "counts.txt"), func(t *testing.T, d *datadriven.TestData) string {
		var file, key string
		d.ScanArgs(t, "file", &file)
		d.MaybeScanArgs(t, "key", &key)
		if file == "all" {
			return all.String()
		}
		counted[file] = true
		one := newTally()
		for _, record := range records(t, readShared(t, filepath.Join(root, filepath.FromSlash(file)))) {
			if key != "" {
				record = record.Field(key)
			}
			for tool, err := range Tools(record) {
				one.add(&tool, err)
				all.add(&tool, err)
			}
		}
		return one.String()
	})
	paths, err := filepath.Glob(filepath.Join(root, "tools", "*"))
	deeper, _ := filepath.Glob(filepath.Join(root, "tools", "*", "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files of tools: %v", err)
	}
	for _, path := range append(paths, deeper...) {
		if name, _ := filepath.Rel(root, path); filepath.Ext(path) != "" && !counted[filepath.ToSlash(name)] {
			t.Errorf("%s is not counted", name)
		}
	}
}

// tally counts distinct tools, and the domains of their parameters.
type tally struct {
	seen            map[string]bool
	params, refused int
	by              [3]map[string]int // type, size, source
}

func newTally() *tally {
	return &tally{seen: map[string]bool{}, by: [3]map[string]int{{}, {}, {}}}
}

func (c *tally) add(tool *Tool, err error) {
	if err != nil {
		c.refused++
		return
	}
	key := tool.OpenAI().JSON()
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	set, _ := SchemaAnnotator{}.Annotate(context.Background(), tool)
	for _, p := range set {
		c.params++
		size := "infinite"
		switch n := p.Domain.Size; {
		case n < 0:
		case n <= 1:
			size = fmt.Sprint(n)
		case n <= 20:
			size = "2..20"
		case n <= 10000:
			size = "21..10000"
		default:
			size = "10001.."
		}
		for i, what := range [...]string{string(p.Domain.Type), size, p.Domain.Source} {
			c.by[i][what]++
		}
	}
}

func (c *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d tools, %d parameters, %d refused\n", len(c.seen), c.params, c.refused)
	for i, what := range [...]string{"type", "size", "source"} {
		keys := make([]string, 0, len(c.by[i]))
		for k := range c.by[i] {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(x, y string) int {
			if d := c.by[i][y] - c.by[i][x]; d != 0 {
				return d
			}
			return strings.Compare(x, y)
		})
		for j, k := range keys {
			keys[j] = fmt.Sprintf("%s %d", k, c.by[i][k])
		}
		fmt.Fprintf(&b, "  %s: %s\n", what, strings.Join(keys, ", "))
	}
	return b.String()
}
