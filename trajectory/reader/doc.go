// Package reader reads recorded runs of every source that voi knows (T1), as
// dataset/reader reads samples: rows are split off in order and decoded by parallel
// workers, each into runs or into a rejection with its reason.
//
//	tau2         results of tau2-bench, whole files or single simulations
//	tau-bench    its results, and its gold actions replayed step by step
//	atif         ATIF 1.0 to 1.8
//	verifiers    traces and episodes
//	nemo-gym     rollouts
//	bfcl         results of multi-turn runs; its questions with their gold calls
//	acebench     dialogues
//	react        logs of Thought, Action, Observation, as text or in JSON; FireAct
//	swe-agent    .traj files
//	openai       chat transcripts, and conversations of ShareGPT's kind
//	voi          what trajectory.Value writes
//
// Each source has its file in this package, and is recognised by its keys.
//
// # Limits
//
// A run is one row, with the limits of rows: 16 MiB and 262,144 values, or some
// 40,000 messages. In a tau2 file, tasks behind the simulations are not seen; only
// unjudged simulations need them. Of a trace's branches the last one is read.
package reader
