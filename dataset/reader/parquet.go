package reader

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/parquetfile"
)

var parquetMagic = []byte("PAR1")

// maxSpool bounds a Parquet file that comes through a pipe: it must be copied
// to a temporary file, since it is read from its end.
const maxSpool = 8 << 30

// openParquet reads a Parquet file; file is nil where src is a pipe.
func (r *Reader) openParquet(src *bufio.Reader, file *os.File, opt Options) error {
	if file == nil {
		var err error
		if file, err = r.spool(src); err != nil {
			return err
		}
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	p := &parquetRows{ctx: r.ctx, max: opt.MaxRecordBytes}
	err = guard(func() (err error) {
		p.file, err = parquetfile.Open(&parquetSource{r, file}, info.Size(), parquet.ReadBufferSize(bufferSize))
		if err != nil {
			return err
		}
		p.groups = p.file.RowGroups()
		p.shape, err = newShape(p.file.Schema().Fields())
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot be read as Parquet (%w); write it again, or as JSON lines", err)
	}
	r.closers = append(r.closers, p.close)
	r.split = p
	return nil
}

// spool copies a pipe to a temporary file, which Close removes.
func (r *Reader) spool(src io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "voi-*.parquet")
	if err != nil {
		return nil, fmt.Errorf("a Parquet file through a pipe needs room for a temporary file: %w", err)
	}
	r.closers = append(r.closers, func() error { return errors.Join(f.Close(), os.Remove(f.Name())) })
	n, err := io.Copy(f, io.LimitReader(src, maxSpool+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("copying it to a temporary file: %w", err)
	case n > maxSpool:
		return nil, fmt.Errorf("is Parquet of more than %d GiB through a pipe; give the file by its name", maxSpool>>30)
	}
	return f, nil
}

// parquetSource counts what is read of the file, and stops when the reader's
// context ends.
type parquetSource struct {
	r *Reader
	f *os.File
}

func (s *parquetSource) ReadAt(p []byte, off int64) (int, error) {
	if err := s.r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.f.ReadAt(p, off)
	s.r.read.Store(max(s.r.read.Load(), off+int64(n)))
	return n, err
}

// parquetRows splits a Parquet file into its rows.
type parquetRows struct {
	ctx    context.Context
	file   *parquet.File
	shape  *shape
	max    int
	groups []parquet.RowGroup // still to be read
	rows   parquet.Rows       // of the current group, nil before the first
	batch  []parquet.Row
	ready  []parquet.Row // of batch, not given yet
	row    int64
}

// batchRows is how many rows are read at once.
const batchRows = 32

func (p *parquetRows) next() (it item, err error) {
	err = guard(func() error {
		for len(p.ready) == 0 {
			if err := p.fill(); err != nil {
				return err
			}
		}
		p.row++
		it = p.item(p.ready[0])
		p.ready = p.ready[1:]
		return nil
	})
	if err != nil && !errors.Is(err, io.EOF) && p.ctx.Err() == nil {
		err = fmt.Errorf("row %d: %w; write the file again, or as JSON lines", p.row+1, err)
	}
	return it, err
}

// fill reads the next batch, from the next group where one ends.
func (p *parquetRows) fill() error {
	if p.rows == nil {
		for len(p.groups) > 0 && p.groups[0].NumRows() == 0 {
			p.groups = p.groups[1:] // parquet-go cannot seek in it
		}
		if len(p.groups) == 0 {
			return io.EOF
		}
		p.rows, p.groups = p.groups[0].Rows(), p.groups[1:]
	}
	if p.batch == nil {
		p.batch = make([]parquet.Row, batchRows)
	}
	n, err := p.rows.ReadRows(p.batch)
	p.ready = p.batch[:n]
	if errors.Is(err, io.EOF) || err == nil && n == 0 {
		err = p.close()
	}
	return err
}

func (p *parquetRows) item(row parquet.Row) item {
	v, size, odd, err := p.shape.value(row)
	if err == nil && size > p.max {
		err = tooLarge(int64(size), p.max)
	}
	return item{line: p.row, value: v, odd: odd, err: err}
}

func (p *parquetRows) close() error {
	if p.rows == nil {
		return nil
	}
	rows := p.rows
	p.rows = nil
	return guard(rows.Close)
}

// guard turns a panic on a damaged file into an error: parquet-go trusts some
// of what it reads.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the file is damaged: %v", r)
		}
	}()
	return f()
}
