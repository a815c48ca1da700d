package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

// The times of a stop.
const (
	// For lastCall a stopped server goes on as before, for what is on its way to it:
	// longer than a request needs across a data centre.
	lastCall = 250 * time.Millisecond
	// A closing listener waits until no connection has come for a pause. It waits for
	// mostWait at most where the system cannot refuse new ones meanwhile.
	pause    = 50 * time.Millisecond
	mostWait = time.Second
)

// drainListener is a listener that takes what already queues at it before it closes: the
// system has answered those clients, and they may have sent all of a request.
// Closing would reset them.
type drainListener struct {
	net.Listener
	closing *atomic.Bool // set when it closes
	last    time.Time    // when it stops waiting; zero where no new ones can come
	empty   bool         // nobody came for a pause
}

// Accept takes the next connection. After the time that closeAt gave, it refuses new
// ones, and fails with net.ErrClosed once the queue is empty.
func (q *drainListener) Accept() (net.Conn, error) {
	if !q.closing.Load() {
		conn, err := q.Listener.Accept()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return conn, err
		}
		if !refuseNew(q.Listener) {
			q.last = time.Now().Add(mostWait)
		}
		q.closing.Store(true)
	}
	for q.last.IsZero() || time.Now().Before(q.last) {
		// A deadline that has passed is told without a look at the queue.
		if !q.closeAt(time.Now().Add(pause)) {
			break
		}
		conn, err := q.Listener.Accept()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			q.empty = false
			return conn, err
		}
		// On a busy machine the pause can end before a connection is seen that came in
		// it: the second look begins with the queue.
		if q.empty {
			break
		}
		q.empty = true
	}
	return nil, net.ErrClosed
}

// closeAt reports whether the listener can be closed at a time; some have no clock.
func (q *drainListener) closeAt(at time.Time) bool {
	l, ok := q.Listener.(interface{ SetDeadline(time.Time) error })
	return ok && l.SetDeadline(at) == nil
}

// drain stops a server of q. For the delay and the last call it goes on as before,
// but says that it is not ready and hangs up after each reply. Then new connections
// are refused, those that queue are told to go elsewhere, and what has begun is
// finished. The error is ErrDrain where that takes too long.
func (h *HTTP) drain(s *http.Server, q *drainListener, served <-chan error) error {
	h.draining.Store(true)
	if q.closeAt(time.Now().Add(h.opt.DrainDelay + lastCall)) {
		if err := <-served; !errors.Is(err, net.ErrClosed) {
			return err
		}
	}
	late, cancel := context.WithTimeout(context.Background(), h.opt.Drain)
	defer cancel()
	if err := s.Shutdown(late); err != nil {
		return errors.Join(ErrDrain, s.Close())
	}
	return nil
}
