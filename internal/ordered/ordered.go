package ordered

import (
	"context"
	"iter"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// Run has batches made by produce, worked on by several workers at once, and consumed
// in the order in which they were made. give hands a batch of some size on; all that are
// under way have the size room at most, and one that is larger goes alone. The first
// error ends it all; batches that were made before it may still be consumed.
//
// Each worker makes the batch that it works on, and consumes what is next in
// order: no goroutine only reads or only writes, so that a batch stays in the
// cache of one core, and nobody waits to be woken. produce and consume each run
// once at a time.
func Run[T any](ctx context.Context, workers int, room int64,
	produce func(ctx context.Context, give func(b *T, size int64) error) error,
	work func(b *T) error,
	consume func(b *T) error,
) error {
	g, ctx := errgroup.WithContext(ctx)
	s := &source[T]{ctx: ctx, most: room, room: semaphore.NewWeighted(room)}
	stop := s.start(produce)
	out := &sequence[T]{consume: consume, room: s.room}
	for range workers {
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

// job is one batch on its way.
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

// start makes the source ready; stop, to be called when no worker is left, ends
// what produce has not done yet.
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

// next makes the next job and finds room for it; nil where there is none left.
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
	turn    int             // the number that is next
	waiting map[int]*job[T] // done before their turn
	busy    bool            // a worker consumes, or has failed to
}

// done hands a job over, and consumes all whose turn it is. Where another worker
// is at that already the job is left to it, so that nobody waits.
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
