package reader

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unsafe"
)

// lines splits JSON lines: one row a line, ended by LF or CR LF. It skips blank lines. A
// line longer than max is dropped while it is read.
type lines struct {
	br   *bufio.Reader
	max  int
	line int64
	long []byte // the beginning of a line that is longer than br's buffer

	arena *[]byte // takes the texts, as far as its capacity allows; nil: each text gets new memory
}

func (l *lines) next() (item, error) {
	for {
		l.lineFeeds()
		part, err := l.br.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if it, found, err := l.longLine(part); found || err != nil {
				return it, err
			}
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return item{}, err // half a line is no row
		}
		if len(part) == 0 {
			return item{}, io.EOF
		}
		l.line++
		if n := len(part); part[0] == '{' && n > 2 && part[n-2] == '}' && part[n-1] == '\n' {
			return l.item(part[:n-1], n-1), nil // nearly all lines
		}
		if part = bytes.Trim(part, " \t\r\n"); len(part) > 0 {
			return l.item(part, len(part)), nil
		}
	}
}

// lineFeeds skips buffered line feeds: a file may consist of them.
func (l *lines) lineFeeds() {
	chunk, _ := l.br.Peek(l.br.Buffered())
	n := 0
	for n < len(chunk) && chunk[n] == '\n' {
		n++
	}
	l.line += int64(n)
	_, _ = l.br.Discard(n)
}

// longLine reads a line that begins with part in pieces; found is false if it is blank.
func (l *lines) longLine(part []byte) (it item, found bool, err error) {
	l.line++
	l.long = l.long[:0]
	total := 0
	for {
		total += len(part)
		if total <= l.max+1 {
			l.long = append(l.long, part...)
		}
		more, err := l.br.ReadSlice('\n')
		part = more
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return item{}, false, err
		}
		total += len(part)
		if total > l.max+1 { // 1 for the line feed
			l.long = nil // a hostile line must not stay in memory
			return l.item(nil, total), true, nil
		}
		text := bytes.Trim(append(l.long, part...), " \t\r\n")
		l.long = nil
		if len(text) == 0 {
			return item{}, false, nil
		}
		return l.item(text, len(text)), true, nil
	}
}

func (l *lines) item(text []byte, size int) item {
	if size > l.max {
		return item{line: l.line, err: tooLarge(int64(size), l.max)}
	}
	return item{line: l.line, text: l.keep(text)}
}

// keep makes a string of a text whose memory is about to be reused.
func (l *lines) keep(text []byte) string {
	if l.arena == nil || len(text) == 0 || len(text) > cap(*l.arena)-len(*l.arena) {
		return string(text)
	}
	start := len(*l.arena)
	*l.arena = append(*l.arena, text...)
	return unsafe.String(&(*l.arena)[start], len(text))
}
