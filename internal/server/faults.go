package server

import (
	"fmt"
	"runtime/debug"

	"github.com/voi-rl/voi/internal/item"
)

// fault reports a panic of ours, and returns the error for the client.
func (c *Core) fault(fault any) *item.Error {
	if c.Fault != nil {
		c.Fault(fmt.Sprint(fault), debug.Stack())
	}
	return &item.Error{Code: item.CodeInternal, Message: "answering failed; please report it, with what the server's log says"}
}

// report reports the panics of ours among the outcomes of a batch.
func (c *Core) report(batch *item.Batch) {
	if c.Fault == nil {
		return
	}
	for i := range batch.Len() {
		if err := batch.Outcome(i).Err; err != nil && err.Stack() != nil {
			c.Fault(err.Message, err.Stack())
		}
	}
}
