package parquetfile

import (
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// Codec compresses the pages of every Parquet file that voi writes. All files share its
// encoders, one for each processor. The library's codec keeps encoders in a pool. Whenever
// the pool was emptied, it makes more than a megabyte of tables anew; its window of 8 MiB
// takes 16 MiB more for each encoder. Level and window determine the bytes of the output.
type Codec struct{}

// writeWindow bounds how far back a match reaches: four pages of the usual size.
const writeWindow = 1 << 20

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(writeWindow),
		zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // the options are constants
	}
	return e
})

// String is the codec's name in the library's messages.
func (Codec) String() string { return "ZSTD" }

// CompressionCodec is the codec's number in a file.
func (Codec) CompressionCodec() format.CompressionCodec { return format.Zstd }

// Encode compresses src into dst's array.
func (Codec) Encode(dst, src []byte) ([]byte, error) { return encoder().EncodeAll(src, dst[:0]), nil }

// Decode is not needed for writing.
func (Codec) Decode(_, _ []byte) ([]byte, error) {
	return nil, errors.New("this codec only writes")
}
