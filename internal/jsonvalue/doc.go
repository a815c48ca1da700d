// Package jsonvalue reads and writes JSON values from sources that nobody
// vouches for: tool schemas, datasets and the completions of a model.
//
// It sits below every other package. It exists because the standard decoder
// loses what the science needs: the order of an object's keys (the order of a
// tool's parameters decides ties, F7), the exact text of a number (F9 compares
// numbers by value, and 9007199254740993 is not 9007199254740992), and a
// duplicate key (F8 calls it malformed).
//
// Everything is bounded: depth, number of nodes, number of bytes. Parsing is
// one pass, linear in the input, without recursion that the input controls
// beyond [Options.MaxDepth].
//
// # Limits
//
// A Value is immutable and holds on to the text it was parsed from. Numbers are
// kept as text and never expanded: 1e999999999 costs as much as 1.
//
// # Decided against
//
// A decoder into Go structs: the shapes read here differ from row to row, and
// a mapping by hand gives better errors than tags. Building on a third-party
// decoder: certainty and domains promise to need the standard library only.
// A differential fuzz test holds this parser to encoding/json instead.
package jsonvalue
