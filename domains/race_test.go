//go:build race

package domains

// slowdown is what the race detector costs, for limits on time and work.
const slowdown = 8
