package score

import "sync"

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

// recycler keeps batches for another use, as many as there ever were at once:
// inFlightBytes bounds them. A sync.Pool would lose them, and the memory that
// they have grown, at every garbage collection. A batch that a heavy row has
// grown is not kept.
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
