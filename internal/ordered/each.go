package ordered

import "context"

// perBatch is how many places one batch of Each has: enough to pay for its way.
const perBatch = 64

// Each works on the places 0 to n-1 by several workers at once, and visits what each came
// to in their order. The first error ends it.
func Each[T any](ctx context.Context, workers, n int, work func(i int) (T, error), visit func(i int, v *T) error) error {
	type batch struct {
		from int
		done []T
	}
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
