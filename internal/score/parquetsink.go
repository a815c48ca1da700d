package score

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/parquetfile"
	"github.com/voi-rl/voi/internal/rollout"
)

// groupBytes is the size of a row group before it is encoded. It is large, because the
// figures of all row groups stay in memory until the file ends.
const (
	groupBytes = 16 << 20
	pageBytes  = 128 << 10
)

// parquetSink writes Parquet: the columns of the input, then ours. Workers turn rows into
// column values. One goroutine encodes them and needs the memory of only one row group.
type parquetSink struct {
	plan   *plan
	layout layout
	kinds  []columnKind // of the input's columns, nil where rows are copied from Parquet
	place  map[string]int
	inputs int // leaf columns of the input
	w      *parquet.GenericWriter[any]
	size   int64 // of the row group so far
}

// newParquetSink returns a sink for rows with these input fields. kinds are the inferred
// columns, nil where rows are copied from Parquet.
func newParquetSink(p *plan, c *columns, w io.Writer, fields []parquet.Field, kinds []columnKind, meta map[string]string) *parquetSink {
	s := &parquetSink{plan: p, layout: newLayout(p), kinds: kinds, place: make(map[string]int, len(kinds))}
	for i, col := range kinds {
		s.place[col.Name] = i
	}
	s.inputs = len(parquet.NewSchema("input", orderedGroup{fields}).Columns())
	schema := parquet.NewSchema("row", orderedGroup{append(slices.Clone(fields), resultFields(c)...)})
	options := []parquet.WriterOption{
		schema,
		parquet.Compression(parquetfile.Codec{}),
		parquet.PageBufferSize(pageBytes),
		parquet.DataPageStatistics(false),
		parquet.CreatedBy("voi", export.Version, "score"),
	}
	for _, path := range textColumns(schema) {
		options = append(options, parquet.SkipPageBounds(path...))
	}
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		options = append(options, parquet.KeyValueMetadata(key, meta[key]))
	}
	s.w = parquet.NewGenericWriter[any](w, options...)
	return s
}

func (s *parquetSink) close() error { return guard(s.w.Close) }

func (s *parquetSink) encode(b *writeBatch) error {
	b.values = slices.Grow(b.values[:0], len(b.rows))[:len(b.rows)]
	for i := range b.rows {
		row, err := s.input(b.values[i][:0], &b.rows[i])
		if err != nil {
			return err
		}
		if b.texts, err = b.rows[i].rec.texts(&s.layout, b.texts[:0]); err != nil {
			return err
		}
		to := parquetCells{row, s.inputs}
		b.results(s.plan, &s.layout, &b.rows[i], &to)
		b.values[i] = to.dst
	}
	return nil
}

func (s *parquetSink) write(b *writeBatch) error {
	return guard(func() error {
		if _, err := s.w.WriteRows(b.values); err != nil {
			return err
		}
		for _, row := range b.values {
			clear(row) // the columns have copied the values
		}
		if s.size += b.size; s.size < groupBytes {
			return nil
		}
		s.size = 0
		return s.w.Flush()
	})
}

// input appends the values of the input's columns.
func (s *parquetSink) input(dst parquet.Row, row *outRow) (parquet.Row, error) {
	if row.native != nil {
		dst = append(dst, row.native...)
		if last := row.native[len(row.native)-1].Column(); last+1 < s.inputs { // the rows have no step column
			step, _ := s.step(row)
			dst = append(dst, parquetValue(step, typeInt, last+1))
		}
		return dst, nil
	}
	for i := range s.kinds {
		dst = append(dst, parquet.NullValue().Level(0, 0, i))
	}
	set := func(name string, v jsonvalue.Value) {
		if i, ok := s.place[name]; ok {
			dst[i] = parquetValue(v, s.kinds[i].Kinds.of(), i)
		}
	}
	if step, ok := s.step(row); ok {
		set(rollout.StepKey, step)
	}
	if row.raw.Text != "" {
		return dst, item.Members(row.raw.Text, func(name, raw string, _ bool) error {
			v, err := jsonvalue.Parse(raw, jsonvalue.Options{MaxDepth: 2 * jsonvalue.DefaultDepth, ReplaceInvalid: true})
			if err != nil {
				return fmt.Errorf("a value that was scored is none any more: %w", err)
			}
			set(name, v)
			return nil
		})
	}
	v, err := row.raw.Parse()
	for _, m := range v.Members() {
		set(m.Key, m.Value)
	}
	return dst, err
}

// step returns the step in the file's name, where the row has no step itself.
func (s *parquetSink) step(row *outRow) (step jsonvalue.Value, ok bool) {
	if !row.rec.is(flagStep) {
		return step, false
	}
	n, err := strconv.ParseInt(row.step, 10, 64)
	return jsonvalue.NewInt(n), err == nil
}

// parquetValue returns the value of a column of type t with index i.
func parquetValue(v jsonvalue.Value, t columnType, i int) parquet.Value {
	if v.IsNull() {
		return parquet.NullValue().Level(0, 0, i)
	}
	var out parquet.Value
	switch t {
	case typeBool:
		out = parquet.BooleanValue(v.Bool())
	case typeInt:
		n, _ := v.Int()
		out = parquet.Int64Value(n)
	case typeDouble:
		f, _ := v.Float()
		out = parquet.DoubleValue(f)
	default:
		text := v.Str()
		if v.Kind() != jsonvalue.String {
			text = v.JSON()
		}
		out = textValue(text)
	}
	return out.Level(0, 1, i)
}

// textValue returns a text as valid UTF-8, which the writer expects. The value shares the
// memory of the text; the writer copies it.
func textValue(s string) parquet.Value {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(s), len(s)))
}

// parquetCells appends the values of our columns.
type parquetCells struct {
	dst    parquet.Row
	column int // the index of the next column
}

func (c *parquetCells) add(v parquet.Value, ok bool) {
	if ok {
		c.dst = append(c.dst, v.Level(0, 1, c.column))
	} else {
		c.dst = append(c.dst, parquet.NullValue().Level(0, 0, c.column))
	}
	c.column++
}

func (c *parquetCells) number(f float64, ok bool) { c.add(parquet.DoubleValue(f), ok) }
func (c *parquetCells) text(json []byte)          { c.add(parquet.ByteArrayValue(json), len(json) > 0) }

func (c *parquetCells) action(n int) {
	var name []byte
	if n < len(completion.Actions) {
		name = []byte(completion.Actions[n])
	}
	c.text(name)
}

// guard turns a panic of the Parquet library into an error.
func guard(f func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the Parquet library gave up: %v; write JSON lines", fault)
		}
	}()
	return f()
}
