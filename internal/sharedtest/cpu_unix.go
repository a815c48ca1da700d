//go:build unix

package sharedtest

import (
	"syscall"
	"time"
)

// CPU is the processor time that this process has used. Tests that bound the cost of
// hostile input take it before and after. Unlike the clock, it does not advance while other
// processes run.
func CPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
