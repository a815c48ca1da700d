package server

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// arrowWriter writes batches of replies.
type arrowWriter struct {
	schema *arrow.Schema
	width  int // components
	out    *bufio.Writer
	ipc    *ipc.Writer
}

// endMark is the length of the mark that ends a stream.
const endMark = 8

// newArrowWriter writes the schema of the replies at once, for a client that reads it
// before it sends anything. The library writes the schema only with the first batch. So a
// writer that is closed at once makes the schema's bytes here, and the real writer skips
// them.
func newArrowWriter(out io.Writer, c *Core) (*arrowWriter, error) {
	schema, err := replySchema(c)
	if err != nil {
		return nil, err
	}
	w := &arrowWriter{schema: schema, width: len(c.Profiles[0].Components()), out: bufio.NewWriterSize(out, blockBytes)}
	var empty bytes.Buffer
	if err := ipc.NewWriter(&empty, ipc.WithSchema(w.schema)).Close(); err != nil {
		return nil, err
	}
	head := empty.Bytes()[:empty.Len()-endMark]
	if _, err := w.out.Write(head); err != nil {
		return nil, err
	}
	w.ipc = ipc.NewWriter(&skipping{w: w.out, left: len(head)}, ipc.WithSchema(w.schema))
	return w, w.out.Flush()
}

// skipping drops the first left bytes that are written to it.
type skipping struct {
	w    io.Writer
	left int
}

func (s *skipping) Write(p []byte) (int, error) {
	n := min(s.left, len(p))
	s.left -= n
	if n == len(p) {
		return n, nil
	}
	wrote, err := s.w.Write(p[n:])
	return n + wrote, err
}

// replySchema is the schema of the replies. Its metadata are the fields of the
// hello line.
func replySchema(c *Core) (*arrow.Schema, error) {
	fields := []arrow.Field{{Name: "reward", Type: arrow.PrimitiveTypes.Float64, Nullable: true}}
	for _, name := range c.Profiles[0].Components() {
		fields = append(fields, arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64, Nullable: true})
	}
	for _, name := range []string{"action", "error", "notes"} {
		fields = append(fields, arrow.Field{Name: name, Type: arrow.BinaryTypes.String, Nullable: true})
	}
	var keys, values []string
	hello, err := item.Parse(string(c.Hello()))
	if err != nil {
		return nil, err
	}
	for _, m := range hello.Members() {
		keys = append(keys, m.Key)
		if m.Value.Kind() == jsonvalue.String {
			values = append(values, m.Value.Str())
		} else {
			values = append(values, m.Value.JSON())
		}
	}
	metadata := arrow.NewMetadata(keys, values)
	return arrow.NewSchema(fields, &metadata), nil
}

// write writes the replies to one batch. It flushes them where no other batch waits to be
// written.
func (w *arrowWriter) write(b *item.Batch, flush bool) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("encoding a batch: %v", fault)
		}
	}()
	build := array.NewRecordBuilder(memory.DefaultAllocator, w.schema)
	defer build.Release()
	build.Reserve(b.Len())
	text := func(k int) *array.StringBuilder { return build.Field(1 + w.width + k).(*array.StringBuilder) }
	for i := range b.Len() {
		o := b.Outcome(i)
		for k := range 1 + w.width {
			number := build.Field(k).(*array.Float64Builder)
			switch {
			case o.Err != nil:
				number.AppendNull()
			case k == 0:
				number.Append(o.Reward)
			default:
				number.Append(o.Components[k-1])
			}
		}
		appendText(text(0), string(o.Action), o.Action != completion.None)
		appendText(text(1), string(o.AppendError(nil)), o.Err != nil)
		appendText(text(2), string(o.AppendNotes(nil)), len(o.Notes) > 0)
	}
	rec := build.NewRecord()
	defer rec.Release()
	if err := w.ipc.Write(rec); err != nil {
		return err
	}
	if flush {
		return w.out.Flush()
	}
	return nil
}

func appendText(b *array.StringBuilder, text string, ok bool) {
	if ok {
		b.Append(text)
	} else {
		b.AppendNull()
	}
}

// close ends the stream.
func (w *arrowWriter) close() error {
	if err := w.ipc.Close(); err != nil {
		return err
	}
	return w.out.Flush()
}
