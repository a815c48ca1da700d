//go:build unix

package server

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// identity tells one process from another that has the same number later. ok is
// false where there is no such process, or only what is left of it until its
// own parent takes notice.
func identity(pid int) (id string, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		err := syscall.Kill(pid, 0)
		return "", err == nil || errors.Is(err, syscall.EPERM)
	}
	// The name, in parentheses, may hold anything; the state follows it, and 19
	// fields on the time of the start.
	rest := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(rest) < 20 {
		return "", true
	}
	return string(rest[19]), !bytes.ContainsAny(rest[0], "ZXx")
}
