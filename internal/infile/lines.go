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

// lineBlock is the size of one read: small reads from a pipe are slow.
const lineBlock = 256 << 10

// NewLines reads lines of at most most bytes.
func NewLines(r io.Reader, most int) *Lines {
	return &Lines{in: bufio.NewReaderSize(r, lineBlock), most: most}
}

// Next returns a copy of the next line, without its newline. A line over the limit is
// skipped to its end, and long is true. The last line may lack its newline. The error is
// that of the stream, io.EOF after the last line.
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

// Cut reports whether the line from Next ended with the input instead of a newline.
func (l *Lines) Cut() bool { return l.cut }

// Waiting reports whether data was read that Next has not returned yet.
func (l *Lines) Waiting() bool { return l.in.Buffered() > 0 }
