package infile

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// Lines reads lines of bounded length from a stream.
type Lines struct {
	in   *bufio.Reader
	most int
	cut  bool
}

// lineBlock is how much is read at once: small reads from a pipe are slow.
const lineBlock = 256 << 10

// NewLines reads lines of at most so many bytes.
func NewLines(r io.Reader, most int) *Lines {
	return &Lines{in: bufio.NewReaderSize(r, lineBlock), most: most}
}

// Next returns the next line, without its newline, in memory of its own. A line over the
// limit is read to its end and not kept: long says so. The last line may lack its newline.
// The error is that of the stream, io.EOF after the last line.
func (l *Lines) Next() (line string, long bool, err error) {
	var b strings.Builder // grows with a line of several blocks
	for begun := false; ; begun = true {
		part, err := l.in.ReadSlice('\n')
		ended := err == nil || err == io.EOF && (begun || len(part) > 0)
		part = bytes.TrimSuffix(part, []byte{'\n'})
		if long = long || b.Len()+len(part) > l.most; long {
			b.Reset()
		} else {
			b.Write(part)
		}
		switch {
		case ended:
			l.cut = err == io.EOF
			return b.String(), long, nil
		case err != bufio.ErrBufferFull:
			return "", false, err
		}
	}
}

// Cut reports whether the line that Next returned ended with the input, and not with an
// end of its own.
func (l *Lines) Cut() bool { return l.cut }

// Waiting reports whether more has been read of the stream than was returned.
func (l *Lines) Waiting() bool { return l.in.Buffered() > 0 }
