package column

import (
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// The limits of a footer.
const (
	maxColumns = 1024    // including inner nodes
	maxItems   = 1 << 20 // elements of its lists: columns, groups times columns, ...
)

// parseFooter reads a file's metadata and lists its leaves.
func parseFooter(b []byte) (*format.FileMetaData, []parquetfile.Leaf, error) {
	meta := new(format.FileMetaData)
	if _, err := parquetfile.Decode(b, maxItems, meta); err != nil {
		return nil, nil, err
	}
	switch {
	case len(meta.Schema) == 0:
		return nil, nil, errors.New("its schema is empty")
	case len(meta.Schema) > maxColumns:
		return nil, nil, fmt.Errorf("it has more than %d columns", maxColumns)
	case meta.EncryptionAlgorithm.Value != nil:
		return nil, nil, errors.New("it is encrypted")
	}
	for g := range meta.RowGroups {
		chunks := meta.RowGroups[g].Columns
		if len(chunks) == 0 {
			return nil, nil, errors.New("a group of rows has no columns")
		}
		for i := range chunks {
			switch {
			case chunks[i].FilePath != "":
				return nil, nil, errors.New("a column lies in another file")
			case chunks[i].MetaData.DataPageOffset <= 0:
				return nil, nil, errors.New("a column has no data")
			}
		}
	}
	leaves, err := parquetfile.Leaves(meta.Schema)
	return meta, leaves, err
}
