//go:build unix

package sharedtest

import (
	"syscall"
	"time"
)

// CPU is the processor time that this process has used. A test that bounds what
// hostile input costs takes it before and after: unlike the clock it does not run
// on while other processes have the processor.
func CPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
