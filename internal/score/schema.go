package score

import (
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
)

// The library's groups sort their columns and keep the encodings of the source file. The
// types in this file keep the columns in order, and let the library choose the encodings.

// orderedGroup is the root of a schema.
type orderedGroup struct{ fields []parquet.Field }

func (g orderedGroup) ID() int                     { return 0 }
func (g orderedGroup) String() string              { return "group" }
func (g orderedGroup) Type() parquet.Type          { return parquet.Group{}.Type() }
func (g orderedGroup) Optional() bool              { return false }
func (g orderedGroup) Repeated() bool              { return false }
func (g orderedGroup) Required() bool              { return true }
func (g orderedGroup) Leaf() bool                  { return false }
func (g orderedGroup) Fields() []parquet.Field     { return g.fields }
func (g orderedGroup) Encoding() encoding.Encoding { return nil }
func (g orderedGroup) Compression() compress.Codec { return nil }

func (g orderedGroup) GoType() reflect.Type { return reflect.TypeFor[map[string]any]() }

// namedField is a node as a field of the root.
type namedField struct {
	parquet.Node
	name string
}

func (f namedField) Name() string { return f.name }

// Value is for rows that are Go values; voi writes none.
func (f namedField) Value(reflect.Value) reflect.Value { return reflect.Value{} }

// plainNode is a node of a source file without its encoding.
type plainNode struct{ parquet.Node }

func (n plainNode) Encoding() encoding.Encoding { return nil }
func (n plainNode) Compression() compress.Codec { return nil }

func (n plainNode) Fields() []parquet.Field {
	fields := n.Node.Fields()
	out := make([]parquet.Field, len(fields))
	for i, f := range fields {
		out[i] = namedField{plainNode{f}, f.Name()}
	}
	return out
}

// inputFields are the columns of a Parquet file, renamed where they collide.
func inputFields(schema *parquet.Schema, c *columns) []parquet.Field {
	fields := plainNode{schema}.Fields()
	for i, f := range fields {
		fields[i] = namedField{f, c.outName(f.Name())}
	}
	return fields
}

// inferredFields are the columns whose types were inferred.
func inferredFields(kinds []columnKind, c *columns) []parquet.Field {
	fields := make([]parquet.Field, len(kinds))
	for i, col := range kinds {
		var node parquet.Node
		switch col.Kinds.of() {
		case typeBool:
			node = parquet.Leaf(parquet.BooleanType)
		case typeInt:
			node = parquet.Int(64)
		case typeDouble:
			node = parquet.Leaf(parquet.DoubleType)
		default:
			node = parquet.String()
		}
		fields[i] = namedField{parquet.Optional(node), c.outName(col.Name)}
	}
	return fields
}

// resultFields are our columns.
func resultFields(c *columns) []parquet.Field {
	number := parquet.Optional(parquet.Leaf(parquet.DoubleType))
	text := parquet.Optional(parquet.Encoded(parquet.String(), &parquet.RLEDictionary))
	var fields []parquet.Field
	for _, names := range c.profiles {
		for i, name := range names {
			node := number
			if k := len(names) - i; k >= 4 && k <= 6 { // action, error, notes
				node = text
			}
			fields = append(fields, namedField{node, name})
		}
	}
	return fields
}

// textColumns returns the paths of all text columns. Bounds of texts would only enlarge the
// footer.
func textColumns(schema *parquet.Schema) (paths [][]string) {
	for _, path := range schema.Columns() {
		if leaf, ok := schema.Lookup(path...); ok && leaf.Node.Type().Kind() == parquet.ByteArray {
			paths = append(paths, path)
		}
	}
	return paths
}
