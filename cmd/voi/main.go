// Voi makes training signal for tool-calling models from what is really known: it labels
// samples, writes shards for a GRPO trainer, and checks them.
//
// Each subcommand has its own file and turns its flags into one call of a library. The
// README shows them at work.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	ctx := interruptible()
	os.Exit(exitCode(run(ctx, os.Args[1:], &awaited{ctx: ctx, file: os.Stdin}, os.Stdout, os.Stderr)))
}

// grace is the time that a command has after a signal to remove unfinished files. --resume
// uses the files that remain after that.
const grace = 3 * time.Second

// patient is set by a command that ends by itself after a signal: the server, which first
// answers the requests it has read.
var patient atomic.Bool

// interruptible is done at the first SIGINT or SIGTERM. A second signal ends the process at
// once. So does the end of the grace period, since a command that waits for a file to be
// opened, such as a pipe, does not notice the context.
func interruptible() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		if !patient.Load() {
			time.AfterFunc(grace, func() {
				fmt.Fprintf(os.Stderr, "voi: interrupted, and ended after %v of waiting\n", grace)
				os.Exit(exitFailed)
			})
		}
	})
	return ctx
}

// awaited is stdin. A command that waits for a keyboard or a pipe notices the end of the context
// by it, and removes its unfinished files.
type awaited struct {
	ctx  context.Context
	file *os.File
	text []byte // read and not yet taken
	room [64 << 10]byte
}

// Read implements io.Reader.
func (a *awaited) Read(p []byte) (int, error) {
	if patient.Load() {
		return a.file.Read(p)
	}
	if len(a.text) > 0 || len(p) == 0 {
		n := copy(p, a.text)
		a.text = a.text[n:]
		return n, nil
	}
	if a.ctx.Err() != nil { // a read may still be under way
		return 0, a.ctx.Err()
	}
	n, done := 0, make(chan error, 1)
	go func() {
		var err error
		n, err = a.file.Read(a.room[:])
		done <- err
	}()
	select {
	case <-a.ctx.Done():
		return 0, a.ctx.Err()
	case err := <-done:
		a.text = a.room[:n]
		n = copy(p, a.text)
		a.text = a.text[n:]
		return n, err
	}
}

// asFile returns the file that a command reads as stdin.
func asFile(in io.Reader) (*os.File, bool) {
	if a, ok := in.(*awaited); ok {
		return a.file, true
	}
	file, ok := in.(*os.File)
	return file, ok
}
