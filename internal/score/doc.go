// Package score is the offline scorer (step 6 of the pipeline on files). It reads
// completions, scores each with the same code as the server (internal/item), and writes the
// rows with their rewards.
//
//	1 score   rows are split off the inputs and scored by workers; the results
//	          go to a log, in order                                (score.go)
//	2 group   group means, deviations and the figures of the summary are computed
//	          from the log                                (groups.go, tally.go)
//	3 write   the inputs are read again beside the log, and each row is written
//	          with its results                                     (write.go)
//
// The inputs are read twice because a row's advantage depends on later rows. The log,
// unlike the rows, is small. It also makes a run resumable, and lets several ranks share a
// run: rank i scores the rows k with k mod N = i, and the rank that finds all logs complete
// writes the output. The bytes of the output do not depend on the number of ranks, of
// workers, or of interruptions. All files of a run stand in the folder FILE.work until FILE
// is complete. Recorded applies the same scheme to recorded runs of many turns, whose rows
// package trajectory makes.
//
// # Shapes
//
// The keys of a row tell its format: voi's own (completion), which TRL's completions have
// too, verl's and OpenRLHF's dumps (input, output, gts or label; prompt, response, label;
// query, prompts, labels), and NeMo Gym's rollouts (response.output). Fields of
// protocol.md's ITEM keep their meaning in each format, and so do such fields in a label
// that holds a JSON object. A group is a sample within a step. The step is the column step,
// or a number in the name of the file, which is then written as that column.
// internal/rollout knows the columns.
//
// # Limits
//
// A group takes some 50 bytes of memory. Groups are told apart by 64 bits of SHA-256: among
// a million groups two are confused with probability 3e-8. The inputs must not change while
// they are read (their sizes and times are checked); standard input is copied. If the
// output and all inputs are Parquet with one schema, columns keep their types. Otherwise a
// column is boolean, int64, double or string, as its values allow. Nested values become
// JSON text in a string column.
//
// # Decided against
//
// Writing each group as soon as it ends, where its rows stand together, so that inputs are
// read once: it saved 3 to 7% of the processor time (100,000 rows of 2 KB), but needed a
// second way of writing with exactly the same bytes.
//
// Rejecting a row whose sample is wrong: the row stays in the output with its error,
// unscored, so that no sampled completion is lost. Only a row without a completion, or
// without any sample, is left out.
package score
