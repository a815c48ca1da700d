package column

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sync"
)

// Page is a page of a column, split into the values of its rows. It does not
// change and is safe for concurrent use.
type Page struct {
	first  uint32
	rows   uint32
	starts []uint32 // where each row's values start, and where the last's end; nil: one value a row
	data   []byte
	spans  []span // of data: the texts; nil for other kinds
}

type span struct{ from, to uint32 }

// Rows returns the first row of the page in its file, and the one after its
// last.
func (p *Page) Rows() (from, to int64) { return int64(p.first), int64(p.first) + int64(p.rows) }

// Values returns the range of values that a row of the page has: one, none
// where it is null, any number where it is a list.
func (p *Page) Values(row int64) (from, to int) {
	i := row - int64(p.first)
	if p.starts == nil {
		return int(i), int(i) + 1
	}
	return int(p.starts[i]), int(p.starts[i+1])
}

// Text is a value of a column of texts. It is valid as long as the page.
func (p *Page) Text(i int) []byte { return p.data[p.spans[i].from:p.spans[i].to] }

// Number is a value of a column of numbers.
func (p *Page) Number(i int) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(p.data[8*i:]))
}

// Truth is a value of a column of booleans.
func (p *Page) Truth(i int) bool { return p.data[i/8]>>(i%8)&1 == 1 }

// Bytes is about the memory that the page takes.
func (p *Page) Bytes() int { return 96 + cap(p.data) + 8*cap(p.spans) + 4*cap(p.starts) }

// pageHeader is what is used of a page's header.
type pageHeader struct {
	typ          int64
	uncompressed int64
	compressed   int64
	crc          int64
	hasCRC       bool

	values     int64 // nulls and empty lists included
	nulls      int64
	rows       int64
	encoding   int64
	definition int64 // bytes of levels
	repetition int64
	plain      bool // its values are not compressed
}

// The types of pages.
const (
	pageDictionary = 2
	pageDataV2     = 3
)

// The encodings of values.
const (
	encodingPlain           = 0
	encodingPlainDictionary = 2
	encodingDeltaLength     = 6
	encodingRLEDictionary   = 8
)

// buffers holds the bytes of pages as the file has them, while they are decoded.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Page reads a page. r must read the file that the directory was made of; where
// it does not, or the file is damaged, an error says what is wrong.
func (f *File) Page(r io.ReaderAt, ref Ref) (*Page, error) {
	at := &f.pages[ref.Page]
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	raw, err := readInto(buf, r, at.offset, at.size)
	if err != nil {
		return nil, err
	}
	h, body, err := splitPage(raw, pageDataV2)
	if err != nil {
		return nil, err
	}
	d := &decoder{header: h, column: f.columns[ref.Column]}
	d.page.first, d.page.rows = f.rowsOf(ref)
	c := &f.chunks[int(ref.Group)*len(f.columns)+int(ref.Column)]
	if err := d.levels(body); err != nil {
		return nil, fmt.Errorf("a page cannot be read: %w", err)
	}
	data, err := unpack(c.codec, body[h.repetition+h.definition:], h.uncompressed-h.repetition-h.definition, h.plain)
	if err != nil {
		return nil, err
	}
	if h.encoding == encodingRLEDictionary || h.encoding == encodingPlainDictionary {
		if d.dict, err = f.dictionary(r, c); err != nil {
			return nil, err
		}
	}
	if err := d.values(data); err != nil {
		return nil, fmt.Errorf("a page cannot be read: %w", err)
	}
	p := d.page
	return &p, nil
}

// dictionary reads the texts that the values of a chunk's pages point to.
func (f *File) dictionary(r io.ReaderAt, c *chunk) (*Page, error) {
	if c.dictSize == 0 {
		return nil, errors.New("a page refers to a dictionary that is not there")
	}
	raw := make([]byte, c.dictSize)
	if err := readAt(r, raw, c.dict); err != nil {
		return nil, err
	}
	h, body, err := splitPage(raw, pageDictionary)
	if err != nil {
		return nil, err
	}
	data, err := unpack(c.codec, body, h.uncompressed, false)
	if err != nil {
		return nil, err
	}
	spans, err := plainTexts(data, int(h.values))
	if err != nil {
		return nil, fmt.Errorf("a dictionary cannot be read: %w", err)
	}
	return &Page{data: data, spans: spans}, nil
}

func readInto(buf *[]byte, r io.ReaderAt, offset int64, size uint32) ([]byte, error) {
	if cap(*buf) < int(size) {
		*buf = make([]byte, size)
	}
	raw := (*buf)[:size]
	return raw, readAt(r, raw, offset)
}

// splitPage reads the header of a page and verifies its checksum.
func splitPage(raw []byte, typ int64) (h pageHeader, body []byte, err error) {
	t := &thrift{b: raw}
	h.read(t)
	switch {
	case t.err != nil:
		return h, nil, fmt.Errorf("the header of a page cannot be read: %w", t.err)
	case h.typ != typ:
		return h, nil, fmt.Errorf("a page of type %d where one of type %d is expected", h.typ, typ)
	case h.compressed != int64(len(raw)-t.pos):
		return h, nil, fmt.Errorf("a page of %d bytes where %d are expected", h.compressed, len(raw)-t.pos)
	case h.uncompressed < 0 || h.uncompressed > MaxPage:
		return h, nil, fmt.Errorf("a page of %d bytes; at most %d are read", h.uncompressed, MaxPage)
	case h.values < 0 || h.values > maxValues:
		return h, nil, fmt.Errorf("a page of %d values; at most %d are read", h.values, maxValues)
	case h.repetition < 0 || h.definition < 0 || h.repetition+h.definition > min(h.compressed, h.uncompressed):
		return h, nil, errors.New("the levels of a page are longer than the page")
	}
	body = raw[t.pos:]
	if h.hasCRC && uint32(h.crc) != crc32.ChecksumIEEE(body) {
		return h, nil, errors.New("the checksum of a page is wrong: its bytes were changed")
	}
	return h, body, nil
}

func (h *pageHeader) read(t *thrift) {
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 1 && typ == thriftI32:
			h.typ = t.int()
		case id == 2 && typ == thriftI32:
			h.uncompressed = t.int()
		case id == 3 && typ == thriftI32:
			h.compressed = t.int()
		case id == 4 && typ == thriftI32:
			h.crc, h.hasCRC = t.int(), true
		case id == 7 && typ == thriftStruct, id == 8 && typ == thriftStruct:
			h.readKind(t, id == 8)
		default:
			return false
		}
		return true
	})
}

// readKind reads the header of a dictionary page or of a data page of version 2.
func (h *pageHeader) readKind(t *thrift, data bool) {
	t.fields(func(id int, typ byte) bool {
		switch {
		case id == 1 && typ == thriftI32:
			h.values = t.int()
		case !data && id == 2 && typ == thriftI32, data && id == 4 && typ == thriftI32:
			h.encoding = t.int()
		case data && id == 2 && typ == thriftI32:
			h.nulls = t.int()
		case data && id == 3 && typ == thriftI32:
			h.rows = t.int()
		case data && id == 5 && typ == thriftI32:
			h.definition = t.int()
		case data && id == 6 && typ == thriftI32:
			h.repetition = t.int()
		case data && id == 7 && typ == thriftFalse:
			h.plain = true
		default:
			return false
		}
		return true
	})
}
