package decide

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/voi-rl/voi/internal/jsonvalue"
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
func Run(ctx context.Context, r io.Reader, w io.Writer, opt Options) (Summary, error) {
	if opt.MaxLineBytes <= 0 {
		opt.MaxLineBytes = DefaultMaxLineBytes
	}
	in := bufio.NewReaderSize(r, 1<<18)
	out := bufio.NewWriterSize(w, 1<<18)
	sum, err := loop(ctx, in, out, opt)
	return sum, errors.Join(err, out.Flush())
}

// hoard is the size from which buffers are given back after a line.
const hoard = 1 << 20

func loop(ctx context.Context, in *bufio.Reader, out *bufio.Writer, opt Options) (sum Summary, err error) {
	var line, reply []byte
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		var long bool
		line, long, err = readLine(in, line[:0], opt.MaxLineBytes)
		if err != nil && err != io.EOF {
			return sum, fmt.Errorf("reading line %d: %w", number, err)
		}
		ended := err == io.EOF
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if text := bytes.TrimSpace(line); long || len(text) > 0 {
			ok := false
			if reply = reply[:0]; long {
				reply = appendError(reply, jsonvalue.Value{}, &Error{CodeTooLarge,
					fmt.Sprintf("line %d is longer than %d bytes; send fewer or smaller tools", number, opt.MaxLineBytes)})
			} else {
				reply, ok = AppendText(reply, string(text))
			}
			sum.Items++
			if !ok {
				sum.Errors++
			}
			if _, err := out.Write(append(reply, '\n')); err != nil {
				return sum, fmt.Errorf("writing the reply to line %d: %w", number, err)
			}
		}
		if cap(line) > hoard {
			line, reply = nil, nil
		}
		if ended {
			return sum, nil
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return sum, fmt.Errorf("writing the reply to line %d: %w", number, err)
			}
		}
	}
}

// readLine appends the next line to buf, without its newline. A line over most
// bytes is read to its end and not kept. The error is io.EOF after the last line.
func readLine(in *bufio.Reader, buf []byte, most int) (line []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		part = bytes.TrimSuffix(part, []byte{'\n'})
		if long = long || len(buf)+len(part) > most; !long {
			buf = append(buf, part...)
		}
		if err != bufio.ErrBufferFull {
			return buf, long, err
		}
	}
}
