package column

import (
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// The limits of a file.
const (
	MaxPage  = 64 << 20 // bytes of a page, compressed or not
	maxIndex = 64 << 20 // bytes from the first to the last offset index
)

// Kind is the type of a column's values.
type Kind uint8

// The kinds of values.
const (
	Text   Kind = iota // a string
	Number             // a double
	Truth              // a boolean
)

var kindTypes = [...]format.Type{Text: format.ByteArray, Number: format.Double, Truth: format.Boolean}

// Want names a column to be read.
type Want struct {
	Path string // dotted, as in prompt.list.element.role
	Kind Kind
}

// MissingError says that a file lacks a wanted column.
type MissingError struct{ Path string }

func (e *MissingError) Error() string { return fmt.Sprintf("it has no column %s", e.Path) }

// File is the directory of a file: the positions of the pages of its wanted columns. It is
// immutable and safe for concurrent use.
type File struct {
	size    int64
	rows    int64
	columns []column
	firsts  []uint32 // first row of each group of rows
	chunks  []chunk  // by group, then by wanted column
	pages   []page   // by chunk
}

type column struct {
	kind          Kind
	maxRepetition int
	maxDefinition int
}

type chunk struct {
	dict     int64  // offset of the dictionary page
	dictSize uint32 // in bytes; 0: there is no dictionary
	start    uint32 // index of its first page
	codec    format.CompressionCodec
}

type page struct {
	offset int64
	size   uint32 // in bytes, with the header
	first  uint32 // its first row in the file
}

// Ref names a page of a file.
type Ref struct {
	Column uint32 // index into the wanted columns
	Group  uint32
	Page   uint32 // index among all pages of the file
}

// Open reads the directory of a file of size bytes. An error describes the fault of the
// file, without its name; a missing column is a *MissingError.
func Open(r io.ReaderAt, size int64, want []Want) (*File, error) {
	raw, err := parquetfile.ReadFooter(r, size)
	if err != nil {
		return nil, err
	}
	meta, leaves, err := parseFooter(raw)
	if err != nil {
		return nil, fmt.Errorf("the footer cannot be read: %w", err)
	}
	f := &File{size: size}
	at, err := f.choose(leaves, want)
	if err != nil {
		return nil, err
	}
	d := &directory{File: f, r: r, meta: meta, at: at, width: len(leaves)}
	if err := d.build(); err != nil {
		return nil, err
	}
	return f, nil
}

// choose returns the indexes of the wanted columns among the leaves.
func (f *File) choose(leaves []parquetfile.Leaf, want []Want) (at []int, err error) {
	index := make(map[string]int, len(leaves))
	for i := range leaves {
		index[leaves[i].Path] = i
	}
	for _, w := range want {
		i, ok := index[w.Path]
		if !ok {
			return nil, &MissingError{Path: w.Path}
		}
		l := &leaves[i]
		if l.Type != kindTypes[w.Kind] || l.Repetition > 1 {
			return nil, fmt.Errorf("the column %s is of another type", w.Path)
		}
		at = append(at, i)
		f.columns = append(f.columns, column{kind: w.Kind, maxRepetition: l.Repetition, maxDefinition: l.Definition})
	}
	return at, nil
}

// Rows is the number of rows, less than 2^32.
func (f *File) Rows() int64 { return f.rows }

// Bytes estimates the memory of the directory.
func (f *File) Bytes() int64 {
	return int64(128 + 16*len(f.columns) + 4*cap(f.firsts) + 24*cap(f.chunks) + 16*cap(f.pages))
}

// Find returns the page with the wanted column's values of a row. The row must exist.
func (f *File) Find(column int, row int64) Ref {
	g := sort.Search(len(f.firsts), func(i int) bool { return int64(f.firsts[i]) > row }) - 1
	start, end := f.span(g, column)
	n := sort.Search(int(end-start), func(i int) bool { return int64(f.pages[start+uint32(i)].first) > row }) - 1
	return Ref{Column: uint32(column), Group: uint32(g), Page: start + uint32(n)}
}

// Pages calls fn with every page of a wanted column, in the order of the rows,
// until it returns an error.
func (f *File) Pages(column int, fn func(Ref) error) error {
	for g := range f.firsts {
		start, end := f.span(g, column)
		for p := start; p < end; p++ {
			if err := fn(Ref{Column: uint32(column), Group: uint32(g), Page: p}); err != nil {
				return err
			}
		}
	}
	return nil
}

// span returns the range of a chunk's pages.
func (f *File) span(group, column int) (start, end uint32) {
	i := group*len(f.columns) + column
	if i+1 == len(f.chunks) {
		return f.chunks[i].start, uint32(len(f.pages))
	}
	return f.chunks[i].start, f.chunks[i+1].start
}

// rowsOf returns the first row of a page and the number of its rows.
func (f *File) rowsOf(ref Ref) (first, rows uint32) {
	first = f.pages[ref.Page].first
	if _, end := f.span(int(ref.Group), int(ref.Column)); ref.Page+1 < end {
		return first, f.pages[ref.Page+1].first - first
	}
	if int(ref.Group)+1 < len(f.firsts) {
		return first, f.firsts[ref.Group+1] - first
	}
	return first, uint32(f.rows) - first
}

// maxRows bounds the rows of a file, so that a row fits into a uint32.
const maxRows = math.MaxUint32 - 1
