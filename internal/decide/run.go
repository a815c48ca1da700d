package decide

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/voi-rl/voi/internal/infile"
)

// DefaultMaxLineBytes is the longest line read where Options leave it open.
const DefaultMaxLineBytes = 64 << 20

// Options of a Run. The zero Options are the defaults.
type Options struct {
	MaxLineBytes int // 0 means DefaultMaxLineBytes
}

// Summary counts what a Run did.
type Summary struct {
	Items  int // lines that held something
	Errors int // of these, the ones answered by an error
}

// Run answers every line of r that holds something by one line on w, in order.
// Replies are flushed whenever no further line has been read yet, so that an
// agent on the other end of a pipe is never kept waiting. A bad line is answered
// by an error and a line over the limit is skipped to its end; neither ends the
// run. The error is that of reading or writing, or of ctx.
func Run(ctx context.Context, r io.Reader, w io.Writer, opt Options) (sum Summary, err error) {
	if opt.MaxLineBytes <= 0 {
		opt.MaxLineBytes = DefaultMaxLineBytes
	}
	in, out := infile.NewLines(r, opt.MaxLineBytes), bufio.NewWriterSize(w, 1<<18)
	defer func() { err = errors.Join(err, out.Flush()) }()
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		line, long, err := in.Next()
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return sum, fmt.Errorf("reading line %d: %w", number, err)
		}
		if number == 1 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		if line = strings.TrimSpace(line); long || line != "" {
			reply, ok := sum.answer(line, long, number, opt.MaxLineBytes)
			if !ok {
				sum.Errors++
			}
			_, err = out.Write(append(reply, '\n'))
		}
		if err == nil && !in.Waiting() {
			err = out.Flush()
		}
		if err != nil {
			return sum, fmt.Errorf("writing the reply to line %d: %w", number, err)
		}
	}
}

// answer answers one line.
func (sum *Summary) answer(line string, long bool, number, most int) (reply []byte, ok bool) {
	sum.Items++
	if long {
		return AppendFailure(nil, CodeTooLarge, fmt.Sprintf("line %d is longer than %d bytes; send fewer or smaller tools", number, most)), false
	}
	return AppendText(nil, line)
}
