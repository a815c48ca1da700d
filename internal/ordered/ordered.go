package ordered

import (
	"context"
	"iter"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// Run processes batches: produce makes them, several workers call work, and consume gets
// them in the order in which they were made. produce calls give with each batch and its
// size. The sizes of all batches in work sum to at most room; a larger batch is processed
// alone. The first error ends Run; batches that were made before it may still be consumed.
//
// Each worker makes the batch that it works on, and consumes the batches that are next in
// order. No goroutine only reads or only writes, so that a batch stays in the cache of one
// core, and no goroutine waits to be woken. produce and consume are each called by one
// goroutine at a time.
func Run[T any](ctx context.Context, workers int, room int64,
	produce func(ctx context.Context, give func(b *T, size int64) error) error,
	work func(b *T) error,
	consume func(b *T) error,
) error {
	room = max(room, 1) // a caller's product of mistyped numbers may be below 0
	g, ctx := errgroup.WithContext(ctx)
	s := &source[T]{ctx: ctx, most: room, room: semaphore.NewWeighted(room)}
	stop := s.start(produce)
	out := &sequence[T]{consume: consume, room: s.room}
	for range min(workers, mostWorkers) {
		g.Go(func() error {
			for {
				j, err := s.next()
				if j == nil || err != nil {
					return err
				}
				if err := work(j.batch); err != nil {
					return err
				}
				if err := out.done(j); err != nil {
					return err
				}
			}
		})
	}
	err := g.Wait()
	stop()
	return err
}

// mostWorkers bounds the goroutines of a Run. More than there are cores only wait, and a mistyped number
// must not take all memory.
const mostWorkers = 1 << 12

// job is one batch in work.
type job[T any] struct {
	batch  *T
	number int
	size   int64
}

// source makes jobs, for one worker at a time.
type source[T any] struct {
	ctx  context.Context
	most int64
	room *semaphore.Weighted

	mu    sync.Mutex
	pull  func() (*job[T], bool)
	count int
	err   error
}

// start starts the source. stop has to be called when no worker is left; it ends produce.
func (s *source[T]) start(produce func(ctx context.Context, give func(b *T, size int64) error) error) (stop func()) {
	s.pull, stop = iter.Pull(func(yield func(*job[T]) bool) {
		s.err = produce(s.ctx, func(b *T, size int64) error {
			if !yield(&job[T]{batch: b, size: min(size, s.most)}) {
				return context.Canceled
			}
			return nil
		})
	})
	return stop
}

// next makes the next job and waits for room; it returns nil after the last one.
func (s *source[T]) next() (*job[T], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	j, more := s.pull()
	if !more {
		return nil, s.err
	}
	j.number = s.count
	s.count++
	return j, s.room.Acquire(s.ctx, j.size)
}

// sequence consumes jobs in the order of their numbers.
type sequence[T any] struct {
	consume func(b *T) error
	room    *semaphore.Weighted

	mu      sync.Mutex
	turn    int             // the number of the next job
	waiting map[int]*job[T] // finished before their turn
	busy    bool            // a worker consumes, or has failed to do so
}

// done adds a finished job, and consumes all jobs whose turn has come. If another worker is
// consuming, the job is left to that worker, so that no worker waits.
func (s *sequence[T]) done(j *job[T]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting == nil {
		s.waiting = map[int]*job[T]{}
	}
	s.waiting[j.number] = j
	if s.busy {
		return nil
	}
	s.busy = true
	for {
		j, ready := s.waiting[s.turn]
		if !ready {
			s.busy = false
			return nil
		}
		delete(s.waiting, s.turn)
		s.turn++
		s.mu.Unlock()
		err := s.consume(j.batch)
		s.mu.Lock()
		if err != nil {
			return err
		}
		s.room.Release(j.size)
	}
}
