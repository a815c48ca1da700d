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
	// A closing listener waits until nobody has come for a pause, and for farewell at
	// most, since a client that keeps knocking is not to keep it open.
	pause    = 50 * time.Millisecond
	farewell = time.Second
)

// door is a listener that closes without a reset for those who already queue at it.
// The system answers them before the server does, and they may have sent all of a
// request.
type door struct {
	net.Listener
	closing *atomic.Bool // set when it closes
	shut    time.Time    // ... and when that ends at the latest
}

// Accept takes the next connection, and fails with net.ErrClosed once the time that
// closeAt gave has come and the queue is empty.
func (d *door) Accept() (net.Conn, error) {
	if !d.closing.Load() {
		conn, err := d.Listener.Accept()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return conn, err
		}
		d.shut = time.Now().Add(farewell)
		d.closing.Store(true)
	}
	// A deadline that has passed is told without a look at the queue.
	if now := time.Now(); now.After(d.shut) || !d.closeAt(now.Add(pause)) {
		return nil, net.ErrClosed
	}
	conn, err := d.Listener.Accept()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = net.ErrClosed
	}
	return conn, err
}

// closeAt reports whether the listener can be closed at a time; some have no clock.
func (d *door) closeAt(at time.Time) bool {
	l, ok := d.Listener.(interface{ SetDeadline(time.Time) error })
	return ok && l.SetDeadline(at) == nil
}

// drain stops a server that serves d. For the delay and the last call it goes on as
// before, but says that it is not ready and hangs up after each reply. Who comes later
// is told to go elsewhere, until nobody comes and the listener can close; then it
// finishes what has begun. The error is ErrDrain where that takes too long.
func (h *HTTP) drain(s *http.Server, d *door, served <-chan error) error {
	h.draining.Store(true)
	if d.closeAt(time.Now().Add(h.opt.DrainDelay + lastCall)) {
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
