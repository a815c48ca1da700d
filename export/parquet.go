package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// pageBytes is the target size of a data page before compression. A reader of one random
// row has to decompress that much for each column.
const pageBytes = 256 << 10

// parquetLayout writes and reads the rows of a Parquet layout, as the Go type T whose tags
// name the columns.
type parquetLayout[T any] struct {
	schema   *parquet.Schema
	written  *parquet.Schema // the same schema, with short bounds
	features string          // the value of the huggingface entry
	rows     func(dst []T, e *Entry) []T
	nullable bool // one of its lists holds nulls, which Deconstruct does not support
}

// newParquetLayout returns a layout. rows appends the rows of an entry, and entry restores
// an entry from a row, as far as the row contains it. renamed changes column names from
// those in the tags.
func newParquetLayout[T any](name string, rows func(dst []T, e *Entry) []T, entry func(*T) Entry, renamed ...parquet.SchemaOption) *Layout {
	schema := parquet.SchemaOf(new(T), renamed...)
	root := schema.Name() // of the Go type, which is part of the bytes
	if renamed != nil {
		root = name + "Row"
	}
	p := &parquetLayout[T]{
		schema: schema, written: boundedSchema(root, schema),
		features: features(schema), rows: rows,
		nullable: slices.ContainsFunc(schema.Fields(), func(f parquet.Field) bool { item, ok := listElement(f); return ok && item.Optional() }),
	}
	return &Layout{
		Name: name, Extension: "parquet", Tools: ToolsSystem, Columns: columnsOf(schema), NewFile: p.newFile,
		entries: func(ctx context.Context, s *shardReader, fn func(*Entry, error) error) error {
			return readRows(ctx, s, func(r *T) error {
				e := entry(r)
				return fn(&e, nil)
			}, renamed...)
		},
	}
}

// newCarryingLayout returns a layout with labels and one row for each sample. row makes the
// row of an entry, and restore returns the row's parts for restoring the entry.
func newCarryingLayout[T any](name string, tools ToolsMode, row func(e *Entry) T, restore func(r *T) carried) *Layout {
	l := newParquetLayout(name, func(dst []T, e *Entry) []T { return append(dst, row(e)) }, nil)
	l.Tools, l.Carries = tools, true
	l.entries = func(ctx context.Context, s *shardReader, fn func(*Entry, error) error) error {
		return readRows(ctx, s, func(r *T) error {
			c := restore(r)
			e, err := c.entry()
			if err != nil {
				return fn(nil, fmt.Errorf("label: %w", err))
			}
			if !reflect.DeepEqual(row(e), *r) {
				return fn(e, errOtherRow)
			}
			return fn(e, nil)
		})
	}
	return l
}

// errOtherRow is the fault of a row with contradictory columns.
var errOtherRow = errors.New("its columns are not what its label and its prompt give")

func (l *parquetLayout[T]) newFile(w io.Writer, meta map[string]string) LayoutFile {
	options := []parquet.WriterOption{
		parquet.Compression(parquetfile.Codec{}),
		parquet.PageBufferSize(pageBytes),
		parquet.DataPageStatistics(true),
		parquet.CreatedBy("voi", Version, fmt.Sprintf("columns-%d", SchemaVersion)),
		parquet.KeyValueMetadata("huggingface", l.features),
	}
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		options = append(options, parquet.KeyValueMetadata(key, meta[key]))
	}
	return &parquetFile[T]{layout: l, w: parquet.NewGenericWriter[T](w, append(options, l.written)...)}
}

type parquetFile[T any] struct {
	layout *parquetLayout[T]
	w      *parquet.GenericWriter[T]
	free   []*parquetGroup[T]
}

func (f *parquetFile[T]) Close() error { return f.w.Close() }

func (f *parquetFile[T]) NewGroup() Group {
	if n := len(f.free); n > 0 {
		g := f.free[n-1]
		f.free = f.free[:n-1]
		return g
	}
	return &parquetGroup[T]{file: f, group: f.w.BeginRowGroup()}
}

// batchRows is the number of rows that are passed to the columns at a time: a page never
// ends within a batch.
const batchRows = 64

type parquetGroup[T any] struct {
	file  *parquetFile[T]
	group *parquet.ConcurrentRowGroupWriter
	items []T
	rows  []parquet.Row
	cells *parquet.GenericBuffer[T] // for a nullable layout
	bytes int
	added int

	swollen bool // its buffers have grown too large to be kept
}

func (g *parquetGroup[T]) Add(e *Entry) (int, error) {
	before := len(g.items)
	g.items = g.file.layout.rows(g.items, e)
	added := len(g.items) - before
	g.added += added
	size := e.bytes()
	g.bytes += size * added
	g.swollen = g.swollen || size > groupBytes/4
	if len(g.items) < batchRows && g.bytes < pageBytes {
		return added, nil
	}
	return added, g.write()
}

// write passes the waiting rows to the columns.
func (g *parquetGroup[T]) write() error {
	err := g.deconstruct()
	if err == nil {
		_, err = g.group.WriteRows(g.rows)
	}
	// The columns have copied the texts: nothing else may keep them in memory.
	clear(g.items)
	g.items, g.bytes = g.items[:0], 0
	for i := range g.rows {
		clear(g.rows[i])
	}
	return err
}

// deconstruct turns the waiting rows into rows of values.
func (g *parquetGroup[T]) deconstruct() error {
	g.rows = slices.Grow(g.rows[:0], len(g.items))[:len(g.items)]
	if !g.file.layout.nullable {
		for i := range g.items {
			g.rows[i] = g.file.layout.schema.Deconstruct(g.rows[i][:0], &g.items[i])
		}
		return nil
	}
	if g.cells == nil {
		g.cells = parquet.NewGenericBuffer[T](g.file.layout.schema)
	}
	g.cells.Reset()
	if _, err := g.cells.Write(g.items); err != nil {
		return err
	}
	r := g.cells.Rows()
	defer r.Close()
	for at := 0; at < len(g.rows); {
		n, err := r.ReadRows(g.rows[at:])
		if at += n; err != nil && !errors.Is(err, io.EOF) || n == 0 && at < len(g.rows) {
			return errors.Join(err, io.ErrUnexpectedEOF)
		}
	}
	return nil
}

func (g *parquetGroup[T]) Flush() error {
	if err := g.write(); err != nil {
		return err
	}
	return g.group.Flush()
}

func (g *parquetGroup[T]) Commit() error {
	if g.added > 0 { // the library cannot write an empty row group
		if _, err := g.group.Commit(); err != nil {
			return err
		}
	}
	if !g.swollen {
		g.file.free = append(g.file.free, g)
	}
	g.added = 0
	return nil
}
