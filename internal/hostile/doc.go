// Package hostile makes files that a data set should not contain, but sometimes does:
// bombs, truncations, bit flips in real shards, false headers, cycles, links, pipes. Its
// test runs voi on each of them and checks the guarantees for hostile data: voi ends within
// seconds and within 256 MiB, names the file, and writes nothing outside of its output. The
// package attacks every stage of the pipeline that reads or writes files; only tests import
// it.
//
// A [Case] is one hostile situation: a generator that writes files into an empty folder,
// and the commands that are run there. Everything is made from a [Seed], the shards of the
// embedded examples, and is the same at every run.
//
// # Limits
//
// The server's sockets are attacked in cmd/voi (make attack). The parsers of strings have
// their own fuzz tests.
//
// # Decided against
//
// Storing the files: most of them are megabytes of filler, and every change of the layout
// moves the meaning of a flipped bit.
package hostile
