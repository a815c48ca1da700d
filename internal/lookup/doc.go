// Package lookup finds samples by their id, or by the text of their prompt, in
// a folder that package export has built: what the reward server (step 7 of the
// pipeline) and the offline scorer know of a sample when a completion comes
// with nothing but its id.
//
// [Open] reads one column of every shard and keeps an index; [Store.Get] reads
// the one row that is asked for. A folder need not fit in memory:
//
//   - the index takes 24 bytes a row (a digest of the id, shard and row), the
//     directories of all pages some 3 more;
//   - pages that were read are kept in a cache of bounded size, so that neighbours
//     are found where one was; what is made of a sample is for callers to keep.
//
// The text index that [Store.Find] needs is built when it is first used, and
// takes 16 bytes a row.
//
// On two cores a million rows in 100 shards are open after 0.3 s. The sample behind
// the one read before costs 70 µs, most of it the parsing of its tools, and one anywhere in shards of long rows 0.8 ms, most of
// it the decompression of five pages (make bench).
//
// # Never a guess
//
// An id whose rows differ, and a prompt that rows of several ids have, are an
// unknown_sample that says so. A row that was found is compared with the
// question as text, so that digests which collide cannot mix samples up.
//
// # Limits
//
// A folder must not change while it is open. A shard that vanishes, is cut off
// or is overwritten costs the items that need it an error (code internal), and
// nothing else; a shard whose file is kept open ([Options]) may be removed.
// The sizes of all files are checked at start, their checksums are not: that is
// what voi inspect --verify is for. Checksums of pages are verified as they are
// read. No path, and no link, leads out of the folder.
//
// # Decided against
//
// A map from id to row: 100 bytes a row. An index file beside the shards: it
// could disagree with them, and building one takes a second for a million rows.
// Mapping files into memory: a shard that is cut off would end the process.
package lookup
