package column

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// directory builds a File from a footer.
type directory struct {
	*File
	r     io.ReaderAt
	meta  *footer
	at    []int // the chunk of each wanted column in a group
	width int   // chunks of a group
}

func (d *directory) build() error {
	if err := d.check(); err != nil {
		return err
	}
	raw, base, err := d.readIndex()
	if err != nil {
		return err
	}
	for g := range d.meta.groups {
		group := &d.meta.groups[g]
		d.firsts = append(d.firsts, uint32(d.rows))
		for _, i := range d.at {
			c := &group.chunks[i]
			from := c.index - base
			if err := d.chunk(c, group.rows, raw[from:from+c.indexLength]); err != nil {
				return err
			}
		}
		d.rows += group.rows
	}
	d.chunks = append([]chunk(nil), d.chunks...)
	d.pages = append([]page(nil), d.pages...)
	return nil
}

// check holds the numbers of the footer to the size of the file.
func (d *directory) check() error {
	var rows int64
	for g := range d.meta.groups {
		group := &d.meta.groups[g]
		if len(group.chunks) != d.width {
			return fmt.Errorf("a group of rows has %d columns of %d", len(group.chunks), d.width)
		}
		// A row takes more than a byte in any shard, so that no number here
		// asks for more memory than the file has bytes.
		if group.rows <= 0 || group.rows > d.size || rows+group.rows > min(d.size, maxRows) {
			return fmt.Errorf("%d rows in a group, in a file of %d bytes", group.rows, d.size)
		}
		rows += group.rows
		for _, i := range d.at {
			if err := d.checkChunk(&group.chunks[i]); err != nil {
				return err
			}
		}
	}
	if rows != d.meta.rows {
		return fmt.Errorf("the footer speaks of %d rows, its groups have %d", d.meta.rows, rows)
	}
	return nil
}

func (d *directory) checkChunk(c *chunkMeta) error {
	switch {
	case c.codec != codecNone && c.codec != codecZstd:
		return fmt.Errorf("it is compressed by codec %d; voi writes zstd", c.codec)
	case c.index <= 0 || c.indexLength <= 0:
		return errors.New("it has no page index; voi writes one")
	case c.index > d.size || c.indexLength > d.size-c.index:
		return errors.New("its page index lies outside of it")
	case c.dict < 0 || c.dict > c.data || c.dict > 0 && c.data-c.dict > MaxPage:
		return errors.New("a dictionary lies behind its data")
	}
	return nil
}

// readIndex reads the offset indexes of all wanted chunks, which stand side by
// side, and returns the offset of the first.
func (d *directory) readIndex() (raw []byte, base int64, err error) {
	base, end := int64(math.MaxInt64), int64(0)
	for g := range d.meta.groups {
		for _, i := range d.at {
			c := &d.meta.groups[g].chunks[i]
			base, end = min(base, c.index), max(end, c.index+c.indexLength)
		}
	}
	if end == 0 {
		return nil, 0, nil // no rows
	}
	if end-base > maxIndex {
		return nil, 0, fmt.Errorf("its page index spreads over %d bytes", end-base)
	}
	raw = make([]byte, end-base)
	return raw, base, readAt(d.r, raw, base)
}

// chunk adds a chunk and its pages.
func (d *directory) chunk(c *chunkMeta, rows int64, index []byte) error {
	entry := chunk{start: uint32(len(d.pages)), codec: uint8(c.codec)}
	t := &thrift{b: index}
	t.fields(func(id int, typ byte) bool {
		if id != 1 || typ != thriftList {
			return false
		}
		t.structs(func() {
			p, first := t.location()
			if err := d.addPage(&entry, p, first, rows); err != nil {
				t.fail(err)
			}
		})
		return true
	})
	if t.err != nil {
		return fmt.Errorf("the page index cannot be read: %w", t.err)
	}
	if len(d.pages) == int(entry.start) {
		return errors.New("the page index lists no page of a column")
	}
	if c.dict > 0 {
		begin := d.pages[entry.start].offset
		if begin <= c.dict || begin-c.dict > MaxPage {
			return errors.New("a dictionary lies behind its data")
		}
		entry.dict, entry.dictSize = c.dict, uint32(begin-c.dict)
	}
	d.chunks = append(d.chunks, entry)
	return nil
}

// addPage adds a page whose first row is counted from the group's.
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

// location reads where a page is. A size that is no uint32 becomes 0.
func (t *thrift) location() (p page, first int64) {
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 1 && typ == thriftI64:
			p.offset = t.int()
		case id == 2 && typ == thriftI32:
			if n := t.int(); n >= 0 && n <= math.MaxInt32 {
				p.size = uint32(n)
			}
		case id == 3 && typ == thriftI64:
			first = t.int()
		default:
			return false
		}
		return true
	})
	return p, first
}
