package score

import (
	"context"
	"iter"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// A batch is what one hand-over between goroutines carries: single rows would
// cost more to pass on than to score.
const (
	batchBytes = 256 << 10
	batchRows  = 256
)

// inFlightBytes bounds the rows that wait, are being worked on, or wait to be
// written. heavyBytes is the size from which rows are worked on one at a time:
// parsed, they take many times their size.
const (
	inFlightBytes = 4 << 20
	heavyBytes    = 1 << 20
)

// ordered has batches made by produce, worked on by several workers at once, and
// consumed in the order in which they were made. give hands a batch of about
// size bytes on. The first error ends it all.
//
// Each worker makes the batch that it works on, and consumes what is next in
// order: no goroutine only reads or only writes, so that a batch stays in the
// cache of one core, and nobody waits to be woken. produce and consume each run
// once at a time.
func ordered[T any](ctx context.Context, workers int,
	produce func(ctx context.Context, give func(b *T, size int64) error) error,
	work func(b *T) error,
	consume func(b *T) error,
) error {
	g, ctx := errgroup.WithContext(ctx)
	s := &source[T]{ctx: ctx, room: semaphore.NewWeighted(inFlightBytes)}
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
			if !yield(&job[T]{batch: b, size: min(size, inFlightBytes)}) {
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

// recycler keeps batches for another use, as many as there ever were at once:
// inFlightBytes bounds them. A sync.Pool would lose them, and the memory that
// they have grown, at every garbage collection. What a heavy row has grown is
// not kept.
type recycler[T any] struct {
	mu   sync.Mutex
	free []*T
}

func (r *recycler[T]) get() *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.free); n > 0 {
		b := r.free[n-1]
		r.free = r.free[:n-1]
		return b
	}
	return new(T)
}

// put takes a batch back that holds so many bytes.
func (r *recycler[T]) put(b *T, bytes int) {
	if bytes > 4*heavyBytes {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free = append(r.free, b)
}
