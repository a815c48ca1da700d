// Package column reads single cells of the shards that voi writes, one page of one column
// at a time. It finds pages through a directory that is small enough to stay in memory for
// every shard of a large folder. Only package lookup uses it (step 7 of the pipeline).
//
// [Open] reads the footer and the page index of a Parquet file, and keeps only the
// positions of the pages of the wanted columns: some 3 bytes a row. [File.Page] reads one
// page and splits it into the values of its rows. The caller passes the file to each call,
// so that no descriptor is kept here.
//
// # Limits
//
// The package reads Parquet as package export writes it: data pages of version 2 with a
// page index, strings, doubles and booleans, lists of depth one, encodings PLAIN,
// DELTA_LENGTH_BYTE_ARRAY and RLE_DICTIONARY, zstd or no compression. Anything else is an
// error. A page holds at most [MaxPage] bytes.
//
// Files may be hostile: memory is taken only for lengths that were checked against the
// available bytes, nesting is bounded, and a page is used only after its checksum was
// verified. No file causes a panic, and no change of a file makes a call take more memory
// than the file's index and one page.
//
// # Decided against
//
// The Parquet library that writes the shards, for reading single rows: its open file keeps
// 76 bytes a row in memory, and a random row costs 1.0 ms. A damaged footer can make it ask
// for more memory than there is. That ends the process, while a panic could be recovered
// from. The library remains the writer, the reader of whole shards, and the oracle in the
// tests of this package.
package column
