// Package jsonvalue reads and writes JSON values from untrusted sources: tool schemas,
// datasets and completions of a model.
//
// It is below every other package. The standard decoder loses information that voi needs:
// the order of an object's keys (the order of a tool's parameters decides ties, F7), the
// exact text of a number (F9 compares numbers by value, and 9007199254740993 is not
// 9007199254740992), and duplicate keys (F8 calls them malformed).
//
// Everything is bounded: depth, number of nodes, number of bytes. Parsing is one pass and
// linear in the input. The input cannot make it recurse deeper than [Options.MaxDepth].
//
// # Limits
//
// A Value is immutable and keeps the text alive that it was parsed from. Numbers are kept
// as text and never expanded: 1e999999999 costs as much as 1.
//
// # Decided against
//
// A decoder into Go structs: the rows that are read here differ in shape, and manual
// mapping gives better errors than tags. A third-party decoder: certainty and domains must
// need only the standard library. A differential fuzz test compares this parser with
// encoding/json instead.
package jsonvalue
