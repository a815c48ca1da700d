package reader

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// benchmark reads dev.jsonl repeatedly; a row has 5.7 KB.
func benchmark(b *testing.B, do func(r *Reader, raw Raw)) {
	data, err := os.ReadFile(sharedtest.Shared(b, "data", "when2call", "dev.jsonl"))
	sharedtest.OK(b, err)
	data = bytes.Repeat(data, 10)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	rows := 0
	for b.Loop() {
		r, err := Open(context.Background(), "-", Options{Stdin: bytes.NewReader(data)})
		sharedtest.OK(b, err)
		for {
			raw, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			sharedtest.OK(b, err)
			do(r, raw)
			rows++
		}
		sharedtest.OK(b, r.Close())
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkNext(b *testing.B) { benchmark(b, func(*Reader, Raw) {}) }

func BenchmarkParse(b *testing.B) {
	benchmark(b, func(_ *Reader, raw Raw) {
		if _, err := raw.Parse(); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	benchmark(b, func(r *Reader, raw Raw) {
		if rec := r.Decode(raw); rec.Rejection != nil {
			b.Fatal(rec.Rejection.Message)
		}
	})
}
