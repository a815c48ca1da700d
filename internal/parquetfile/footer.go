package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"
)

// The limits of a footer.
const (
	maxFooter  = 16 << 20
	maxColumns = 1 << 14
	maxDepth   = 64
	maxFixed   = 1 << 16       // bytes of a value with a fixed length
	maxPaths   = 2 * maxFooter // bytes of the dotted paths of all columns and groups
)

// ReadFooter returns the unparsed metadata at the end of a file of size bytes.
func ReadFooter(r io.ReaderAt, size int64) ([]byte, error) {
	var tail [8]byte
	if size < int64(len(magic)+len(tail)) {
		return nil, fmt.Errorf("%d bytes are no Parquet file", size)
	}
	if err := ReadAt(r, tail[:], size-8); err != nil {
		return nil, err
	}
	if string(tail[4:]) != magic {
		return nil, errors.New("it does not end as a Parquet file does; it may be cut off")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-12 || n > maxFooter {
		return nil, fmt.Errorf("a footer of %d bytes in a file of %d", n, size)
	}
	raw := make([]byte, n)
	return raw, ReadAt(r, raw, size-8-n)
}

// ReadAt fills b.
func ReadAt(r io.ReaderAt, b []byte, offset int64) error {
	n, err := r.ReadAt(b, offset)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return fmt.Errorf("%d bytes are missing at offset %d: it was cut off", len(b)-n, offset+int64(n))
	}
	return err
}

// Leaf is a column with values.
type Leaf struct {
	Path                   string // dotted, without the root
	Type                   format.Type
	Width                  int // bytes of a value with a fixed length
	Repetition, Definition int // the highest levels
}

// Leaves returns the columns with values, in the order of the chunks in a row group.
func Leaves(schema []format.SchemaElement) (leaves []Leaf, err error) {
	if len(schema) == 0 {
		return nil, errors.New("the schema is empty")
	}
	type group struct {
		path                   string // with a dot behind it
		left                   int32
		repetition, definition int
	}
	open := []group{{left: schema[0].NumChildren.V}}
	paths := 0
	for i, e := range schema[1:] {
		for len(open) > 0 && open[len(open)-1].left == 0 {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return nil, fmt.Errorf("the schema has %d elements that belong to no group", len(schema)-1-i)
		}
		in := &open[len(open)-1]
		in.left--
		// A path repeats the names of its groups, however long these are.
		if paths += len(in.path) + len(e.Name); paths > maxPaths {
			return nil, fmt.Errorf("the paths of its columns have more than %d bytes", maxPaths)
		}
		here := group{in.path + e.Name + ".", e.NumChildren.V, in.repetition, in.definition}
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
		l := Leaf{Path: in.path + e.Name, Type: e.Type.V, Repetition: here.repetition, Definition: here.definition}
		if l.Width, err = widthOf(&e); err != nil {
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

// widthOf returns the number of bytes of a value, 0 if values have their own lengths.
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
