package reader

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// shape describes how the columns of a Parquet file form JSON values: the schema of the
// format's Dremel encoding, with the levels computed.
type shape struct {
	name     string
	kind     shapeKind
	unsigned bool
	json     bool                                          // a leaf whose text is JSON and is parsed
	spell    func(bytes []byte) (text string, number bool) // for a leaf of an annotated type that JSON lacks; nil for others
	scale    int32                                         // for a leaf of decimals in integers
	clock    func(n int64) string                          // for a leaf of dates or times in integers
	optional bool
	repeated bool
	depth    int      // number of enclosing nodes, each an object, a list or a list of objects
	rep, def int      // the levels at which this node is repeated, and is present
	leaves   int      // columns below this node, including itself
	fields   []*shape // of a group
}

type shapeKind uint8

const (
	shapeLeaf shapeKind = iota
	shapeGroup
	shapeList // LIST: a group of one repeated group of one element
	shapeMap  // MAP: a group of one repeated group of key and value
)

// maxShapeDepth bounds the nesting of a schema, as for JSON.
const maxShapeDepth = jsonvalue.DefaultDepth

func newShape(fields []parquet.Field) (*shape, error) {
	root := &shape{kind: shapeGroup}
	return root, root.addFields(fields, 0)
}

func (s *shape) addFields(fields []parquet.Field, depth int) error {
	if depth > maxShapeDepth {
		return errors.New("the columns are nested too deep")
	}
	for _, f := range fields {
		child := &shape{name: f.Name(), optional: f.Optional(), repeated: f.Repeated(), depth: depth + 1, rep: s.rep, def: s.def, leaves: 1}
		if child.repeated {
			child.rep++
		}
		if child.repeated || child.optional {
			child.def++
		}
		if f.Leaf() {
			child.setLeafKind(f.Type())
		} else {
			child.leaves = 0
			if err := child.addFields(f.Fields(), depth+1); err != nil {
				return err
			}
			child.setGroupKind(f)
		}
		s.fields = append(s.fields, child)
		s.leaves += child.leaves
	}
	return nil
}

// setLeafKind reads the annotation of a column. The datasets library writes JSON columns
// for objects with varying keys, such as the properties of tools.
func (s *shape) setLeafKind(t parquet.Type) {
	if ct := t.ConvertedType(); ct != nil && *ct == deprecated.Json {
		s.json = true
	}
	lt := t.LogicalType()
	if lt == nil {
		return
	}
	switch l := lt.Value.(type) {
	case *format.IntType:
		s.unsigned = !l.IsSigned
	case *format.JsonType:
		s.json = true
	case *format.DecimalType:
		s.scale = l.Scale
		s.spell = func(b []byte) (string, bool) { return decimal(new(big.Int).SetBytes(b), len(b), l.Scale), true }
	case *format.DateType:
		s.clock = func(n int64) string { return time.Unix(n*secondsOfDay, 0).UTC().Format(time.DateOnly) }
	case *format.TimeType:
		s.clock = clock(l.Unit, "15:04:05.999999999")
	case *format.TimestampType:
		s.clock = clock(l.Unit, "2006-01-02T15:04:05.999999999")
		if l.IsAdjustedToUTC {
			s.clock = clock(l.Unit, time.RFC3339Nano)
		}
	case *format.UUIDType:
		s.spell = uuid
	case *format.Float16Type:
		s.spell = float16
	}
}

// setGroupKind distinguishes lists and maps from plain groups by their annotation.
func (s *shape) setGroupKind(f parquet.Field) {
	s.kind = shapeGroup
	lt := f.Type().LogicalType()
	if lt == nil || len(s.fields) != 1 || !s.fields[0].repeated {
		return
	}
	inner := s.fields[0]
	switch lt.Value.(type) {
	case *format.ListType:
		s.kind = shapeList
	case *format.MapType:
		if inner.kind == shapeGroup && len(inner.fields) == 2 {
			s.kind = shapeMap
		}
	}
}

// assembly builds the value of one row.
type assembly struct {
	size  int      // bytes of text so far
	path  []string // of the current node
	odd   []oddColumn
	inOdd bool // the current column is already among the odd ones
}

// fault records that a value does not express the column's meaning. It is an error only if
// the column is used.
func (a *assembly) fault(code, format string, args ...any) {
	if a.inOdd {
		return
	}
	a.inOdd = true
	err := &dataset.Error{Code: code, Msg: fmt.Sprintf(format, args...)}
	for i := len(a.path) - 1; i >= 0; i-- {
		err = err.At(a.path[i])
	}
	a.odd = append(a.odd, oddColumn{a.path[0], err})
}

