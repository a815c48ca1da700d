// Package play rolls agents out on tasks (E6) and computes their figures. It is the
// layer between package env and the command line.
//
//	Run      episodes of agents on tasks, written as trajectories; killed and resumed
//	Figures  success and ClarifyBench's metrics by class, with intervals
//	Clarify  a simulation (simulations.md): SAGE-Agent's Algorithm 1 over lambda and
//	         alpha, beside the baselines
//
// Episode k of a run has task k / seeds and seed k mod seeds; a rank plays the episodes
// that it owns. The output depends on the tasks, the agents and the seeds alone.
//
// # Limits
//
// Tasks with the same id count as one task: their runs have the same ids and are not
// independent.
package play
