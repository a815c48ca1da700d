//go:build !race

package domains

// racing says whether the race detector runs.
const racing = false
