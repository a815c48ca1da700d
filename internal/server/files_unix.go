//go:build unix

package server

import (
	"math"
	"syscall"
)

// openFiles returns the number of files that the process may have open, 0 where that is not
// known. At the start Go raises the soft limit to the hard one.
func openFiles() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) // its type differs by system
}
