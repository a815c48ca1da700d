package column

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/parquetfile"
)

// unpack decompresses the values of a page into new memory of size bytes.
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
	return parquetfile.Unpack(codec, body, size)
}

// checkFrame compares the size in the page's header with the size in the compressed bytes,
// before memory is taken. The compressed bytes of short texts hold no size.
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
