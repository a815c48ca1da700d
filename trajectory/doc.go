// Package trajectory describes a recorded run of many turns: its messages, calls and
// results, the calls that should have been made, and its end.
//
// A run is a sequence of decision points, each of which is processed like a single
// sample (package dataset).
//
//	Trajectory  messages, tools, reference, outcome (T1); JSON of our own, and ATIF
//	Step        one message of the agent, and the results before its next one
//	Critical    which tools change the world (T2): a configuration, MCP's annotations
//	Tally       a run's figures: critical actions (CAP, CAR), tau2's own action
//	            checks, hallucinated calls (T2), ClarifyBench's metrics (T6)
//	Act         a step that searches for something: J_t, UPR_t (T3)
//	Plans       predicates that a run has to fulfil; Certified, the fulfilled part (T4)
//	Summary     those figures over many runs, with intervals
//
// Signals are values, policies are functions of them. Nothing here does I/O:
// trajectory/reader reads files.
//
// # Limits
//
// A call without a result counts as executed, since many sources record no results. A
// result is an error by the source's own mark. Without a mark it is an error if it
// begins with "Error" or has a non-empty member "error". Sub-conversations (ATIF's
// embedded agents) are not read: a run is one conversation.
//
// # Decided against
//
// A single average for CAP: NOD does not say which of three it means, and they differ
// by fifteen points on one file. Criticality by a tool's name ("update", "cancel"):
// that would be a guess; such tools are reported as unknown.
package trajectory
