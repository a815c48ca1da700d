//go:build !race

package domains

// slowdown is 1 without the race detector.
const slowdown = 1

const racing = false
