// Package simulation runs the experiments of "Decision-Centric Design for LLM Systems"
// that need no language model: the calendar (appendix A), the graph (appendix B) and
// stopping a retrieval (section 5.3, appendix C). Every episode is a list of
// decision.Records, so that a run is also a data set.
//
//	Calendar   eight requests; components may be broken
//	Graph      five searches for a person, by Retry and by the policy of appendix B.2
//	Retrieval  stop or expand, replayed on the passages of recorded searches
//	Row        the figures of a scenario under a controller, over seeds
//
// Random draws come from ChaCha8 (math/rand/v2, C2SP's chacha8rand) whose key is the
// SHA-256 of "SIMULATION/SCENARIO/SEED", the seed in decimal digits: an episode depends on
// nothing else, and every controller meets the same world.
//
// # Decided
//
// These choices are ours where the paper leaves one open or contradicts itself:
//
// Graph. The 200 profiles are distinct, except S5's D and E, which Table 9 makes alike.
// Unknown attributes are asked in the order department, role, location, project, level.
// The number of candidates is exact: matching people are drawn first, then the others from
// all profiles that do not match. S4's decoy agrees with the target on the first two
// attributes to be asked; a pool without a decoy is drawn again. turn counts from 1. A
// candidate matches the known attributes and is not eliminated. A failed visit eliminates
// the visited node and every node that shares a hidden value with it, if at most 25% of
// the active peers have that value. p_corr without peers is 0.95; the penalty for
// similarity to a rejected profile is 0.25. Reaching the target ends an episode with
// success, accepting another node ends it without. "dc" accepts at theta_corr (>=, as the
// paper prints it), "dc-strict" above it only.
//
// Calendar. A vague reference replaces the first present field of date, start_time,
// attendees. A broken estimator takes the reference for a value, for the whole run, since
// confirmed fields stay confirmed. A broken question generator asks for known fields, for
// the whole run, if there are any. A broken user agrees and gives no value, and a broken
// executor drops a value; both are drawn for each use. If every field is confirmed and the
// execution failed, the question asks to confirm all fields.
//
// # Limits
//
// The graph has no edges: no policy reads them. The prompted baselines need a model, and
// are not here. Retrieval keeps the passages of all runs in memory.
package simulation
