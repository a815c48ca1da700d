// Package parquetfile opens Parquet files that may be damaged, by accident or on purpose,
// for the Parquet library. Samples (step 1 of the pipeline), shards and scored files are
// read through it. [Codec] compresses the pages that voi writes. The reader of single cells
// (internal/lookup/column) uses its parsers for footers, page headers and numbers.
//
// The library trusts the file: it allocates the sizes and counts in headers, repeats a
// value two billion times because six bytes say so, and grows a buffer for damaged LZ4
// without bound. Therefore [Open] shows the library another file than the one on the disk.
// That file is made page by page while it is read: the same rows, in uncompressed pages
// that hold exactly what their headers say. A page is decompressed only once, here, into
// exactly the size that it claims. Its levels, runs, deltas and lengths are checked before
// the library sees them.
//
// # Limits
//
// The footer has at most 16 MiB, and 16,384 columns nested at most 64 deep, with paths of at
// most 32 MiB in all; columns must not overlap. The pages that are held at once may take [reserve] bytes and [perByte] for
// each byte of the file. A row may have 1,048,576 values, and a file 262,144 rows more than
// it has bytes. An error about a page names its column. Encrypted files, LZO and Hadoop's
// LZ4 are not supported, nor are levels in the encoding before RLE. The page index, bloom
// filters and statistics are ignored.
//
// # Decided against
//
// Our own reader for rows of any shape: the library's assembly of rows is well maintained,
// and correct for correct pages. Checking all pages before reading them: everything would
// be decompressed twice.
package parquetfile
