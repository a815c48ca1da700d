package export

import (
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// columnsOf describes the top-level fields of a schema.
func columnsOf(schema *parquet.Schema) []Column {
	var columns []Column
	for _, f := range schema.Fields() {
		columns = append(columns, Column{Name: f.Name(), Type: typeName(f), Nullable: f.Optional()})
	}
	return columns
}

func typeName(n parquet.Node) string {
	var b strings.Builder
	appendType(&b, n)
	return b.String()
}

func appendType(b *strings.Builder, n parquet.Node) {
	if element, ok := listElement(n); ok {
		b.WriteString("list<")
		appendType(b, element)
		b.WriteByte('>')
		return
	}
	if !n.Leaf() {
		b.WriteString("struct<")
		for i, f := range n.Fields() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Name() + ": ")
			appendType(b, f)
		}
		b.WriteByte('>')
		return
	}
	switch n.Type().Kind() {
	case parquet.Boolean:
		b.WriteString("boolean")
	case parquet.Int64:
		b.WriteString("int64")
	case parquet.Double:
		b.WriteString("double")
	default:
		b.WriteString("string")
	}
}

// listElement returns the element of a LIST node (list.element). A list of another shape, as
// old writers left them, counts as a struct.
func listElement(n parquet.Node) (parquet.Node, bool) {
	if n.Leaf() || n.Type().LogicalType() == nil || n.Type().String() != "LIST" {
		return nil, false
	}
	if lists := n.Fields(); len(lists) == 1 {
		if elements := lists[0].Fields(); len(elements) == 1 {
			return elements[0], true
		}
	}
	return nil, false
}

// features returns the metadata entry for Hugging Face datasets, in the order of the
// columns. A list is written as [feature], which all versions understand.
func features(schema *parquet.Schema) string {
	return jsonvalue.ObjectOf("info", jsonvalue.ObjectOf("features", fieldFeatures(schema.Fields()))).JSON()
}

func fieldFeatures(fields []parquet.Field) jsonvalue.Value {
	members := make([]jsonvalue.Member, len(fields))
	for i, f := range fields {
		members[i] = jsonvalue.Member{Key: f.Name(), Value: feature(f)}
	}
	return jsonvalue.NewObject(members...)
}

func feature(n parquet.Node) jsonvalue.Value {
	if element, ok := listElement(n); ok {
		return jsonvalue.NewArray(feature(element))
	}
	if !n.Leaf() {
		return fieldFeatures(n.Fields())
	}
	dtype := typeName(n)
	switch dtype {
	case "double":
		dtype = "float64"
	case "boolean":
		dtype = "bool"
	}
	return jsonvalue.ObjectOf(
		"dtype", dtype,
		"_type", "Value")
}
