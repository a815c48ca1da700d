//go:build linux

package hostile

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// compressed attacks decompression: gzip and zstd.
func compressed() []Case {
	gz, zst := "in.jsonl.gz", "in.jsonl.zst"
	rejected := Run{Args: []string{"build", "--out", "out", gz}, Want: Rejects, Says: "too_large"}
	rejectedZst := Run{Args: []string{"build", "--out", "out", zst}, Want: Rejects, Says: "too_large"}
	score := run(Fails, gz, "score", "--data", "{data}", "--out", "s.jsonl", gz)
	return []Case{
		file("gzip/a gibibyte of blanks", gz, flateBomb(" "), build(Fails, "", gz), score, run(Fails, gz, "annotate", gz)),
		file("gzip/a gibibyte of line feeds", gz, flateBomb("\n"), build(Fails, "", gz)),
		file("gzip/a gibibyte of brackets", gz, flateBomb("["), build(Fails, "", gz)),
		file("gzip/a gibibyte within one text", gz, flateBomb("x"), build(Fails, "", gz)),
		file("gzip/a hundred members of ten megabytes", gz, repeated(gzipped(slices.Repeat([]string{strings.Repeat(" ", 1<<20)}, 10)...), 100), build(Fails, "", gz)),
		file("gzip/twenty thousand empty members", gz, repeated(gzipped(""), 20_000), build(Fails, "", gz)),
		file("gzip/a row behind twenty thousand members", gz, func(*Seed) []byte {
			return append(bytes.Repeat(gzipped("\n"), 20_000), gzipped(row)...)
		}, Run{Args: []string{"build", "--out", "out", gz}, Want: Bounded, Says: gz}),
		file("gzip/compressed twice", gz, func(*Seed) []byte { return gzipped(string(gzipped(row))) }, build(Fails, "", gz)),
		file("gzip/a bomb in a bomb", gz, func(s *Seed) []byte { return gzipped(string(flateBomb(" ")(s))) }, build(Fails, "", gz)),
		file("gzip/a row too long behind a good one", gz, func(*Seed) []byte { return gzipped(longRow...) }, rejected),
		file("gzip/cut off in its header", gz, func(*Seed) []byte { return gzipped(row)[:5] }, build(Fails, "", gz)),
		file("gzip/cut off in its data", gz, func(*Seed) []byte { return gzipped(row)[:60] }, build(Fails, "", gz)),
		file("gzip/cut off in its checksum", gz, func(*Seed) []byte { b := gzipped(row); return b[:len(b)-3] }, build(Fails, "", gz)),
		file("gzip/a wrong checksum", gz, changed(gzipped(row), -8, 0xff), build(Fails, "", gz)),
		file("gzip/a wrong length", gz, changed(gzipped(row), -2, 0xff), build(Fails, "", gz)),
		file("gzip/a method that is none", gz, changed(gzipped(row), 2, 0x0f), build(Fails, "", gz)),
		file("gzip/a wrong code in its data", gz, changed(gzipped(row), 30, 0xff), build(Fails, "", gz)),
		file("gzip/garbage behind its end", gz, func(*Seed) []byte { return append(gzipped(row), "garbage"...) }, build(Fails, "", gz)),
		file("gzip/a name without an end", gz, func(*Seed) []byte {
			return append([]byte{0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0}, bytes.Repeat([]byte{'x'}, 16<<20)...)
		}, build(Fails, "", gz)),
		file("gzip/an extra field that is not there", gz, fixed("\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\x00\xff\xffxx"), build(Fails, "", gz)),
		file("gzip/a Parquet file", gz, func(s *Seed) []byte { return gzipped(string(s.read(rowsFile))) }, build(Fails, "", gz)),
		file("gzip/nothing", gz, func(*Seed) []byte { return gzipped("") }, build(Fails, "", gz)),

		file("zstd/a gibibyte of blanks", zst, zstdRuns(' ', 8192), build(Fails, "", zst), run(Fails, zst, "score", "--data", "{data}", "--out", "s.jsonl", zst)),
		file("zstd/a gibibyte of line feeds", zst, zstdRuns('\n', 8192), build(Fails, "", zst)),
		file("zstd/a window of two gibibytes", zst, fixed("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"), build(Fails, "", zst)),
		file("zstd/a content of an exabyte", zst, fixed("\x28\xb5\x2f\xfd\xe0\xff\xff\xff\xff\xff\xff\xff\x0f\x01\x00\x00"), build(Fails, "", zst)),
		file("zstd/a window of 128 MiB around a row", zst, func(*Seed) []byte { return zstded(row, zstd.WithWindowSize(128<<20)) },
			Run{Args: []string{"build", "--out", "out", zst}, Want: Bounded, Says: zst}),
		file("zstd/twenty thousand frames", zst, repeated(zstded("\n"), 20_000), build(Fails, "", zst)),
		file("zstd/a hundred thousand frames to skip", zst, repeated([]byte("\x50\x2a\x4d\x18\x01\x00\x00\x00x"), 100_000), build(Fails, "", zst)),
		file("zstd/a frame of four gibibytes to skip", zst, fixed("\x50\x2a\x4d\x18\xff\xff\xff\xffx"), build(Fails, "", zst)),
		file("zstd/a dictionary that is not there", zst, fixed("\x28\xb5\x2f\xfd\x23\xff\xff\xff\xff\x10\x01\x00\x00"), build(Fails, "", zst)),
		file("zstd/cut off", zst, func(*Seed) []byte { b := zstded(row); return b[:len(b)-9] }, build(Fails, "", zst)),
		file("zstd/a wrong checksum", zst, changed(zstded(row), -1, 0xff), build(Fails, "", zst)),
		file("zstd/a reserved block", zst, fixed("\x28\xb5\x2f\xfd\x04\x58\x07\x00\x00"), build(Fails, "", zst)),
		file("zstd/gzip inside", zst, func(*Seed) []byte { return zstded(string(gzipped(row))) }, build(Fails, "", zst)),
		file("zstd/compressed twice", zst, func(*Seed) []byte { return zstded(string(zstded(row))) }, build(Fails, "", zst)),
		file("zstd/a row too long behind a good one", zst, func(*Seed) []byte {
			var out bytes.Buffer
			w, _ := zstd.NewWriter(&out) // without options it cannot fail
			writeAll(w, longRow)
			return out.Bytes()
		}, rejectedZst),
	}
}

