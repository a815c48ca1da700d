package ordered

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// numbers runs 300 numbers of different sizes through Run. It returns the consumed numbers,
// and the largest total size in work.
func numbers(ctx context.Context, workers int, room int64, fail func(stage string, i int) error) (got []int, most int64, err error) {
	var under, peak atomic.Int64
	size := func(i int) int64 { return min(int64(i%7+1), room) }
	err = Run(ctx, workers, room, func(_ context.Context, give func(*int, int64) error) error {
		for i := range 300 {
			if err := fail("produce", i); err != nil {
				return err
			}
			if err := give(&i, int64(i%7+1)); err != nil {
				return err
			}
		}
		return nil
	}, func(i *int) error {
		now := under.Add(size(*i))
		for seen := peak.Load(); now > seen && !peak.CompareAndSwap(seen, now); seen = peak.Load() {
		}
		for range *i * 31 % 11 { // others overtake it
			runtime.Gosched()
		}
		return fail("work", *i)
	}, func(i *int) error {
		got = append(got, *i)
		under.Add(-size(*i))
		return fail("consume", *i)
	})
	return got, peak.Load(), err
}

func TestRunKeepsTheOrder(t *testing.T) {
	want := make([]int, 300)
	for i := range want {
		want[i] = i
	}
	for _, workers := range []int{1, 2, 9, 1 << 30} {
		for _, room := range []int64{1, 5, 1000} { // some batches are larger than room
			got, most, err := numbers(context.Background(), workers, room, func(string, int) error { return nil })
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d workers, room %d: %v, %v", workers, room, got, err)
			}
			if most > room {
				t.Errorf("%d workers: %d under way in a room of %d", workers, most, room)
			}
		}
	}
}

func TestRunWithoutRoom(t *testing.T) {
	for _, room := range []int64{math.MinInt64, -2, 0} {
		n := 0
		err := Run(context.Background(), 4, room, func(_ context.Context, give func(*int, int64) error) error {
			for i := range 50 {
				if err := give(&i, int64(i%3)); err != nil {
					return err
				}
			}
			return nil
		}, func(*int) error { return nil }, func(*int) error {
			n++
			return nil
		})
		if err != nil || n != 50 {
			t.Errorf("room %d: %d of 50, %v", room, n, err)
		}
	}
}

// A mistyped number of workers is no fault.
func TestEach(t *testing.T) {
	for _, workers := range []int{1, 7, math.MaxInt} {
		n := 0
		err := Each(context.Background(), workers, 200, func(i int) (int, error) { return i * i, nil }, func(i int, v *int) error {
			if i != n || *v != i*i {
				t.Errorf("%d workers: %d with %d in place of %d", workers, i, *v, n)
			}
			n++
			return nil
		})
		if err != nil || n != 200 {
			t.Errorf("%d workers: %d were visited, %v", workers, n, err)
		}
	}
}

// The first error of any stage ends the run. The consumed numbers are a beginning of the
// sequence.
func TestRunEndsWithAnError(t *testing.T) {
	broken := errors.New("broken")
	for _, stage := range []string{"produce", "work", "consume"} {
		for _, workers := range []int{1, 4} {
			got, _, err := numbers(context.Background(), workers, 20, func(at string, i int) error {
				if at == stage && i == 100 {
					return fmt.Errorf("at %d: %w", i, broken)
				}
				return nil
			})
			if !errors.Is(err, broken) || len(got) > 101 || !slices.IsSorted(got) {
				t.Errorf("%s, %d workers: %v, %d consumed", stage, workers, err, len(got))
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	if _, _, err := numbers(ctx, 3, 20, func(stage string, i int) error {
		if stage == "consume" && i == 50 {
			cancel()
		}
		return nil
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
