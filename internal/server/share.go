package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/item"
)

// share is the scoring of one request by several workers. Each takes the next
// few items that nobody has taken.
type share struct {
	n    int
	one  func(i int) // scores one item
	next atomic.Int64
	done sync.WaitGroup // of the helpers
}

const (
	handful = 8  // items that a worker takes at a time
	sharing = 16 // items from which helpers are asked for
)

// work scores items until none is left.
func (s *share) work() {
	for {
		end := int(s.next.Add(handful))
		for i := end - handful; i < min(end, s.n); i++ {
			s.one(i)
		}
		if end >= s.n {
			return
		}
	}
}

// each calls one for every i below n, together with workers that have nothing
// else to do just now.
func (c *Core) each(n int, one func(i int)) {
	s := &share{n: n, one: one}
	for asked := 1; asked < c.Workers && n >= sharing*asked; asked++ {
		s.done.Add(1)
		select {
		case c.helpers <- s:
			continue
		default:
			s.done.Done()
		}
		break
	}
	s.work()
	s.done.Wait()
}

// assist starts workers that do nothing but help, for carriers whose requests
// come one at a time.
func (c *Core) assist(ctx context.Context) {
	for range c.Workers - 1 {
		go func() {
			for {
				select {
				case s := <-c.helpers:
					s.help()
				case <-ctx.Done():
					return
				}
			}
		}()
	}
}

// help scores for another worker.
func (s *share) help() {
	defer s.done.Done()
	s.work()
}

// fault tells of a panic of ours and returns what the client is told.
func (c *Core) fault(fault any) *item.Error {
	if c.Fault != nil {
		c.Fault(fmt.Sprint(fault), debug.Stack())
	}
	return &item.Error{Code: item.CodeInternal, Message: "answering failed; please report it, with what the server's log says"}
}

// report tells of the faults of ours among the outcomes of a batch.
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
