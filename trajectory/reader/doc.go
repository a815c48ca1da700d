// Package reader reads recorded runs of every source that voi knows (T1), as
// dataset/reader reads samples: rows are split off one after the other and decoded by
// as many workers as there are, each into runs or a rejection with its reason.
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
// A source is one file of this package, recognised by its keys.
//
// # Limits
//
// A run is one row, and bounded as rows are: 16 MiB and 262,144 values, which is some
// 40,000 messages. In a file of tau2's, tasks that stand behind the simulations are
// not seen; they are needed only where a simulation was not judged. Of a trace's
// branches the last is read.
package reader
