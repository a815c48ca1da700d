package parquetfile

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/lookup/column"
)

// Bounds of a footer.
const (
	maxItems   = 1 << 18 // elements of its lists: columns, groups times columns, ...
	maxColumns = 1 << 14
	maxDepth   = 64
	maxFixed   = 1 << 16 // bytes of a value of a fixed length

	// freeRows is what a file may have beyond a row for each of its bytes.
	freeRows = 1 << 18
)

// Open opens a Parquet file of size bytes. What reads it may panic on some damage
// still, and has to recover ([Guard]); it takes no more memory than the file deserves.
func Open(r io.ReaderAt, size int64, options ...parquet.FileOption) (file *parquet.File, err error) {
	err = Guard(func() error {
		file, err = open(r, size, options)
		return err
	})
	return file, err
}

func open(r io.ReaderAt, size int64, options []parquet.FileOption) (*parquet.File, error) {
	raw, err := column.ReadFooter(r, size)
	if err != nil {
		return nil, err
	}
	var meta format.FileMetaData
	if err := decode(raw, maxItems, &meta); err != nil {
		return nil, fmt.Errorf("the footer cannot be read: %w", err)
	}
	leaves, err := checkSchema(meta.Schema)
	if err != nil {
		return nil, err
	}
	f := &source{r: r, size: size, leaves: leaves}
	if err := f.check(&meta); err != nil {
		return nil, err
	}
	footer, err := f.show(&meta)
	if err != nil {
		return nil, err
	}
	options = append(options, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	return parquet.OpenFile(f, footer, options...)
}

// decode reads a struct that b consists of.
func decode(b []byte, items int, to any) error {
	n, err := column.Measure(b, items)
	if err != nil {
		return err
	}
	if n != len(b) {
		return errors.New("more follows behind its end")
	}
	return thrift.Unmarshal(new(thrift.CompactProtocol), b, to)
}

// leaf is a column that holds values.
type leaf struct {
	name                   string
	typ                    format.Type
	width                  int // bytes of a value of a fixed length
	repetition, definition int // the highest levels
}

// checkSchema lists the columns that hold values.
func checkSchema(schema []format.SchemaElement) (leaves []leaf, err error) {
	if len(schema) == 0 {
		return nil, errors.New("the schema is empty")
	}
	type group struct {
		left                   int32
		repetition, definition int
	}
	open := []group{{left: schema[0].NumChildren.V}}
	for i, e := range schema[1:] {
		for len(open) > 0 && open[len(open)-1].left == 0 {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return nil, fmt.Errorf("the schema has %d elements that belong to no group", len(schema)-1-i)
		}
		in := &open[len(open)-1]
		in.left--
		here := group{e.NumChildren.V, in.repetition, in.definition}
		switch {
		case e.RepetitionType.V == format.Optional && e.RepetitionType.Valid:
			here.definition++
		case e.RepetitionType.V == format.Repeated && e.RepetitionType.Valid:
			here.definition++
			here.repetition++
		}
		if e.NumChildren.Valid && e.NumChildren.V != 0 || !e.Type.Valid {
			if here.left < 0 || len(open) == maxDepth {
				return nil, fmt.Errorf("the schema has a group of %d columns, %d deep", here.left, len(open))
			}
			open = append(open, here)
			continue
		}
		l := leaf{name: e.Name, typ: e.Type.V, repetition: here.repetition, definition: here.definition}
		if l.width, err = widthOf(&e); err != nil {
			return nil, err
		}
		if leaves = append(leaves, l); len(leaves) > maxColumns {
			return nil, fmt.Errorf("more than %d columns", maxColumns)
		}
	}
	for _, g := range open {
		if g.left != 0 {
			return nil, errors.New("the schema ends too early")
		}
	}
	return leaves, nil
}

// widthOf is the bytes of a value, 0 where each has its own length.
func widthOf(e *format.SchemaElement) (int, error) {
	switch e.Type.V {
	case format.Boolean, format.ByteArray:
		return 0, nil
	case format.Int32, format.Float:
		return 4, nil
	case format.Int64, format.Double:
		return 8, nil
	case format.Int96:
		return 12, nil
	case format.FixedLenByteArray:
		if n := e.TypeLength.V; n > 0 && n <= maxFixed {
			return int(n), nil
		}
		return 0, fmt.Errorf("the column %.50q has values of %d bytes, at most %d are read", e.Name, e.TypeLength.V, maxFixed)
	}
	return 0, fmt.Errorf("the column %.50q is of type %d, which there is none of", e.Name, e.Type.V)
}

// check holds what the footer says of rows and columns to each other, and to the
// length of the file.
func (f *source) check(m *format.FileMetaData) error {
	if m.EncryptionAlgorithm.Value != nil {
		return errors.New("it is encrypted")
	}
	var rows, bytes int64
	for i := range m.RowGroups {
		g := &m.RowGroups[i]
		if g.NumRows == 0 && len(g.Columns) == 0 {
			return errors.New("a group of rows is empty")
		}
		if len(g.Columns) != len(f.leaves) {
			return fmt.Errorf("a group of rows has %d columns of %d", len(g.Columns), len(f.leaves))
		}
		if g.NumRows < 0 || g.NumRows > f.size+freeRows-rows {
			return fmt.Errorf("a group of %d rows in a file of %d bytes", g.NumRows, f.size)
		}
		rows += g.NumRows
		for k := range g.Columns {
			c := chunk{file: f, leaf: &f.leaves[k], rows: g.NumRows}
			if err := c.place(&g.Columns[k]); err != nil {
				return fmt.Errorf("the column %.50q: %w", f.leaves[k].name, err)
			}
			if bytes += c.end - c.begin; bytes > f.size {
				return errors.New("columns lie in each other's bytes")
			}
			f.chunks = append(f.chunks, c)
		}
	}
	if rows != m.NumRows {
		return fmt.Errorf("the footer speaks of %d rows, its groups have %d", m.NumRows, rows)
	}
	return nil
}

// place finds where the pages of a column are.
func (c *chunk) place(cc *format.ColumnChunk) error {
	m := &cc.MetaData
	if cc.FilePath != "" {
		return errors.New("it lies in another file")
	}
	if m.Type != c.leaf.typ {
		return fmt.Errorf("it is of type %d, and of type %d in the schema", m.Type, c.leaf.typ)
	}
	c.begin = m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		c.begin = min(c.begin, m.DictionaryPageOffset)
	}
	if c.begin < 4 || m.TotalCompressedSize < 0 || c.begin > c.file.size || m.TotalCompressedSize > c.file.size-c.begin {
		return errors.New("it lies outside of the file")
	}
	if m.NumValues < 0 {
		return fmt.Errorf("it has %d values", m.NumValues)
	}
	c.end = c.begin + m.TotalCompressedSize
	c.codec = m.Codec
	if !known(c.codec) {
		return fmt.Errorf("it is compressed by codec %d, which is not read; use zstd", c.codec)
	}
	return nil
}
