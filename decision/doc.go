// Package decision makes what an agent decides explicit: the signals that it saw, the
// policy that mapped them to an action, what came of it. What is kept apart can be
// replayed, blamed and rewarded one by one ("Decision-Centric Design for LLM Systems",
// sections 3 to 5).
//
//	Record     a decision: actions that were open, signals by name, policy, action, result (T5)
//	Policy     a pure function from signals to an action, with a name, a version and a hash
//	Parse      a policy as data: rules and utilities; Calendar, Graph, Threshold are such
//	EVPI       F7 over the stored v_now and scores
//	Director   NOD's verdicts (T2) over the stored signals of a critical call
//	Attribute  what a failed episode is due to: signal, policy, execution, environment
//	Broken     episodes with one known fault, to hold Attribute against
//	BeliefState what a search knows and has still to find out, curated, with where it
//	           stands (T3); an Extractor fills it, by rules here, by a model in internal/llm
//	Gate       stops a search that stalls (T3); Search replays any number of gates on a run,
//	           and names the patterns by which searches fail
//
// It stands beside package trajectory: that one computes signals of recorded runs, this
// one decides on signals, wherever they come from. Nothing here does I/O.
//
// # Limits
//
// A signal is a number: yes and no are 1 and 0, a count is itself. A policy has at most
// MaxActions actions. A signal that a record lacks leaves a policy that needs it
// undecided (-1); it never counts as 0. Tokens of a recorded run are taken to be four bytes
// long, since most sources count none. What an agent would have answered at a gate is not
// known: an answer that was right is taken to be kept where its words had been observed.
//
// # Decided against
//
// Expressions in policies: a condition compares one signal, or one mix of signals, with
// a number or a parameter. What needs more is a signal of its own, and is then stored,
// seen and blamed as one. A kind of policy for each paper: rules and utilities say them
// all, but F7 and the Director, whose one implementation stands elsewhere.
package decision
