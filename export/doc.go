// Package export writes labelled samples as Parquet shards that trainers read directly, and
// reads them back to check them. It is the second half of step 5 of the pipeline:
//
//	1 read -> 2 classify -> 3 annotate -> 4 believe -> 5 label, export
//
// [Build] runs the whole pipeline: it reads samples, annotates their tools, labels them
// (F12) and writes a folder of shards with a manifest, a dataset card and the rejected
// rows. [Merge] writes the manifest of a folder whose ranks are all complete. [Verify]
// recomputes every checksum and checks every invariant of a folder. [Inspect] describes a
// folder, and [Against] compares it with another.
//
// The schema of a shard is [Row]. A [Layout] defines the column names and the number of
// rows that a trainer gets for it; a new layout is one file.
//
// # How a build runs
//
// One goroutine splits the input into batches of raw records. Workers parse, annotate and
// label whole batches and encode row groups. One goroutine restores the order of the
// results and writes them. Every decision that affects the bytes (the end of a row group or
// a shard, the split of a row) depends only on the rows in order, so that the number of
// workers does not matter. When a split has ShardRows samples, the shards of all splits and
// layouts end. That is a step: a killed build continues behind the last step.
//
// # Limits
//
// Bytes are equal on one architecture only, because Go fuses multiply-add on some. Standard
// input is first copied into the output folder, since a resumed build has to read the same
// input. Duplicate ids are searched in passes of bounded memory, so that the ids of very
// large folders are read more than once.
//
// # Decided against
//
// Nested tool data as Parquet structs: every tool has different fields, and readers extend
// each one to the union, with nulls that then appear in prompts. The JSON logical type:
// some readers take it for bytes. One file for each worker: the names and bytes of the
// folder would depend on the machine.
package export