// gzipped compresses texts into one member.
func gzipped(texts ...string) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed) // a constant valid level
	writeAll(w, texts)
	return out.Bytes()
}

// writeAll writes texts into memory, and closes the writer.
func writeAll(w io.WriteCloser, texts []string) {
	for _, text := range texts {
		_, _ = io.WriteString(w, text)
	}
	_ = w.Close()
}

// longRow is a row of 40 MiB between two good ones. It is never built in memory, because
// the memory of this process counts for its children.
var longRow = slices.Concat([]string{row, `{"question":"`}, slices.Repeat([]string{strings.Repeat("x", 1<<20)}, 40), []string{"\"}\n", row})

func zstded(text string, opt ...zstd.EOption) []byte {
	w, err := zstd.NewWriter(nil, opt...)
	if err != nil {
		panic(err) // the options are constants
	}
	return w.EncodeAll([]byte(text), nil)
}

// flateBomb is a gibibyte of one character in a megabyte, in one gzip member. A flushed
// block of it is repeated a thousand times.
func flateBomb(c string) func(*Seed) []byte {
	return func(*Seed) []byte {
		var out bytes.Buffer
		w, _ := flate.NewWriter(&out, flate.BestSpeed) // a constant valid level
		block := bytes.Repeat([]byte(c), 1<<20)
		_, _ = w.Write(block)
		_ = w.Flush()
		first := out.Len()
		_, _ = w.Write(block)
		_ = w.Flush()
		again := bytes.Clone(out.Bytes()[first:])
		head := append([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0}, out.Bytes()[:first]...)
		return append(head, bytes.Repeat(again, 1023)...)
	}
}

// zstdRuns is a frame of n blocks; each stands for 128 KiB of c.
func zstdRuns(c byte, n int) func(*Seed) []byte {
	return func(*Seed) []byte {
		out := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58} // a window of 2 MiB
		for i := range n {
			block := uint32(128<<10)<<3 | 1<<1
			if i == n-1 {
				block |= 1
			}
			var head [4]byte
			binary.LittleEndian.PutUint32(head[:], block)
			out = append(append(out, head[:3]...), c)
		}
		return out
	}
}

func repeated(part []byte, n int) func(*Seed) []byte {
	return func(*Seed) []byte { return bytes.Repeat(part, n) }
}

// changed flips bits of one byte; a negative index counts from the end.
func changed(text []byte, at int, bits byte) func(*Seed) []byte {
	return func(*Seed) []byte { return flipped(text, at, bits) }
}

func flipped(text []byte, at int, bits byte) []byte {
	out := bytes.Clone(text)
	if at < 0 {
		at += len(out)
	}
	out[at] ^= bits
	return out
}
