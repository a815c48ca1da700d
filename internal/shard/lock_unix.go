//go:build unix

package shard

import (
	"errors"
	"os"
	"syscall"
)

// lock locks the file for this process until the file is closed, or the process ends. It
// returns false if another process holds the lock.
func lock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}
