// Package infile reads files that are needed as a whole: configurations, profiles, prompts,
// overlays, manifests, tokens. Every package that takes the name of such a file uses it.
//
// [Read] reads a regular file, or a pipe such as a shell makes for <(command), up to a
// given bound. It refuses a device, and a named pipe without a writer, because neither
// would end. [Lines] reads a stream line by line, and [UntilDone] reads it until its
// context ends.
//
// # Limits
//
// Read waits for a pipe with a writer, however slow the writer is.
//
// # Decided against
//
// Trusting the size in a file's metadata: it is 0 for a pipe or a device, and a file may
// grow while it is read.
package infile
