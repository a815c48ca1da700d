package score

import (
	"context"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// readSchema sets the schema and columns of an input that is Parquet.
func (in *input) readSchema() error {
	file, err := parquetfile.OpenPath(in.path)
	if err != nil || file == nil {
		return err
	}
	defer file.Close() // it was only read
	return parquetfile.Guard(func() error {
		in.schema = file.Schema()
		for _, field := range in.schema.Fields() {
			in.columns = append(in.columns, field.Name())
		}
		return nil
	})
}

// sameSchema returns the schema of inputs that are all Parquet with one schema, else nil.
func sameSchema(inputs []*input) *parquet.Schema {
	for _, in := range inputs {
		if in.schema == nil || !parquet.EqualNodes(in.schema, inputs[0].schema) {
			return nil
		}
	}
	return inputs[0].schema
}

// nativeSource returns the rows of a Parquet file as the library's values.
type nativeSource struct {
	ctx  context.Context
	file *parquetfile.File
	rows *parquetfile.Rows
}

func openNative(ctx context.Context, in *input) (*nativeSource, error) {
	file, err := parquetfile.OpenPath(in.path, parquet.ReadBufferSize(256<<10))
	if err != nil {
		return nil, err
	}
	return &nativeSource{ctx, file, parquetfile.NewRows(file.File, 64)}, nil
}

func (s *nativeSource) next(row *outRow, _ *[]byte) (size int64, err error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	read, err := s.rows.Next()
	if err != nil {
		return 0, err
	}
	row.native = read.Clone()
	for i := range row.native {
		size += 32
		if k := row.native[i].Kind(); k == parquet.ByteArray || k == parquet.FixedLenByteArray {
			size += int64(len(row.native[i].ByteArray()))
		}
	}
	return size, nil
}

func (s *nativeSource) close() error {
	_ = s.rows.Close() // nothing was written through it
	return s.file.Close()
}
