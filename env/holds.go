package env

import (
	"strings"
	"unicode"
)

// Holds reports whether a text holds a value: its letters and digits, in their order and
// as whole words, whatever their case and what stands between them.
func Holds(text, value string) bool {
	v := letters(value)
	return v != "" && strings.Contains(" "+letters(text)+" ", " "+v+" ")
}

// letters are the words of a text, lower-cased, a space between each two.
func letters(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}
