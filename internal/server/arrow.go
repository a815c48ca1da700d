package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/voi-rl/voi/internal/item"
)

// ArrowOptions configure ServeArrow.
type ArrowOptions struct {
	MaxInflightBytes int64         // of batches read and not answered; 0 means DefaultMaxInflightBytes
	Drain            time.Duration // as in LineOptions
}

// maxBatches is the number of batches in flight.
const maxBatches = 1024

// arrowBatch is one batch on its way through the server.
type arrowBatch struct {
	items  []item.Item
	errors []*item.Error // of rows that are no item, else nil
	scored *item.Batch
	bytes  int64
	read   time.Time
}

// arrowStream serves one Arrow stream: one goroutine reads, one scores with the help of the
// workers, one writes.
type arrowStream struct {
	core   *Core
	in     *intake
	budget *budget
	drain  time.Duration
	read   chan *arrowBatch
	done   chan *arrowBatch
	close  sync.Once // of read
}

// ServeArrow serves an Arrow IPC stream. It writes the schema of the replies first, then
// one batch of replies for each batch of requests, in their order. It ends as ServeLines
// does. A malformed stream is an error; every batch before the fault is still answered.
func (c *Core) ServeArrow(ctx context.Context, in io.Reader, out io.Writer, opt ArrowOptions) error {
	lines := LineOptions{MaxInflightBytes: opt.MaxInflightBytes, Drain: opt.Drain}
	lines.defaults()
	w, err := newArrowWriter(out, c)
	if err != nil {
		return fmt.Errorf("writing the schema: %w", err)
	}
	a := &arrowStream{
		core: c, in: &intake{src: in}, budget: newBudget(maxBatches, lines.MaxInflightBytes), drain: lines.Drain,
		read: make(chan *arrowBatch, maxBatches), done: make(chan *arrowBatch, maxBatches),
	}
	reading, writing := make(chan error, 1), make(chan error, 1)
	go func() {
		reading <- a.readAll()
		a.end()
	}()
	go a.scoreAll()
	go func() { writing <- a.writeAll(w) }()
	return a.in.conduct(ctx, lines.Drain, reading, writing, a.end, a.budget.close)
}

func (a *arrowStream) end() {
	a.close.Do(func() {
		close(a.read)
		a.core.Scorer.End(a.drain)
	})
}

// readAll reads batches as long as there is room.
func (a *arrowStream) readAll() error {
	r := newArrowReader(a.in, int64(a.core.MaxLineBytes))
	for {
		b, err := r.next()
		switch {
		case err == io.EOF || errors.Is(err, errStopped):
			return nil
		case err != nil:
			return fmt.Errorf("reading requests: %w", err)
		case !a.budget.enter(b.bytes):
			return nil
		}
		a.core.meter.queued.Add(1)
		a.core.meter.held.Add(b.bytes)
		a.read <- b
	}
}

func (a *arrowStream) scoreAll() {
	defer close(a.done)
	for b := range a.read {
		a.core.inTurn(int(b.bytes), func(k *task) { b.score(a.core, k) })
		a.done <- b
	}
}

// score scores the rows of a batch under the default profile.
func (b *arrowBatch) score(c *Core, k *task) {
	b.scored = item.NewBatch(c.Profiles[0], len(b.items), false)
	_ = c.scoring(k, b.scored, func(s *item.Scorer, i int) { // its client ends with the stream
		if b.errors[i] != nil {
			b.scored.Fail(i, b.errors[i])
			return
		}
		b.scored.ScoreItem(s, i, &b.items[i])
	})
	b.items, b.errors = nil, nil
	c.meter.scored(b.scored)
	c.meter.requests.Add(1)
	c.report(b.scored)
}

func (a *arrowStream) writeAll(w *arrowWriter) error {
	for b := range a.done {
		if err := w.write(b.scored, len(a.done) == 0); err != nil {
			return fmt.Errorf("writing replies: %w", err)
		}
		m := a.core.meter
		m.latency.add(time.Since(b.read))
		m.queued.Add(-1)
		m.held.Add(-b.bytes)
		a.budget.leave(1, b.bytes)
	}
	if err := w.close(); err != nil {
		return fmt.Errorf("writing replies: %w", err)
	}
	return nil
}
