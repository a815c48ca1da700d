//go:build unix

package infile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe with a writer is read; a pipe without a writer is refused.
func TestReadPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	if _, err := Read(path, 100); err == nil || !strings.Contains(err.Error(), "nobody has written") {
		t.Errorf("a pipe without a writer: %v", err)
	}
	go func() {
		if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			_, _ = f.WriteString("text")
			_ = f.Close()
		}
	}()
	if text, err := Read(path, 100); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}
