// Package reader is stage 1 of the pipeline. It reads files of any known source, and
// returns samples, or the reason why a row is none.
//
//	Open    determines the format of a file, by its content
//	Next    splits off one row; sequential and cheap
//	Decode  parses the row and maps it to a Sample; pure, safe for concurrent use
//
// Splitting and decoding are separate, so that the expensive part runs on any number of
// workers, in any order, with the same result. Every Raw from Next gives exactly one
// Record: a Sample or a Rejection.
//
// A container is recognised by its first bytes: gzip (also with several members), zstd,
// Parquet, a top-level JSON list (read element by element), JSON objects over several
// lines, and otherwise JSON lines. A row is recognised by its keys (see Decode). File names
// do not matter, except for the place of BFCL's answers.
//
// # Limits
//
// A row has at most MaxRecordBytes, 128 levels and 262,144 values; a longer row is rejected
// without being kept in memory. So is one with several decisions whose length times their number
// exceeds MaxSessionBytes. Compressed input may expand to at most GzipMaxExpansion or
// ZstdMaxExpansion times its size. A Parquet file is read page by page, and a page must fit
// into memory. Blank lines are no rows. The line number of a row is the line where it
// starts; in Parquet it is the number of the row, from 1.
//
// A struct in Parquet has every field in every row. Its null fields count as absent,
// because writers that unify rows mean them so. A timestamp without a zone keeps its time at
// midnight, too: "2024-01-02T00:00:00" is what pyarrow's JSON reader makes of the text
// "2024-01-02", and nothing in the file says which of them it was. Give that reader a schema
// in which the column is a string.
//
// # Decided against
//
// Repairing rows (single quotes, NaN, trailing commas): the meaning would be a guess.
// Reading a folder: the caller has to choose its files and their order. Detecting the
// source once for each file: mixed files exist.
package reader
