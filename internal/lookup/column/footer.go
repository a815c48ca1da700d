package column

import (
	"errors"
	"fmt"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Bounds of a footer.
const (
	maxColumns = 1024    // inner nodes included
	maxItems   = 1 << 20 // elements of its lists: columns, groups times columns, ...
)

// Decode reads the struct that b begins with and returns how many bytes it takes. The
// library believes what it reads; so it is measured first.
func Decode(b []byte, items int, to any) (size int, err error) {
	if size, err = Measure(b, items); err == nil {
		err = thrift.Unmarshal(new(thrift.CompactProtocol), b[:size], to)
	}
	return size, err
}

// parseFooter reads a file's metadata and lists its leaves.
func parseFooter(b []byte) (*format.FileMetaData, []leaf, error) {
	meta := new(format.FileMetaData)
	if _, err := Decode(b, maxItems, meta); err != nil {
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
	w := schemaWalk{rest: meta.Schema[1:]}
	err := w.children(meta.Schema[0].NumChildren.V, nil, 0, 0)
	return meta, w.leaves, err
}

// leaf is a column that holds values.
type leaf struct {
	path          string // dotted, without the root
	typ           format.Type
	maxRepetition int
	maxDefinition int
}

// schemaDepth bounds the nesting of columns: a list of structs takes 4.
const schemaDepth = 8

// schemaWalk lists the columns that hold values, in the order of a row group's chunks.
type schemaWalk struct {
	rest   []format.SchemaElement
	leaves []leaf
}

func (w *schemaWalk) children(n int32, path []string, repetition, definition int) error {
	if len(path) == schemaDepth {
		return fmt.Errorf("its columns are nested deeper than %d", schemaDepth)
	}
	for ; n > 0; n-- {
		if len(w.rest) == 0 {
			return errors.New("its schema ends too early")
		}
		e := &w.rest[0]
		w.rest = w.rest[1:]
		r, d := repetition, definition
		switch {
		case !e.RepetitionType.Valid:
		case e.RepetitionType.V == format.Repeated:
			r, d = r+1, d+1
		case e.RepetitionType.V == format.Optional:
			d++
		}
		here := append(path, e.Name)
		if e.NumChildren.V > 0 {
			if err := w.children(e.NumChildren.V, here, r, d); err != nil {
				return err
			}
			continue
		}
		typ := format.Type(-1)
		if e.Type.Valid {
			typ = e.Type.V
		}
		w.leaves = append(w.leaves, leaf{path: strings.Join(here, "."), typ: typ, maxRepetition: r, maxDefinition: d})
	}
	return nil
}
