package export

import (
	"reflect"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// RowColumn is one column of [Row].
type RowColumn struct {
	Name  string
	Holds jsonvalue.Kind // the kind of JSON in its text, Object or Array; Null if the text is no JSON
	field int            // index in Row
}

// RowColumns are the columns of [Row] in order, from its tags, for code that visits the
// columns one by one.
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

// text returns the JSON text of a column; ok is false if the column has none.
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

// appendJSON appends the value of a column as a label contains it.
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

// read sets a column to its value in a label.
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
