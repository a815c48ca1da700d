//go:build linux

package hostile

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// pages makes false statements in the headers of pages, and in the encoding of their
// values: a few bytes of runs or deltas stand for gibibytes.
func pages() []Case {
	huge := bytes.Repeat([]byte{' '}, 64<<10)
	one := func(name string, f *forgery) Case {
		const base = "completions.parquet"
		return file("page/"+name, base, func(*Seed) []byte { return f.bytes() },
			build(Fails, "", base), run(Fails, "", "score", "--data", "{data}", "--out", "s.jsonl", base), run(Fails, "", "inspect", base))
	}
	flat := func(rows int64, pages ...forgedPage) *forgery { return &forgery{rows: rows, pages: pages} }
	optional := func(rows int64, pages ...forgedPage) *forgery {
		return &forgery{rows: rows, repetition: format.Optional, pages: pages}
	}
	repeating := func(rows int64, pages ...forgedPage) *forgery {
		return &forgery{rows: rows, repetition: format.Repeated, pages: pages}
	}
	coded := func(codec format.CompressionCodec, p forgedPage) *forgery {
		return &forgery{rows: 1, codec: codec, pages: []forgedPage{p}}
	}
	text := plainTexts("x")
	levels := slices.Concat(levelRun(1, 1), text)
	deepHeader := flat(1, plain(1, format.Plain, text))
	deepHeader.pages[0].body = bytes.Repeat([]byte{0x1c}, 4<<20)
	cases := []Case{
		one("more values than there are", flat(1000, plain(1000, format.Plain, text))),
		one("values beyond all", flat(math.MaxInt32, plain(math.MaxInt32, format.Plain, text))),
		one("values below zero", flat(1, plain(-1, format.Plain, text))),
		one("no values", flat(1, plain(0, format.Plain, nil))),
		one("no pages", flat(1)),
		one("a size below zero", flat(1, sized(plain(1, format.Plain, text), -1, -1))),
		one("a size beyond the file", flat(1, sized(plain(1, format.Plain, text), math.MaxInt32, math.MaxInt32))),
		one("a size beyond the file, compressed", coded(format.Zstd, sized(plain(1, format.Plain, text), math.MaxInt32, 5))),
		one("two gibibytes of nothing", coded(format.Snappy, sized(plain(1, format.Plain, text), 5, math.MaxInt32))),
		one("a text longer than its page", flat(1, plain(1, format.Plain, []byte{0xff, 0xff, 0xff, 0x7f, 'x'}))),
		one("a text of a length below zero", flat(1, plain(1, format.Plain, []byte{0xff, 0xff, 0xff, 0xff, 'x'}))),
		one("half a length", flat(1, plain(1, format.Plain, []byte{1, 0}))),
		one("an encoding that is none", flat(1, plain(1, 99, text))),
		one("an encoding of bits for texts", flat(1, plain(1, format.BitPacked, text))),
		one("a page of a type that is none", flat(1, func() forgedPage { p := plain(1, format.Plain, text); p.header.Type = 9; return p }())),
		one("an index page", flat(1, func() forgedPage { p := plain(1, format.Plain, text); p.header.Type = format.IndexPage; return p }())),
		one("a page without its own header", flat(1, func() forgedPage {
			p := plain(1, format.Plain, text)
			p.header.DataPageHeader = thrift.Null[format.DataPageHeader]{}
			return p
		}())),
		one("a wrong checksum", flat(1, func() forgedPage { p := plain(1, format.Plain, text); p.header.CRC = 7; return p }())),
		one("a header of nothing but structs in structs", flat(1, forgedPage{body: bytes.Repeat([]byte{0x1c}, 4<<20)})),
		one("pages of structs in structs", deepHeader),

		one("a run of two billion levels", optional(1, plain(1, format.Plain, slices.Concat(levelRun(math.MaxInt32, 1), text)))),
		one("two billion values of one run", optional(math.MaxInt32, plain(math.MaxInt32, format.Plain, levelRun(math.MaxInt32, 0)))),
		one("two billion values of one run, in a second page", optional(math.MaxInt32, plain(1, format.Plain, levels), plain(math.MaxInt32-1, format.Plain, levelRun(math.MaxInt32, 0)))),
		one("a hundred pages of ten million nulls", optional(1_000_000_000, slices.Repeat([]forgedPage{plain(10_000_000, format.Plain, levelRun(10_000_000, 0))}, 100)...)),
		one("levels longer than their page", optional(1, plain(1, format.Plain, []byte{0xff, 0xff, 0xff, 0x7f, 2, 1}))),
		one("levels beyond the highest", optional(1, plain(1, format.Plain, slices.Concat(levelRun(1, 9), text)))),
		one("too few levels", optional(100, plain(100, format.Plain, slices.Concat(levelRun(1, 1), text)))),
		one("no levels", optional(1, plain(1, format.Plain, nil))),
		one("levels of version 2 longer than their page", optional(1, func() forgedPage {
			p := second(1, format.Plain, nil, runOf(1, 1), text)
			p.header.DataPageHeaderV2.V.DefinitionLevelsByteLength = math.MaxInt32
			return p
		}())),
		one("levels of version 2 below zero", optional(1, func() forgedPage {
			p := second(1, format.Plain, nil, runOf(1, 1), text)
			p.header.DataPageHeaderV2.V.DefinitionLevelsByteLength = -5
			return p
		}())),
		one("more nulls than values", optional(1, func() forgedPage {
			p := second(1, format.Plain, nil, runOf(1, 1), text)
			p.header.DataPageHeaderV2.V.NumNulls = 1000
			return p
		}())),
		one("one row of a billion values", repeating(1, append([]forgedPage{plain(10_000_000, format.RLEDictionary, slices.Concat(levelRun(10_000_000, 1), levelRun(10_000_000, 0)))},
			slices.Repeat([]forgedPage{plain(10_000_000, format.Plain, slices.Concat(levelRun(10_000_000, 1), levelRun(10_000_000, 0)))}, 100)...)...)),
		one("values of a row before the first row", repeating(1, plain(2, format.Plain, slices.Concat(levelRun(2, 1), levelRun(2, 1), text, text)))),

		one("a dictionary of more texts than it has", flat(1, dictionary(math.MaxInt32, text), plain(1, format.RLEDictionary, append([]byte{1}, runOf(1, 0)...)))),
		one("a dictionary of texts below zero", flat(1, dictionary(-1, text), plain(1, format.RLEDictionary, append([]byte{1}, runOf(1, 0)...)))),
		one("an index beyond its dictionary", flat(1, dictionary(1, text), plain(1, format.RLEDictionary, append([]byte{8}, runOf(1, 200)...)))),
		one("an index below zero", flat(1, dictionary(1, text), plain(1, format.RLEDictionary, append([]byte{32}, runOf(1, 0xff, 0xff, 0xff, 0xff)...)))),
		one("indexes of 255 bits", flat(1, dictionary(1, text), plain(1, format.RLEDictionary, append([]byte{255}, runOf(1, 0)...)))),
		one("two billion indexes of one run", flat(1, dictionary(1, text), plain(1, format.RLEDictionary, append([]byte{1}, runOf(math.MaxInt32, 0)...)))),
		one("two billion times a long text", flat(math.MaxInt32, dictionary(1, plainTexts(string(huge))), plain(math.MaxInt32, format.RLEDictionary, append([]byte{1}, runOf(math.MaxInt32, 0)...)))),
		one("indexes without a dictionary", flat(1, plain(1, format.RLEDictionary, append([]byte{1}, runOf(1, 0)...)))),
		one("a thousand dictionaries", flat(1, slices.Repeat([]forgedPage{dictionary(1, text)}, 1000)...)),
		one("a dictionary of indexes", flat(1, func() forgedPage {
			p := dictionary(1, text)
			p.header.DictionaryPageHeader.V.Encoding = format.RLEDictionary
			return p
		}(), plain(1, format.RLEDictionary, append([]byte{1}, runOf(1, 0)...)))),

		one("two billion lengths in a delta", flat(1, plain(1, format.DeltaLengthByteArray, deltaOf(math.MaxInt32, 0)))),
		one("lengths below zero in a delta", flat(1, plain(1, format.DeltaLengthByteArray, deltaOf(1, -5)))),
		one("lengths beyond the page in a delta", flat(100, plain(100, format.DeltaLengthByteArray, deltaOf(100, math.MaxInt32)))),
		one("a delta of no mini-blocks", flat(1, plain(1, format.DeltaLengthByteArray, []byte{128, 1, 0, 1, 0}))),
		one("a delta of blocks beyond all", flat(1, plain(1, format.DeltaLengthByteArray, []byte{0x80, 0xff, 0xff, 0xff, 0x7f, 1, 1, 0}))),
		one("prefixes that multiply", flat(100_000, plain(100_000, format.DeltaByteArray, prefixes(100_000, 60_000)))),
		one("a prefix longer than the text before it", flat(1, plain(1, format.DeltaByteArray, slices.Concat(deltaOf(1, 1000), deltaOf(1, 0))))),
		one("numbers in a delta, two billion", &forgery{rows: 1, typ: format.Int64, pages: []forgedPage{plain(1, format.DeltaBinaryPacked, deltaOf(math.MaxInt32, 0))}}),
		one("booleans in a run, two billion", &forgery{rows: 1, repetition: format.Optional, typ: format.Int32, pages: []forgedPage{plain(1, format.RLE, slices.Concat(levelRun(1, 1), levelRun(math.MaxInt32, 1)))}}),
		one("bytes split into streams that are not whole", &forgery{rows: 3, typ: format.Double, pages: []forgedPage{plain(3, format.ByteStreamSplit, []byte("1234567"))}}),

		one("a gibibyte of zstd runs", coded(format.Zstd, sized(plain(1, format.Plain, zstdRuns(' ', 8192)(nil)), 6+4*8192, 100))),
		one("a gibibyte of zstd runs, as it says", coded(format.Zstd, sized(plain(1, format.Plain, zstdRuns(' ', 8192)(nil)), 6+4*8192, 1<<30))),
		one("a hundred thousand zstd frames", coded(format.Zstd, sized(plain(1, format.Plain, bytes.Repeat(zstded(""), 100_000)), int32(100_000*len(zstded(""))), 100))),
		one("a gibibyte of gzip", coded(format.Gzip, func() forgedPage {
			b := flateBomb(" ")(nil)
			return sized(plain(1, format.Plain, b), int32(len(b)), 100)
		}())),
		one("a gibibyte of snappy", coded(format.Snappy, sized(plain(1, format.Plain, []byte{0x80, 0x80, 0x80, 0x80, 4, 0}), 6, 100))),
		one("snappy that says less than it has", coded(format.Snappy, func() forgedPage {
			b := snappy.Encode(nil, huge)
			return sized(plain(1, format.Plain, b), int32(len(b)), 5)
		}())),
		one("lz4 that is none", coded(format.Lz4Raw, plain(1, format.Plain, []byte{0xff, 0xff, 0xff, 0xff, 0xff}))),
		one("lz4 that refers to nothing", coded(format.Lz4Raw, sized(plain(1, format.Plain, []byte{0x10, 'x', 0xff, 0xff, 0x10, 'x', 0, 0}), 8, 100))),
		one("brotli that is none", coded(format.Brotli, plain(1, format.Plain, []byte(strings.Repeat("\xff", 64))))),
		one("the codec LZO", coded(format.LZO, plain(1, format.Plain, text))),
	}
	for i, c := range cases {
		// These are odd but harmless: they may be read.
		if slices.Contains([]string{"page/no values", "page/an index page", "page/a thousand dictionaries"}, c.Name) {
			for k := range c.Runs {
				cases[i].Runs[k].Want = Bounded
			}
		}
	}
	return cases
}

// prefixes is n texts; each repeats size bytes of the previous one.
func prefixes(n, size int) []byte {
	suffix := deltaOf(uint64(n), 0)
	// The first text has the bytes, the others refer to them by a prefix: two blocks that
	// differ only in the first value.
	prefix := deltaOf(uint64(n), int64(size))
	return slices.Concat(prefix, suffix, bytes.Repeat([]byte{'x'}, size))
}
