// Package hostile makes the files that a data set should not hold and sometimes
// does: bombs, truncations, bit flips of real shards, lies in headers, cycles,
// links, pipes. Its test runs voi on each of them and holds it to what is
// promised of remote and hostile data: it ends by itself within seconds and
// within 256 MiB, names the file, and writes nothing outside of its output. It
// attacks every stage of the pipeline that reads or writes files; nothing but
// tests imports it.
//
// A [Case] is one hostile situation: a generator, which writes files into an
// empty folder, and the commands that are then run there. Everything is made from
// a [Seed], the shards of the embedded examples, and is the same at every run.
//
// # Limits
//
// The sockets of the server are attacked in cmd/voi (make attack), the parsers of strings
// by the fuzz tests beside them.
//
// # Decided against
//
// Keeping the files: most are megabytes of nothing, and what a flipped bit hits
// moves with every change of the layout.
package hostile
