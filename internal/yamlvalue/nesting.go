package yamlvalue

import (
	"strings"
)

// The nesting that CheckNesting allows, far more than a person writes.
const (
	maxOpen   = 64  // brackets and braces that are open at once
	maxNested = 16  // lists and keys that begin on one line
	maxIndent = 256 // blanks before a line's text
)

// CheckNesting reports a text that is nested deeper than a person nests one,
// before it is given to a parser that has no such bound: some take a megabyte of
// memory for each bracket. It counts brackets wherever they stand, in quotes too.
// Errors are *Error.
func CheckNesting(text string) error {
	open, number := 0, 0
	for line := range strings.Lines(text) {
		number++
		body := strings.TrimLeft(line, " ")
		nested := 0
		for rest := body; len(rest) > 1 && strings.IndexByte("-?:", rest[0]) >= 0 && (rest[1] == ' ' || rest[1] == '\t'); nested++ {
			rest = strings.TrimLeft(rest[1:], " \t")
		}
		for i := range len(body) {
			switch body[i] {
			case '[', '{':
				open++
			case ']', '}':
				open = max(open-1, 0)
			}
			if open > maxOpen {
				break
			}
		}
		if open > maxOpen || nested > maxNested || len(line)-len(body) > maxIndent {
			return &Error{number, "nested too deep"}
		}
	}
	return nil
}
