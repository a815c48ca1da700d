package score

import (
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"
	parquetformat "github.com/parquet-go/parquet-go/format"
)

// pageCodec compresses pages with a window of a page's size. The library's own
// codec has one of 8 MiB, and each of its encoders takes twice that.
type pageCodec struct{ encoders sync.Pool }

func (c *pageCodec) String() string                                   { return "ZSTD" }
func (c *pageCodec) CompressionCodec() parquetformat.CompressionCodec { return parquetformat.Zstd }

func (c *pageCodec) Encode(dst, src []byte) ([]byte, error) {
	e, ok := c.encoders.Get().(*zstd.Encoder)
	if !ok {
		var err error
		e, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault),
			zstd.WithWindowSize(pageBytes), zstd.WithLowerEncoderMem(true), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
		if err != nil {
			return nil, err
		}
	}
	defer c.encoders.Put(e)
	return e.EncodeAll(src, dst[:0]), nil
}

// Decode is not needed to write.
func (c *pageCodec) Decode(_, _ []byte) ([]byte, error) {
	return nil, errors.New("this codec only writes")
}
