package column

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// zstdReader decodes pages. DecodeAll is safe for concurrent use, and writes no
// more than it is given room for.
var zstdReader = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(MaxPage+1), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic(err) // the options are constants
	}
	return d
})

// unpack decompresses the values of a page into size bytes of their own.
func unpack(codec format.CompressionCodec, body []byte, size int64, plain bool) ([]byte, error) {
	if codec == format.Uncompressed || plain {
		if int64(len(body)) != size {
			return nil, fmt.Errorf("a page of %d bytes where %d are expected", len(body), size)
		}
		return append([]byte(nil), body...), nil
	}
	if size == 0 && len(body) == 0 {
		return nil, nil
	}
	if err := checkFrame(body, size); err != nil {
		return nil, err
	}
	data, err := zstdReader().DecodeAll(body, make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("a page cannot be decompressed: %w", err)
	}
	if int64(len(data)) != size {
		return nil, fmt.Errorf("a page has %d bytes of %d", len(data), size)
	}
	return data, nil
}

// checkFrame compares the length that the header of a page claims with that of
// the compressed bytes, before memory is taken for it. Short texts are written
// without one.
func checkFrame(body []byte, size int64) error {
	const short = 64 << 10
	var frame zstd.Header
	err := frame.Decode(body)
	switch {
	case err != nil:
		return fmt.Errorf("a page cannot be decompressed: %w", err)
	case frame.HasFCS && frame.FrameContentSize != uint64(size), !frame.HasFCS && size > short:
		return fmt.Errorf("a page does not decompress to the %d bytes that its header speaks of", size)
	}
	return nil
}
