// Package decision makes an agent's decisions explicit: the signals, the policy that maps them
// to an action, and the result. Because they are stored apart, each can be replayed, blamed
// and rewarded by itself ("Decision-Centric Design for LLM Systems", sections 3 to 5).
//
//	Record     a decision: open actions, signals by name, policy, action, result (T5)
//	Policy     a pure function from signals to an action, with a name, a version and a hash
//	Parse      a policy as data, rules and utilities; so are Calendar, Graph, Threshold
//	EVPI       F7 over the stored v_now and scores
//	Director   NOD's verdicts (T2) over the stored signals of a critical call
//	Attribute  the part that made an episode fail: signal, policy, execution, environment
//	Broken     episodes with one known fault, to check Attribute
//	BeliefState what a search knows and still has to find out, curated, with the
//	           source of each note (T3); filled by rules here, by a model in internal/llm
//	Gate       stops a search that stalls (T3); Search replays any number of gates on a run,
//	           and names the patterns by which searches fail
//
// Package trajectory computes signals of recorded runs; this package decides on signals from
// anywhere. Nothing here does I/O.
//
// # Limits
//
// A signal is a number: yes and no are 1 and 0. A policy has at most MaxActions actions. A
// policy that needs a signal which the record lacks is undecided (-1); a missing signal never
// counts as 0. A token of a recorded run counts as four bytes, since most sources count none.
// An agent's answer at a gate is unknown; a right answer counts as kept if its words were
// observed before the gate.
//
// # Decided against
//
// Expressions in policies: a condition compares one signal, or one mix of signals, with a
// number or a parameter. Anything more complex should be a signal of its own, which can be
// stored, seen and blamed. A kind of policy for each paper: rules and utilities express all of
// them, except F7 and the Director, which are implemented elsewhere.
package decision
