//go:build unix

package hostile

import "syscall"

// pipe makes a pipe that has a name.
func pipe(at string) error { return syscall.Mkfifo(at, 0o666) }
