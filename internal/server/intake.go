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

// intake is a stream that can be told to stop, even while a read hangs: what
// such a read brings later is not taken.
type intake struct {
	src io.Reader

	mu      sync.Mutex
	stopped bool
	waiting bool // inside a Read of src
}

// Read reads from the stream, and gives errStopped once it has been stopped.
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

// stop ends the stream. waiting is true where a read hangs: the reader
// holds nothing more, and may never come back.
func (in *intake) stop() (waiting bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.stopped = true
	return in.waiting
}

// ErrDrain is the error of a stopped server whose client did not take the
// replies in time.
var ErrDrain = errors.New("the client did not read its replies in time")

// conduct waits until all is written that reading has read, or nothing more can
// be. Where ctx ends it stops the stream, and then allows the rest some time.
// end says that nothing more will be read, abort that nothing more is written.
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
			select { // what ended the reading is known before the last reply is written
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

// mostKept is the size up to which a buffer is kept for another use.
const mostKept = 1 << 20
