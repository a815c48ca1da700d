// Package hygiene holds the rules of the repository itself, as tests: which
// package may import which, that every package says what it is for, and that
// no file has grown past reading.
//
// It has no code of its own. A rule that no test holds does not last.
package hygiene
