package score

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// isParquet reports whether a file begins as Parquet does.
func isParquet(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var head [4]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return false, nil // too short for any format of ours; reading it says so
	}
	return bytes.Equal(head[:], []byte("PAR1")), nil
}

// readSchema sets the columns of an input that is Parquet.
func (in *input) readSchema() error {
	is, err := isParquet(in.path)
	if err != nil || !is {
		return err
	}
	f, err := os.Open(in.path)
	if err != nil {
		return err
	}
	defer f.Close()
	return guard(func() error {
		file, err := parquetfile.Open(f, in.info.Size())
		if err != nil {
			return err
		}
		in.schema = file.Schema()
		for _, field := range in.schema.Fields() {
			in.columns = append(in.columns, field.Name())
		}
		return nil
	})
}

// sameSchema is the one schema of inputs that are all Parquet, nil where they
// differ.
func sameSchema(inputs []*input) *parquet.Schema {
	for _, in := range inputs {
		if in.schema == nil || !parquet.EqualNodes(in.schema, inputs[0].schema) {
			return nil
		}
	}
	return inputs[0].schema
}

// nativeSource gives the rows of a Parquet file as the library reads them.
type nativeSource struct {
	ctx    context.Context
	f      *os.File
	groups []parquet.RowGroup
	rows   parquet.Rows
	batch  []parquet.Row
	ready  []parquet.Row
}

func openNative(ctx context.Context, in *input) (*nativeSource, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return nil, err
	}
	s := &nativeSource{ctx: ctx, f: f, batch: make([]parquet.Row, 64)}
	err = guard(func() error {
		file, err := parquetfile.Open(f, in.info.Size(), parquet.ReadBufferSize(256<<10))
		if err == nil {
			s.groups = file.RowGroups()
		}
		return err
	})
	if err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

func (s *nativeSource) next(row *outRow, _ *[]byte) (size int64, err error) {
	err = guard(func() error {
		for len(s.ready) == 0 {
			if err := s.fill(); err != nil {
				return err
			}
		}
		row.native = s.ready[0].Clone()
		s.ready = s.ready[1:]
		return nil
	})
	for i := range row.native {
		size += 32
		if k := row.native[i].Kind(); k == parquet.ByteArray || k == parquet.FixedLenByteArray {
			size += int64(len(row.native[i].ByteArray()))
		}
	}
	return size, err
}

func (s *nativeSource) fill() error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if s.rows == nil {
		for len(s.groups) > 0 && s.groups[0].NumRows() == 0 {
			s.groups = s.groups[1:] // parquet-go cannot seek in it
		}
		if len(s.groups) == 0 {
			return io.EOF
		}
		s.rows, s.groups = s.groups[0].Rows(), s.groups[1:]
	}
	n, err := s.rows.ReadRows(s.batch)
	s.ready = s.batch[:n]
	if errors.Is(err, io.EOF) || err == nil && n == 0 {
		err = s.rows.Close()
		s.rows = nil
	}
	return err
}

func (s *nativeSource) close() error {
	if s.rows != nil {
		_ = guard(s.rows.Close) // nothing was written through it
	}
	return s.f.Close()
}
