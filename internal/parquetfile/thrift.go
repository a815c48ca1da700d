package parquetfile

import (
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

// The types of Thrift's compact protocol; Parquet's footer, page index and page headers use
// it.
const (
	thriftStop   = 0
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// thriftDepth bounds the nesting of skipped values.
const thriftDepth = 16

var errShort = errors.New("it ends too early")

// compact reads the compact protocol. After the first error every read returns zero, so
// that callers check only once.
type compact struct {
	b   []byte
	pos int
	err error

	items, maxItems int // elements of all skipped lists; 0: any number
}

// Decode reads the struct at the start of b and returns its length in bytes. The library
// trusts its input, so the struct is first skipped with checks: its nesting is bounded,
// every text and list is complete, and all lists together have at most items elements.
func Decode(b []byte, items int, to any) (size int, err error) {
	t := &compact{b: b, maxItems: items}
	if t.skip(thriftStruct, thriftDepth); t.err != nil {
		return 0, t.err
	}
	return t.pos, thrift.Unmarshal(new(thrift.CompactProtocol), b[:t.pos], to)
}

func (t *compact) fail(err error) {
	if t.err == nil {
		t.err = err
	}
	t.pos = len(t.b)
}

func (t *compact) byte() byte {
	if t.pos >= len(t.b) {
		t.fail(errShort)
		return 0
	}
	t.pos++
	return t.b[t.pos-1]
}

func (t *compact) uvarint() uint64 {
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		c := t.byte()
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	t.fail(errors.New("a number has more than 64 bits"))
	return 0
}

// int reads a signed number of any width.
func (t *compact) int() int64 {
	v := t.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// binary returns a part of the input without copying it.
func (t *compact) binary() []byte {
	n := t.uvarint()
	if n > uint64(len(t.b)-t.pos) {
		t.fail(errShort)
		return nil
	}
	t.pos += int(n)
	return t.b[t.pos-int(n) : t.pos]
}

// list returns the length and the element type of a list. An element takes at least a byte,
// so that the length cannot exceed the rest of the input.
func (t *compact) list() (n int, typ byte) {
	head := t.byte()
	size := uint64(head >> 4)
	if size == 15 {
		size = t.uvarint()
	}
	if size > uint64(len(t.b)-t.pos) {
		t.fail(errShort)
		return 0, 0
	}
	return int(size), head & 15
}

// skip skips a value. A boolean field of a struct takes no bytes.
func (t *compact) skip(typ byte, depth int) {
	if depth == 0 {
		t.fail(errors.New("it is nested too deep"))
	}
	if t.err != nil {
		return
	}
	switch typ {
	case thriftTrue, thriftFalse:
	case thriftByte:
		t.byte()
	case thriftI16, thriftI32, thriftI64:
		t.uvarint()
	case thriftDouble:
		t.advance(8)
	case thriftBinary:
		t.binary()
	case thriftList, thriftSet:
		n, elem := t.list()
		if t.items += n; t.maxItems > 0 && t.items > t.maxItems {
			t.fail(fmt.Errorf("its lists have more than %d elements", t.maxItems))
		}
		t.skipItems(n, elem, depth-1)
	case thriftMap:
		t.skipMap(depth - 1)
	case thriftStruct:
		t.skipStruct(depth - 1)
	default:
		t.fail(fmt.Errorf("there is no type %d", typ))
	}
}

func (t *compact) skipStruct(depth int) {
	for t.err == nil {
		head := t.byte()
		if head&15 == thriftStop {
			return
		}
		if head>>4 == 0 {
			t.uvarint()
		}
		t.skip(head&15, depth)
	}
}

func (t *compact) skipMap(depth int) {
	n := t.uvarint()
	if n == 0 {
		return
	}
	types := t.byte()
	for ; n > 0 && t.err == nil; n-- {
		t.skipItems(1, types>>4, depth)
		t.skipItems(1, types&15, depth)
	}
}

func (t *compact) skipItems(n int, typ byte, depth int) {
	for ; n > 0 && t.err == nil; n-- {
		if typ == thriftTrue || typ == thriftFalse {
			t.byte() // in a list a boolean takes a byte
			continue
		}
		t.skip(typ, depth)
	}
}

func (t *compact) advance(n int) {
	if n > len(t.b)-t.pos {
		t.fail(errShort)
		return
	}
	t.pos += n
}
