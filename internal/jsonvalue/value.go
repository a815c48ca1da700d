package jsonvalue

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of a [Value]. The zero Value is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the JSON name of the kind.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Noun is the kind with its article: "an array", "null".
func (k Kind) Noun() string {
	switch k {
	case Null:
		return "null"
	case Array, Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}

// Value is one JSON value. The zero Value is null. A Value is immutable: the
// slices that its methods return must not be changed.
type Value struct {
	at   unsafe.Pointer // of n bytes, Values or Members, depending on kind
	n    uint32         // the rest of a text of more than 4 GiB is cut off
	kind Kind
}

// A Value takes only two words, because the values of a large text are copied often and
// take most of the memory. Only the constructors, text, Items and Members know what at
// points to.

func length(n int) uint32 { return uint32(min(uint64(n), math.MaxUint32)) }

func textValue(kind Kind, text string) Value {
	return Value{at: unsafe.Pointer(unsafe.StringData(text)), n: length(len(text)), kind: kind}
}

func arrayValue(items []Value) Value {
	return Value{at: unsafe.Pointer(unsafe.SliceData(items)), n: length(len(items)), kind: Array}
}

func objectValue(members []Member) Value {
	return Value{at: unsafe.Pointer(unsafe.SliceData(members)), n: length(len(members)), kind: Object}
}

// text is the content of a string, the literal of a number, "true" or "false".
func (v Value) text() string {
	if v.kind >= Array {
		return ""
	}
	return unsafe.String((*byte)(v.at), v.n)
}

// Member is one key of an object with its value, in the order of the text.
type Member struct {
	Key   string
	Value Value
}

// Kind returns the type of v.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether v is null, as the zero Value is.
func (v Value) IsNull() bool { return v.kind == Null }

// Str returns the content of a string, and "" for any other kind.
func (v Value) Str() string {
	if v.kind == String {
		return v.text()
	}
	return ""
}

// Bool returns the value of a boolean, and false for any other kind.
func (v Value) Bool() bool { return v.kind == Bool && v.text() == "true" }

// NumberText returns the literal of a number, and "" for any other kind.
func (v Value) NumberText() string {
	if v.kind == Number {
		return v.text()
	}
	return ""
}

// Float returns the nearest float64 of a number. ok is false for another kind, and for a
// number outside the range of float64.
func (v Value) Float() (f float64, ok bool) {
	if v.kind != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.text(), 64)
	return f, err == nil
}

// Int returns the number as an int64. ok is false if it is not a whole number (1.0 and 1e0
// are) or does not fit.
func (v Value) Int() (i int64, ok bool) {
	if v.kind != Number {
		return 0, false
	}
	return ParseDecimal(v.text()).Int64()
}

// Len returns the number of elements of an array or members of an object.
func (v Value) Len() int {
	if v.kind < Array {
		return 0
	}
	return int(v.n)
}

// Items returns the elements of an array, nil for any other kind.
func (v Value) Items() []Value {
	if v.kind != Array {
		return nil
	}
	return unsafe.Slice((*Value)(v.at), v.n)
}

// Members returns the members of an object in the order written, nil for any
// other kind.
func (v Value) Members() []Member {
	if v.kind != Object {
		return nil
	}
	return unsafe.Slice((*Member)(v.at), v.n)
}

// Get returns the value of an object's key; ok is false if v is no object or lacks the key.
func (v Value) Get(key string) (val Value, ok bool) {
	members := v.Members()
	for i := range members {
		if members[i].Key == key {
			return members[i].Value, true
		}
	}
	return Value{}, false
}

// fewMembers is up to how many members a search from the first one on is quick.
const fewMembers = 16

// Getter returns Get, as a function that is quick among many members, too.
func (v Value) Getter() func(key string) (val Value, ok bool) {
	members := v.Members()
	if len(members) <= fewMembers {
		return v.Get
	}
	at := make(map[string]int, len(members))
	for i := len(members) - 1; i >= 0; i-- { // of two with one key, the first counts
		at[members[i].Key] = i
	}
	return func(key string) (val Value, ok bool) {
		i, ok := at[key]
		if ok {
			val = members[i].Value
		}
		return val, ok
	}
}

// Has reports whether v is an object with at least one of the keys.
func (v Value) Has(keys ...string) bool {
	for _, m := range v.Members() {
		for _, key := range keys {
			if m.Key == key {
				return true
			}
		}
	}
	return false
}

// Map returns an array or object with f applied to each element or member's value, and any
// other value unchanged.
func (v Value) Map(f func(Value) Value) Value {
	switch v.kind {
	case Array:
		items := make([]Value, v.Len())
		for i, item := range v.Items() {
			items[i] = f(item)
		}
		return arrayValue(items)
	case Object:
		members := make([]Member, v.Len())
		for i, m := range v.Members() {
			members[i] = Member{m.Key, f(m.Value)}
		}
		return objectValue(members)
	}
	return v
}

// Field is Get without the second result: null if the key is absent.
func (v Value) Field(key string) Value {
	val, _ := v.Get(key)
	return val
}

// With returns a copy of the object v with key set to val, in its old place or at the end.
// A v that is no object counts as an empty one.
func (v Value) With(key string, val Value) Value {
	out := make([]Member, 0, len(v.Members())+1)
	done := false
	for _, m := range v.Members() {
		if m.Key == key {
			m.Value, done = val, true
		}
		out = append(out, m)
	}
	if !done {
		out = append(out, Member{key, val})
	}
	return objectValue(out)
}

