package export

import (
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
)

// The Parquet library writes the smallest and the largest text of every page in full, four
// times into the page header and twice into the footer. For prompts that is more than the
// compressed page, and its memory grows with the file. A bound need not be a value of the
// page. This file lets the library use short prefixes as bounds of long texts.

// boundBytes is the length of the longest bound.
const boundBytes = 32

// boundedSchema is the schema with short bounds for all text columns without a dictionary.
func boundedSchema(root string, schema *parquet.Schema) *parquet.Schema {
	return parquet.NewSchema(root, boundedNode{schema})
}

type boundedNode struct{ parquet.Node }

func (n boundedNode) Type() parquet.Type {
	t := n.Node.Type()
	if !n.Leaf() || t.Kind() != parquet.ByteArray {
		return t
	}
	return boundedType{t}
}

func (n boundedNode) Fields() []parquet.Field {
	fields := n.Node.Fields()
	out := make([]parquet.Field, len(fields))
	for i, f := range fields {
		out[i] = boundedField{f, boundedNode{f}}
	}
	return out
}

type boundedField struct {
	parquet.Field
	bounded boundedNode
}

func (f boundedField) Type() parquet.Type      { return f.bounded.Type() }
func (f boundedField) Fields() []parquet.Field { return f.bounded.Fields() }

type boundedType struct{ parquet.Type }

func (t boundedType) NewColumnBuffer(column, values int) parquet.ColumnBuffer {
	return boundedBuffer{t.Type.NewColumnBuffer(column, values)}
}

type boundedBuffer struct{ parquet.ColumnBuffer }

func (b boundedBuffer) Page() parquet.Page { return boundedPage{b.ColumnBuffer.Page()} }

type boundedPage struct{ parquet.Page }

func (p boundedPage) Slice(i, j int64) parquet.Page { return boundedPage{p.Page.Slice(i, j)} }

func (p boundedPage) Bounds() (low, high parquet.Value, ok bool) {
	low, high, ok = p.Page.Bounds()
	if !ok {
		return low, high, ok
	}
	return parquet.ByteArrayValue(lowerBound(low.ByteArray())).Level(low.RepetitionLevel(), low.DefinitionLevel(), low.Column()),
		parquet.ByteArrayValue(upperBound(high.ByteArray())).Level(high.RepetitionLevel(), high.DefinitionLevel(), high.Column()), true
}

// lowerBound returns a prefix of at most boundBytes, which is never above the text.
func lowerBound(text []byte) []byte {
	if len(text) <= boundBytes {
		return text
	}
	end := boundBytes
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// upperBound returns a text of at most boundBytes that is not below the given one: its
// prefix, with the last character that has a successor replaced by that successor. UTF-8
// bytes sort as code points do.
func upperBound(text []byte) []byte {
	if len(text) <= boundBytes {
		return text
	}
	prefix := lowerBound(text[:min(len(text), 2*boundBytes)])
	for len(prefix) > 0 {
		r, n := utf8.DecodeLastRune(prefix)
		prefix = prefix[:len(prefix)-n]
		next := r + 1
		if next == 0xD800 {
			next = 0xE000 // surrogates are no characters
		}
		if next <= utf8.MaxRune && len(prefix)+utf8.RuneLen(next) <= boundBytes {
			return utf8.AppendRune(append([]byte(nil), prefix...), next)
		}
	}
	return []byte{0xFF} // above all of UTF-8
}
