//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// Group gives a program a group of its own, so that what it starts ends with it.
func Group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Kill ends the group of a program that was started. It may be gone.
func Kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
