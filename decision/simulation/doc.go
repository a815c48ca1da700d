// Package simulation runs the experiments of "Decision-Centric Design for LLM Systems"
// that need no language model: the calendar (appendix A), the graph (appendix B) and
// stopping a retrieval (section 5.3, appendix C). Every episode is a list of
// decision.Records, so that a run is a data set too.
//
//	Calendar   eight requests, with components that may be broken
//	Graph      five searches for a person, Retry beside the policy of appendix B.2
//	Retrieval  stop or expand, replayed on the passages of recorded search runs
//	Row        figures of a scenario under a controller, over seeds
//
// Random draws come from ChaCha8 (math/rand/v2, C2SP's chacha8rand) whose key is the
// SHA-256 of "SIMULATION/SCENARIO/SEED", the seed in decimal digits: an episode depends on
// nothing else, and every controller meets the same world.
//
// # Decided
//
// Where the paper leaves a choice, or contradicts itself:
//
// Graph. The 200 profiles are distinct, but for S5's D and E, which Table 9 makes alike.
// Attributes are asked in the order department, role, location, project, level, those
// known left out. The number of candidates is exact: the people who match are drawn first,
// then the others from all who do not. S4's decoy is one of those who agree with the
// target on the first two attributes that will be asked; pools without one are drawn
// anew. turn counts from 1. Candidates match and are not eliminated; a failed visit
// eliminates the visited node, and those that share with it a hidden value that at most
// 25% of the active peers hold. p_corr without peers is 0.95; the penalty for similarity
// to a rejected profile is 0.25. Reaching the target ends an episode with success,
// accepting another node ends it without. "dc" accepts at theta_corr (>=, as the paper
// prints it), "dc-strict" above it only.
//
// Calendar. A vague reference replaces the first field that is present of date,
// start_time, attendees. A broken estimator takes it for a value and, since confirmed
// fields stay confirmed, does so for the whole run; a broken question generator asks for
// fields that are known, for the whole run, where any is; a broken user says yes and
// gives nothing, a broken executor drops a value, each time anew. With every field
// confirmed and an execution that failed the question asks to confirm them all.
//
// # Limits
//
// The graph has no edges: no policy reads them. The prompted baselines need a model, and
// are not here. Retrieval keeps the passages of all runs in memory.
package simulation
