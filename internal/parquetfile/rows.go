package parquetfile

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
)

// File is an open Parquet file.
type File struct {
	*parquet.File
	f *os.File
}

// OpenPath opens the file at a path; it returns nil if the file does not begin as Parquet
// does.
func OpenPath(path string, options ...parquet.FileOption) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil || string(head) != magic {
		return nil, f.Close() // other readers say what the file is
	}
	info, err := f.Stat()
	if err == nil {
		var file *parquet.File
		if file, err = Open(f, info.Size(), options...); err == nil {
			return &File{file, f}, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("reading %s: %w", path, err), f.Close())
}

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }

// Guard turns a panic on a damaged file into an error, because the library trusts some of
// its input.
func Guard(f func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the file is damaged: %v", fault)
		}
	}()
	return f()
}

// Rows reads the rows of a file one by one.
type Rows struct {
	groups []parquet.RowGroup // still to be read
	rows   parquet.Rows       // of the current group, nil before the first
	batch  []parquet.Row
	ready  []parquet.Row // of batch, not returned yet
}

// NewRows reads a file from its beginning, atOnce rows at a time.
func NewRows(f *parquet.File, atOnce int) *Rows {
	return &Rows{groups: f.RowGroups(), batch: make([]parquet.Row, atOnce)}
}

// Next returns the next row, io.EOF after the last one. Its values are valid until the next
// call.
func (r *Rows) Next() (row parquet.Row, err error) {
	err = Guard(func() error {
		for len(r.ready) == 0 {
			if err := r.fill(); err != nil {
				return err
			}
		}
		row, r.ready = r.ready[0], r.ready[1:]
		return nil
	})
	return row, err
}

// fill reads the next batch, and moves to the next group if one ends.
func (r *Rows) fill() error {
	if r.rows == nil {
		for len(r.groups) > 0 && r.groups[0].NumRows() == 0 {
			r.groups = r.groups[1:] // the library cannot seek in it
		}
		if len(r.groups) == 0 {
			return io.EOF
		}
		r.rows, r.groups = r.groups[0].Rows(), r.groups[1:]
	}
	n, err := r.rows.ReadRows(r.batch)
	r.ready = r.batch[:n]
	if errors.Is(err, io.EOF) || err == nil && n == 0 {
		err = r.Close()
	}
	return err
}

// Close releases the current row group.
func (r *Rows) Close() error {
	if r.rows == nil {
		return nil
	}
	rows := r.rows
	r.rows = nil
	return Guard(rows.Close)
}
