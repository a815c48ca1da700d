//go:build !unix

package child

import "os/exec"

// Group does nothing here.
func Group(*exec.Cmd) {}

// Kill ends a program that was started. It may be gone.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
