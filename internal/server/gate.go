package server

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// gate lets the messages of an Arrow stream through to the library's reader,
// each only once it is complete and sound. That reader allocates what a length
// field says, follows offsets as they come, and ends the process where memory
// ends; behind the gate no length is larger than what has really arrived.
//
// Let through are one schema and record batches without compression and without
// dictionaries, in the framing of Arrow 0.15 and later.
type gate struct {
	src  io.Reader
	most int64 // bytes of a body

	shape *shape // of a batch, once the schema is known
	frame bytes.Reader
	buf   bytes.Buffer
	ended bool
	err   error
}

// The bounds of an Arrow stream.
const (
	maxMetadata = 4 << 20
	maxFields   = 1024
	maxNesting  = 16
)

// Kinds of messages, and slots of their tables, in Arrow's flatbuffers.
const (
	messageSchema = 1
	messageBatch  = 3

	slotVersion, slotHeaderType, slotHeader, slotBodyLength, slotCustom = 0, 1, 2, 3, 4
)

// Read gives the bytes of checked messages.
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

// next brings the next message into frame. io.EOF is the end of the stream.
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
	message := flatRoot(meta, &err)
	message.pairs(slotCustom)
	message.int16(slotVersion)
	body = message.int64(slotBodyLength)
	header, ok := message.table(slotHeader)
	kind := message.byte(slotHeaderType)
	switch {
	case err != nil:
	case !ok:
		err = errors.New("a message without a header")
	case body < 0 || body > g.most:
		err = fmt.Errorf("a message with a body of %d bytes; at most %d are read: send smaller batches", body, g.most)
	case kind == messageSchema && g.shape == nil:
		g.shape = &shape{}
		g.shape.read(header)
		if err == nil && body != 0 {
			err = errors.New("a schema with a body")
		}
	case kind == messageBatch && g.shape != nil:
		g.shape.check(header, body)
	default:
		err = fmt.Errorf("a message of kind %d out of its place; send one schema and record batches, no dictionaries", kind)
	}
	if err != nil {
		return 0, fmt.Errorf("the Arrow stream has %w", err)
	}
	return body, nil
}

// shape is what a record batch of a schema has to consist of.
type shape struct{ nodes, buffers, fields int }

// Types of Arrow's flatbuffers that a column may have, with the buffers of each.
// Unions, views and run-end encoding are left out: nobody needs them here.
var typeBuffers = map[byte]int{
	1:  0, // Null
	2:  2, // Int
	3:  2, // FloatingPoint
	4:  3, // Binary
	5:  3, // Utf8
	6:  2, // Bool
	7:  2, // Decimal
	8:  2, // Date
	9:  2, // Time
	10: 2, // Timestamp
	11: 2, // Interval
	12: 2, // List
	13: 1, // Struct
	15: 2, // FixedSizeBinary
	16: 1, // FixedSizeList
	17: 2, // Map
	18: 2, // Duration
	19: 3, // LargeBinary
	20: 3, // LargeUtf8
	21: 2, // LargeList
}

// nested types, with the number of children that they have, -1 for any.
var typeChildren = map[byte]int{12: 1, 13: -1, 16: 1, 17: 1, 21: 1}

// read walks a schema.
func (s *shape) read(schema flat) {
	if schema.int16(0) != 0 {
		schema.fail("a big-endian schema; send little-endian")
	}
	schema.tables(1, func(field flat) { s.field(field, 1) })
	schema.pairs(2)
	schema.vector(3, 8)
}

func (s *shape) field(field flat, depth int) {
	if s.fields++; s.fields > maxFields || depth > maxNesting {
		field.fail("a schema with too many fields, or nested too deep")
		return
	}
	field.vector(0, 1) // the name
	kind := field.byte(2)
	buffers, known := typeBuffers[kind]
	switch {
	case !known:
		field.fail(fmt.Sprintf("a column of type %d, which is not read; send utf8", kind))
	case field.has(4):
		field.fail("a dictionary-encoded column; send plain utf8")
	}
	if _, ok := field.table(3); !ok {
		field.fail("a column without a type")
	}
	field.pairs(6)
	s.nodes++
	s.buffers += buffers
	children := field.tables(5, func(child flat) { s.field(child, depth+1) })
	if want, nested := typeChildren[kind]; nested && want >= 0 && children != want || !nested && children != 0 {
		field.fail("a column with a wrong number of children")
	}
}

// check checks that a record batch has what the schema says, and that its
// buffers lie in the body, none over another.
func (s *shape) check(batch flat, body int64) {
	rows := batch.int64(0)
	if rows < 0 || rows > MaxItems {
		batch.fail(fmt.Sprintf("a batch of %d rows; at most %d are read", rows, MaxItems))
	}
	if batch.has(3) {
		batch.fail("compressed buffers; send them plain")
	}
	nodes, n := batch.vector(1, 16)
	if n != s.nodes {
		batch.fail("a batch that does not fit the schema")
	}
	buffers, m := batch.vector(2, 16)
	if m != s.buffers {
		batch.fail("a batch that does not fit the schema")
	}
	if *batch.err != nil {
		return
	}
	for i := range n {
		length, nulls := batch.pair(nodes + 16*i)
		if length < 0 || length > 1<<31-1 || nulls < -1 || nulls > length {
			batch.fail("a column of an impossible length")
		}
	}
	end := int64(0)
	for i := range m {
		offset, length := batch.pair(buffers + 16*i)
		if length == 0 {
			continue
		}
		if offset < end || length < 0 || offset > body || length > body-offset {
			batch.fail("buffers beyond the body, or out of order")
			return
		}
		end = offset + length
	}
}

// pair reads two numbers.
func (t flat) pair(at int) (a, b int64) {
	return int64(binary.LittleEndian.Uint64(t.buf[at:])), int64(binary.LittleEndian.Uint64(t.buf[at+8:]))
}
