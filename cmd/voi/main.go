// Voi turns what is really known into training signal for tool-calling models:
// it labels samples, writes shards that a GRPO trainer reads, and checks them.
//
// Each subcommand stands in a file of its own and turns its flags into one
// call of a library. The README shows them at work.
package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

func main() { os.Exit(exitCode(run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))) }

// grace is how long a command has, after a signal, to remove what is half
// written. --resume takes up the files that it leaves after that.
const grace = 3 * time.Second

// patient is set by a command that sees to its own end: the server, which
// answers what it has read.
var patient atomic.Bool

// interruptible is done at the first SIGINT or SIGTERM. A second one ends the
// process at once, and so does a command that is still running after the grace:
// one that waits for a keyboard sees no context.
func interruptible() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		if !patient.Load() {
			time.AfterFunc(grace, func() { os.Exit(exitFailed) })
		}
	})
	return ctx
}
