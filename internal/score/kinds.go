package score

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// kinds is a set of the kinds of values in a column.
type kinds uint8

const (
	kindBool kinds = 1 << iota
	kindInt
	kindFloat
	kindString
	kindNested
)

// columnKind describes a column of the input, from the rows read so far.
type columnKind struct {
	Name  string `json:"name"`
	Kinds kinds  `json:"kinds"`
	Row   int64  `json:"row"`   // the first row of all inputs that has the column
	Place int    `json:"place"` // and its position in that row

	noted int // the order in which it was noted
}

// columnKinds are the columns of the input by name. The result does not depend on the order
// in which rows are added.
type columnKinds map[string]columnKind

// maxColumns bounds the columns of a Parquet output, since the keys of JSON rows may be
// anything.
const maxColumns = 2048

func (c *columnKinds) note(col columnKind) {
	have, known := (*c)[col.Name]
	switch {
	case *c == nil:
		*c = columnKinds{}
		fallthrough
	case !known:
		col.Name, col.noted = strings.Clone(col.Name), len(*c) // the key may stand in memory that is reused
		have = col
	}
	have.Kinds |= col.Kinds
	if col.noted = have.noted; earlier(col, have) < 0 {
		have.Row, have.Place = col.Row, col.Place
	}
	(*c)[have.Name] = have
}

func earlier(a, b columnKind) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Place, b.Place), cmp.Compare(a.noted, b.noted))
}

// sorted lists the columns in the order in which the rows first have them.
func (c columnKinds) sorted() []columnKind { return slices.SortedFunc(maps.Values(c), earlier) }

// add adds the fields of a row. An error rejects the row.
func (c *columnKinds) add(row int64, fields []field) error {
	if len(fields) > maxColumns {
		return &dataset.Error{Code: dataset.CodeTooLarge, Msg: fmt.Sprintf("the row has %d columns, and Parquet is written with at most %d; write JSON lines", len(fields), maxColumns)}
	}
	for i := range fields {
		f := &fields[i]
		k := kindOf(f.value)
		if f.raw != "" {
			k = kindOfText(f.raw)
		}
		c.note(columnKind{Name: f.key, Kinds: k, Row: row, Place: i})
	}
	return nil
}

// merge adds the columns of other rows.
func (c *columnKinds) merge(o columnKinds) error {
	for _, col := range o {
		c.note(col)
	}
	if len(*c) > maxColumns {
		return usagef("the rows have more than %d columns in all; write JSON lines", maxColumns)
	}
	return nil
}

// kindOfText returns the kind of a value from its JSON text.
func kindOfText(raw string) kinds {
	switch raw[0] {
	case 'n':
		return 0
	case 't', 'f':
		return kindBool
	case '"':
		return kindString
	case '{', '[':
		return kindNested
	}
	v, err := item.Parse(raw)
	if err != nil {
		return kindNested
	}
	return kindOf(v)
}

func kindOf(v jsonvalue.Value) kinds {
	switch v.Kind() {
	case jsonvalue.Null:
		return 0
	case jsonvalue.Bool:
		return kindBool
	case jsonvalue.String:
		return kindString
	case jsonvalue.Number:
		if _, ok := v.Int(); ok && !strings.ContainsAny(v.NumberText(), ".eE") {
			return kindInt
		}
		if _, ok := v.Float(); ok && strings.ContainsAny(v.NumberText(), ".eE") {
			return kindFloat
		}
	}
	return kindNested // also numbers that neither int64 nor double can hold
}

// columnType is the type of a column in Parquet.
type columnType string

const (
	typeBool   columnType = "boolean"
	typeInt    columnType = "int64"
	typeDouble columnType = "double"
	typeString columnType = "string" // texts unchanged, other values as JSON
)

// of returns the type that can hold values of all these kinds.
func (k kinds) of() columnType {
	switch {
	case k == kindBool:
		return typeBool
	case k == kindInt:
		return typeInt
	case k != 0 && k&^(kindInt|kindFloat) == 0:
		return typeDouble
	}
	return typeString
}
