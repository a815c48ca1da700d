// Package infile reads files whose whole text is needed at once:
// configurations, profiles, prompts, overlays, manifests, tokens. It stands below
// every package that takes the name of such a file.
//
// [Read] takes a regular file, or a pipe such as a shell gives for <(command),
// and reads no more than the bound that it is given. A device is refused, and so
// is a pipe with a name that nobody writes to: neither ends. [Lines] reads a stream line
// by line, and [UntilDone] until its context ends.
//
// # Limits
//
// A pipe that has a writer is waited for, however slow that one is.
//
// # Decided against
//
// Trusting the size that a file says it has: that of a pipe or a device is 0,
// and a file may grow while it is read.
package infile
