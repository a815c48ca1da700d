// Package yamlvalue reads YAML into the values of internal/jsonvalue, for the
// documents of APIs that people write in YAML, or into nodes with their lines, for
// configurations and profiles. It stands beside jsonvalue, below the readers.
//
// # Limits
//
// One document a text. Keys become strings (200 is "200"), a date stays the
// text it is, and what JSON cannot hold (.inf, .nan) is an error. Aliases are
// written out, within the bound on values; a merge key (<<) fills in what its
// mapping lacks. A tag is ignored.
//
// # Decided against
//
// Decoding into Go values: that loses the order of keys and the text of numbers.
// A second library for configurations: the one before had no bound on nesting.
package yamlvalue
