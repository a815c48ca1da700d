//go:build !unix

package mcp

import "os/exec"

func watch(*exec.Cmd, bool) {}
