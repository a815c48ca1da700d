package server

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
)

// gate checks the messages of an Arrow stream before the library reads them, and passes on
// each one only when it is complete. The library allocates what a length field says,
// follows a schema to any depth, and ends the process where memory ends. Behind the gate no
// length is larger than the bytes that arrived. An offset that points outside of a message
// still makes the library panic; the caller recovers from that.
//
// The gate accepts one schema, and record batches without compression and without
// dictionaries, in the framing of Arrow 0.15 and later.
type gate struct {
	src  io.Reader
	most int64 // bytes of a body

	frame  bytes.Reader
	buf    bytes.Buffer
	schema bool // the schema has come
	ended  bool
	err    error
}

// The limits of an Arrow stream: bytes of metadata, fields, depth of nesting.
const (
	maxMetadata = 4 << 20
	maxFields   = 1024
	maxNesting  = 16
)

// Kinds of messages.
const (
	messageSchema = 1
	messageBatch  = 3
)

// Read returns the bytes of checked messages.
func (g *gate) Read(p []byte) (int, error) {
	if g.frame.Len() == 0 {
		if g.err == nil {
			g.err = g.next()
		}
		if g.err != nil {
			return 0, g.err
		}
	}
	return g.frame.Read(p)
}

// next reads the next message into frame. io.EOF is the end of the stream.
func (g *gate) next() error {
	if g.ended {
		return io.EOF
	}
	g.buf.Reset()
	if g.buf.Cap() > mostKept {
		g.buf = bytes.Buffer{}
	}
	switch err := g.take(8); {
	case err == io.EOF && g.buf.Len() == 0:
		return io.EOF
	case err != nil:
		return cut(err, "the head of a message")
	}
	head := g.buf.Bytes()
	if binary.LittleEndian.Uint32(head) != 0xFFFFFFFF {
		return errors.New("it is no Arrow IPC stream (or one from before 0.15); write one with ipc.new_stream")
	}
	size := int64(int32(binary.LittleEndian.Uint32(head[4:])))
	if size == 0 {
		g.ended = true
		g.frame.Reset(append([]byte(nil), head...))
		return nil
	}
	if size < 8 || size > maxMetadata {
		return fmt.Errorf("a message with %d bytes of metadata; at most %d are read", size, maxMetadata)
	}
	if err := g.take(size); err != nil {
		return cut(err, "the metadata of a message")
	}
	body, err := g.check(g.buf.Bytes()[8:])
	if err != nil {
		return err
	}
	if err := g.take(body); err != nil {
		return cut(err, "the body of a message")
	}
	g.frame.Reset(g.buf.Bytes())
	return nil
}

// take reads n more bytes into buf, which grows as they arrive.
func (g *gate) take(n int64) error {
	got, err := io.CopyN(&g.buf, g.src, n)
	if err == io.EOF && got > 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

func cut(err error, where string) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("it ends inside %s", where)
	}
	return err
}

// check checks the metadata of a message and returns the length of its body.
func (g *gate) check(meta []byte) (body int64, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			wrong, told := fault.(string)
			if !told { // an offset points outside of the message
				wrong = "a message that contradicts itself"
			}
			body, err = 0, errors.New("the Arrow stream has "+wrong)
		}
	}()
	m := metadata{text: len(meta)}
	message := &flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	m.pairs(message, 4)
	header := m.table(message, 2)
	body = message.GetInt64Slot(slot(3), 0)
	kind := message.GetByteSlot(slot(1), 0)
	switch {
	case header == nil:
		panic("a message without a header")
	case body < 0 || body > g.most:
		panic(fmt.Sprintf("a message with a body of %d bytes; at most %d are read: send smaller batches", body, g.most))
	case kind == messageSchema && !g.schema:
		g.schema = true
		m.schema(header)
		if body != 0 {
			panic("a schema with a body")
		}
	case kind == messageBatch && g.schema:
		if rows := header.GetInt64Slot(slot(0), 0); rows < 0 || rows > MaxItems {
			panic(fmt.Sprintf("a batch of %d rows; at most %d are read", rows, MaxItems))
		}
		if header.Offset(slot(3)) != 0 {
			panic("compressed buffers; send them plain")
		}
	default:
		panic(fmt.Sprintf("a message of kind %d out of its place; send one schema and record batches, no dictionaries", kind))
	}
	return body, nil
}

// metadata checks the metadata of a message. A fault is a panic, because flatbuffers
// panics, too, at an offset that points outside of the message.
type metadata struct {
	text   int // bytes that the user's keys and values may still take
	fields int
}

// slot returns where a table's description holds the offset of its n-th field.
func slot(n int) flatbuffers.VOffsetT { return flatbuffers.VOffsetT(4 + 2*n) }

// table returns the table that a field refers to, nil where the field is absent.
func (m *metadata) table(t *flatbuffers.Table, field int) *flatbuffers.Table {
	at := flatbuffers.UOffsetT(t.Offset(slot(field)))
	if at == 0 {
		return nil
	}
	return &flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(t.Pos + at)}
}

// tables calls each with every table of a list.
func (m *metadata) tables(t *flatbuffers.Table, field int, each func(*flatbuffers.Table)) {
	at := flatbuffers.UOffsetT(t.Offset(slot(field)))
	if at == 0 {
		return
	}
	n, first := t.VectorLen(at), t.Vector(at)
	if n > maxFields {
		panic("a schema with too many fields, or nested too deep")
	}
	for i := range n {
		each(&flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(first + flatbuffers.UOffsetT(4*i))})
	}
}

// pairs bounds the user's keys and values. The library copies each of them, even where many
// refer to the same text.
func (m *metadata) pairs(t *flatbuffers.Table, field int) {
	m.tables(t, field, func(pair *flatbuffers.Table) {
		for k := range 2 {
			if at := flatbuffers.UOffsetT(pair.Offset(slot(k))); at > 0 {
				m.text -= len(pair.ByteVector(pair.Pos + at))
			}
		}
		if m.text < 0 {
			panic("metadata that are longer than their message")
		}
	})
}

// schema checks a schema.
func (m *metadata) schema(t *flatbuffers.Table) {
	if t.GetInt16Slot(slot(0), 0) != 0 {
		panic("a big-endian schema; send little-endian")
	}
	m.tables(t, 1, func(field *flatbuffers.Table) { m.field(field, 1) })
	m.pairs(t, 2)
}

// The column types that are accepted are those of Arrow's first format without unions.
// Views and run-end encoding came later.
const (
	lastType  = 21
	typeUnion = 14
)

func (m *metadata) field(t *flatbuffers.Table, depth int) {
	if m.fields++; m.fields > maxFields || depth > maxNesting {
		panic("a schema with too many fields, or nested too deep")
	}
	switch kind := t.GetByteSlot(slot(2), 0); {
	case kind == 0 || kind == typeUnion || kind > lastType:
		panic(fmt.Sprintf("a column of type %d, which is not read; send utf8", kind))
	case t.Offset(slot(4)) != 0:
		panic("a dictionary-encoded column; send plain utf8")
	}
	m.tables(t, 5, func(child *flatbuffers.Table) { m.field(child, depth+1) })
	m.pairs(t, 6)
}
