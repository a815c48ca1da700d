// Voi makes training signal for tool-calling models from what is really known: it labels
// samples, writes shards for a GRPO trainer, and checks them.
//
// Each subcommand has its own file and turns its flags into one call of a library. The
// README shows them at work.
// call of a library. The README shows them at work.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

func main() { os.Exit(exitCode(run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))) }

// grace is the time that a command has after a signal to remove unfinished files. --resume
// uses the files that remain after that.
const grace = 3 * time.Second

// patient is set by a command that ends by itself after a signal: the server, which first
// answers the requests it has read.
var patient atomic.Bool

// interruptible is done at the first SIGINT or SIGTERM. A second signal ends the process at
// once. So does the end of the grace period, since a command that waits for a keyboard does
// not notice the context.
func interruptible() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		if !patient.Load() {
			time.AfterFunc(grace, func() {
				fmt.Fprintf(os.Stderr, "voi: interrupted, and ended after %v of waiting for input\n", grace)
				os.Exit(exitFailed)
			})
		}
	})
	return ctx
}
