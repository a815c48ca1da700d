// Package play rolls agents out on tasks (E6) and says how they did. It stands above
// package env and below the command line.
//
//	Run      episodes of agents on tasks, written as trajectories; killed and resumed
//	Figures  success and ClarifyBench's metrics by class, with intervals
//	Clarify  the simulation of simulations.md: SAGE-Agent's Algorithm 1 over lambda and
//	         alpha, beside the baselines
//
// Episode k of a run is that of task k / seeds and seed k mod seeds; a rank plays the
// episodes that it owns. What is written depends on the tasks, the agents and the seeds
// alone.
//
// # Limits
//
// Tasks of one id are one task: their runs are not independent of each other, and share
// their ids.
package play
