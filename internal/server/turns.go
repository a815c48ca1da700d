package server

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// A Core has so many places for small requests, and as many for others, as it has
// workers: a small one waits for no batch, and where both have work, the cores are shared
// between them. Requests have their places in turns, in the order in which they came:
// after each quantum of work a place goes to the one that has waited longest, so that a
// batch delays another request by a quantum, and a flood of requests stops no batch.
const (
	// quantum is the work after which a request lets another one have its place.
	quantum = time.Millisecond
	// Below so many bytes a request is small.
	smallBytes = 64 << 10
)

// places returns places for so many requests at once.
func places(n int) *semaphore.Weighted { return semaphore.NewWeighted(int64(n)) }

// task is the work on one request at one place.
type task struct {
	at   *semaphore.Weighted
	mark time.Time // when it took its place
}

// task is a task for a request of so many bytes.
func (c *Core) task(bytes int) *task {
	if bytes < smallBytes {
		return &task{at: c.small}
	}
	return &task{at: c.large}
}

// take waits for a place.
func (k *task) take() {
	_ = k.at.Acquire(context.Background(), 1) // which has no end to fail at
	k.mark = time.Now()
}

// give gives the place back.
func (k *task) give() { k.at.Release(1) }

// pause lets another request have the place where a quantum is over.
func (k *task) pause() {
	if time.Since(k.mark) >= quantum {
		k.give()
		k.take()
	}
}

// move goes on at a place of another kind.
func (k *task) move(to *semaphore.Weighted) {
	if k.at != to {
		k.give()
		k.at = to
		k.take()
	}
}

// inTurn does the work of a request of so many bytes at a place.
func (c *Core) inTurn(bytes int, do func(k *task)) {
	k := c.task(bytes)
	k.take()
	defer k.give()
	do(k)
}

// sharing is the number of items from which on another worker is asked for.
const sharing = 16

// each calls one for every i below n, together with other workers. The caller has a
// place.
func (c *Core) each(k *task, n int, one func(i int)) {
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
	for asked := 1; asked < c.Workers && n >= sharing*asked; asked++ {
		go func() { // it may come too late, and find nothing to do
			helper := &task{at: k.at}
			helper.take()
			defer helper.give()
			work(helper)
		}()
	}
	work(k)
	left.Wait()
}
