//go:build !linux

package main

import (
	"os"
	"testing"
)

func openTerminal(t *testing.T) (master, terminal *os.File) {
	t.Skip("opening a pseudo terminal is written for Linux")
	return nil, nil
}
