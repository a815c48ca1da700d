package export

import (
	"context"
	"os"
	"path/filepath"
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
