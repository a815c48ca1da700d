package env

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// Holds reports whether a text contains a value: its letters and digits in order and as
// whole words, whatever their case and punctuation.
func Holds(text, value string) bool {
	v := words.Letters(value)
	return v != "" && strings.Contains(" "+words.Letters(text)+" ", " "+v+" ")
}

// Stands reports whether a text contains a JSON value: a string or a number by Holds, a
// list or an object if it contains any part. A boolean is never found, because it has no
// letters of its own.
func Stands(text string, v domains.Value) bool {
	switch v.Kind() {
	case jsonvalue.String:
		return Holds(text, v.Str())
	case jsonvalue.Number:
		return Holds(text, v.JSON())
	case jsonvalue.Array:
		return slices.ContainsFunc(v.Items(), func(x domains.Value) bool { return Stands(text, x) })
	case jsonvalue.Object:
		return slices.ContainsFunc(v.Members(), func(m jsonvalue.Member) bool { return Stands(text, m.Value) })
	}
	return false
}
