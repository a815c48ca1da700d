// Package nearest finds the name that someone meant who mistyped it, for the
// messages about unknown keys of configurations and profiles. Names are short;
// of longer ones than 64 bytes it says nothing.
package nearest