// Without returns a copy of the object v without key.
func (v Value) Without(key string) Value {
	out := make([]Member, 0, len(v.Members()))
	for _, m := range v.Members() {
		if m.Key != key {
			out = append(out, m)
		}
	}
	return objectValue(out)
}

// NewBool returns a JSON boolean.
func NewBool(b bool) Value { return textValue(Bool, strconv.FormatBool(b)) }

// NewString returns a JSON string.
func NewString(s string) Value { return textValue(String, s) }

// NewInt returns a JSON number.
func NewInt(i int64) Value { return textValue(Number, strconv.FormatInt(i, 10)) }

// NewFloat returns a JSON number, as the shortest text that reads back the same. NaN and
// the infinities have no JSON form and give null.
func NewFloat(f float64) Value {
	b := AppendFloat(nil, f)
	if b[0] == 'n' {
		return Value{}
	}
	return textValue(Number, string(b))
}

// NewArray returns a JSON array of the elements.
func NewArray(items ...Value) Value {
	if items == nil {
		items = []Value{}
	}
	return arrayValue(items)
}

// NewStrings returns a JSON array of strings.
func NewStrings(texts []string) Value {
	items := make([]Value, len(texts))
	for i, text := range texts {
		items[i] = NewString(text)
	}
	return NewArray(items...)
}

// Strings returns the elements of an array of strings; ok is false for any other value.
func (v Value) Strings() (texts []string, ok bool) {
	texts = make([]string, v.Len())
	for i, item := range v.Items() {
		if item.kind != String {
			return nil, false
		}
		texts[i] = item.Str()
	}
	return texts, v.kind == Array
}

// NewObject returns a JSON object with the members in that order. Keys must not repeat.
func NewObject(members ...Member) Value {
	if members == nil {
		members = []Member{}
	}
	return objectValue(members)
}

// ObjectOf returns an object of alternating keys and values: ObjectOf("name", "a", "n", 1).
// The values are converted by [Of]. If a key ends in ?, the ? is removed, and the member is
// omitted if its value is null, false, or a text, slice or map of length 0.
func ObjectOf(pairs ...any) Value {
	members := make([]Member, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		key, optional := strings.CutSuffix(pairs[i].(string), "?")
		if !optional || !empty(pairs[i+1]) {
			members = append(members, Member{key, Of(pairs[i+1])})
		}
	}
	return NewObject(members...)
}

func empty(v any) bool {
	if v, ok := v.(Value); ok {
		return v.IsNull()
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Bool:
		return !r.Bool()
	case reflect.String, reflect.Slice, reflect.Map:
		return r.Len() == 0
	case reflect.Pointer:
		return r.IsNil()
	}
	return v == nil
}

// Of returns the JSON of a boolean, a number, a text, a Value, a type with a method Value,
// a slice or map of these, or a pointer to one. A nil pointer is null, a nil slice is
// empty; the keys of a map are sorted. Of panics for any other type.
func Of(v any) Value {
	switch v := v.(type) {
	case nil:
		return Value{}
	case Value:
		return v
	case string:
		return NewString(v)
	case []Value:
		return NewArray(v...)
	case interface{ Value() Value }:
		if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
			return Value{}
		}
		return v.Value()
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Bool:
		return NewBool(r.Bool())
	case reflect.Int, reflect.Int64:
		return NewInt(r.Int())
	case reflect.Float64:
		return NewFloat(r.Float())
	case reflect.String:
		return NewString(r.String())
	case reflect.Pointer:
		if r.IsNil() {
			return Value{}
		}
		return Of(r.Elem().Interface())
	case reflect.Slice:
		items := make([]Value, r.Len())
		for i := range items {
			items[i] = Of(r.Index(i).Addr().Interface())
		}
		return NewArray(items...)
	case reflect.Map:
		members := make([]Member, 0, r.Len())
		for of := r.MapRange(); of.Next(); {
			members = append(members, Member{of.Key().String(), Of(of.Value().Interface())})
		}
		slices.SortFunc(members, func(a, b Member) int { return strings.Compare(a.Key, b.Key) })
		return NewObject(members...)
	}
	panic(fmt.Sprintf("jsonvalue: a %T has no JSON", v))
}

// Members collects the members of a new object.
type Members []Member

// Add appends a member.
func (m *Members) Add(key string, v Value) { *m = append(*m, Member{key, v}) }

// Value returns the object.
func (m Members) Value() Value { return NewObject(m...) }

// Equal reports whether a and b are the same JSON value (F9): key order does not matter,
// array order does, numbers compare by exact value, strings by code points.
func Equal(a, b Value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Null:
		return true
	case Number:
		return a.text() == b.text() || ParseDecimal(a.text()).Equal(ParseDecimal(b.text()))
	case Array:
		if len(a.Items()) != len(b.Items()) {
			return false
		}
		for i := range a.Items() {
			if !Equal(a.Items()[i], b.Items()[i]) {
				return false
			}
		}
		return true
	case Object:
		return equalObjects(a, b)
	default:
		return a.text() == b.text()
	}
}

// smallObject is the largest number of members for which a linear search is cheap.
const smallObject = 16

func equalObjects(a, b Value) bool {
	switch {
	case a.n != b.n:
		return false
	case a.n > smallObject:
		return a.Key() == b.Key()
	}
	for _, m := range a.Members() {
		other, ok := b.Get(m.Key)
		if !ok || !Equal(m.Value, other) {
			return false
		}
	}
	return true
}
