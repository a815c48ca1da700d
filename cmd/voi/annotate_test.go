package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestAnnotateTerminal prints a table where stdout is a terminal.
func TestAnnotateTerminal(t *testing.T) {
	master, terminal := openTerminal(t)
	defer master.Close()
	defer terminal.Close()
	var stderr bytes.Buffer
	tools := strings.NewReader(`[{"name":"f","parameters":{"type":"object","properties":{"on":{"type":"boolean"}}}}]`)
	sharedtest.OK(t, run(t.Context(), []string{"annotate", "-"}, tools, terminal, &stderr))
	if err := master.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Skipf("no deadlines on this terminal: %v", err)
	}
	buf := make([]byte, 1<<10)
	n, err := master.Read(buf)
	if err != nil || !strings.HasPrefix(string(buf[:n]), "TOOL  PARAMETER") {
		t.Errorf("%v: %q", err, buf[:n])
	}
}
