package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/item"
)

// The values for zero fields of LineOptions. A client may write 100,000 small requests
// before it reads one reply.
const (
	DefaultMaxInflight      = 1 << 17
	DefaultMaxInflightBytes = 128 << 20
	DefaultDrain            = 30 * time.Second
)

// LineOptions configure ServeLines.
type LineOptions struct {
	Ordered          bool          // replies in the order of the requests
	MaxInflight      int           // requests read and not answered, at most 1<<20; 0 means DefaultMaxInflight
	MaxInflightBytes int64         // ... and the bytes of them and their replies
	Drain            time.Duration // the time that a stopped server has for the requests read; 0 means DefaultDrain
}

func (o *LineOptions) defaults() {
	if o.MaxInflight <= 0 {
		o.MaxInflight = DefaultMaxInflight
	}
	o.MaxInflight = min(o.MaxInflight, 1<<20)
	if o.MaxInflightBytes <= 0 {
		o.MaxInflightBytes = DefaultMaxInflightBytes
	}
	if o.Drain <= 0 {
		o.Drain = DefaultDrain
	}
}

// job is one request line and its reply.
type job struct {
	seq   int64
	req   request
	err   *item.Error // why the line is no request
	held  int64       // bytes that request and reply take of the budget
	read  time.Time
	reply []byte
}

// lines serves one stream of JSON lines: one goroutine reads, Workers answer, one writes.
type lines struct {
	core   *Core
	opt    LineOptions
	in     *intake
	budget *budget

	jobs  chan *job // read, not answered
	done  chan *job // answered, not written
	close sync.Once // of jobs
}

// ServeLines serves JSON lines until in ends, a request says shutdown, or ctx is done. It
// then answers all requests that it has read. The error is that of reading or writing, or
// ErrDrain. If a read of in hangs when ctx is done, its goroutine is left behind.
func (c *Core) ServeLines(ctx context.Context, in io.Reader, out io.Writer, opt LineOptions) error {
	opt.defaults()
	l := &lines{
		core: c, opt: opt, in: &intake{src: in},
		budget: newBudget(int64(opt.MaxInflight), opt.MaxInflightBytes),
		jobs:   make(chan *job, opt.MaxInflight),
		done:   make(chan *job, opt.MaxInflight),
	}
	if _, err := out.Write(append(c.Hello(), '\n')); err != nil {
		return fmt.Errorf("writing the greeting: %w", err)
	}
	reading := make(chan error, 1)
	writing := make(chan error, 1)
	go func() {
		reading <- l.read()
		l.end()
	}()
	go l.work()
	go func() { writing <- l.write(out) }()
	return l.in.conduct(ctx, opt.Drain, reading, writing, l.end, l.budget.close)
}

// end tells the workers that nothing more will be read.
func (l *lines) end() {
	l.close.Do(func() {
		close(l.jobs)
		l.core.Scorer.End(l.opt.Drain)
	})
}

// read reads requests as long as there is room, and passes them to the workers.
func (l *lines) read() error {
	in := infile.NewLines(l.in, l.core.MaxLineBytes)
	for seq := int64(0); ; {
		line, long, err := in.Next()
		switch {
		case err == io.EOF || err == errStopped:
			return nil
		case err != nil:
			return fmt.Errorf("reading requests: %w", err)
		case !long && strings.TrimSpace(line) == "":
			continue
		}
		j := &job{seq: seq, read: time.Now()}
		if long {
			j.req.id = "null"
			j.err = &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the line is longer than %d bytes; send fewer items at once", l.core.MaxLineBytes)}
		} else if j.req, j.err = l.core.parse(line, func() {}); j.err == nil {
			j.err = j.req.settle("", "")
		}
		if j.err == nil && j.req.op == opShutdown {
			return nil
		}
		if j.err == nil {
			l.core.enter(&j.req)
		}
		j.held = int64(len(line)) + j.req.cost()
		if !l.budget.enter(j.held) {
			return nil
		}
		l.core.meter.queued.Add(1)
		l.core.meter.held.Add(j.held)
		l.jobs <- j
		seq++
	}
}

// work answers jobs, each when it has a place, until there are no more.
func (l *lines) work() {
	var all sync.WaitGroup
	for j := range l.jobs {
		k := l.core.task(smallBytes) // one client: all requests have the same kind of place
		k.take()
		all.Add(1)
		go func() {
			defer all.Done()
			l.answer(k, j)
			k.give()
			l.done <- j
		}()
	}
	all.Wait()
	close(l.done)
}

// scratches are buffers for making replies. A reply is then copied into memory of its exact
// size, because it may wait long for the client to read.
var scratches = sync.Pool{New: func() any { return new([]byte) }}

// answer answers a job; k is its place.
func (l *lines) answer(k *task, j *job) {
	scratch := scratches.Get().(*[]byte)
	reply, _ := l.core.reply(k, (*scratch)[:0], &j.req, j.err)
	reply = append(reply, '\n')
	j.reply = append(make([]byte, 0, len(reply)), reply...)
	j.req = request{}
	change := int64(len(j.reply)) - j.held
	l.core.meter.held.Add(change)
	l.budget.adjust(change)
	if cap(reply) <= mostKept {
		*scratch = reply
		scratches.Put(scratch)
	}
}

// write writes replies as they are made, or in the order of the requests.
func (l *lines) write(out io.Writer) error {
	w := &replyWriter{lines: l, w: bufio.NewWriterSize(out, blockBytes)}
	waiting := map[int64]*job{} // made before their turn
	turn := int64(0)
	for {
		if len(l.done) == 0 || w.bytes >= blockBytes {
			if err := w.flush(); err != nil {
				return err
			}
		}
		j, ok := <-l.done
		if !ok {
			return w.flush()
		}
		if !l.opt.Ordered {
			if err := w.put(j); err != nil {
				return err
			}
			continue
		}
		for waiting[j.seq] = j; waiting[turn] != nil; turn++ {
			if err := w.put(waiting[turn]); err != nil {
				return err
			}
			delete(waiting, turn)
		}
	}
}

// replyWriter gathers replies. They count as in flight until they are flushed.
type replyWriter struct {
	*lines
	w        *bufio.Writer
	requests int64
	bytes    int64
}

func (o *replyWriter) put(j *job) error {
	if _, err := o.w.Write(j.reply); err != nil {
		return fmt.Errorf("writing replies: %w", err)
	}
	o.requests++
	o.bytes += int64(len(j.reply))
	o.core.meter.latency.add(time.Since(j.read))
	return nil
}

func (o *replyWriter) flush() error {
	if err := o.w.Flush(); err != nil {
		return fmt.Errorf("writing replies: %w", err)
	}
	o.core.meter.queued.Add(-o.requests)
	o.core.meter.held.Add(-o.bytes)
	o.budget.leave(o.requests, o.bytes)
	o.requests, o.bytes = 0, 0
	return nil
}
