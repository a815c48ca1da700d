//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// Group starts a program in its own process group, so that its children can be ended with
// it.
func Group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Kill ends the group of a started program. The program may have ended already.
func Kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
