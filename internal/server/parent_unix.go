//go:build unix

package server

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// identity returns the start time of a process, which tells it from a later process with
// the same number. ok is false where there is no such process, or where it has ended and
// only its parent has not noticed yet.
func identity(pid int) (id string, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		err := syscall.Kill(pid, 0)
		return "", err == nil || errors.Is(err, syscall.EPERM)
	}
	// The name, in parentheses, may hold any character. Behind it come the state and, 19
	// fields later, the start time.
	rest := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(rest) < 20 {
		return "", true
	}
	return string(rest[19]), !bytes.ContainsAny(rest[0], "ZXx")
}
