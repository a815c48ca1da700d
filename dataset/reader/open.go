package reader

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/infile"
)

// bufferSize is the size of reads. Pipes are slow below some 64 KiB, and a larger buffer
// leaves the cache of a core before its lines are read.
const bufferSize = 64 << 10

// Open opens a file for reading; "-" is Options.Stdin. It looks only at the first bytes. A
// folder, a missing file, an empty file and an unknown format are a *ReadError that says
// what to do.
func Open(ctx context.Context, path string, opt Options) (*Reader, error) {
	opt = opt.withDefaults()
	r := &Reader{ctx: ctx, name: path, size: -1, read: newCounter()}
	r.empty = opt.Empty
	err := r.openRows(path, opt)
	if r.empty && errors.Is(err, ErrEmpty) {
		r.split, err = noRows{}, nil
	}
	if err == nil {
		r.answers, err = openAnswers(ctx, path, opt)
	}
	if err == nil {
		r.turns, r.sessions, r.runs = opt.Turns, opt.Sessions || opt.Runs, opt.Runs
		if r.sessions || opt.Functions != "" {
			r.functions, err = openFunctions(ctx, path, opt)
		}
	}
	if err != nil {
		_ = r.Close() // nothing was written, and the first error is the important one
		return nil, &ReadError{File: path, Err: err}
	}
	return r, nil
}

func newCounter() *atomic.Int64 { return new(atomic.Int64) }

// openRows determines the format of the file and how it is split into rows.
func (r *Reader) openRows(path string, opt Options) error {
	src, file, err := r.source(path, opt)
	if err != nil {
		return err
	}
	br := bufio.NewReaderSize(src, bufferSize)
	head, err := br.Peek(8)
	if len(head) == 0 {
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		return ErrEmpty
	}
	if err := foreign(head); err != nil {
		return err
	}
	if bytes.HasPrefix(head, parquetMagic) {
		return r.openParquet(br, file, opt)
	}
	if codec := codecOf(head); codec != nil {
		if br, err = r.expand(br, codec); err != nil {
			return err
		}
	}
	if opt.Runs {
		r.split, err = splitRuns(br, opt.MaxRecordBytes)
		return err
	}
	r.split, err = splitJSON(br, opt.MaxRecordBytes)
	return err
}

// noRows is the splitter of an empty file.
type noRows struct{}

func (noRows) next() (item, error) { return item{}, io.EOF }

// source opens the path; file is set if it is a regular file.
func (r *Reader) source(path string, opt Options) (src io.Reader, file *os.File, err error) {
	if path == "-" {
		if opt.Stdin == nil {
			return nil, nil, errors.New("there is no stdin to read; give the name of a file")
		}
		return &counted{opt.Stdin, r.read}, nil, nil
	}
	f, err := infile.Open(path)
	var pe *fs.PathError // its path is already in the caller's message
	switch info, statErr := os.Stat(path); {
	case statErr == nil && info.IsDir():
		return nil, nil, errors.New("is a folder; name the files in it")
	case errors.As(err, &pe):
		return nil, nil, pe.Err
	case err != nil:
		return nil, nil, err
	}
	r.closers = append(r.closers, f.Close)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		r.size, file = info.Size(), f
	}
	return &counted{f, r.read}, file, nil
}

// counted counts the bytes read.
type counted struct {
	r io.Reader
	n *atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// foreign names unsupported formats by their first bytes, so that they do not end as a
// million rejected rows.
func foreign(head []byte) error {
	for _, f := range [...]struct{ magic, what string }{
		{"PK\x03\x04", "a zip archive; unpack it and name the files in it"},
		{"BZh", "compressed with bzip2; decompress it, or use gzip or zstd"},
		{"\xFD7zXZ\x00", "compressed with xz; decompress it, or use gzip or zstd"},
		{"\x04\x22\x4D\x18", "compressed with lz4; decompress it, or use gzip or zstd"},
		{"ARROW1", "an Arrow file; write it as Parquet"},
		{"Obj\x01", "an Avro file; write it as Parquet or JSON lines"},
		{"\xFF\xFE", "UTF-16; save it as UTF-8"},
		{"\xFE\xFF", "UTF-16; save it as UTF-8"},
		{"version https://git-lfs"[:8], "a Git LFS pointer, not the file itself; run git lfs pull"},
	} {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return fmt.Errorf("is %s", f.what)
		}
	}
	return nil
}
