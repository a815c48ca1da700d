package term

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// plainEvery is the time between lines of progress without a terminal.
const plainEvery = 10 * time.Second

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Progress shows a person the progress of a command. It is safe for concurrent use.
type Progress struct {
	w    io.Writer
	verb string
	bar  *progressbar.ProgressBar

	mu    sync.Mutex
	start time.Time
	last  time.Time
}

// NewProgress shows the progress of an action ("labelled") on w: a bar on a terminal, plain
// lines elsewhere.
func NewProgress(w io.Writer, verb string) *Progress {
	now := time.Now()
	p := &Progress{w: w, verb: verb, start: now, last: now}
	if IsTerminal(w) {
		p.bar = progressbar.NewOptions64(-1,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(verb),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString("rows"),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// Rows shows the number of rows done so far, and how many of them were rejected.
func (p *Progress) Rows(done, rejected int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Set64(done) // an error in drawing the bar is no reason to fail
		return
	}
	now := time.Now()
	if now.Sub(p.last) < plainEvery {
		return
	}
	p.last = now
	rate := float64(done) / now.Sub(p.start).Seconds()
	fmt.Fprintf(p.w, "%s %d rows (%d rejected), %.0f a second\n", p.verb, done, rejected, rate)
}

// Done removes the bar.
func (p *Progress) Done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
