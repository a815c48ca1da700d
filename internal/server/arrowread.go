package server

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// texts is a column of texts, utf8 or large_utf8.
type texts interface {
	arrow.Array
	Value(i int) string
}

// arrowReader reads batches of items from a stream.
type arrowReader struct {
	gate    *gate
	mem     *limited
	ipc     *ipc.Reader // nil until the schema has come
	columns map[string]int
}

func newArrowReader(src io.Reader, mostBody int64) *arrowReader {
	return &arrowReader{
		gate: &gate{src: src, most: mostBody},
		// The library holds a body and a copy of its buffers.
		mem: &limited{Allocator: memory.NewGoAllocator(), most: 2*mostBody + 1<<20},
	}
}

// next returns the next batch. The error is io.EOF at the end, errStopped, or a description
// of what is malformed. The gate cannot see every fault: a panic of the library is returned
// as an error, too.
func (r *arrowReader) next() (b *arrowBatch, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			b, err = nil, fmt.Errorf("the Arrow stream is malformed: %v", fault)
		}
		if err != nil && r.gate.err != nil {
			err = r.gate.err // what the gate saw says more
		}
	}()
	if r.ipc == nil {
		if err := r.open(); err != nil {
			return nil, err
		}
	}
	if !r.ipc.Next() {
		if err := r.ipc.Err(); err != nil {
			return nil, fmt.Errorf("the Arrow stream is malformed: %w", err)
		}
		return nil, io.EOF
	}
	return r.items(r.ipc.Record())
}

// arrowColumns are the columns that are read. They stand in this order because a column
// behind "label" overrides the field of the same name in the label.
var arrowColumns = []string{"completion", "label", "sample_id", "messages", "tools", "reference", "domains", "labels", "reading", "group_id", "finish_reason"}

func (r *arrowReader) open() error {
	reader, err := ipc.NewReader(r.gate, ipc.WithAllocator(r.mem))
	if err != nil {
		return fmt.Errorf("the Arrow stream is malformed: %w", err)
	}
	r.columns = map[string]int{}
	for _, name := range arrowColumns {
		at := reader.Schema().FieldIndices(name)
		switch {
		case len(at) > 1:
			return fmt.Errorf("the Arrow stream has %d columns %q; send one", len(at), name)
		case len(at) == 0 && name == "completion":
			return errors.New("the Arrow stream has no column \"completion\"; send completion (utf8) and sample_id, or the fields of the sample")
		case len(at) == 0:
			continue
		}
		switch field := reader.Schema().Field(at[0]); field.Type.ID() {
		case arrow.STRING, arrow.LARGE_STRING, arrow.NULL:
			r.columns[name] = at[0]
		default:
			return fmt.Errorf("the column %q is of type %s; send utf8", name, field.Type)
		}
	}
	r.ipc = reader
	return nil
}

// items makes an item of each row. The texts share the record's memory, which the garbage
// collector frees.
func (r *arrowReader) items(rec arrow.Record) (*arrowBatch, error) {
	n := int(rec.NumRows())
	b := &arrowBatch{
		items: make([]item.Item, n), errors: make([]*item.Error, n),
		bytes: int64(r.gate.buf.Len()) + int64(n)*256, read: time.Now(),
	}
	for _, name := range arrowColumns {
		at, ok := r.columns[name]
		if !ok {
			continue
		}
		column, _ := rec.Column(at).(texts)
		for i := range n {
			if column == nil || column.IsNull(i) {
				if name == "completion" {
					b.fail(i, badRequest("the row has no completion; give a text"))
				}
				continue
			}
			b.set(i, name, column.Value(i))
		}
	}
	return b, nil
}

func (b *arrowBatch) fail(i int, err *item.Error) {
	if b.errors[i] == nil {
		b.errors[i] = err
	}
}

// set stores the text of the column called name in row i.
func (b *arrowBatch) set(i int, name, text string) {
	it := &b.items[i]
	switch name {
	case "completion":
		if len(text) > item.MaxBytes {
			b.fail(i, &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the completion has %d bytes; at most %d are scored", len(text), item.MaxBytes)})
		}
		it.Completion = text
	case "label":
		b.label(i, text)
	case "sample_id":
		it.SampleID = valid(text)
	case "group_id":
		it.Group = jsonvalue.NewString(valid(text)).Key()
	case "finish_reason":
		it.FinishReason = plain(text)
	default:
		f, _ := item.FieldNamed(name)
		if err := it.SetInline(f, text); err != nil {
			b.fail(i, err.In(name))
		}
	}
}

// label stores the fields of a label in row i.
func (b *arrowBatch) label(i int, text string) {
	it, err := item.ReadLabel(strings.TrimSpace(text))
	if err != nil {
		b.fail(i, err.In("label"))
		return
	}
	it.Completion = b.items[i].Completion
	b.items[i] = it
}

// plain returns a text that may be written as it is, or as a JSON string.
func plain(text string) string {
	if strings.HasPrefix(text, `"`) {
		if v, err := item.Parse(text); err == nil {
			return v.Str()
		}
	}
	return valid(text)
}

// valid replaces each byte that is not valid UTF-8, as the JSON carriers do.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// limited is an allocator that panics when a stream asks for more than most bytes. The
// panic can be recovered from; running out of memory cannot.
type limited struct {
	memory.Allocator
	most, used int64
}

// Allocate allocates size bytes.
func (l *limited) Allocate(size int) []byte {
	l.take(int64(size))
	return l.Allocator.Allocate(size)
}

// Reallocate changes the size of b.
func (l *limited) Reallocate(size int, b []byte) []byte {
	l.take(int64(size) - int64(len(b)))
	return l.Allocator.Reallocate(size, b)
}

// Free gives b back.
func (l *limited) Free(b []byte) {
	l.used -= int64(len(b))
	l.Allocator.Free(b)
}

func (l *limited) take(n int64) {
	if l.used+n > l.most {
		panic(fmt.Sprintf("a batch takes more than %d bytes", l.most))
	}
	l.used += n
}

var _ texts = (*array.String)(nil)
var _ texts = (*array.LargeString)(nil)
