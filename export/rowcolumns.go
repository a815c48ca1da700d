package export

import (
	"reflect"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// RowColumn is one column of [Row].
type RowColumn struct {
	Name  string
	Holds jsonvalue.Kind // of the JSON that its text is, Object or Array; Null where it is no JSON
	field int            // of Row
}

// RowColumns are the columns of [Row] in their order, as its tags say. Code that
// visits the columns of a row one by one visits these.
var RowColumns = func() (columns []RowColumn) {
	holds := map[string]jsonvalue.Kind{"array": jsonvalue.Array, "object": jsonvalue.Object}
	for f := range reflect.TypeFor[Row]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		columns = append(columns, RowColumn{Name: name, Holds: holds[f.Tag.Get("holds")], field: f.Index[0]})
	}
	return columns
}()

// Of returns a pointer to the column's field of a row: a *string, **string, *[]string,
// *int64, **float64, **bool or *[]Message.
func (c *RowColumn) Of(r *Row) any {
	return reflect.ValueOf(r).Elem().Field(c.field).Addr().Interface()
}

// text is the JSON text of a column; ok is false where it holds none.
func (c *RowColumn) text(r *Row) (text string, ok bool) {
	if c.Holds == jsonvalue.Null {
		return "", false
	}
	switch f := c.Of(r).(type) {
	case *string:
		return *f, true
	case **string:
		if *f != nil {
			return **f, true
		}
	}
	return "", false
}

// appendJSON appends the value of a column that a label holds.
func (c *RowColumn) appendJSON(dst []byte, r *Row) []byte {
	if text, ok := c.text(r); ok {
		return append(dst, text...)
	}
	switch f := c.Of(r).(type) {
	case *string:
		return jsonvalue.AppendString(dst, *f)
	case *[]string:
		return jsonvalue.NewStrings(*f).AppendJSON(dst)
	case **float64:
		if *f != nil {
			return jsonvalue.AppendFloat(dst, **f)
		}
	case **bool:
		if *f != nil {
			return jsonvalue.NewBool(**f).AppendJSON(dst)
		}
	}
	return append(dst, "null"...)
}

// read sets a column to the value that a label holds.
func (c *RowColumn) read(r *Row, v jsonvalue.Value) {
	switch f := c.Of(r).(type) {
	case *string:
		if *f = v.Str(); c.Holds != jsonvalue.Null {
			*f = v.JSON()
		}
	case **string:
		if !v.IsNull() {
			text := v.JSON()
			*f = &text
		}
	case *[]string:
		*f, _ = v.Strings()
	case **float64:
		if n, ok := v.Float(); ok {
			*f = &n
		}
	case **bool:
		if v.Kind() == jsonvalue.Bool {
			b := v.Bool()
			*f = &b
		}
	}
}
