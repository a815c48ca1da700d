package server

import (
	"container/heap"
	"sync"
	"sync/atomic"
	"time"
)

// turns are the places at which requests are worked on, one for each worker. A place
// that becomes free goes to the request that has been worked on least: a batch does not
// wait until those that came before it are done, only until one of them has come to the
// end of a quantum. What has waited long comes before what is new all the same, so that
// a flood of requests does not stop a batch.
//
// A Core has two: one for small requests, which wait for no batch at all, and one for
// the others. Where both have work, the cores are shared between them.
type turns struct {
	begun time.Time

	mu      sync.Mutex
	free    int
	waiting waiters
}

const (
	// quantum is the work after which a request looks whether another one is due.
	quantum = time.Millisecond
	// For each unit of work that a request has had, newer ones may come before it for
	// this many.
	deference = 50
	// Below so many bytes a request is small.
	smallBytes = 64 << 10
)

// task is one request at work, perhaps at several places.
type task struct {
	at   *turns       // where it has its places
	used atomic.Int64 // nanoseconds of work
	mark time.Duration
}

// waiter is a task that waits for a place.
type waiter struct {
	due   time.Duration
	ready chan struct{}
}

// waiters is a heap, the one that is due first at its top.
type waiters []waiter

func (w waiters) Len() int           { return len(w) }
func (w waiters) Less(i, j int) bool { return w[i].due < w[j].due }
func (w waiters) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }

// Push is for container/heap.
func (w *waiters) Push(x any) { *w = append(*w, x.(waiter)) }

// Pop is for container/heap.
func (w *waiters) Pop() any {
	last := len(*w) - 1
	x := (*w)[last]
	*w = (*w)[:last]
	return x
}

func newTurns(places int) *turns { return &turns{begun: time.Now(), free: places} }

func (t *turns) now() time.Duration { return time.Since(t.begun) }

// due is the time from which on a task comes before all newer ones.
func (t *turns) due(k *task, now time.Duration) time.Duration {
	return now + deference*time.Duration(k.used.Load())
}

// take waits for a place.
func (t *turns) take(k *task) {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return
	}
	t.wait(k)
}

// wait waits in the queue, whose lock is held.
func (t *turns) wait(k *task) {
	w := waiter{due: t.due(k, t.now()), ready: make(chan struct{})}
	heap.Push(&t.waiting, w)
	t.mu.Unlock()
	<-w.ready
}

// give gives a place back.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass()
}

func (t *turns) pass() {
	if len(t.waiting) == 0 {
		t.free++
		return
	}
	close(heap.Pop(&t.waiting).(waiter).ready)
}

// yield gives the place to a task that is due before this one, if there is one.
func (t *turns) yield(k *task) {
	t.mu.Lock()
	if len(t.waiting) == 0 || t.waiting[0].due > t.due(k, t.now()) {
		t.mu.Unlock()
		return
	}
	t.pass()
	t.wait(k)
}

// task is a task for a request of so many bytes.
func (c *Core) task(bytes int) *task {
	if bytes < smallBytes {
		return &task{at: c.small}
	}
	return &task{at: c.large}
}

// inTurn does the work of a request of so many bytes at a place.
func (c *Core) inTurn(bytes int, do func(k *task)) {
	k := c.task(bytes)
	k.at.take(k)
	defer k.at.give()
	k.mark = k.at.now()
	do(k)
}

// pause counts the work of a task since it was last asked, by the goroutine that
// began it, and yields where that was a quantum.
func (c *Core) pause(k *task) {
	now := k.at.now()
	if now-k.mark < quantum {
		return
	}
	k.used.Add(int64(now - k.mark))
	k.at.yield(k)
	k.mark = k.at.now()
}

// share is the scoring of one request by several workers. Each takes the next item
// that nobody has taken.
type share struct {
	n    int
	one  func(i int) // scores one item
	next atomic.Int64
	left atomic.Int64
	all  chan struct{} // closed when none is left
}

// sharing is the number of items from which on another worker is asked for.
const sharing = 16

// each calls one for every i below n, together with workers that have nothing else
// to do. The caller has a place.
func (c *Core) each(k *task, n int, one func(i int)) {
	if n == 0 {
		return
	}
	s := &share{n: n, one: one, all: make(chan struct{})}
	s.left.Store(int64(n))
	c.pause(k)
	for asked := 1; asked < c.Workers && n >= sharing*asked; asked++ {
		go func() { // it may come too late, and find nothing to do
			k.at.take(k)
			defer k.at.give()
			c.work(k, s)
		}()
	}
	c.work(k, s)
	<-s.all
	k.mark = k.at.now()
}

// work scores items until none is left.
func (c *Core) work(k *task, s *share) {
	begun := k.at.now()
	for i := int(s.next.Add(1)) - 1; i < s.n; i = int(s.next.Add(1)) - 1 {
		s.one(i)
		if s.left.Add(-1) == 0 {
			close(s.all)
		}
		if now := k.at.now(); now-begun >= quantum {
			k.used.Add(int64(now - begun))
			k.at.yield(k)
			begun = k.at.now()
		}
	}
	k.used.Add(int64(k.at.now() - begun))
}
