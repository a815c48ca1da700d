//go:build unix

package shard

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file for this process until it is closed, which the death of
// the process does. It reports false where another process has it.
func lock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}
