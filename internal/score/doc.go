// Package score is the offline scorer (step 6 of the pipeline on files): it
// reads completions, scores each with the same core as the server (internal/item)
// and writes them back with their rewards.
//
//	1 score   rows are split off the inputs, scored by workers, and their results
//	          kept in a log, in order                              (score.go)
//	2 group   group means and deviations, and the figures of the summary, are
//	          taken from the log                          (groups.go, tally.go)
//	3 write   the inputs are read again beside the log, and each row goes out
//	          with its results                                     (write.go)
//
// The inputs are read twice because a row's advantage depends on rows that come
// after it, and the log is small where the rows are not. The log makes a run
// resumable, and ranks leave it to each other: rank i scores the rows k with
// k mod N = i, and the rank that finds all logs complete writes the output, whose bytes
// do not depend on the number of ranks, of workers, or of interruptions. All of
// it lives in the folder FILE.work until FILE is there. Recorded shares that work for runs
// of many turns, whose rows are made by package trajectory.
//
// # Shapes
//
// A row is recognised by its keys: voi's own (completion), which TRL's
// completions have too, verl's and OpenRLHF's dumps (input, output, gts or label;
// prompt, response, label; query, prompts, labels), and NeMo Gym's rollouts
// (response.output). Fields of protocol.md's ITEM keep their meaning in all of
// them, and a label that holds a JSON object of such fields stands for them. A group
// is a sample within a step: the column step, or what the name of the file says, which
// then goes along as that column. Which columns say what is in internal/rollout.
//
// # Limits
//
// A group takes some 50 bytes of memory. Groups are told apart by 64 bits of
// SHA-256: among a million of them two are confused with probability 3e-8. The
// inputs must not change while they are read (their sizes and times are
// checked), and standard input is copied. Where input and output are Parquet and
// all inputs have one schema, columns keep their types; else a column is boolean,
// int64, double or string as its values allow; what is no text is JSON text in a
// column of strings.
//
// # Decided against
//
// Writing each group as it ends, where its rows stand together, so that inputs are read
// once: it saved 3 to 7% of the processor time (100,000 rows of 2 KB) for a second way of
// writing that had to give the same bytes.
//
// Rejecting a row whose sample is wrong: it stays in the output with its error,
// unscored, so that what was sampled is not lost. Only a row that names no
// completion or no sample at all is left out.
package score
