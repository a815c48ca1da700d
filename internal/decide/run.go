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

// DefaultMaxLineBytes is the longest line if Options.MaxLineBytes is 0.
const DefaultMaxLineBytes = 64 << 20

// Options of a Run. A zero field stands for its default.
type Options struct {
	MaxLineBytes int // 0 means DefaultMaxLineBytes
}

// Summary counts the work of a Run.
type Summary struct {
	Items  int // lines that are not empty
	Errors int // of these, lines answered by an error
}

// Run answers every non-empty line of r by one line on w, in order. Replies are flushed
// whenever no further line is available, so that an agent at the other end of a pipe never
// has to wait. A bad line is answered by an error, and a line over the limit is skipped to
// its end; neither ends the run. The error is that of reading or writing, or of ctx.
func Run(ctx context.Context, r io.Reader, w io.Writer, opt Options) (sum Summary, err error) {
	if opt.MaxLineBytes <= 0 {
		opt.MaxLineBytes = DefaultMaxLineBytes
	}
	in, out := infile.NewLines(r, opt.MaxLineBytes), bufio.NewWriterSize(w, 1<<18)
	defer func() {
		if flushed := out.Flush(); !errors.Is(err, flushed) { // it repeats the error of a write
			err = errors.Join(err, flushed)
		}
	}()
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
