// Package tasks makes tasks (E1) of what other packages read: samples with a reference
// call, sessions of many turns, ClarifyBench's files. It stands between dataset/reader
// (step 1 of the pipeline) and package env, which plays what is made here.
//
//	Group     the samples of one row: one, or the decisions of a session
//	Maker     makes the tasks of a group, and says which it could not make and why
//	cut       hides a value: the clause that gives it leaves the user's text
//	Rules     the fifteen corruptions of SAGE-Agent B.3, which make a request infeasible
//	missing   takes the tool away, and leaves a near neighbour
//	Files     reads tasks back
//
// Of a sample there are up to four tasks: explicit, the text as it is; ambiguous, with one to
// three values cut out of it; infeasible, with a value that cannot be, and without the tool.
//
// # What holds of every task
//
// A hidden value no longer stands in what was said: neither by a search for its letters
// and digits, nor by the reading (F4), which supported it before the cut and does not
// after it; what the other arguments rest on still stands. What cannot be made so is not
// made, and counted by the reason.
//
// # Limits
//
// Clauses are found by punctuation and by the function words that begin a phrase
// (starters.txt), in five languages. A value that is the object of its verb and alone in its
// sentence cannot be cut.
//
// # Decided against
//
// Rewriting by a model: its text could say more, or less, than the task, and the bytes
// would not be reproducible. Replacing a value by "something": it tells the policy that
// something is missing.
package tasks
