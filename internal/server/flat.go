package server

import (
	"encoding/binary"
	"fmt"
)

// flat is a table of a flatbuffer, read with every offset checked: the metadata
// of an Arrow stream comes from outside, and the library that decodes it trusts
// its offsets and counts.
type flat struct {
	buf    []byte
	at     int // of the table
	vtable []byte
	err    *error // shared by all tables of a buffer: the first thing wrong
}

// flatRoot returns the table that a buffer begins with.
func flatRoot(buf []byte, err *error) flat {
	if len(buf) < 8 {
		*err = fmt.Errorf("metadata of %d bytes", len(buf))
		return flat{err: err}
	}
	return flatAt(buf, int64(binary.LittleEndian.Uint32(buf)), err)
}

func flatAt(buf []byte, at int64, err *error) flat {
	bad := flat{err: err}
	if at < 0 || at > int64(len(buf))-4 {
		return bad.fail("a table beyond the metadata")
	}
	v := at - int64(int32(binary.LittleEndian.Uint32(buf[at:])))
	if v < 0 || v > int64(len(buf))-4 {
		return bad.fail("a table without a description")
	}
	size := int64(binary.LittleEndian.Uint16(buf[v:]))
	if size < 4 || v+size > int64(len(buf)) || size%2 != 0 {
		return bad.fail("a table with a broken description")
	}
	return flat{buf: buf, at: int(at), vtable: buf[v : v+size], err: err}
}

func (t flat) fail(what string) flat {
	if *t.err == nil {
		*t.err = fmt.Errorf("%s", what)
	}
	return flat{err: t.err}
}

// field returns where a field of size bytes stands, 0 where it is absent.
func (t flat) field(slot, size int) int {
	i := 4 + 2*slot
	if i+2 > len(t.vtable) {
		return 0
	}
	offset := int(binary.LittleEndian.Uint16(t.vtable[i:]))
	if offset == 0 {
		return 0
	}
	if t.at+offset+size > len(t.buf) {
		t.fail("a field beyond the metadata")
		return 0
	}
	return t.at + offset
}

func (t flat) byte(slot int) byte {
	if p := t.field(slot, 1); p > 0 {
		return t.buf[p]
	}
	return 0
}

func (t flat) int16(slot int) int16 {
	if p := t.field(slot, 2); p > 0 {
		return int16(binary.LittleEndian.Uint16(t.buf[p:]))
	}
	return 0
}

func (t flat) int64(slot int) int64 {
	if p := t.field(slot, 8); p > 0 {
		return int64(binary.LittleEndian.Uint64(t.buf[p:]))
	}
	return 0
}

// has reports whether a field is there.
func (t flat) has(slot int) bool { return t.field(slot, 1) > 0 }

// table returns the table that a field refers to.
func (t flat) table(slot int) (sub flat, ok bool) {
	p := t.field(slot, 4)
	if p == 0 {
		return flat{err: t.err}, false
	}
	return flatAt(t.buf, int64(p)+int64(binary.LittleEndian.Uint32(t.buf[p:])), t.err), true
}

// vector returns where the elements of a vector stand, and how many there are.
func (t flat) vector(slot, size int) (at, n int) {
	p := t.field(slot, 4)
	if p == 0 {
		return 0, 0
	}
	v := int64(p) + int64(binary.LittleEndian.Uint32(t.buf[p:]))
	if v > int64(len(t.buf))-4 {
		t.fail("a list beyond the metadata")
		return 0, 0
	}
	count := int64(binary.LittleEndian.Uint32(t.buf[v:]))
	if count*int64(size) > int64(len(t.buf))-v-4 {
		t.fail("a list longer than the metadata")
		return 0, 0
	}
	return int(v) + 4, int(count)
}

// tables calls each with every table of a vector.
func (t flat) tables(slot int, each func(flat)) (n int) {
	at, n := t.vector(slot, 4)
	for i := range n {
		if *t.err != nil {
			return n
		}
		p := at + 4*i
		each(flatAt(t.buf, int64(p)+int64(binary.LittleEndian.Uint32(t.buf[p:])), t.err))
	}
	return n
}

// pairs checks a vector of keys and values.
func (t flat) pairs(slot int) {
	t.tables(slot, func(pair flat) {
		pair.vector(0, 1)
		pair.vector(1, 1)
	})
}