// value builds one row. size is about its length as JSON. odd are the faults of its
// columns, one each. Errors are *dataset.Error.
func (s *shape) value(row parquet.Row) (v domains.Value, size int, odd []oddColumn, err error) {
	columns := make([][]parquet.Value, s.leaves)
	for start := 0; start < len(row); {
		c, end := row[start].Column(), start+1
		for end < len(row) && row[end].Column() == c {
			end++
		}
		if c < 0 || c >= len(columns) {
			return v, 0, nil, rowError(dataset.CodeBadField, "", "the row has a value of column %d, the file has %d columns", c, len(columns))
		}
		columns[c] = row[start:end]
		start = end
	}
	var a assembly
	v = a.group(s, columns)
	return v, a.size, a.odd, nil
}

// node builds the value of node s within one instance of its parent.
func (a *assembly) node(s *shape, columns [][]parquet.Value) domains.Value {
	if !s.repeated {
		return a.instance(s, columns)
	}
	return jsonvalue.NewArray(a.elements(s, columns)...)
}

// elements builds the instances of the repeated node s.
func (a *assembly) elements(s *shape, columns [][]parquet.Value) []domains.Value {
	if !present(s, columns) {
		return nil
	}
	rest := make([][]parquet.Value, len(columns))
	copy(rest, columns)
	part := make([][]parquet.Value, len(columns))
	var items []domains.Value
	for len(rest[0]) > 0 {
		for i, values := range rest {
			n := min(1, len(values))
			for n < len(values) && values[n].RepetitionLevel() > s.rep {
				n++
			}
			part[i], rest[i] = values[:n], values[n:]
		}
		items = append(items, a.instance(s, part))
		a.size += 2
	}
	return items
}

// present reports whether node s is present, from its first column.
func present(s *shape, columns [][]parquet.Value) bool {
	return len(columns) > 0 && len(columns[0]) > 0 && columns[0][0].DefinitionLevel() >= s.def
}

// instance builds one instance of node s; null if it is absent.
func (a *assembly) instance(s *shape, columns [][]parquet.Value) domains.Value {
	if !present(s, columns) {
		return domains.Value{}
	}
	switch s.kind {
	case shapeGroup:
		return a.group(s, columns)
	case shapeList:
		return a.list(s.fields[0], columns)
	case shapeMap:
		return a.mapping(s.fields[0], columns)
	}
	return a.leaf(s, columns[0][0])
}

// group builds an object, without null fields.
func (a *assembly) group(s *shape, columns [][]parquet.Value) domains.Value {
	members := make([]jsonvalue.Member, 0, len(s.fields))
	for _, f := range s.fields {
		a.path = append(a.path, f.name)
		if len(a.path) == 1 {
			a.inOdd = false
		}
		v := a.node(f, columns[:f.leaves])
		a.path = a.path[:len(a.path)-1]
		columns = columns[f.leaves:]
		if !v.IsNull() {
			members = append(members, jsonvalue.Member{Key: f.name, Value: v})
			a.size += len(f.name) + 5
		}
	}
	return jsonvalue.NewObject(members...)
}

// list builds a LIST: each instance of the repeated node is a wrapper around the element,
// or, in files of old writers, the element itself.
func (a *assembly) list(repeated *shape, columns [][]parquet.Value) domains.Value {
	items := a.elements(repeated, columns)
	if repeated.kind == shapeGroup && len(repeated.fields) == 1 && repeated.name != "array" && !strings.HasSuffix(repeated.name, "_tuple") {
		for i, wrapper := range items {
			items[i] = wrapper.Field(repeated.fields[0].name)
		}
	}
	return jsonvalue.NewArray(items...)
}

// mapping builds a MAP as an object. A MAP with a repeated key becomes the list of its
// entries, and is odd.
func (a *assembly) mapping(entry *shape, columns [][]parquet.Value) domains.Value {
	items := a.elements(entry, columns)
	members := make([]jsonvalue.Member, 0, len(items))
	seen := make(map[string]bool, len(items))
	for _, e := range items {
		name := e.Field(entry.fields[0].name)
		key := name.Str()
		if name.Kind() == jsonvalue.Number || name.Kind() == jsonvalue.Bool {
			key = name.JSON()
		}
		if seen[key] {
			a.fault(dataset.CodeDuplicateKey, "a key occurs twice in one map")
			return jsonvalue.NewArray(items...)
		}
		seen[key] = true
		members = append(members, jsonvalue.Member{Key: key, Value: e.Field(entry.fields[1].name)})
	}
	return jsonvalue.NewObject(members...)
}
