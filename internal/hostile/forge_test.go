//go:build linux

package hostile

import (
	"encoding/binary"
	"math"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// forgery is a Parquet file of one column. It is written page by page exactly as stated,
// even if that makes no sense.
type forgery struct {
	rows       int64
	codec      format.CompressionCodec
	repetition format.FieldRepetitionType
	typ        format.Type // the zero Type is that of texts
	pages      []forgedPage
}

type forgedPage struct {
	header format.PageHeader
	body   []byte
}

// bytes writes the file.
func (f *forgery) bytes() []byte {
	typ := format.ByteArray
	if f.typ != 0 {
		typ = f.typ
	}
	out := []byte("PAR1")
	at := int64(len(out))
	chunk := format.ColumnMetaData{
		Type: typ, Encoding: []format.Encoding{format.Plain}, PathInSchema: []string{"completion"}, Codec: f.codec, NumValues: f.rows, DataPageOffset: at,
	}
	for i, p := range f.pages {
		if p.header.Type == format.DictionaryPage && i == 0 {
			chunk.DictionaryPageOffset = at
		}
		header := encoded(&p.header)
		out = append(append(out, header...), p.body...)
		if i == 0 && chunk.DictionaryPageOffset > 0 {
			chunk.DataPageOffset = int64(len(out))
		}
		chunk.TotalUncompressedSize += int64(len(header)) + int64(p.header.UncompressedPageSize)
	}
	chunk.TotalCompressedSize = int64(len(out)) - at
	leaf := format.SchemaElement{Name: "completion", Type: thrift.New(typ), RepetitionType: thrift.New(f.repetition)}
	if typ == format.ByteArray {
		leaf.ConvertedType = thrift.New(deprecated.UTF8)
	}
	return withFooter(out, encoded(&format.FileMetaData{
		Version: 1, NumRows: f.rows,
		Schema:    []format.SchemaElement{{Name: "root", NumChildren: thrift.New[int32](1)}, leaf},
		RowGroups: []format.RowGroup{{NumRows: f.rows, TotalByteSize: chunk.TotalUncompressedSize, Columns: []format.ColumnChunk{{MetaData: chunk, FileOffset: at}}}},
	}))
}

// plain is a page of version 1 that claims n values in its body.
func plain(n int, encoding format.Encoding, body []byte) forgedPage {
	p := forgedPage{body: body}
	p.header.Type = format.DataPage
	p.header.CompressedPageSize, p.header.UncompressedPageSize = int32(len(body)), int32(len(body))
	p.header.DataPageHeader = thrift.New(format.DataPageHeader{
		NumValues: int32(min(n, math.MaxInt32)), Encoding: encoding, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
	})
	return p
}

// second is a page of version 2: levels first, then values.
func second(n int, encoding format.Encoding, repetition, definition, values []byte) forgedPage {
	body := append(append(append([]byte{}, repetition...), definition...), values...)
	p := forgedPage{body: body}
	p.header.Type = format.DataPageV2
	p.header.CompressedPageSize, p.header.UncompressedPageSize = int32(len(body)), int32(len(body))
	p.header.DataPageHeaderV2 = thrift.New(format.DataPageHeaderV2{
		NumValues: int32(n), NumRows: int32(n), Encoding: encoding,
		RepetitionLevelsByteLength: int32(len(repetition)), DefinitionLevelsByteLength: int32(len(definition)),
		IsCompressed: thrift.New(false),
	})
	return p
}

// dictionary is a page of texts for a dictionary.
func dictionary(n int, body []byte) forgedPage {
	p := forgedPage{body: body}
	p.header.Type = format.DictionaryPage
	p.header.CompressedPageSize, p.header.UncompressedPageSize = int32(len(body)), int32(len(body))
	p.header.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: int32(n), Encoding: format.Plain})
	return p
}

// sized lets a page claim wrong sizes.
func sized(p forgedPage, compressed, uncompressed int32) forgedPage {
	p.header.CompressedPageSize, p.header.UncompressedPageSize = compressed, uncompressed
	return p
}

// plainTexts writes texts, each behind its length.
func plainTexts(texts ...string) []byte {
	var out []byte
	for _, text := range texts {
		out = append(binary.LittleEndian.AppendUint32(out, uint32(len(text))), text...)
	}
	return out
}

// levelRun encodes "n times v" as levels of version 1, behind their length.
func levelRun(n uint64, v byte) []byte {
	run := runOf(n, v)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(run))), run...)
}

// runOf encodes "n times v" as levels and indexes are encoded.
func runOf(n uint64, v ...byte) []byte {
	return append(binary.AppendUvarint(nil, n<<1), v...)
}

// deltaOf is the beginning of n equal numbers.
func deltaOf(n uint64, first int64) []byte {
	out := binary.AppendUvarint(nil, 128)
	out = binary.AppendUvarint(out, 4)
	out = binary.AppendUvarint(out, n)
	out = binary.AppendVarint(out, first)
	for range (n + 127) / 128 {
		if len(out) > 1<<16 {
			break // more need not be written
		}
		out = append(out, 0, 0, 0, 0, 0)
	}
	return out
}
