// Package trajectory is what is known of a recorded run of many turns: who said and
// called what, what came back, what should have been called, how it ended.
//
// It stands on the same stages as a single sample (package dataset): a run is a
// sequence of decision points.
//
//	Trajectory  messages, tools, reference, outcome (T1); JSON of our own, and ATIF
//	Step        one message of the agent, and what was observed before its next
//	Critical    which tools change the world (T2): a configuration, MCP's annotations
//	Tally       a run's figures: critical actions (CAP, CAR), tau2's own action
//	            checks, hallucinated calls (T2), ClarifyBench's metrics (T6)
//	Act         what a step did to find something out: J_t, UPR_t (T3)
//	Plans       predicates that a run has to certify; Certified, the artifact (T4)
//	Summary     those figures over many runs, with intervals
//
// Signals are values, policies are functions of them. Nothing here does I/O:
// trajectory/reader reads files.
//
// # Limits
//
// A call without a result counts as executed, since many sources record none. A
// result says that its call failed by the source's own mark, or, where the source
// has none, by beginning with "Error" or by an "error" member that is not empty.
// What tau2's simulations share in sub-conversations (ATIF's embedded agents) is not
// read: a run is one conversation.
//
// # Decided against
//
// One average for CAP: NOD does not say which, and the three differ by fifteen points
// on one file. Criticality by a tool's name ("update", "cancel"): it would be a guess
// about a world that nobody described; such tools are reported as unknown.
package trajectory
