package export

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// oldList is a list without a group around its elements, as old writers left them.
type oldList struct{ parquet.Group }

func (oldList) Type() parquet.Type { return parquet.List(parquet.String()).Type() }

// A foreign file may have lists of another shape than voi's.
func TestForeignLists(t *testing.T) {
	for what, list := range map[string]parquet.Group{
		"a bare element":       {"array": parquet.Repeated(parquet.String())},
		"a group of two":       {"array": parquet.Repeated(parquet.Group{"a": parquet.String(), "b": parquet.String()})},
		"a group without name": {"": parquet.Repeated(parquet.String())},
	} {
		path := filepath.Join(t.TempDir(), "foreign.parquet")
		f := sharedtest.Need(os.Create(path))(t)
		w := parquet.NewWriter(f, parquet.NewSchema("foreign", parquet.Group{"messages": oldList{list}}))
		sharedtest.OK(t, w.Close())
		sharedtest.OK(t, f.Close())
		if _, err := Inspect(context.Background(), path); err == nil || !strings.Contains(err.Error(), "the columns of no layout") {
			t.Errorf("%s: error %v", what, err)
		}
	}
}

// The name of a struct with many fields takes time in proportion to its length.
func TestTypeOfWideStruct(t *testing.T) {
	wide := parquet.Group{}
	for i := range 2000 {
		wide[fmt.Sprintf("%s%04d", strings.Repeat("x", 500), i)] = parquet.String()
	}
	total := func() (bytes uint64) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := total()
	name := typeName(wide)
	if took := total() - before; took > 50*uint64(len(name)) {
		t.Errorf("%d bytes of memory for a name of %d", took, len(name))
	}
	if !strings.HasPrefix(name, "struct<x") || !strings.HasSuffix(name, "1999: string>") {
		t.Errorf("%.40s...", name)
	}
}
