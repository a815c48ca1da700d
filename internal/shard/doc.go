// Package shard writes the files of a long job so that the job can be killed at
// any moment, started again, and end with the bytes of an uninterrupted run. It
// serves every command that writes a folder (step 5 of the pipeline, and
// later scoring), and knows bytes and files only: what a row is, its callers
// know.
//
// Five parts:
//
//   - [Folder] writes files under a temporary name that no reader takes for a
//     shard and makes them visible by rename, complete and synced;
//   - [Rank] deals rows to processes: row k belongs to rank k mod N;
//   - [Journal] is the commit log of one rank. A step of the job (its files
//     renamed) counts once its record is in the journal; after a kill the job
//     goes on behind the last record, and whatever a later step had renamed is
//     written again with the same bytes;
//   - [Work] holds both for a rank, which goes through its steps by it;
//   - [Log] is a side file that only grows, cut back to the length that the
//     last record names.
//
// # Limits
//
// The job has to be deterministic: the same step gives the same bytes. A
// journal is locked while a process works with it, where the system has locks
// (a second process for the same rank is refused); elsewhere the user must not
// start one. On a network file system the promises are those of its rename and
// fsync.
//
// # Decided against
//
// Recognising finished work by hashing the shards found: a hash says that a
// file is whole, not how far the input had been read, nor what was rejected on
// the way. One state file replaced at each step: its size grows with the
// number of steps, and so the job would be quadratic.
package shard
