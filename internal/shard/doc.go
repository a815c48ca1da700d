// Package shard writes the files of a long job. The job can be killed at any moment and
// started again, and still ends with the bytes of an uninterrupted run. Every command that
// writes a folder uses it (step 5 of the pipeline, and later scoring). It knows only bytes
// and files; its callers know what a row is.
//
// Five parts:
//
//   - [Folder] writes files under a temporary name that no reader takes for a shard,
//     and makes them visible by rename when they are complete and synced;
//   - [Rank] distributes rows to processes: row k belongs to rank k mod N;
//   - [Journal] is the commit log of one rank. A step of the job (its files renamed)
//     counts once its record is in the journal. After a kill the job continues behind
//     the last record; files of a later step are written again with the same bytes;
//   - [Work] combines journal and log for the steps of a rank;
//   - [Log] is a side file that only grows. A resumed job cuts it back to the length in
//     the last record.
//
// # Limits
//
// The job has to be deterministic: the same step gives the same bytes. A journal is locked
// while a process uses it, and a second process for the same rank is refused. On systems
// without locks the user must not start a second process. On a network file system the
// guarantees are those of its rename and fsync.
//
// # Decided against
//
// Recognising finished work by hashing the shards: a hash proves that a file is complete,
// but not how far the input was read, nor what was rejected. A state file that is replaced
// at each step: its size grows with the number of steps, and so the cost of the job would
// be quadratic.
package shard
