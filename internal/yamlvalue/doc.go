// Package yamlvalue reads YAML into the values of internal/jsonvalue, for API descriptions
// in YAML, or into nodes with their lines, for configurations and profiles. It stands
// beside jsonvalue, below the readers.
//
// # Limits
//
// A text holds one document. Keys become strings (200 becomes "200"), a date stays a text,
// and values that JSON cannot hold (.inf, .nan) are errors. Aliases are expanded, within
// the limit on values; a merge key (<<) adds the keys that its mapping lacks. Tags are
// ignored.
//
// # Decided against
//
// Decoding into Go values: it loses the order of keys and the text of numbers. Another
// library for configurations: the previous one did not bound nesting.
package yamlvalue
