package parquetfile

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// The limits of a footer.
const (
	maxItems = 1 << 18 // elements of its lists: columns, groups times columns, ...

	// freeRows is the number of rows that a file may have beyond one for each of its bytes.
	freeRows = 1 << 18
)

// Open opens a Parquet file of size bytes. Reading it may still panic on some damage, which
// callers have to recover from ([Guard]). It takes memory in proportion to the file.
func Open(r io.ReaderAt, size int64, options ...parquet.FileOption) (file *parquet.File, err error) {
	err = Guard(func() error {
		file, err = open(r, size, options)
		return err
	})
	return file, err
}

func open(r io.ReaderAt, size int64, options []parquet.FileOption) (*parquet.File, error) {
	raw, err := ReadFooter(r, size)
	if err != nil {
		return nil, err
	}
	var meta format.FileMetaData
	n, err := Decode(raw, maxItems, &meta)
	if err == nil && n != len(raw) {
		err = errors.New("more follows behind its end")
	}
	if err != nil {
		return nil, fmt.Errorf("the footer cannot be read: %w", err)
	}
	leaves, err := Leaves(meta.Schema)
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

// check compares the rows and columns in the footer with each other, and with the length of
// the file.
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
				return fmt.Errorf("the column %.50q: %w", f.leaves[k].Path, err)
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

// place finds the pages of a column.
func (c *chunk) place(cc *format.ColumnChunk) error {
	m := &cc.MetaData
	if cc.FilePath != "" {
		return errors.New("it lies in another file")
	}
	if m.Type != c.leaf.Type {
		return fmt.Errorf("it is of type %d, and of type %d in the schema", m.Type, c.leaf.Type)
	}
	if c.rows == 0 && m.NumValues == 0 {
		c.begin, c.end = 0, 0 // it has no pages, and pyarrow gives them the offset 0
		return nil
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
