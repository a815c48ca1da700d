// Package tasks makes tasks (E1) from samples with a reference call, sessions of many turns,
// and ClarifyBench's files. dataset/reader (step 1 of the pipeline) reads its input, and
// package env plays the tasks.
//
//	Group     the samples of one row: one, or the decisions of a session
//	Maker     makes the tasks of a group, and says why it could not make others
//	cut       hides a value: removes the clause that gives it from the user's text
//	Rules     the fifteen corruptions of SAGE-Agent B.3, which make a request infeasible
//	missing   removes the tool, and leaves a similar one
//	Files     reads tasks back
//
// A sample gives up to four tasks: explicit, with the text as it is; ambiguous, with one to
// three values cut out of the text; and two infeasible ones, with an impossible value and
// without the tool.
//
// # What holds of every task
//
// A hidden value no longer occurs in the conversation. A search for its letters and digits
// does not find it, and the reading (F4), which supported it before the cut, no longer does.
// The other arguments keep their support. If this is not possible the task is not made, and
// counted by the reason.
//
// # Limits
//
// Clauses are found by punctuation and by the function words that begin a phrase
// (starters.txt), in five languages. A value that is the object of its verb and alone in its
// sentence cannot be cut.
//
// # Decided against
//
// Rewriting by a model: its text could say more or less than the task, and the bytes would
// not be reproducible. Replacing a value by "something": that tells the policy that a value
// is missing.
package tasks
