// Package export writes labelled samples as Parquet shards that a trainer reads
// as they are, and reads them back to check them. It is the second half of step
// 5 of the pipeline:
//
//	1 read -> 2 classify -> 3 annotate -> 4 believe -> 5 label, export
//
// [Build] runs all of it: it reads samples, annotates their tools, labels them
// (F12) and writes a folder of shards with a manifest, a dataset card and the
// rejected rows. [Merge] writes the manifest of a folder whose ranks are all
// complete, [Verify] recomputes every checksum and every invariant of a folder,
// [Inspect] tells what is in it, [Against] what it shares with another.
//
// The shape of a shard is [Row], one fixed schema. A [Layout] says under which
// names, and as how many rows, a trainer gets it; the next layout is one file.
//
// # How a build runs
//
// One goroutine splits the input into batches of raw records, Workers
// goroutines parse, annotate and label whole batches and encode row groups, and
// one puts the results back into order and writes them. Every choice that
// reaches the bytes (where a row group or a shard ends, the split of a row) is
// made from the rows in their order, so that the worker count does not matter.
// A shard ends when its split holds ShardRows samples, for all splits and
// layouts at once: this is the step after which a killed build goes on.
//
// # Limits
//
// Bytes are equal per architecture: Go fuses multiply-add on some. Standard
// input is copied into the output folder first, since a resumed build has to
// know that it reads the same. An index of duplicate ids is made in passes of
// bounded memory, and so reads the ids more than once for very large folders.
//
// # Decided against
//
// Nested tool data as Parquet structs: every tool has other fields, and readers
// align them to the union, filling in nulls that then reach prompts. The JSON
// logical type: some readers take it for bytes. One file per worker: the names
// and bytes of the folder would depend on the machine.
package export
