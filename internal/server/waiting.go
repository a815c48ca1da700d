package server

import (
	"net/http"
	"sync"
	"time"
)

// A client that stops in the middle of a large body, or reads a large reply byte by byte,
// holds memory that others need. The time limits are made for the slowest honest client. So
// where memory runs out, a client that is slower than any network is cut off.
const (
	patience   = time.Second // within which at least slowest bytes have to move
	slowest    = 64 << 10
	writeBlock = 64 << 10 // written at a time, so that progress can be measured
)

// waiting holds the exchanges that wait for their clients to send a body or to read a
// reply.
type waiting struct {
	patience time.Duration // 0 means the constant
	meter    *meter

	mu     sync.Mutex
	of     map[*exchange]struct{}
	looked time.Time
}

// exchange is one transfer of a body or a reply.
type exchange struct {
	in    *waiting
	conn  *http.ResponseController
	reads bool // it waits for a body
	cut   bool // to make room
	held  int64

	window      time.Time // when what is counted began
	moved, last int64     // bytes since then, and in the window before it
}

// begin starts an exchange that holds some bytes; end ends it.
func (w *waiting) begin(to http.ResponseWriter, reads bool, held int64) *exchange {
	e := &exchange{in: w, conn: http.NewResponseController(to), reads: reads, held: held, window: time.Now(), last: slowest}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == nil {
		w.of = map[*exchange]struct{}{}
	}
	w.of[e] = struct{}{}
	return e
}

// end reports whether the exchange was cut.
func (e *exchange) end() (cut bool) {
	e.in.mu.Lock()
	defer e.in.mu.Unlock()
	delete(e.in.of, e)
	return e.cut
}

// progress counts transferred bytes. Bytes of a body are held from then on.
func (e *exchange) progress(n int) {
	e.in.mu.Lock()
	defer e.in.mu.Unlock()
	e.turn(time.Now(), e.in.limit())
	e.moved += int64(n)
	if e.reads {
		e.held += int64(n)
	}
}

// turn begins a new window where the last one is over.
func (e *exchange) turn(now time.Time, length time.Duration) {
	for late := now.Sub(e.window); late >= length; late = now.Sub(e.window) {
		if late >= 2*length {
			e.window, e.last, e.moved = now, 0, 0
			return
		}
		e.window, e.last, e.moved = e.window.Add(length), e.moved, 0
	}
}

func (w *waiting) limit() time.Duration {
	if w.patience > 0 {
		return w.patience
	}
	return patience
}

// makeRoom cuts the exchange that holds most among those that are too slow. Its memory is
// free a moment later. The search is cheap, because it runs only for the first of many
// refused requests.
func (w *waiting) makeRoom() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if now.Sub(w.looked) < w.limit()/100 {
		return
	}
	w.looked = now
	var most *exchange
	for e := range w.of {
		e.turn(now, w.limit())
		if e.last+e.moved < slowest && !e.cut && (most == nil || e.held > most.held) {
			most = e
		}
	}
	if most == nil {
		return
	}
	most.cut = true
	w.meter.evicted.Add(1)
	past := time.Unix(1, 0)
	if most.reads { // a client that sends can still be told the reason
		_ = most.conn.SetReadDeadline(past)
	} else {
		_ = most.conn.SetWriteDeadline(past)
	}
}
