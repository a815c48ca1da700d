//go:build linux

package hostile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// footers makes false statements in the footers of real files about rows, columns and
// offsets. A reader uses them first.
func footers() []Case {
	var all []Case
	for _, lie := range []struct {
		name string
		tell func(m *format.FileMetaData)
	}{
		{"rows beyond all", func(m *format.FileMetaData) { m.NumRows = math.MaxInt64; m.RowGroups[0].NumRows = math.MaxInt64 }},
		{"rows below zero", func(m *format.FileMetaData) { m.NumRows = -1; m.RowGroups[0].NumRows = -1 }},
		{"more rows than there are", func(m *format.FileMetaData) { m.NumRows *= 3; m.RowGroups[0].NumRows *= 3 }},
		{"fewer rows than there are", func(m *format.FileMetaData) { m.NumRows = 1; m.RowGroups[0].NumRows = 1 }},
		{"a billion rows of no bytes", func(m *format.FileMetaData) {
			m.NumRows, m.RowGroups[0].NumRows = 1<<30, 1<<30
			eachChunk(m, func(c *format.ColumnMetaData) { c.NumValues = 1 << 30 })
		}},
		{"groups that are empty", func(m *format.FileMetaData) {
			empty := m.RowGroups[0]
			empty.NumRows, empty.Columns = 0, nil
			m.RowGroups = append([]format.RowGroup{empty}, m.RowGroups...)
		}},
		{"ten thousand groups of the same bytes", func(m *format.FileMetaData) {
			g := m.RowGroups[0]
			for range 9_999 {
				m.RowGroups = append(m.RowGroups, g)
			}
			m.NumRows *= 10_000
		}},
		{"a group without columns", func(m *format.FileMetaData) { m.RowGroups[0].Columns = nil }},
		{"a group with a column too many", func(m *format.FileMetaData) {
			m.RowGroups[0].Columns = append(m.RowGroups[0].Columns, m.RowGroups[0].Columns[0])
		}},
		{"pages behind the end", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.DataPageOffset += 1 << 40; c.DictionaryPageOffset = 0 })
		}},
		{"pages before the beginning", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.DataPageOffset = -5; c.DictionaryPageOffset = -9 })
		}},
		{"pages in the footer", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.DataPageOffset = 1; c.DictionaryPageOffset = 1 })
		}},
		{"a dictionary that is its own data", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.DictionaryPageOffset = c.DataPageOffset })
		}},
		{"a dictionary behind its data", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.DictionaryPageOffset = c.DataPageOffset + 7 })
		}},
		{"all columns in the same bytes", func(m *format.FileMetaData) {
			first := m.RowGroups[0].Columns[0].MetaData
			eachChunk(m, func(c *format.ColumnMetaData) {
				c.DataPageOffset, c.DictionaryPageOffset, c.TotalCompressedSize = first.DataPageOffset, first.DictionaryPageOffset, first.TotalCompressedSize
			})
		}},
		{"columns in each other's bytes", func(m *format.FileMetaData) {
			columns := m.RowGroups[0].Columns
			for i := 0; i+1 < len(columns); i += 2 {
				columns[i].MetaData, columns[i+1].MetaData = columns[i+1].MetaData, columns[i].MetaData
			}
		}},
		{"sizes beyond all", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) {
				c.TotalCompressedSize, c.TotalUncompressedSize = math.MaxInt64, math.MaxInt64
			})
		}},
		{"sizes below zero", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.TotalCompressedSize, c.TotalUncompressedSize = -1, -1 })
		}},
		{"sizes of nothing", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.TotalCompressedSize, c.TotalUncompressedSize = 0, 0 })
		}},
		{"values beyond all", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.NumValues = math.MaxInt64 })
		}},
		{"values below zero", func(m *format.FileMetaData) { eachChunk(m, func(c *format.ColumnMetaData) { c.NumValues = -1 }) }},
		{"a codec that is none", func(m *format.FileMetaData) { eachChunk(m, func(c *format.ColumnMetaData) { c.Codec = 99 }) }},
		{"snappy that is zstd", func(m *format.FileMetaData) { eachChunk(m, func(c *format.ColumnMetaData) { c.Codec = format.Snappy }) }},
		{"gzip that is zstd", func(m *format.FileMetaData) { eachChunk(m, func(c *format.ColumnMetaData) { c.Codec = format.Gzip }) }},
		{"brotli that is zstd", func(m *format.FileMetaData) { eachChunk(m, func(c *format.ColumnMetaData) { c.Codec = format.Brotli }) }},
		{"lz4 that is zstd", func(m *format.FileMetaData) { eachChunk(m, func(c *format.ColumnMetaData) { c.Codec = format.Lz4Raw }) }},
		{"no compression where there is some", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.Codec = format.Uncompressed })
		}},
		{"columns in another file", func(m *format.FileMetaData) {
			for i := range m.RowGroups[0].Columns {
				m.RowGroups[0].Columns[i].FilePath = "/etc/passwd"
			}
		}},
		{"no schema", func(m *format.FileMetaData) { m.Schema = nil }},
		{"a schema of its root alone", func(m *format.FileMetaData) { m.Schema = m.Schema[:1] }},
		{"children that are not there", func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = math.MaxInt32 }},
		{"children below zero", func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = -1 }},
		{"a schema nested 10,000 deep", func(m *format.FileMetaData) { m.Schema = deepSchema(10_000) }},
		{"a million columns", func(m *format.FileMetaData) {
			leaf := m.Schema[len(m.Schema)-1]
			leaf.Name = "c"
			for range 1_000_000 {
				m.Schema = append(m.Schema, leaf)
			}
			m.Schema[0].NumChildren.V += 1_000_000
		}},
		{"the same column twice", func(m *format.FileMetaData) {
			for i := range m.Schema[1:] {
				m.Schema[i+1].Name = "sample_id"
			}
		}},
		{"columns without names", func(m *format.FileMetaData) {
			for i := range m.Schema {
				m.Schema[i].Name = ""
			}
		}},
		{"numbers that are texts", func(m *format.FileMetaData) { retype(m, format.Int64) }},
		{"booleans that are texts", func(m *format.FileMetaData) { retype(m, format.Boolean) }},
		{"numbers of 12 bytes that are texts", func(m *format.FileMetaData) { retype(m, format.Int96) }},
		{"texts of two gibibytes each", func(m *format.FileMetaData) {
			retype(m, format.FixedLenByteArray)
			for i := range m.Schema {
				m.Schema[i].TypeLength.Valid, m.Schema[i].TypeLength.V = true, math.MaxInt32
			}
		}},
		{"types that are none", func(m *format.FileMetaData) { retype(m, 77) }},
		{"columns that repeat", func(m *format.FileMetaData) {
			for i := range m.Schema[1:] {
				m.Schema[i+1].RepetitionType.Valid, m.Schema[i+1].RepetitionType.V = true, format.Repeated
			}
		}},
		{"columns that are optional", func(m *format.FileMetaData) {
			for i := range m.Schema[1:] {
				m.Schema[i+1].RepetitionType.Valid, m.Schema[i+1].RepetitionType.V = true, format.Optional
			}
		}},
		{"metadata of 8 MiB", func(m *format.FileMetaData) {
			m.KeyValueMetadata = append(m.KeyValueMetadata, format.KeyValue{Key: "x", Value: strings.Repeat("x", 8<<20)})
		}},
		{"page indexes behind the end", func(m *format.FileMetaData) {
			for i := range m.RowGroups[0].Columns {
				c := &m.RowGroups[0].Columns[i]
				c.OffsetIndexOffset, c.ColumnIndexOffset = math.MaxInt64-1, 1<<50
				c.OffsetIndexLength, c.ColumnIndexLength = math.MaxInt32, math.MaxInt32
			}
		}},
		{"bloom filters behind the end", func(m *format.FileMetaData) {
			eachChunk(m, func(c *format.ColumnMetaData) { c.BloomFilterOffset = 1 << 50 })
		}},
	} {
		all = append(all, damage(lie.name, func(text []byte) []byte { return lying(text, lie.tell) })...)
	}
	for _, c := range []struct {
		name   string
		footer []byte
	}{
		{"a footer of nothing but structs in structs", bytes.Repeat([]byte{0x1c}, 1<<20)},
		{"a footer of lists in lists", append([]byte{0x29}, bytes.Repeat([]byte{0x19}, 1<<20)...)},
		{"a schema of a billion elements", []byte{0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x03, 0}},
		{"a schema of a million empty elements", slices.Concat([]byte{0x15, 2, 0x19, 0xfc, 0xc0, 0x84, 0x3d}, make([]byte, 1_000_001))},
		{"a schema of a million flags", slices.Concat([]byte{0x15, 2, 0x19, 0xf1, 0xc0, 0x84, 0x3d}, bytes.Repeat([]byte{1}, 1_000_000), []byte{0})},
		{"a text of two gibibytes", []byte{0x15, 2, 0x19, 0x1c, 0x48, 0xff, 0xff, 0xff, 0xff, 0x07, 'x'}},
		{"a footer of zeros", make([]byte, 1000)},
		{"a footer of ones", bytes.Repeat([]byte{0xff}, 1000)},
		{"a footer of nothing", nil},
	} {
		all = append(all, damage(c.name, func([]byte) []byte { return withFooter([]byte("PAR1"), c.footer) })...)
	}
	return all
}

