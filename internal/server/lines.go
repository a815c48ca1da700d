package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/voi-rl/voi/internal/item"
)

// The bounds that hold where LineOptions leave them zero. A client may write
// 100,000 small requests before it reads one reply.
const (
	DefaultMaxInflight      = 1 << 17
	DefaultMaxInflightBytes = 128 << 20
	DefaultDrain            = 30 * time.Second
)

// LineOptions are those of JSON lines.
type LineOptions struct {
	Ordered          bool          // replies in the order of the requests
	Packed           bool          // requests may have bytes behind their line, which are the texts of completions
	MaxInflight      int           // requests read and not answered, at most 1<<20; 0 means DefaultMaxInflight
	MaxInflightBytes int64         // ... and the bytes of them and their replies
	Drain            time.Duration // what a stopped server has for what it has read; 0 means DefaultDrain
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

// job is one line on its way through the server.
type job struct {
	seq int64
	frame
	read  time.Time
	reply []byte
}

// lines is the JSON-lines carrier at work: one goroutine reads, Workers answer,
// one writes.
type lines struct {
	core   *Core
	opt    LineOptions
	in     *intake
	budget *budget

	jobs  chan *job // read, not answered
	done  chan *job // answered, not written
	close sync.Once // of jobs
}

// ServeLines serves JSON lines until in ends, a request says shutdown, or ctx is
// done; it answers all that it has read by then. The error is that of reading or
// writing, or ErrDrain. A read of in that hangs when ctx is done is left behind.
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

// end says that nothing more will be read.
func (l *lines) end() { l.close.Do(func() { close(l.jobs) }) }

// read hands lines to the workers, as long as there is room.
func (l *lines) read() error {
	in := newLineReader(l.in, l.core.MaxLineBytes)
	for seq := int64(0); ; {
		f, err := in.nextFrame(l.opt.Packed)
		switch {
		case err == io.EOF || err == errStopped:
			return nil
		case err != nil:
			return fmt.Errorf("reading requests: %w", err)
		case !f.long && strings.TrimSpace(f.line) == "":
			continue
		}
		if !f.long && isShutdown(f.line) {
			return nil
		}
		if !l.budget.enter(f.size()) {
			return nil
		}
		l.core.meter.queued.Add(1)
		l.core.meter.held.Add(f.size())
		l.jobs <- &job{seq: seq, frame: f, read: time.Now()}
		seq++
	}
}

// isShutdown reports whether a line is a request to shut down. It is asked of
// every line, so that nothing behind it is taken.
func isShutdown(text string) bool {
	if !strings.Contains(text, opShutdown) && !(len(text) < 1<<10 && strings.Contains(text, `\u`)) {
		return false
	}
	op := ""
	err := item.Members(text, func(key, raw string, _ bool) error {
		if key == "op" && len(raw) < 128 {
			v, err := item.Parse(raw)
			op = v.Str()
			return err
		}
		return nil
	})
	return err == nil && op == opShutdown
}

// work runs the workers until there are no more jobs.
func (l *lines) work() {
	var all sync.WaitGroup
	for range l.core.Workers {
		all.Add(1)
		go func() {
			defer all.Done()
			l.worker()
		}()
	}
	all.Wait()
	close(l.done)
}

func (l *lines) worker() {
	var scratch []byte
	for {
		select {
		case j, ok := <-l.jobs:
			if !ok {
				return
			}
			scratch = l.answer(j, scratch[:0])
			l.done <- j
		case s := <-l.core.helpers:
			s.help()
		}
	}
}

// answer answers a job. The reply is written into scratch, which is returned,
// and kept in no more memory than it needs: it may have to wait for a reader.
func (l *lines) answer(j *job, scratch []byte) []byte {
	var behind []byte
	if j.long {
		err := &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the line is longer than %d bytes; send fewer items at once", l.core.MaxLineBytes)}
		l.core.meter.failed(err)
		scratch = appendError(scratch, "null", err)
	} else {
		scratch, behind = l.reply(scratch, j)
	}
	scratch = append(append(scratch, '\n'), behind...)
	j.reply = append(make([]byte, 0, len(scratch)), scratch...)
	change := int64(len(j.reply)) - j.size()
	j.frame = frame{}
	l.core.meter.held.Add(change)
	l.budget.adjust(change)
	if cap(scratch) > hoard {
		return nil
	}
	return scratch
}

// reply appends the line of a reply. behind is what follows it, on the packed
// wire.
func (l *lines) reply(dst []byte, j *job) (line, behind []byte) {
	if !l.opt.Packed {
		line, _ = l.core.answer(dst, j.line, "")
		return line, nil
	}
	p := &packing{texts: j.texts, behind: j.behind}
	line, failed := l.core.answerTo(dst, j.line, "", p)
	if failed != nil {
		return line, nil
	}
	return line, p.numbers
}

// write writes replies as they come, or in the order of the requests.
func (l *lines) write(out io.Writer) error {
	w := &outbox{lines: l, w: bufio.NewWriterSize(out, blockBytes)}
	early := map[int64]*job{} // answered before their turn
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
		for early[j.seq] = j; early[turn] != nil; turn++ {
			if err := w.put(early[turn]); err != nil {
				return err
			}
			delete(early, turn)
		}
	}
}

// outbox gathers replies. What it holds is in flight until it has been flushed.
type outbox struct {
	*lines
	w        *bufio.Writer
	requests int64
	bytes    int64
}

func (o *outbox) put(j *job) error {
	if _, err := o.w.Write(j.reply); err != nil {
		return fmt.Errorf("writing replies: %w", err)
	}
	o.requests++
	o.bytes += int64(len(j.reply))
	o.core.meter.latency.add(time.Since(j.read))
	return nil
}

func (o *outbox) flush() error {
	if err := o.w.Flush(); err != nil {
		return fmt.Errorf("writing replies: %w", err)
	}
	o.core.meter.queued.Add(-o.requests)
	o.core.meter.held.Add(-o.bytes)
	o.budget.leave(o.requests, o.bytes)
	o.requests, o.bytes = 0, 0
	return nil
}
