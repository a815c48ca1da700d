// Package column reads single cells of the shards that voi writes: one page of
// one column at a time, found through a directory that is small enough to be
// kept in memory for every shard of a large folder. Package lookup, its only
// user, stands on it (step 7 of the pipeline).
//
// [Open] reads the footer and the page index of a Parquet file and keeps of it
// where the pages of the wanted columns are: some 3 bytes a row. [File.Page]
// reads one page and splits it into the values of its rows. The file itself is
// handed in at each call, so that nothing here holds a descriptor.
//
// # Limits
//
// Parquet as package export writes it: data pages of version 2 with a page
// index, strings, doubles and booleans, lists of depth one, encodings PLAIN,
// DELTA_LENGTH_BYTE_ARRAY and RLE_DICTIONARY, zstd or no compression. Anything
// else is an error that says so. A page holds at most [MaxPage] bytes.
//
// Input is hostile: every length is checked against the bytes that are there
// before memory is taken for it, nesting is bounded, and the checksum of a page
// is verified before the page is believed. Nothing panics, and no mutation of a
// file makes a call take more memory than the file's index and one page of it.
//
// # Decided against
//
// The Parquet library that writes the shards, for reading single rows: its open
// file keeps 76 bytes a row in memory, a random row costs 1.0 ms, and a damaged
// footer can make it ask for more memory than there is, which ends the process
// where a panic could be recovered. It stays the writer, the reader of whole
// shards, and the oracle in the tests of this package.
package column
