// Package reader is stage 1 of the pipeline: it reads files of any known source
// and gives samples, or the reason why a row is none.
//
//	Open    finds out what a file is, by its content
//	Next    splits off one row; sequential and cheap
//	Decode  parses the row and maps it to a Sample; pure, safe for concurrent use
//
// Splitting and decoding are separate so that the costly part runs on as many
// workers as there are cores, in any order, with the same result. Every Raw
// that Next returns gives exactly one Record: a Sample or a Rejection.
//
// A container is recognised by its first bytes: gzip (several members too),
// zstd, Parquet, a top-level JSON list (read element by element), JSON objects
// written over several lines, and else JSON lines. A row is recognised by its
// keys (see Decode). Names decide nothing, but where BFCL keeps its answers.
//
// # Limits
//
// A row is at most MaxRecordBytes long, 128 deep and 262,144 values large;
// longer ones are rejected without being held in memory. Compressed input may
// not expand beyond GzipMaxExpansion or ZstdMaxExpansion times its size. A Parquet file is read page by
// page, and a page must fit into memory. Blank lines are not rows. The number
// of a row's line is the line where it starts, and in Parquet the number of the
// row, from 1.
//
// A struct in Parquet has every field in every row; its null fields are taken
// for absent, since that is how writers that unify rows mean them.
//
// # Decided against
//
// Repairing rows (single quotes, NaN, trailing commas): what was meant would be
// a guess. Reading a folder: which of its files, in which order, is for the
// caller to say. Detecting the source once per file: mixed files exist.
package reader
