package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/parquetfile"
)

// shardReader reads a shard that may be damaged. The Parquet library panics on some damaged
// files; every such panic becomes an error here.
type shardReader struct {
	path string
	f    *os.File
	file *parquet.File // nil if the file is JSON lines
}

func openShard(path string) (s *shardReader, err error) {
	defer damaged(path, &err)
	f, err := infile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening a shard: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	if filepath.Ext(path) == ".jsonl" {
		return &shardReader{path: path, f: f}, nil
	}
	file, err := parquetfile.Open(f, info.Size())
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

// columns returns the columns of the file. For JSON lines these are the keys of the first
// line, without types.
func (s *shardReader) columns() (columns []Column, err error) {
	if s.file != nil {
		return columnsOf(s.file.Schema()), nil
	}
	done := errors.New("one line is enough")
	err = eachLine(context.Background(), s, func(line []byte) error {
		v, err := jsonvalue.Parse(string(line), columnOptions)
		if err != nil {
			return fmt.Errorf("%s: %w", s.path, err)
		}
		for _, m := range v.Members() {
			columns = append(columns, Column{Name: m.Key})
		}
		return done
	})
	if err == nil || errors.Is(err, done) {
		return columns, nil
	}
	return nil, err
}

// layout finds the layout of a shard by its columns.
func (s *shardReader) layout() (*Layout, error) {
	columns, err := s.columns()
	if err != nil {
		return nil, err
	}
	names := make(map[string]bool, len(columns))
	for _, c := range columns {
		names[c.Name] = true
	}
	for _, l := range Layouts() {
		all := (s.file == nil) == (l.Extension == "jsonl")
		for _, c := range l.Columns {
			all = all && names[c.Name]
		}
		if all {
			return l, nil
		}
	}
	return nil, fmt.Errorf("%s has the columns of no layout of voi", s.path)
}

// rowBatch is the number of rows read at a time.
const rowBatch = 64

// readRows reads the rows of a file as the Go type T. Its fields may be only some of the
// columns, and may be renamed.
func readRows[T any](ctx context.Context, s *shardReader, fn func(*T) error, renamed ...parquet.SchemaOption) (err error) {
	defer damaged(s.path, &err)
	options := make([]parquet.ReaderOption, len(renamed))
	for i, o := range renamed {
		options[i] = o.(parquet.ReaderOption) // the library guarantees it for every SchemaOption
	}
	r := parquet.NewGenericReader[T](s.file, options...)
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

// eachEntry reads the rows of a shard, as far as its layout contains them.
func (s *shardReader) eachEntry(ctx context.Context, fn func(*Entry) error) error {
	l, err := s.layout()
	if err != nil {
		return err
	}
	return l.entries(ctx, s, func(e *Entry, fault error) error {
		if e == nil {
			return fmt.Errorf("reading %s: %w", s.path, fault)
		}
		return fn(e)
	})
}

// idRow is the only column needed for ids.
type idRow struct {
	SampleID string `parquet:"sample_id"`
}
