package ordered

import "context"

// perBatch is the number of elements in a batch of Each: enough to outweigh the cost of
// passing it on.
const perBatch = 64

// Each calls work for 0 to n-1 by several workers, and visit with each result in order. The
// first error ends it.
func Each[T any](ctx context.Context, workers, n int, work func(i int) (T, error), visit func(i int, v *T) error) error {
	type batch struct {
		from int
		done []T
	}
	workers = min(workers, mostWorkers)
	return Run(ctx, workers, int64(2*workers), func(_ context.Context, give func(*batch, int64) error) error {
		for from := 0; from < n; from += perBatch {
			if err := give(&batch{from: from}, 1); err != nil {
				return err
			}
		}
		return nil
	}, func(b *batch) error {
		for i := b.from; i < min(n, b.from+perBatch); i++ {
			v, err := work(i)
			if err != nil {
				return err
			}
			b.done = append(b.done, v)
		}
		return nil
	}, func(b *batch) error {
		for i := range b.done {
			if err := visit(b.from+i, &b.done[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
