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

// maxSpool bounds a Parquet file from a pipe. It has to be copied to a temporary file,
// because reading begins at the end.
const maxSpool = 8 << 30

// openParquet reads a Parquet file; file is nil if src is a pipe.
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
	f, err := parquetfile.Open(&parquetSource{r, file}, info.Size(), parquet.ReadBufferSize(bufferSize))
	if err == nil {
		err = parquetfile.Guard(func() (err error) {
			p.rows = parquetfile.NewRows(f, batchRows)
			p.shape, err = newShape(f.Schema().Fields())
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("cannot be read as Parquet (%w); write it again, or as JSON lines", err)
	}
	r.closers = append(r.closers, p.rows.Close)
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

// parquetSource counts the bytes read from the file, and stops when the reader's context
// ends.
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
	ctx   context.Context
	rows  *parquetfile.Rows
	shape *shape
	max   int
	row   int64
}

// batchRows is the number of rows read at a time.
const batchRows = 32

func (p *parquetRows) next() (it item, err error) {
	row, err := p.rows.Next()
	if err == nil {
		err = parquetfile.Guard(func() error {
			it = p.item(row)
			return nil
		})
	}
	if err == nil {
		p.row++
		it.line = p.row
		return it, nil
	}
	if !errors.Is(err, io.EOF) && p.ctx.Err() == nil {
		err = fmt.Errorf("row %d: %w; write the file again, or as JSON lines", p.row+1, err)
	}
	return it, err
}

func (p *parquetRows) item(row parquet.Row) item {
	v, size, odd, err := p.shape.value(row)
	if err == nil && size > p.max {
		err = tooLarge(int64(size), p.max)
	}
	return item{value: v, odd: odd, err: err}
}