func eachChunk(m *format.FileMetaData, do func(c *format.ColumnMetaData)) {
	for g := range m.RowGroups {
		for c := range m.RowGroups[g].Columns {
			do(&m.RowGroups[g].Columns[c].MetaData)
		}
	}
}

// retype gives all text columns another type.
func retype(m *format.FileMetaData, to format.Type) {
	for i := range m.Schema {
		if t := &m.Schema[i].Type; t.Valid && t.V == format.ByteArray {
			t.V = to
			m.Schema[i].ConvertedType.Valid = false
			m.Schema[i].LogicalType = format.LogicalType{}
		}
	}
	eachChunk(m, func(c *format.ColumnMetaData) {
		if c.Type == format.ByteArray {
			c.Type = to
		}
	})
}

// deepSchema is one column inside n groups.
func deepSchema(n int) []format.SchemaElement {
	all := make([]format.SchemaElement, n+1)
	for i := range all {
		all[i].Name = fmt.Sprintf("g%d", i)
		if i < n {
			all[i].NumChildren.Valid, all[i].NumChildren.V = true, 1
		} else {
			all[i].Type.Valid, all[i].Type.V = true, format.ByteArray
		}
	}
	return all
}

// lying changes the footer of a file.
func lying(text []byte, tell func(m *format.FileMetaData)) []byte {
	data, footer := text[:footerAt(text)], text[footerAt(text):len(text)-8]
	var m format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), bytes.Clone(footer), &m); err != nil {
		panic(err) // the seed is sound
	}
	tell(&m)
	return withFooter(data, encoded(&m))
}

func encoded(v any) []byte {
	text, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		panic(err) // a struct of the format
	}
	return text
}

func withFooter(data, footer []byte) []byte {
	out := slices.Concat(data, footer)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(footer)))
	return append(out, "PAR1"...)
}
