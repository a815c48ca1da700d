package reader

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// codec is a compression format.
type codec struct {
	open         func(src io.Reader) (out io.Reader, done func(), err error) // done releases it; what is wrong with the data, out says
	maxExpansion int64
}

// zstdWindow bounds the memory that a zstd frame can ask for. Levels up to 19 use 8 MiB,
// --long uses more.
const zstdWindow = 64 << 20

func codecOf(head []byte) *codec {
	switch {
	case bytes.HasPrefix(head, []byte{0x1F, 0x8B}):
		return &codec{openGzip, GzipMaxExpansion}
	case bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}),
		len(head) >= 4 && head[0]&0xF0 == 0x50 && bytes.Equal(head[1:4], []byte{0x2A, 0x4D, 0x18}):
		return &codec{openZstd, ZstdMaxExpansion}
	}
	return nil
}

// Plain returns the bytes of a whole file, decompressed where they are compressed. More than max of
// them are an error.
func Plain(data []byte, max int64) ([]byte, error) {
	c := codecOf(data)
	if c == nil {
		return data, nil
	}
	out, done, err := c.open(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	defer done()
	plain, err := io.ReadAll(io.LimitReader(out, max+1))
	if err == nil && int64(len(plain)) > max {
		err = fmt.Errorf("it expands to more than the %d bytes that are read", max)
	}
	return plain, err
}

func openGzip(src io.Reader) (io.Reader, func(), error) {
	z, err := gzip.NewReader(src)
	if err != nil {
		return nil, nil, damaged("gzip", err)
	}
	return named{z, "gzip"}, func() { _ = z.Close() }, nil
}

func openZstd(src io.Reader) (io.Reader, func(), error) {
	z, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
	if err != nil {
		return nil, nil, damaged("zstd", err)
	}
	return named{z, "zstd"}, z.Close, nil
}

// named explains the errors of a decompressor.
type named struct {
	r    io.Reader
	what string
}

func (n named) Read(p []byte) (int, error) {
	got, err := n.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(n.what, err)
	}
	return got, err
}

func damaged(what string, err error) error {
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("its zstd window is larger than %d MiB; compress it again without --long, or decompress it first", zstdWindow>>20)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("the %s data is cut off (%w); fetch the file again", what, io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("the %s data is damaged (%w); fetch the file again", what, err)
}

// expand puts a decompressor with a bounded output before src.
func (r *Reader) expand(src *bufio.Reader, c *codec) (*bufio.Reader, error) {
	out, done, err := c.open(src)
	if err != nil {
		return nil, err
	}
	r.closers = append(r.closers, func() error { done(); return nil })
	br := bufio.NewReaderSize(&bounded{r: out, read: r.read, ratio: c.maxExpansion}, bufferSize)
	head, err := br.Peek(8)
	switch {
	case len(head) == 0 && (err == nil || errors.Is(err, io.EOF)):
		return nil, fmt.Errorf("is compressed and %w", ErrEmpty)
	case len(head) == 0:
		return nil, err
	case codecOf(head) != nil:
		return nil, errors.New("is compressed twice; decompress it once")
	case bytes.HasPrefix(head, parquetMagic):
		return nil, errors.New("is a compressed Parquet file; decompress it (Parquet compresses its pages itself)")
	}
	return br, foreign(head)
}

// bounded ends a stream that expands too much: a bomb.
type bounded struct {
	r     io.Reader
	read  *atomic.Int64 // compressed bytes read so far, at most one buffer too many
	ratio int64
	out   int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.out += int64(n)
	if b.out > FreeExpansion && b.out/b.ratio > b.read.Load() {
		return 0, fmt.Errorf("expands to more than %d times its size; if you trust it, decompress it first and read the plain file", b.ratio)
	}
	return n, err
}
