//go:build !unix

package mcp

import "os/exec"

func own(*exec.Cmd) {}

func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // it may be gone

func watch(*exec.Cmd, bool) {}
