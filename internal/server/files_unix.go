//go:build unix

package server

import (
	"math"
	"syscall"
)

// openFiles is the number of files that the process may have open, 0 where that
// is not known. Go has raised it to what the system lets it.
func openFiles() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) // its type differs by system
}
