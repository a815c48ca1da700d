//go:build race

package domains

// slowdown is what the race detector costs, for limits on time and work.
const slowdown = 8

// Without another goroutine the race detector has nothing to find: what only reads
// the shared data runs without it.
const racing = true
