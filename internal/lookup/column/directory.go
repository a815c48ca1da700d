package column

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// directory builds a File from a footer.
type directory struct {
	*File
	r     io.ReaderAt
	meta  *format.FileMetaData
	at    []int // the index of each wanted column's chunk in a group
	width int   // number of chunks in a group
}

func (d *directory) build() error {
	if err := d.check(); err != nil {
		return err
	}
	raw, base, err := d.readIndex()
	if err != nil {
		return err
	}
	for g := range d.meta.RowGroups {
		group := &d.meta.RowGroups[g]
		d.firsts = append(d.firsts, uint32(d.rows))
		for _, i := range d.at {
			c := &group.Columns[i]
			from := c.OffsetIndexOffset - base
			if err := d.chunk(c, group.NumRows, raw[from:from+int64(c.OffsetIndexLength)]); err != nil {
				return err
			}
		}
		d.rows += group.NumRows
	}
	d.chunks = append([]chunk(nil), d.chunks...)
	d.pages = append([]page(nil), d.pages...)
	return nil
}

// check checks the numbers in the footer against the size of the file.
func (d *directory) check() error {
	var rows int64
	for g := range d.meta.RowGroups {
		group := &d.meta.RowGroups[g]
		if len(group.Columns) != d.width {
			return fmt.Errorf("a group of rows has %d columns of %d", len(group.Columns), d.width)
		}
		// In every shard a row takes more than a byte. So no number here asks for more
		// memory than the file has bytes.
		if group.NumRows <= 0 || group.NumRows > d.size || rows+group.NumRows > min(d.size, maxRows) {
			return fmt.Errorf("%d rows in a group, in a file of %d bytes", group.NumRows, d.size)
		}
		rows += group.NumRows
		for _, i := range d.at {
			if err := d.checkChunk(&group.Columns[i]); err != nil {
				return err
			}
		}
	}
	if rows != d.meta.NumRows {
		return fmt.Errorf("the footer speaks of %d rows, its groups have %d", d.meta.NumRows, rows)
	}
	return nil
}

func (d *directory) checkChunk(c *format.ColumnChunk) error {
	dict, data := c.MetaData.DictionaryPageOffset, c.MetaData.DataPageOffset
	switch codec := c.MetaData.Codec; {
	case codec != format.Uncompressed && codec != format.Zstd:
		return fmt.Errorf("it is compressed by codec %d; voi writes zstd", codec)
	case c.OffsetIndexOffset <= 0 || c.OffsetIndexLength <= 0:
		return errors.New("it has no page index; voi writes one")
	case c.OffsetIndexOffset > d.size || int64(c.OffsetIndexLength) > d.size-c.OffsetIndexOffset:
		return errors.New("its page index lies outside of it")
	case dict < 0 || dict > data || dict > 0 && data-dict > MaxPage:
		return errors.New("a dictionary lies behind its data")
	}
	return nil
}

// readIndex reads the offset indexes of all wanted chunks, which are adjacent in the file.
// It returns their bytes and the offset of the first byte.
func (d *directory) readIndex() (raw []byte, base int64, err error) {
	base, end := int64(math.MaxInt64), int64(0)
	for g := range d.meta.RowGroups {
		for _, i := range d.at {
			c := &d.meta.RowGroups[g].Columns[i]
			base, end = min(base, c.OffsetIndexOffset), max(end, c.OffsetIndexOffset+int64(c.OffsetIndexLength))
		}
	}
	if end == 0 {
		return nil, 0, nil // no rows
	}
	if end-base > maxIndex {
		return nil, 0, fmt.Errorf("its page index spreads over %d bytes", end-base)
	}
	raw = make([]byte, end-base)
	return raw, base, parquetfile.ReadAt(d.r, raw, base)
}

// chunk adds a chunk and its pages.
func (d *directory) chunk(c *format.ColumnChunk, rows int64, index []byte) error {
	entry := chunk{start: uint32(len(d.pages)), codec: c.MetaData.Codec}
	var pages format.OffsetIndex
	if _, err := parquetfile.Decode(index, len(index), &pages); err != nil {
		return fmt.Errorf("the page index cannot be read: %w", err)
	}
	for _, at := range pages.PageLocations {
		p := page{offset: at.Offset, size: uint32(max(at.CompressedPageSize, 0))}
		if err := d.addPage(&entry, p, at.FirstRowIndex, rows); err != nil {
			return fmt.Errorf("the page index cannot be read: %w", err)
		}
	}
	if len(d.pages) == int(entry.start) {
		return errors.New("the page index lists no page of a column")
	}
	if dict := c.MetaData.DictionaryPageOffset; dict > 0 {
		begin := d.pages[entry.start].offset
		if begin <= dict || begin-dict > MaxPage {
			return errors.New("a dictionary lies behind its data")
		}
		entry.dict, entry.dictSize = dict, uint32(begin-dict)
	}
	d.chunks = append(d.chunks, entry)
	return nil
}

// addPage adds a page. Its first row is counted from the start of the group.
func (d *directory) addPage(c *chunk, p page, first, rows int64) error {
	n := len(d.pages)
	begins := n == int(c.start)
	switch {
	case p.offset <= 0 || p.offset > d.size || int64(p.size) > d.size-p.offset:
		return errors.New("a page lies outside of the file")
	case p.size == 0 || p.size > MaxPage:
		return fmt.Errorf("a page of %d bytes; at most %d are read", p.size, MaxPage)
	case begins != (first == 0) || first < 0 || first >= rows:
		return errors.New("the first rows of pages are out of order")
	}
	p.first = uint32(d.rows + first)
	if !begins && p.first <= d.pages[n-1].first {
		return errors.New("the first rows of pages are out of order")
	}
	d.pages = append(d.pages, p)
	return nil
}
