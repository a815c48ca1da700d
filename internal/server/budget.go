package server

import "sync"

// budget bounds the requests in flight (read and not yet answered), by number and by the
// bytes of requests and replies. A full budget makes the reader wait; nothing is dropped.
type budget struct {
	mostRequests int64
	mostBytes    int64

	mu       sync.Mutex
	freed    sync.Cond
	requests int64
	bytes    int64
	beyond   int // requests that were let grow whether there was room or not
	closed   bool
}

func newBudget(requests, bytes int64) *budget {
	b := &budget{mostRequests: requests, mostBytes: bytes}
	b.freed.L = &b.mu
	return b
}

// enter waits until there is room for one more request. A request larger than
// the budget enters alone. ok is false once the budget is closed.
func (b *budget) enter(bytes int64) (ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.closed && !b.fits(bytes) {
		b.freed.Wait()
	}
	if b.closed {
		return false
	}
	b.requests++
	b.bytes += bytes
	return true
}

func (b *budget) fits(bytes int64) bool {
	return b.requests == 0 || b.requests < b.mostRequests && b.bytes+bytes <= b.mostBytes
}

// try is enter without waiting.
func (b *budget) try(bytes int64) (ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || !b.fits(bytes) {
		return false
	}
	b.requests++
	b.bytes += bytes
	return true
}

// full reports whether there is no room for one more request by number.
func (b *budget) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed || b.requests >= b.mostRequests
}

// grow asks for more bytes for a request that is being read and already holds some. A
// request larger than the whole budget may grow only while no other request holds bytes.
func (b *budget) grow(bytes, held int64) (ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bytes > held && b.bytes+bytes > b.mostBytes {
		return false
	}
	b.bytes += bytes
	return true
}

// reserve is grow for the reply to a request that has been read. If all requests waited for
// each other, none would be answered. Therefore one request at a time may grow beyond the
// budget; beyond says that this one does, and it has to call within later.
func (b *budget) reserve(bytes, held int64) (ok, beyond bool) {
	if b.grow(bytes, held) {
		return true, false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.beyond > 0 {
		return false, false
	}
	b.beyond++
	b.bytes += bytes
	return true, true
}

// within ends the growth of the one request that went beyond the budget.
func (b *budget) within() {
	b.mu.Lock()
	b.beyond--
	b.mu.Unlock()
}

// adjust changes the bytes that a request holds, when its text is dropped or its reply
// made.
func (b *budget) adjust(bytes int64) {
	b.mu.Lock()
	b.bytes += bytes
	b.mu.Unlock()
	if bytes < 0 {
		b.freed.Signal()
	}
}

// leave ends requests that held bytes.
func (b *budget) leave(requests, bytes int64) {
	b.mu.Lock()
	b.requests -= requests
	b.bytes -= bytes
	b.mu.Unlock()
	b.freed.Signal()
}

// close refuses every later request, and every request that waits in enter.
func (b *budget) close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.freed.Broadcast()
}
