//go:build !unix

package child

import "os/exec"

// Group does nothing on this system.
func Group(*exec.Cmd) {}

// Kill ends a started program. The program may have ended already.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
