package server

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/reward"
)

// A Core has one place per worker for small requests, and as many for large ones. So a
// small request waits for no batch, and where both kinds have work, they share the cores.
// Requests take places in turns, in the order of arrival: after each quantum of work a
// place goes to the request that has waited longest. A batch then delays another request by
// one quantum, and a flood of requests stops no batch. Requests that ask a model, to judge or to
// read, have places of their own, since they wait for its answers, and nobody else should.
const (
	// quantum is the work after which a request gives its place to another one.
	quantum = time.Millisecond
	// A request with fewer bytes is small.
	smallBytes = 64 << 10
)

// places returns places for n requests at once.
func places(n int) *semaphore.Weighted { return semaphore.NewWeighted(int64(n)) }

// task is one request at work at one place.
type task struct {
	ctx  context.Context // done when its client has gone
	at   *semaphore.Weighted
	mark time.Time // when it took its place
}

// task returns the task of a request of that many bytes.
func (c *Core) task(bytes int) *task {
	if bytes < smallBytes {
		return &task{ctx: context.Background(), at: c.small}
	}
	return &task{ctx: context.Background(), at: c.large}
}

// take waits for a place.
func (k *task) take() {
	_ = k.at.Acquire(context.Background(), 1) // the context never ends, so that Acquire cannot fail
	k.mark = time.Now()
}

// give gives the place back.
func (k *task) give() { k.at.Release(1) }

// pause lets another request have the place if a quantum is over.
func (k *task) pause() {
	if time.Since(k.mark) >= quantum {
		k.give()
		k.take()
	}
}

// move continues at a place of the other kind.
func (k *task) move(to *semaphore.Weighted) {
	if k.at != to {
		k.give()
		k.at = to
		k.take()
	}
}

// inTurn calls do at a place for a request of that many bytes.
func (c *Core) inTurn(bytes int, do func(k *task)) {
	k := c.task(bytes)
	k.take()
	defer k.give()
	do(k)
}

// sharing is the number of items for which one more worker is asked.
const sharing = 16

// errGone is the error of a request whose client did not wait for a model.
var errGone = &item.Error{Code: reward.CodeJudge, Message: "the client has gone, and the model is asked no more for it"}

// scoring scores the items of a batch: one scores item i. Items whose conversation a model has to
// read first come after all others, those of one sample together.
func (c *Core) scoring(k *task, b *item.Batch, one func(s *item.Scorer, i int)) *item.Error {
	ready := func(i int) { one(c.Scorer, i) }
	if !b.Profile().NeedsJudge() {
		c.each(k, b.Len(), ready)
	} else if gone := c.asking(k, b.Len(), ready); gone != nil {
		return gone
	}
	unread := b.Unread()
	return c.asking(k, len(unread), func(list int) {
		s := c.Scorer.Asking()
		for _, i := range unread[list] {
			one(s, i)
		}
	})
}

// asking is each, for work that waits for a model. Each question is paid for, and so none begins
// for a client that has gone: the error says that work was left out. What the model is asked
// already goes on to its answer, which is kept for whoever asks the same.
func (c *Core) asking(k *task, n int, one func(i int)) *item.Error {
	if n == 0 {
		return nil
	}
	k.move(c.asked)
	var gone atomic.Bool
	c.shared(k, n, c.Asking, 1, func(i int) { // an answer takes long, so that each item is worth a worker
		if k.ctx.Err() != nil {
			gone.Store(true)
			return
		}
		one(i)
	})
	if gone.Load() {
		return errGone
	}
	return nil
}

// each calls one for every i below n, with the help of other workers. k already has a
// place.
func (c *Core) each(k *task, n int, one func(i int)) { c.shared(k, n, c.Workers, sharing, one) }

// shared is each with at most so many workers, one for every share items.
func (c *Core) shared(k *task, n, workers, share int, one func(i int)) {
	var next atomic.Int64
	var left sync.WaitGroup
	left.Add(n)
	work := func(k *task) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			one(i)
			left.Done()
			k.pause()
		}
	}
	at := k.at // a worker that comes too late must not look where the request is by then
	for asked := 1; asked < workers && n >= share*asked; asked++ {
		go func() { // the worker may come too late, and find nothing to do
			helper := &task{at: at}
			helper.take()
			defer helper.give()
			work(helper)
		}()
	}
	work(k)
	left.Wait()
}
