package column

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sync"

	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// Page is a page of a column, split into the values of its rows. It is immutable and safe
// for concurrent use.
type Page struct {
	first  uint32
	rows   uint32
	starts []uint32 // where the values of each row start, and the end of the last; nil: one value a row
	data   []byte
	spans  []span // the texts as parts of data; nil for other kinds
}

type span struct{ from, to uint32 }

// Rows returns the range of the page's rows in the file; to is exclusive.
func (p *Page) Rows() (from, to int64) { return int64(p.first), int64(p.first) + int64(p.rows) }

// Values returns the range of a row's values: one value, none for null, any number for a
// list.
func (p *Page) Values(row int64) (from, to int) {
	i := row - int64(p.first)
	if p.starts == nil {
		return int(i), int(i) + 1
	}
	return int(p.starts[i]), int(p.starts[i+1])
}

// Text returns a value of a text column. It is valid as long as the page.
func (p *Page) Text(i int) []byte { return p.data[p.spans[i].from:p.spans[i].to] }

// Number returns a value of a number column.
func (p *Page) Number(i int) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(p.data[8*i:]))
}

// Truth returns a value of a boolean column.
func (p *Page) Truth(i int) bool { return p.data[i/8]>>(i%8)&1 == 1 }

// Bytes estimates the memory of the page.
func (p *Page) Bytes() int { return 96 + cap(p.data) + 8*cap(p.spans) + 4*cap(p.starts) }

// header holds the used fields of a page's header, for dictionary pages and for data pages
// of version 2 alike.
type header struct {
	uncompressed int64
	values       int64 // including nulls and empty lists
	nulls        int64
	rows         int64
	encoding     format.Encoding
	definition   int64 // bytes of levels
	repetition   int64
	plain        bool // the values are not compressed
}

// buffers holds undecoded bytes of pages.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Page reads a page. r must be the file that the directory was read from. A changed or
// damaged file gives an error.
func (f *File) Page(r io.ReaderAt, ref Ref) (*Page, error) {
	at := &f.pages[ref.Page]
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	raw, err := readInto(buf, r, at.offset, at.size)
	if err != nil {
		return nil, err
	}
	h, body, err := splitPage(raw, format.DataPageV2)
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
	if h.encoding == format.RLEDictionary || h.encoding == parquetfile.OldDictionary {
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

// dictionary reads the texts that the pages of a chunk refer to.
func (f *File) dictionary(r io.ReaderAt, c *chunk) (*Page, error) {
	if c.dictSize == 0 {
		return nil, errors.New("a page refers to a dictionary that is not there")
	}
	raw := make([]byte, c.dictSize)
	if err := parquetfile.ReadAt(r, raw, c.dict); err != nil {
		return nil, err
	}
	h, body, err := splitPage(raw, format.DictionaryPage)
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
	return raw, parquetfile.ReadAt(r, raw, offset)
}

// headerItems bounds the lists of a header; no list in a header is used.
const headerItems = 1024

// splitPage parses the header of a page and verifies its checksum.
func splitPage(raw []byte, typ format.PageType) (h header, body []byte, err error) {
	var f format.PageHeader
	size, err := parquetfile.Decode(raw, headerItems, &f)
	if err != nil {
		return h, nil, fmt.Errorf("the header of a page cannot be read: %w", err)
	}
	body = raw[size:]
	h.uncompressed = int64(f.UncompressedPageSize)
	if dict := &f.DictionaryPageHeader; dict.Valid {
		h.values, h.encoding = int64(dict.V.NumValues), dict.V.Encoding
	}
	if data := &f.DataPageHeaderV2; data.Valid {
		h.values, h.nulls, h.rows, h.encoding = int64(data.V.NumValues), int64(data.V.NumNulls), int64(data.V.NumRows), data.V.Encoding
		h.definition, h.repetition = int64(data.V.DefinitionLevelsByteLength), int64(data.V.RepetitionLevelsByteLength)
		h.plain = data.V.IsCompressed.Valid && !data.V.IsCompressed.V
	}
	compressed := int64(f.CompressedPageSize)
	switch {
	case f.Type != typ:
		return h, nil, fmt.Errorf("a page of type %d where one of type %d is expected", f.Type, typ)
	case compressed != int64(len(body)):
		return h, nil, fmt.Errorf("a page of %d bytes where %d are expected", compressed, len(body))
	case h.uncompressed < 0 || h.uncompressed > MaxPage:
		return h, nil, fmt.Errorf("a page of %d bytes; at most %d are read", h.uncompressed, MaxPage)
	case h.values < 0 || h.values > maxValues:
		return h, nil, fmt.Errorf("a page of %d values; at most %d are read", h.values, maxValues)
	case h.repetition < 0 || h.definition < 0 || h.repetition+h.definition > min(compressed, h.uncompressed):
		return h, nil, errors.New("the levels of a page are longer than the page")
	case f.CRC != 0 && uint32(f.CRC) != crc32.ChecksumIEEE(body):
		return h, nil, errors.New("the checksum of a page is wrong: its bytes were changed")
	}
	return h, body, nil
}
