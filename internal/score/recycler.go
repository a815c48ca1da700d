package score

import "sync"

// A batch is what goroutines pass to each other: passing single rows would cost more than
// scoring them.
const (
	batchBytes = 256 << 10
	batchRows  = 256
)

// inFlightBytes bounds the rows in work. Rows from heavyBytes on are scored one at a time,
// because a parsed row takes many times its size.
const (
	inFlightBytes = 4 << 20
	heavyBytes    = 1 << 20
)

// recycler keeps batches for reuse. Their number is the largest that were in use at once,
// which inFlightBytes bounds. A sync.Pool would drop them, and their grown memory, at every
// garbage collection. A batch that a heavy row has grown is not kept.
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

// put takes back a batch that holds that many bytes.
func (r *recycler[T]) put(b *T, bytes int) {
	if bytes > 4*heavyBytes {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free = append(r.free, b)
}
