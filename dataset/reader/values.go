package reader

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/voi-rl/voi/dataset"
)

// values splits a text of JSON values over several lines, or of consecutive values: each
// value is a row, and in a top-level list each element. It finds the end of a value by
// brackets and quotes alone; the parser checks that it is JSON. A value that begins a line is
// torn where a string in it has a line feed, which JSON forbids: it ends at the next line
// that begins as its own did, so that a missing quote does not swallow the rows after it.
type values struct {
	br     *bufio.Reader
	max    int
	line   int64 // of the next byte
	indent int   // the blanks before the next byte, -1 if more is before it on its line

	list  bool // inside a top-level list
	comma bool // the list's last token was a comma
	torn  bool // the last value was torn, and its comma with it
	count int  // elements of the list so far

	buf  []byte
	size int64
}

func (v *values) next() (item, error) {
	for {
		c, err := v.space()
		if errors.Is(err, io.EOF) && v.list {
			v.list = false
			return v.bad("the file ends before the ']' of its list; it may be cut off: fetch it again"), nil
		}
		if err != nil {
			return item{}, err
		}
		if !v.list {
			if c != '[' {
				return v.value("\n")
			}
			v.skip()
			v.list, v.comma, v.count = true, false, 0
			continue
		}
		it, found, err := v.element(c)
		if found || err != nil {
			return it, err
		}
	}
}

// element reads on in a list whose next byte is c; found is false if that was only
// punctuation.
func (v *values) element(c byte) (it item, found bool, err error) {
	needs := v.comma || v.torn || v.count == 0
	switch {
	case c == ']':
		v.skip()
		v.list = false
		if v.comma {
			return v.bad("a comma before the ']' of the list; take it out"), true, nil
		}
		return item{}, false, nil
	case c == ',' && needs:
		it = v.bad("an element of the list is missing before a comma; take the comma out")
		if _, err = v.pass("," + blank); errors.Is(err, io.EOF) {
			err = nil // next finds it again
		}
		v.comma = true
		v.count++
		return it, true, err
	case c == ',':
		v.skip()
		v.comma = true
		return item{}, false, nil
	}
	it, err = v.value(",]")
	if err == nil && !needs && it.err == nil {
		it = item{line: it.line, err: rowError(dataset.CodeBadJSON, "", "a ',' is missing before this element of the list")}
	}
	v.comma = false
	v.count++
	return it, true, err
}

func (v *values) bad(msg string) item {
	return item{line: v.line, err: rowError(dataset.CodeBadJSON, "", "%s", msg)}
}

// blank is the white space of JSON.
const blank = " \t\r\n"

// space skips white space and returns the byte after it without taking it.
func (v *values) space() (byte, error) { return v.pass(blank) }

// pass skips the bytes of set and returns the byte after them without consuming it. It
// handles the whole buffer at once, because runs may be long.
func (v *values) pass(set string) (byte, error) {
	for {
		if _, err := v.br.Peek(1); err != nil {
			return 0, err
		}
		chunk, _ := v.br.Peek(v.br.Buffered())
		n := 0
		for n < len(chunk) && strings.IndexByte(set, chunk[n]) >= 0 {
			n++
		}
		v.line += int64(bytes.Count(chunk[:n], []byte{'\n'}))
		if last := bytes.LastIndexByte(chunk[:n], '\n'); last >= 0 {
			v.indent = n - last - 1
		} else if v.indent >= 0 {
			v.indent += n
		}
		next := chunk[min(n, len(chunk)-1)]
		_, _ = v.br.Discard(n)
		if n < len(chunk) {
			return next, nil
		}
	}
}

func (v *values) skip() {
	_, _ = v.br.Discard(1) // the byte is in the buffer
	v.indent = -1
}

// value reads one value: an object, a list or a string to its end, anything else up to one
// of the bytes of stop or the end of the file.
func (v *values) value(stop string) (item, error) {
	start, indent := v.line, v.indent
	v.buf, v.size = v.buf[:0], 0
	s := scan{stop: stop, lined: indent >= 0}
	for {
		if _, err := v.br.Peek(1); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return item{}, err
		}
		chunk, _ := v.br.Peek(v.br.Buffered())
		n, done := s.feed(chunk)
		v.take(chunk[:n])
		_, _ = v.br.Discard(n)
		if done {
			break
		}
	}
	v.indent = -1
	if v.torn = s.torn; v.torn {
		it := item{line: start, err: rowError(dataset.CodeBadJSON, "", "a line ends inside a string; close the string, or write its line feed as \\n")}
		return it, v.resume(indent)
	}
	if v.size > int64(v.max) {
		v.buf = nil
		return item{line: start, err: tooLarge(v.size, v.max)}, nil
	}
	it := item{line: start, text: string(bytes.TrimRight(v.buf, " \t\r\n"))}
	if cap(v.buf) > bufferSize {
		v.buf = nil
	}
	return it, nil
}

// resume skips the rest of a torn value: up to a line that begins as its own did, or ends
// the list.
func (v *values) resume(indent int) error {
	for {
		c, err := v.space()
		switch {
		case errors.Is(err, io.EOF):
			return nil // next finds it again
		case err != nil:
			return err
		case c == '{' && v.indent == indent, c == ']' && v.list && v.indent >= 0 && v.indent <= indent:
			return nil
		}
		for rest := true; rest; {
			chunk, _ := v.br.Peek(v.br.Buffered())
			n := bytes.IndexByte(chunk, '\n')
			if rest = n < 0; rest {
				n = len(chunk)
			}
			_, _ = v.br.Discard(n)
			if _, err := v.br.Peek(1); err != nil {
				break // space finds it again
			}
		}
		v.indent = -1
	}
}

// take keeps part of a value, unless the value is already too long.
func (v *values) take(part []byte) {
	v.size += int64(len(part))
	v.line += int64(bytes.Count(part, []byte{'\n'}))
	if v.size <= int64(v.max) {
		v.buf = append(v.buf, part...)
	}
}

// scan finds the end of one value in pieces of text.
type scan struct {
	stop            string
	depth           int
	bare            bool // neither object, list nor string
	lined, torn     bool // the value begins a line; a string in it has a line feed
	quoted, escaped bool
}

// feed returns how many bytes of chunk belong to the value, and whether the value ends
// there.
func (s *scan) feed(chunk []byte) (n int, done bool) {
	for i := 0; i < len(chunk); i++ {
		c := chunk[i]
		switch {
		case s.quoted && s.lined && c == '\n':
			s.torn = true
			return i, true
		case s.quoted && !s.escaped && c != '"' && c != '\\':
			// Most input is inside strings: skip to the next byte that may end this one.
			if i += textEnd(chunk[i:]) - 1; i+1 == len(chunk) {
				return len(chunk), false
			}
		case s.bare:
			if strings.IndexByte(s.stop, c) >= 0 {
				return i, true
			}
		case s.escaped:
			s.escaped = false
		case s.quoted:
			s.escaped = c == '\\'
			if c == '"' {
				s.quoted = false
				if s.depth == 0 {
					return i + 1, true
				}
			}
		case c == '"':
			s.quoted = true
		case c == '{' || c == '[':
			s.depth++
		case c == '}' || c == ']':
			if s.depth--; s.depth <= 0 {
				return i + 1, true
			}
		case s.depth == 0: // the first byte
			s.bare = true
		}
	}
	return len(chunk), false
}

// textEnd is the number of bytes before the first quote, backslash or line feed behind the
// first byte.
func textEnd(text []byte) int {
	n := 1
	for n < len(text) && text[n] != '"' && text[n] != '\\' && text[n] != '\n' {
		n++
	}
	return n
}
