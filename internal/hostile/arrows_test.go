//go:build linux

package hostile

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// arrows attacks the Arrow stream that voi serve reads.
func arrows() []Case {
	const base = "in.arrow"
	one := func(name string, text func() []byte) Case {
		return file("arrow/"+name, base, func(*Seed) []byte { return text() },
			Run{Args: []string{"serve", "--wire", "arrow", "--data", "{data}"}, Stdin: base, Want: Bounded, Says: "voi"})
	}
	raw := func(name, text string) Case { return one(name, func() []byte { return []byte(text) }) }
	cases := []Case{
		raw("nothing", ""),
		raw("no stream", row),
		raw("a message of two gibibytes", "\xff\xff\xff\xff\xff\xff\xff\x7f"),
		raw("a message below zero", "\xff\xff\xff\xff\x80\xff\xff\xff"),
		raw("a message of an old form, of two gibibytes", "\xf0\xff\xff\x7f"),
		raw("zeros", string(make([]byte, 1<<16))),
		raw("ones", string(bytes.Repeat([]byte{0xff}, 1<<16))),
		raw("an end before all", "\xff\xff\xff\xff\x00\x00\x00\x00"),
		one("a batch without columns", func() []byte { return stream(arrow.NewSchema(nil, nil)) }),
		one("columns of the wrong types", func() []byte {
			return stream(arrow.NewSchema([]arrow.Field{{Name: "completion", Type: arrow.PrimitiveTypes.Float64}}, nil), `{"completion":1.5}`)
		}),
		one("a dictionary", func() []byte {
			dict := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
			return stream(arrow.NewSchema([]arrow.Field{{Name: "completion", Type: dict}}, nil), `{"completion":"x"}`)
		}),
		one("lists 40 deep", func() []byte {
			var t arrow.DataType = arrow.BinaryTypes.String
			for range 40 {
				t = arrow.ListOf(t)
			}
			return stream(arrow.NewSchema([]arrow.Field{{Name: "completion", Type: t}}, nil), `{"completion":null}`)
		}),
		one("the same column twice", func() []byte {
			f := arrow.Field{Name: "completion", Type: arrow.BinaryTypes.String}
			return stream(arrow.NewSchema([]arrow.Field{f, f}, nil))
		}),
		one("ten thousand columns", func() []byte {
			fields := make([]arrow.Field, 10_000)
			for i := range fields {
				fields[i] = arrow.Field{Name: numbered("c", i), Type: arrow.Null}
			}
			return stream(arrow.NewSchema(fields, nil))
		}),
		one("two schemas", func() []byte { return append(sound()[:len(sound())-8], sound()...) }),
	}
	for _, at := range []float64{0.01, 0.1, 0.3, 0.5, 0.8, 0.95, 0.99} {
		cases = append(cases, one(numbered("cut off at percent", int(100*at)), func() []byte {
			text := sound()
			return text[:int(at*float64(len(text)))]
		}))
	}
	// Overwrite every number of eight bytes that may be a length or an offset.
	for _, v := range []struct {
		name  string
		value int64
	}{{"beyond all", math.MaxInt64}, {"below zero", -1}, {"of a gibibyte", 1 << 30}, {"not aligned", 3}} {
		for part := range 6 {
			cases = append(cases, one(numbered("a length "+v.name, part+1), func() []byte {
				text := sound()
				for at := 8 * (1 + part); at+8 <= len(text); at += 8 * 6 {
					if n := int64(binary.LittleEndian.Uint64(text[at:])); n > 0 && n < 1<<16 {
						binary.LittleEndian.PutUint64(text[at:], uint64(v.value))
						break
					}
				}
				return text
			}))
		}
	}
	for i := range 12 {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		cases = append(cases, one(numbered("bits anywhere", i+1), func() []byte {
			text := sound()
			for range 1 << (i % 4) {
				text = flipped(text, rng.IntN(len(text)), 1<<rng.IntN(8))
			}
			return text
		}))
	}
	return cases
}

// sound is a valid stream.
func sound() []byte {
	var fields []arrow.Field
	for _, name := range []string{"completion", "sample_id", "messages", "tools", "reference"} {
		fields = append(fields, arrow.Field{Name: name, Type: arrow.BinaryTypes.String, Nullable: true})
	}
	return stream(arrow.NewSchema(fields, nil), `{"completion":"Done.","sample_id":"x","messages":null,"tools":null,"reference":null}`,
		`{"completion":"<ASK>Which?</ASK>","sample_id":"y","messages":null,"tools":null,"reference":null}`)
}

// stream is a stream with one batch, given as JSON.
func stream(schema *arrow.Schema, rows ...string) []byte {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for _, row := range rows {
		if err := b.UnmarshalJSON([]byte(row)); err != nil {
			panic(err) // the rows are constants
		}
	}
	record := b.NewRecord()
	defer record.Release()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	_ = w.Write(record) // into memory
	_ = w.Close()
	return out.Bytes()
}
