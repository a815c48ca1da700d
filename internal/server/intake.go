package server

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// errStopped ends the reading of a stream that has been stopped.
var errStopped = errors.New("the server is stopping")

// intake is a stream that can be stopped even while a read hangs. The bytes that such a
// read returns later are dropped.
type intake struct {
	src io.Reader

	mu      sync.Mutex
	stopped bool
	waiting bool // inside a Read of src
}

// Read reads from the stream, and returns errStopped once the stream is stopped.
func (in *intake) Read(p []byte) (int, error) {
	if !in.begin() {
		return 0, errStopped
	}
	n, err := in.src.Read(p)
	if !in.finish() {
		return 0, errStopped
	}
	return n, err
}

func (in *intake) begin() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.waiting = !in.stopped
	return in.waiting
}

func (in *intake) finish() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.waiting = false
	return !in.stopped
}

// stop stops the stream. waiting is true where a read hangs, and may never return.
func (in *intake) stop() (waiting bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.stopped = true
	return in.waiting
}

// ErrDrain is the error of a stopped server that did not get done with what was sent to it.
var ErrDrain = errors.New("not all that was sent could be answered in the time of --drain, or its client did not read the replies")

// conduct waits until every request that was read has its reply written, or until that is
// impossible. When ctx is done it stops the stream, and gives the rest the time drain. end
// tells the workers that nothing more will be read; abort tells the writer to stop.
func (in *intake) conduct(ctx context.Context, drain time.Duration, reading, writing <-chan error, end, abort func()) error {
	var readErr error
	var late <-chan time.Time
	stop := ctx.Done()
	for {
		select {
		case readErr = <-reading:
			reading = nil
		case err := <-writing:
			in.stop()
			abort()
			select { // the error of reading is known before the last reply is written
			case readErr = <-reading:
			default:
			}
			return errors.Join(readErr, err)
		case <-stop:
			stop = nil
			late = time.After(drain)
			if in.stop() {
				end() // the read may never come back
			}
		case <-late:
			return ErrDrain
		}
	}
}

// blockBytes is how much is read and written at once: small reads from a pipe are slow.
const blockBytes = 256 << 10

// mostKept is the largest size of a buffer that is kept for reuse.
const mostKept = 1 << 20
