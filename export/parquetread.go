package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
)

// shardReader reads a shard that nobody vouches for. The Parquet library panics
// on some damaged files; every such panic becomes an error here.
type shardReader struct {
	path string
	f    *os.File
	file *parquet.File
}

func openShard(path string) (s *shardReader, err error) {
	defer damaged(path, &err)
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening a shard: %w", err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("it is a folder")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipBloomFilters(true))
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s is no Parquet file that can be read: %w", path, err)
	}
	return &shardReader{path: path, f: f, file: file}, nil
}

func (s *shardReader) close() error { return s.f.Close() }

// damaged turns a panic into an error about the file.
func damaged(path string, err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("%s is damaged: %v", path, fault)
	}
}

// layout recognises the layout of a shard by its columns.
func (s *shardReader) layout() (Layout, error) {
	columns := columnsOf(s.file.Schema())
	names := make(map[string]bool, len(columns))
	for _, c := range columns {
		names[c.Name] = true
	}
	for _, l := range Layouts() {
		all := true
		for _, c := range l.Columns() {
			all = all && names[c.Name]
		}
		if all {
			return l, nil
		}
	}
	return nil, fmt.Errorf("%s has the columns of no layout of voi", s.path)
}

// rowBatch is how many rows are read at once.
const rowBatch = 64

// readRows reads the rows of a file as the Go type T, whose fields may be some
// of the columns.
func readRows[T any](ctx context.Context, s *shardReader, fn func(*T) error) (err error) {
	defer damaged(s.path, &err)
	r := parquet.NewGenericReader[T](s.file)
	defer r.Close()
	buf := make([]T, rowBatch)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := r.Read(buf)
		for i := range buf[:n] {
			if err := fn(&buf[i]); err != nil {
				return err
			}
		}
		clear(buf)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", s.path, err)
		}
	}
}

// eachRow reads the rows of a shard of layout generic or trl.
func (s *shardReader) eachRow(ctx context.Context, fn func(*Row) error) error {
	l, err := s.layout()
	if err != nil {
		return err
	}
	switch l.Name() {
	case genericLayout.name:
		return readRows(ctx, s, fn)
	case trlLayout.name:
		return readRows(ctx, s, func(r *trlRow) error {
			row := Row(*r)
			return fn(&row)
		})
	}
	return fmt.Errorf("%s is of the layout %s, which has no labels", s.path, l.Name())
}

// idRow is the column that looking for ids needs.
type idRow struct {
	SampleID string `parquet:"sample_id"`
}

// eachRaw reads whole rows as the library's own values.
func (s *shardReader) eachRaw(ctx context.Context, fn func(parquet.Row) error) (err error) {
	defer damaged(s.path, &err)
	r := parquet.NewReader(s.file)
	defer r.Close()
	buf := make([]parquet.Row, rowBatch)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := r.ReadRows(buf)
		for _, row := range buf[:n] {
			if err := fn(row); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", s.path, err)
		}
	}
}
