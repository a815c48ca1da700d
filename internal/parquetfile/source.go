package parquetfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	// reserve is the memory that the pages held at once may take for any file.
	reserve = 64 << 20
	// perByte is the additional memory for each byte of the file.
	perByte = 32
	// maxExpansion is how many times its size a file may expand to, beyond reserve.
	maxExpansion = 2000
)

// source is the file that is shown to the library. Its chunks begin spacing bytes apart,
// and end where their pages do.
type source struct {
	r      io.ReaderAt
	size   int64
	leaves []Leaf
	chunks []chunk
	footer []byte // with its length and the magic

	mu   sync.Mutex
	held int64 // bytes of pages held now
	all  int64 // bytes of all pages so far
}

// spacing is larger than any chunk.
const spacing = 1 << 40

const magic = "PAR1"

// show makes the footer of the shown file, and returns that file's size.
func (f *source) show(m *format.FileMetaData) (size int64, err error) {
	i := 0
	for g := range m.RowGroups {
		group := &m.RowGroups[g]
		for k := range group.Columns {
			i++
			cc := &group.Columns[k]
			cc.FileOffset = int64(i) * spacing
			cc.OffsetIndexOffset, cc.OffsetIndexLength, cc.ColumnIndexOffset, cc.ColumnIndexLength = 0, 0, 0, 0
			c := &cc.MetaData
			// A dictionary is read at its place, before the pages that need it.
			c.DataPageOffset, c.DictionaryPageOffset, c.IndexPageOffset, c.BloomFilterOffset = int64(i)*spacing, 0, 0, 0
			c.Codec, c.TotalCompressedSize = format.Uncompressed, spacing
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), m)
	if err != nil || len(footer) > math.MaxInt32 {
		return 0, fmt.Errorf("the footer cannot be read: %w", err)
	}
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	f.footer = append(footer, magic...)
	return int64(i+1)*spacing + int64(len(f.footer)), nil
}

// ReadAt reads the shown file.
func (f *source) ReadAt(p []byte, off int64) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch at := off / spacing; {
	case off < 0:
		return 0, fmt.Errorf("there is nothing at %d", off)
	case at == 0:
		n = copy(p, magic[min(off, int64(len(magic))):])
	case at <= int64(len(f.chunks)):
		return f.chunks[at-1].readAt(p, off%spacing)
	default:
		from := off - int64(len(f.chunks)+1)*spacing
		n = copy(p, f.footer[min(from, int64(len(f.footer))):])
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// hold counts the memory of a chunk, in place of its previous memory.
func (f *source) hold(now, before int64) error {
	f.held += now - before
	if most := reserve + perByte*f.size; f.held > most {
		return fmt.Errorf("its pages take %d bytes at once, at most %d are allowed for a file of %d", f.held, most, f.size)
	}
	return nil
}

// expand counts the decompressed bytes of the file.
func (f *source) expand(n int64) error {
	if f.all += n; f.all > reserve && f.all/maxExpansion > f.size {
		return fmt.Errorf("it expands to more than %d times its size", maxExpansion)
	}
	return nil
}
