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

// The durations of a stop.
const (
	// A stopped server goes on as before for lastCall, for requests that are already on
	// their way: it is longer than a request needs across a data centre.
	lastCall = 250 * time.Millisecond
	// A closing listener waits until no connection has come for pause. Where the system
	// cannot refuse new connections, it waits at most mostWait.
	pause    = 50 * time.Millisecond
	mostWait = time.Second
)

// drainListener accepts the connections that already queue at it before it closes. The
// system has answered those clients, and they may have sent a whole request; closing at
// once would reset them.
type drainListener struct {
	net.Listener
	closing *atomic.Bool // set when it closes
	last    time.Time    // when it stops waiting; zero where the system refuses new connections
	empty   bool         // no connection came for a pause
}

// Accept accepts the next connection. After the time given to closeAt it refuses new ones,
// and fails with net.ErrClosed once the queue is empty.
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
		// A deadline in the past would fail without a look at the queue.
		if !q.closeAt(time.Now().Add(pause)) {
			break
		}
		conn, err := q.Listener.Accept()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			q.empty = false
			return conn, err
		}
		// On a busy machine a connection may arrive within the pause and be seen after it:
		// a second look, which begins with the queue, finds it.
		if q.empty {
			break
		}
		q.empty = true
	}
	return nil, net.ErrClosed
}

// closeAt sets the time at which Accept starts to close. It returns false for a listener
// without deadlines.
func (q *drainListener) closeAt(at time.Time) bool {
	l, ok := q.Listener.(interface{ SetDeadline(time.Time) error })
	return ok && l.SetDeadline(at) == nil
}

// drain stops a server of q. For the delay and lastCall it goes on as before, but /readyz
// says that it is draining, and each reply closes its connection. Then new connections are
// refused, queued ones are told to go elsewhere, and open requests are finished. The error
// is ErrDrain where that takes too long.
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
