package gateway

import (
	"context"
	"runtime"
	"sync/atomic"
)

// ahead reads conversations while the model works on its reply, so that a reply waits for
// nothing that was known before it came. One processor is left to the replies.
type ahead struct {
	places chan struct{}
	bytes  atomic.Int64 // of the requests that have been read
}

// mostAhead bounds the bytes of requests that are read while they wait: what is read of one
// takes readBytes for each of its own. Those beyond are read when their reply is there.
const mostAhead = 12 << 20

func newAhead() *ahead {
	return &ahead{places: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))}
}

// read has what a turn says read in the background. done ends it with the request, as does
// ctx. A fault is met again by what needs the reading.
func (a *ahead) read(ctx context.Context, t *Turn, size int) (done func()) {
	done = func() { a.bytes.Add(-int64(size)) }
	if a.bytes.Add(int64(size)) > mostAhead || t.large() {
		done()
		return func() {}
	}
	go func() {
		a.places <- struct{}{}
		defer func() { <-a.places }()
		_ = safely(func() error {
			if ctx.Err() == nil {
				t.state().past()
			}
			if ctx.Err() == nil && len(t.counter.Offered(t.Run)) > 0 { // else no call can be held against it
				t.state().text()
			}
			return nil
		})
	}()
	return done
}
