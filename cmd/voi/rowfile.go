package main

import (
	"bufio"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/parquetfile"
	"github.com/voi-rl/voi/internal/shard"
)

// rowFile is a file of rows of one kind, each a value or an asLine; a nil rowFile takes
// nothing.
type rowFile struct {
	file *shard.File // nil: stdout
	put  func(row any) error
	end  func() error
}

// checkSuffix refuses a name whose suffix gives no format.
func checkSuffix(name string) error {
	if slices.ContainsFunc([]string{".parquet", ".jsonl", ".jsonl.gz", ".jsonl.zst"}, func(suffix string) bool { return strings.HasSuffix(name, suffix) }) {
		return nil
	}
	return usagef("--out %s has no known suffix; use .parquet, .jsonl, .jsonl.gz or .jsonl.zst", name)
}

// openRows begins a file of rows of one type: Parquet or JSON lines, by its suffix; "-" is
// stdout, and no path is no file.
func openRows[T any](owner, path string, stdout io.Writer) (*rowFile, error) {
	r := &rowFile{}
	switch path {
	case "":
		return nil, nil
	case "-":
		return r, encodeRows[T](r, stdout, path)
	}
	if err := checkSuffix(path); err != nil {
		return nil, err
	}
	var err error
	if r.file, err = (&shard.Folder{Dir: filepath.Dir(path), Owner: owner}).Create(filepath.Base(path)); err != nil {
		return nil, err
	}
	return r, encodeRows[T](r, r.file, path)
}

func encodeRows[T any](r *rowFile, out io.Writer, name string) error {
	if strings.HasSuffix(name, ".parquet") {
		w := parquet.NewGenericWriter[T](out, parquet.Compression(parquetfile.Codec{}), parquet.CreatedBy("voi", "score", ""), parquet.MaxRowsPerRowGroup(4096))
		r.end = w.Close
		r.put = func(row any) (err error) {
			if l, ok := row.(*asLine[T]); ok {
				if row, err = l.row(); err != nil {
					return err
				}
			}
			_, err = w.Write([]T{row.(T)})
			return err
		}
		return nil
	}
	end := func() error { return nil }
	switch {
	case strings.HasSuffix(name, ".gz"):
		z := gzip.NewWriter(out)
		out, end = z, z.Close
	case strings.HasSuffix(name, ".zst"):
		z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		out, end = z, z.Close
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	r.put = func(row any) (err error) {
		var text []byte
		if l, ok := row.(*asLine[T]); ok {
			text, err = l.line()
		} else {
			text, err = lineOf(row)
		}
		if err != nil {
			return err
		}
		if _, err = buffered.Write(text); err == nil {
			err = buffered.WriteByte('\n')
		}
		return err
	}
	r.end = func() error { return errors.Join(buffered.Flush(), end()) }
	return nil
}

func (r *rowFile) write(row any) error {
	if r == nil {
		return nil
	}
	return r.put(row)
}

// commitRows completes all files before it makes the first visible. They become visible in
// this order.
func commitRows(files ...*rowFile) error {
	if err := completeRows(files...); err != nil {
		return err
	}
	return publishRows(files...)
}

func completeRows(files ...*rowFile) (err error) {
	for _, r := range files {
		if r != nil {
			err = errors.Join(err, r.end())
		}
	}
	return err
}

func publishRows(files ...*rowFile) (err error) {
	for _, r := range files {
		if err == nil && r != nil && r.file != nil {
			_, err = r.file.Commit()
		}
	}
	return err
}

// abort removes an unfinished file.
func (r *rowFile) abort() {
	if r != nil && r.file != nil {
		r.file.Abort()
	}
}
