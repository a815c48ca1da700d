package parquetfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// known reports whether the library can read a codec.
func known(codec format.CompressionCodec) bool {
	switch codec {
	case format.Uncompressed, format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.Lz4Raw:
		return true
	}
	return false
}

// decoder is shared by all files: it decodes whole pages of known size.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderConcurrency(0))
	if err != nil {
		panic(err) // the options are constants
	}
	return d
})

// Unpack decompresses a page into exactly size bytes; any other length is an error.
func Unpack(codec format.CompressionCodec, raw []byte, size int64) (out []byte, err error) {
	n := 0
	switch codec {
	case format.Uncompressed:
		out, n = raw, len(raw)
	case format.Snappy:
		if n, err = snappy.DecodedLen(raw); err == nil && int64(n) == size {
			out, err = snappy.Decode(nil, raw)
		}
	case format.Zstd:
		out, err = decoder().DecodeAll(raw, make([]byte, 0, size))
		n = len(out)
	case format.Lz4Raw:
		out = make([]byte, size)
		n, err = lz4.UncompressBlock(raw, out)
	case format.Gzip:
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(raw)); err == nil {
			out, n, err = whole(z, size)
		}
	case format.Brotli:
		out, n, err = whole(brotli.NewReader(bytes.NewReader(raw)), size)
	}
	if err != nil {
		return nil, fmt.Errorf("a page cannot be decompressed: %w", err)
	}
	if int64(n) != size {
		return nil, fmt.Errorf("a page does not decompress to the %d bytes that its header speaks of", size)
	}
	return out, nil
}

// whole reads size bytes; the stream must end behind them.
func whole(r io.Reader, size int64) (out []byte, n int, err error) {
	out = make([]byte, size)
	if n, err = io.ReadFull(r, out); errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return out, n, nil
	}
	var more [1]byte
	k, err := io.ReadFull(r, more[:])
	if errors.Is(err, io.EOF) {
		err = nil // else the checksum at the end is wrong
	}
	return out, n + k, err
}
