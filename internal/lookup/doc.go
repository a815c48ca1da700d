// Package lookup finds samples by their id, or by the text of their prompt, in a folder
// that package export has built. It serves the reward server (step 7 of the pipeline) and
// the offline scorer for completions that come without their sample.
//
// [Open] reads one column of every shard and keeps an index; [Store.Get] reads only the
// requested row. A folder need not fit in memory:
//
//   - the index takes 24 bytes a row (a digest of the id, shard and row), and the
//     directories of all pages take some 3 bytes more;
//   - pages that were read stay in a cache of bounded size, so that neighbouring rows
//     are found there; samples are not cached here.
//
// The text index that [Store.Find] needs is built when it is first used, and
// takes 16 bytes a row.
//
// On two cores a million rows in 100 shards are open after 0.3 s. A sample behind the
// previous one costs 70 µs, mostly for parsing its tools. A random one, in shards of long
// rows, costs 0.8 ms, mostly for the decompression of five pages (make bench).
//
// # No guessing
//
// An id with different rows, and a prompt in rows of several ids, are an unknown_sample;
// the error says so. A found row is compared with the id or prompt as text, so that
// colliding digests cannot mix samples up.
//
// # Limits
//
// A folder must not change while it is open. A shard that vanishes, is truncated or is
// overwritten makes only the items that need it an error (code internal). A shard whose
// file is kept open ([Options]) may be removed. At the start the sizes of all files are
// checked, but not their checksums; voi inspect --verify does that. The checksum of a page
// is verified when it is read. No path, and no link, leads out of the folder.
//
// # Decided against
//
// A map from id to row: 100 bytes a row. An index file beside the shards: it could
// contradict them, and building an index takes only a second for a million rows. Mapping
// files into memory: a truncated shard would end the process.
package lookup
