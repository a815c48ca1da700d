package column

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/parquetfile"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// bounded fails the test if f allocates more than most bytes.
func bounded(t *testing.T, most uint64, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > most {
		t.Errorf("%d bytes were allocated", took)
	}
}

// FuzzOpen reads arbitrary files: no panic, and bounded memory.
func FuzzOpen(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 1))
	records := []record{randomRecord(rng, 0), randomRecord(rng, 1), randomRecord(rng, 2)}
	whole := write(f, records, 2, 2, 256, &parquet.Zstd)
	f.Add(whole)
	f.Add(write(f, records[:1], 2, 2, 256, &parquet.Uncompressed))
	f.Add(write(f, nil, 2, 2, 256, &parquet.Zstd))
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("PAR1\x00\x00\x00\x00PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		bounded(t, 128<<20+uint64(len(data))*1000, func() { _, _ = readAll(data) })
	})
}

// FuzzFooter parses arbitrary footers.
func FuzzFooter(f *testing.F) {
	whole := write(f, []record{{ID: "a"}}, 2, 2, 256, &parquet.Zstd)
	n := int(binary.LittleEndian.Uint32(whole[len(whole)-8:]))
	f.Add(whole[len(whole)-8-n : len(whole)-8])
	f.Add(bytes.Repeat([]byte{0x1c}, 1000))                // structs in structs
	f.Add(bytes.Repeat([]byte{0x19}, 1000))                // lists in lists
	f.Add([]byte("\x29\xfc\xff\xff\xff\xff\x0f"))          // a list of 2^32 structs
	f.Add([]byte("\x49\xfc\xff\xff\xff\x07\x00\x00"))      // an endless list of row groups
	f.Add([]byte("\x15\x02\x19\x2c\x48\x01a\x15\x7e\x00")) // more children than columns
	f.Fuzz(func(t *testing.T, data []byte) {
		bounded(t, 1<<20+uint64(len(data))*1000, func() {
			_, _, _ = parseFooter(data)
		})
	})
}

// FuzzPage decodes arbitrary pages, as if their checksums were right.
func FuzzPage(f *testing.F) {
	f.Add([]byte{0x80, 0x01, 0x04, 0x03, 0x06, 0x00, 0, 0, 0, 0, 'a', 'b', 'c'}, uint8(format.DeltaLengthByteArray), uint32(3), uint16(0), uint16(0), uint16(0), uint8(0))
	f.Add([]byte{0x06, 0x01, 0x03, 0x03, 2, 0, 0, 0, 'a', 'b'}, uint8(format.Plain), uint32(3), uint16(2), uint16(2), uint16(0), uint8(3))
	f.Add([]byte{0x06, 0x01, 0x02, 0x06, 0x01}, uint8(format.RLEDictionary), uint32(3), uint16(0), uint16(2), uint16(0), uint8(1))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 0x01}, uint8(format.DeltaLengthByteArray), uint32(1<<20), uint16(6), uint16(0), uint16(0), uint8(2))
	f.Fuzz(func(t *testing.T, body []byte, encoding uint8, values uint32, repetition, definition, nulls uint16, shape uint8) {
		d := &decoder{
			header: header{values: int64(values % maxValues), encoding: format.Encoding(encoding), repetition: int64(repetition), definition: int64(definition)},
			column: column{kind: Kind(shape>>2) % 3, maxRepetition: int(shape & 1), maxDefinition: int(shape & 3)},
			dict:   &Page{data: []byte("ab"), spans: []span{{0, 1}, {1, 2}}},
		}
		d.page.rows = values % maxValues
		d.header.rows = int64(d.page.rows)
		if int(repetition)+int(definition) > len(body) {
			return // rejected earlier
		}
		bounded(t, 64<<20, func() {
			d.header.nulls = int64(nulls)
			if d.levels(body) != nil || d.values(body[int(repetition)+int(definition):]) != nil {
				return
			}
			for row := range int64(d.page.rows) {
				from, to := d.page.Values(row)
				for i := from; i < to; i++ {
					switch d.column.kind {
					case Text:
						_ = d.page.Text(i)
					case Number:
						_ = d.page.Number(i)
					case Truth:
						_ = d.page.Truth(i)
					}
				}
			}
		})
	})
}

// FuzzEncodings compares the decoding of numbers with the library's encoding.
func FuzzEncodings(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{7}, 300))
	f.Add([]byte("lengths of texts, of which there are more than one block of one hundred and twenty-eight numbers; and a few more to go over it, too"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		levels := make([]byte, len(data))
		lengths := make([]int32, len(data))
		for i, c := range data {
			levels[i] = c & 3
			lengths[i] = int32(c) << (c % 20)
		}
		levelCheck(t, levels)
		lengthCheck(t, lengths)
	})
}

func levelCheck(t *testing.T, levels []byte) {
	b := sharedtest.Need((&rle.Encoding{BitWidth: 2}).EncodeLevels(nil, levels))(t)
	got, err := runs(b, 2, len(levels))
	if err != nil {
		t.Fatalf("%v: %v", levels, err)
	}
	for i := range got {
		if got[i] != uint32(levels[i]) {
			t.Fatalf("level %d is %d, want %d", i, got[i], levels[i])
		}
	}
}

func lengthCheck(t *testing.T, lengths []int32) {
	b := sharedtest.Need((&delta.BinaryPackedEncoding{}).EncodeInt32(nil, lengths))(t)
	got := make([]int32, 0, len(lengths))
	end, err := parquetfile.Deltas(append(b, "behind"...), len(lengths), func(_ int, v int64) error {
		got = append(got, int32(v))
		return nil
	})
	if err != nil || fmt.Sprint(got) != fmt.Sprint(lengths) {
		t.Fatalf("%v, want %v: %v", got, lengths, err)
	}
	if end != len(b) {
		t.Fatalf("the numbers end at %d, want %d", end, len(b))
	}
}
