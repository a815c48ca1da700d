package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// A command that waits for its input ends with the signal, and not after a grace period.
func TestStdinEndsWithTheContext(t *testing.T) {
	r, w := pipe(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in := &awaited{ctx: ctx, file: r}
	text := strings.Repeat("a line\n", 30000)
	go func() { _, _ = io.WriteString(w, text) }()
	got := make([]byte, len(text))
	if _, err := io.ReadFull(in, got); err != nil || string(got) != text {
		t.Fatalf("%d bytes are not those that were written (%v)", len(got), err)
	}
	time.AfterFunc(50*time.Millisecond, cancel)
	began := time.Now()
	for range 2 { // whoever reads on gets the same answer
		if n, err := in.Read(got); n != 0 || !errors.Is(err, context.Canceled) || time.Since(began) > grace {
			t.Errorf("%d bytes and %v after %v", n, err, time.Since(began))
		}
	}
	r, w = pipe(t)
	sharedtest.OK(t, w.Close())
	if n, err := (&awaited{ctx: t.Context(), file: r}).Read(got); n != 0 || err != io.EOF {
		t.Errorf("at the end: %d bytes and %v", n, err)
	}
}

func pipe(t *testing.T) (r, w *os.File) {
	r, w, err := os.Pipe()
	sharedtest.OK(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// Text that cannot be written is an error of every command, also of those that only say how
// they are used.
func TestHelpThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"help", "score"}, {"score", "--help"}, {"version"}} {
		r, w := pipe(t)
		sharedtest.OK(t, r.Close())
		if err := run(t.Context(), args, strings.NewReader(""), w, io.Discard); exitCode(err) != exitFailed {
			t.Errorf("voi %s ended with %v", strings.Join(args, " "), err)
		}
	}
}

// What cannot be written is said once.
func TestRowsThatCannotBeWritten(t *testing.T) {
	r, w := pipe(t)
	sharedtest.OK(t, r.Close())
	var stderr strings.Builder
	err := run(t.Context(), []string{"replay", "--sim", "graph", "--seeds", "20", "--out", "-"}, strings.NewReader(""), w, &stderr)
	if exitCode(err) != exitFailed || strings.Count(stderr.String(), "broken pipe") != 1 {
		t.Errorf("%v; stderr:\n%s", err, stderr.String())
	}
}
