// Package parquetfile opens Parquet files that may be damaged, by accident or on purpose,
// with the library that reads them. Samples (step 1 of the pipeline), shards and scored
// files are read through it. [Codec] compresses the pages of what voi writes.
// The reader of single cells (internal/lookup/column) has its footers, page headers and
// numbers read here, too.
//
// The library believes what a file says: it makes room for the sizes and counts of
// headers, repeats a value two billion times because six bytes say so, and grows a
// buffer for damaged LZ4 without end. [Open] therefore shows it another file than
// the one on the disk, made page by page as it is read: the same rows, in pages
// that are not compressed and hold exactly what their headers say. A page is
// decompressed once, here, into the size that it claims and no more, and its
// levels, runs, deltas and lengths are counted before the library sees them.
//
// # Limits
//
// The footer has at most 16 MiB, 16,384 columns nested at most 64 deep, and columns
// lie side by side. The pages that are held at once may take [reserve] bytes and
// [perByte] for each byte of the file; a row may have 1,048,576 values, and a file
// 262,144 rows more than it has bytes. An error about a page names its column.
// Encrypted files, LZO and the LZ4 of Hadoop are not read, and neither are levels
// in the encoding that RLE has replaced. The page index, bloom filters and
// statistics are not looked at.
//
// # Decided against
//
// A reader of our own for rows of any shape: the library's assembly of rows is well
// kept, and sound on pages that are. Checking pages first and reading them after:
// everything would be decompressed twice.
package parquetfile
