package gateway

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/voi-rl/voi/certainty/grounding"
)

// ahead reads conversations while the model works on its reply, so that the reply need not
// wait for work that was possible before. One processor stays free for replies.
type ahead struct {
	places chan struct{}
	bytes  atomic.Int64 // of unfinished requests that are read ahead
}

// mostAhead is the most bytes of requests that may be read ahead. A reading takes about
// readBytes for each of them. Further requests are read when their reply arrives.
const mostAhead = 12 << 20

func newAhead() *ahead {
	return &ahead{places: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))}
}

// forget drops what the rules read of a turn. It is read again when it is needed.
func (t *Turn) forget() {
	if t.read != nil && t.read.Reader == grounding.Rules {
		t.read, t.ruled = nil, true
	}
	t.once, t.said = sync.Once{}, nil
}

// read starts reading a turn's conversation in the background. It ends with ctx; the caller
// must call done at the end of the request. A fault here is ignored, because the code that
// needs the reading meets it again.
func (a *ahead) read(ctx context.Context, t *Turn, size int) (done func()) {
	done = func() { a.bytes.Add(-int64(size)) }
	if a.bytes.Add(int64(size)) > mostAhead || t.large() {
		done()
		t.forget()
		return func() {}
	}
	go func() {
		a.places <- struct{}{}
		defer func() { <-a.places }()
		_ = safely(func() error {
			if ctx.Err() == nil {
				t.state().past()
			}
			if ctx.Err() == nil && len(t.counter.Offered(t.Run)) > 0 { // without tools there is no call to compare
				t.state().text()
			}
			return nil
		})
	}()
	return done
}
