package score

import (
	"context"
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

// job is one batch on its way.
type job[T any] struct {
	batch *T
	size  int64
	err   error
	done  chan struct{}
}

// ordered has batches made by produce, worked on by several workers at once, and
// consumed in the order in which they were made, by the caller's goroutine.
// give hands a batch of about size bytes on. The first error ends it all.
func ordered[T any](ctx context.Context, workers int,
	produce func(ctx context.Context, give func(b *T, size int64) error) error,
	work func(b *T) error,
	consume func(b *T) error,
) error {
	g, ctx := errgroup.WithContext(ctx)
	order := make(chan *job[T], 2*workers)
	jobs := make(chan *job[T], workers)
	room := semaphore.NewWeighted(inFlightBytes)
	g.Go(func() error {
		defer close(jobs)
		defer close(order)
		return produce(ctx, func(b *T, size int64) error {
			j := &job[T]{batch: b, size: min(size, inFlightBytes), done: make(chan struct{})}
			if err := room.Acquire(ctx, j.size); err != nil {
				return err
			}
			for _, to := range []chan *job[T]{order, jobs} {
				select {
				case to <- j:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	})
	for range workers {
		g.Go(func() error {
			for j := range jobs {
				j.err = work(j.batch)
				close(j.done)
				if j.err != nil {
					return j.err
				}
			}
			return nil
		})
	}
	g.Go(func() error {
		for j := range order {
			select {
			case <-j.done:
			case <-ctx.Done():
				return ctx.Err()
			}
			if j.err != nil {
				return j.err
			}
			if err := consume(j.batch); err != nil {
				return err
			}
			room.Release(j.size)
		}
		return nil
	})
	return g.Wait()
}

// recycler keeps batches for another use.
type recycler[T any] struct{ pool sync.Pool }

func (r *recycler[T]) get() *T {
	if b, ok := r.pool.Get().(*T); ok {
		return b
	}
	return new(T)
}

func (r *recycler[T]) put(b *T) { r.pool.Put(b) }
