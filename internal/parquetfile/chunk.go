package parquetfile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// chunk is a column's part of a row group. It is read from front to back, and holds one
// page; a read further back starts again at the front.
type chunk struct {
	file  *source
	leaf  *Leaf
	codec format.CompressionCodec
	rows  int64
	begin int64
	end   int64

	next  int64  // offset of the next page
	start int64  // offset of the current page in the shown chunk
	page  []byte // the page as it is shown
	raw   []byte // memory for the page as it is stored
	took  int64  // bytes held for the page, and for the dictionary

	seen   int64 // rows so far
	values int64 // values of the row that is not complete yet
	words  int64 // texts in the dictionary; -1: none was read
	fault  error
}

// The limits of a page.
const (
	firstHeader = 4 << 10  // most headers fit
	maxHeader   = 64 << 20 // a header may contain the least and the greatest value
	maxRow      = 1 << 20  // values of a row
)

func (c *chunk) readAt(p []byte, off int64) (n int, err error) {
	if c.next == 0 || off < c.start {
		c.rewind()
	}
	for n < len(p) {
		if at := off + int64(n) - c.start; at < int64(len(c.page)) {
			n += copy(p[n:], c.page[at:])
			continue
		}
		if c.fault != nil {
			return n, c.fault
		}
		c.start += int64(len(c.page))
		c.page = c.page[:0]
		if err := c.advance(); err != nil {
			if !errors.Is(err, io.EOF) {
				err = fmt.Errorf("the column %.50q: %w", c.leaf.Path, err)
			}
			c.fault = err
			_ = c.file.hold(0, c.took) // releasing memory cannot fail
			c.took = 0
		}
	}
	return n, nil
}

func (c *chunk) rewind() {
	_ = c.file.hold(0, c.took) // releasing memory cannot fail
	c.next, c.start, c.page, c.took = c.begin, 0, c.page[:0], 0
	c.seen, c.values, c.words, c.fault = 0, 0, -1, nil
}

// advance reads the next page; io.EOF after the last one.
func (c *chunk) advance() error {
	if c.next >= c.end {
		if c.seen != c.rows {
			return fmt.Errorf("it has %d rows of %d", c.seen, c.rows)
		}
		return io.EOF
	}
	var h format.PageHeader
	if err := c.header(&h); err != nil {
		return err
	}
	size := int64(h.CompressedPageSize)
	if size < 0 || size > c.end-c.next {
		return fmt.Errorf("a page of %d bytes where %d are left", size, c.end-c.next)
	}
	if h.UncompressedPageSize < 0 {
		return fmt.Errorf("a page of %d bytes", h.UncompressedPageSize)
	}
	// The page is held as stored, as shown, and by the library.
	took := size + 2*int64(h.UncompressedPageSize) + 16*int64(max(values(&h), 0))
	if h.Type == format.DictionaryPage {
		took *= 2 // the dictionary stays in memory
	}
	if err := errors.Join(c.file.hold(took, c.took), c.file.expand(int64(h.UncompressedPageSize))); err != nil {
		return err
	}
	c.took = took
	if int64(cap(c.raw)) < size {
		c.raw = make([]byte, size)
	}
	raw := c.raw[:size]
	if _, err := c.file.r.ReadAt(raw, c.next); err != nil {
		return fmt.Errorf("reading a page: %w", err)
	}
	c.next += size
	if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(raw) {
		return errors.New("the checksum of a page is wrong: its bytes were changed")
	}
	return c.show(&h, raw)
}

// header reads the header of the next page.
func (c *chunk) header(h *format.PageHeader) error {
	for most := int64(firstHeader); ; most = min(16*most, maxHeader) {
		b := make([]byte, min(most, c.end-c.next))
		if _, err := c.file.r.ReadAt(b, c.next); err != nil {
			return fmt.Errorf("reading the header of a page: %w", err)
		}
		n, err := Decode(b, 1024, h)
		if err != nil && most < maxHeader && int64(len(b)) == most {
			continue
		}
		if err != nil {
			return fmt.Errorf("the header of a page cannot be read: %w", err)
		}
		c.next += int64(n)
		return nil
	}
}

// values returns the number of values that a page claims.
func values(h *format.PageHeader) int32 {
	switch {
	case h.DataPageHeader.Valid:
		return h.DataPageHeader.V.NumValues
	case h.DataPageHeaderV2.Valid:
		return h.DataPageHeaderV2.V.NumValues
	}
	return h.DictionaryPageHeader.V.NumValues
}

// show makes the shown page from the stored one.
func (c *chunk) show(h *format.PageHeader, raw []byte) error {
	body, err := c.body(h, raw)
	if err != nil {
		return err
	}
	h.CRC = 0
	h.CompressedPageSize, h.UncompressedPageSize = int32(len(body)), int32(len(body))
	header, err := thrift.Marshal(new(thrift.CompactProtocol), h)
	if err != nil {
		return fmt.Errorf("the header of a page cannot be read: %w", err)
	}
	c.page = append(append(c.page[:0], header...), body...)
	return nil
}

// body returns the decompressed content of a page, after checking it against the header.
func (c *chunk) body(h *format.PageHeader, raw []byte) ([]byte, error) {
	n := int64(values(h))
	if n < 0 {
		return nil, fmt.Errorf("a page of %d values", n)
	}
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		return c.dictionary(&h.DictionaryPageHeader.V, raw, int64(h.UncompressedPageSize))
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		h.DataPageHeader.V.Statistics = format.Statistics{}
		return c.first(&h.DataPageHeader.V, raw, int64(h.UncompressedPageSize))
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		h.DataPageHeaderV2.V.Statistics = format.Statistics{}
		return c.second(&h.DataPageHeaderV2.V, raw, int64(h.UncompressedPageSize))
	}
	return nil, fmt.Errorf("a page of type %d, which is not read, or has no header of its own", h.Type)
}

func (c *chunk) dictionary(h *format.DictionaryPageHeader, raw []byte, size int64) ([]byte, error) {
	if h.Encoding != format.Plain && h.Encoding != OldDictionary {
		return nil, fmt.Errorf("a dictionary of encoding %d", h.Encoding)
	}
	body, err := Unpack(c.codec, raw, size)
	if err != nil {
		return nil, err
	}
	c.words = int64(h.NumValues)
	return body, c.leaf.plain(body, c.words)
}
