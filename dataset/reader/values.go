package reader

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// values splits a text of JSON values over several lines, or of consecutive values: each
// value is a row, and in a top-level list each element. It finds the end of a value by
// brackets and quotes alone; the parser checks that it is JSON. What JSON forbids shows that a
// quote or a bracket is missing, which must not swallow the rows after it: a bracket closes
// those inside of it that are open; an object where a key is due is the next element of the
// list around it; and a row with a line feed in a string, or a bracket that closes none, is
// torn: the next one begins a line, no deeper than the line of the torn one. A text behind a string
// says the same of a list that is all on one line: from there on the quotes open what they seemed to
// close, and the other way round.
type values struct {
	br     *bufio.Reader
	max    int
	line   int64 // of the next byte
	indent int   // the blanks before the next byte, -1 if more is before it on its line
	margin int   // the blanks before the line of the next byte

	list  bool // inside a top-level list
	comma bool // the list's last token was a comma
	torn  bool // the last value was torn, or cut off, and its comma with it
	count int  // elements of the list so far
	begun bool // the last value was cut off behind rowStart of the next one

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
			indent := v.indent
			v.skip()
			if indent >= 0 {
				v.indent = indent + 1 // an element behind it stands as those on the next lines
			}
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
	v.comma = v.begun
	v.count++
	return it, true, err
}

func (v *values) bad(msg string) item {
	return item{line: v.line, err: rowError(dataset.CodeBadJSON, "", "%s", msg)}
}

// blank is the white space of JSON.
const blank = " \t\r\n"

// space skips white space and returns the byte after it without taking it.
func (v *values) space() (byte, error) {
	if v.begun {
		return rowStart[0], nil
	}
	return v.pass(blank)
}

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
			if v.indent >= 0 {
				v.margin = v.indent
			}
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
	start, margin := v.line, v.margin
	v.buf, v.size = v.buf[:0], 0
	s := scan{stop: stop, row: stop != memberEnds, least: margin, indent: v.indent, margin: margin}
	if v.begun {
		v.begun = false
		s.feed([]byte(rowStart))
		v.take([]byte(rowStart))
	}
	for {
		if _, err := v.br.Peek(1); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return item{}, err
		}
		chunk, _ := v.br.Peek(v.br.Buffered())
		s.read = int(v.size)
		n, done := s.feed(chunk)
		v.take(chunk[:n])
		_, _ = v.br.Discard(n)
		if done {
			break
		}
		if s.stray {
			s.stray = false
			if v.begun = v.turn(&s); v.begun {
				v.indent, v.margin, v.torn = -1, s.margin, false
				return item{line: start, err: rowError(dataset.CodeBadJSON, "", "%s", noQuote)}, nil
			}
		}
	}
	v.indent, v.margin, v.torn = s.indent, s.margin, s.torn != ""
	if v.torn {
		it := item{line: start, err: rowError(dataset.CodeBadJSON, "", "%s", s.torn)}
		if s.torn == noBrace {
			return it, nil
		}
		return it, v.resume(margin)
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

// resume skips the rest of a torn value: up to a line that begins no deeper than its own did with
// an object, or ends the list.
func (v *values) resume(margin int) error {
	for {
		c, err := v.space()
		switch {
		case errors.Is(err, io.EOF):
			return nil // next finds it again
		case err != nil:
			return err
		case v.indent >= 0 && v.indent <= margin && (c == '{' || c == ']' && v.list):
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

// turn takes what looked like a string, and has text behind it, for what stands between two strings:
// its last quote opens a string, and the brackets before that count. It reports whether they close
// the row and open the next one.
func (v *values) turn(s *scan) (next bool) {
	s.quoted, s.turned, s.last = true, true, '"'
	if v.size > int64(v.max) {
		return false // the text is gone
	}
	text := bytes.TrimRight(v.buf[s.opened+1:], blank)
	text = text[:len(text)-1]
	s.opened += 1 + len(text)
	text = text[len(bytes.TrimRight(text, "{}[],:"+blank)):] // before it is the string without its quote
	between := bytes.Map(func(r rune) rune {
		if strings.ContainsRune(blank, r) {
			return -1
		}
		return r
	}, text)
	comma := bytes.LastIndexByte(between, ',')
	opens := between[comma+1:]
	if comma > 0 && v.list && s.depth <= len(s.open) {
		s.closeAll(between[:comma], string(opens) == "{")
	}
	if s.depth == 0 {
		return true
	}
	for _, c := range opens {
		if c == '{' || c == '[' {
			s.push(c)
		}
	}
	return false
}

// take keeps part of a value, unless the value is already too long.
func (v *values) take(part []byte) {
	v.size += int64(len(part))
	v.line += int64(bytes.Count(part, []byte{'\n'}))
	if v.size <= int64(v.max) {
		v.buf = append(v.buf, part...)
	}
}

// memberEnds are the bytes behind a member of an object that holds runs. No row begins there, and so
// none is looked for.
const memberEnds = ",}"

// Why a value is torn.
const (
	lineFeed  = "a line ends inside a string; close the string, or write its line feed as \\n"
	noOpening = "a bracket closes none that is open; add the one before it, or take it out"
	noBrace   = "an object begins where a key is due; close the object before it"
	noQuote   = "text stands behind the end of a string; a quote is missing before it, or one in a text needs a backslash"
)

// rowStart is what rows begin with.
const rowStart = `{"`

// scan finds the end of one value in pieces of text.
type scan struct {
	stop            string
	row             bool // the value may be torn
	least           int  // the blanks before the line on which it begins
	indent, margin  int  // as in values
	depth           int
	open            [jsonvalue.DefaultDepth]byte // the open brackets; the parser refuses deeper ones
	last            byte                         // the last byte outside of strings that is no blank
	bare            bool                         // neither object, list nor string
	torn            string                       // why the value ends early
	stray           bool                         // a text stands behind a string, on its line
	turned          bool                         // a quote is missing; brackets of a text may count since
	read            int                          // the bytes fed before
	opened          int                          // where the last string begins
	quoted, escaped bool
}

// feed returns how many bytes of chunk belong to the value, and whether the value ends
// there.
func (s *scan) feed(chunk []byte) (n int, done bool) {
	for i := 0; i < len(chunk); i++ {
		c := chunk[i]
		switch {
		case s.quoted && s.row && c == '\n':
			s.torn, s.indent = lineFeed, -1
			return i, true
		case s.quoted && !s.escaped && c != '"' && c != '\\':
			// Most input is inside strings: skip to the next byte that may end this one.
			if i += textEnd(chunk[i:]) - 1; i+1 == len(chunk) {
				return len(chunk), false
			}
			continue
		case s.bare:
			if strings.IndexByte(s.stop, c) >= 0 {
				return i, true
			}
			continue
		case s.escaped:
			s.escaped = false
			continue
		case s.quoted:
			s.escaped = c == '\\'
			if c == '"' {
				s.quoted = false
				if s.depth == 0 {
					return i + 1, true
				}
			}
			continue
		case c == '\n':
			s.indent = 0
			continue
		case c == ' ' || c == '\t' || c == '\r':
			if s.indent >= 0 {
				s.indent++
			}
			continue
		case s.turned && (c == '{' || c == ']') && s.indent >= 0 && s.indent <= s.least:
			s.torn = noQuote
			return i, true
		case c == '{' && s.isCut():
			s.torn = noBrace
			return i, true
		case (c == '}' || c == ']') && s.depth > 0 && !s.close(c):
			s.torn = noOpening
			return i, true
		case s.last == '"' && !behindString[c] && s.row && s.indent < 0:
			s.stray = true
			return i, false
		case c == '\\':
			s.turned = s.row // it stands in a text whose quote is missing
		}
		if s.indent >= 0 {
			s.margin, s.indent = s.indent, -1
		}
		s.last = c
		switch {
		case c == '"':
			s.quoted, s.opened = true, s.read+i
		case c == '{' || c == '[':
			s.push(c)
		case c == '}' || c == ']':
			if s.depth == 0 {
				return i + 1, true
			}
		case s.depth == 0: // the first byte
			s.bare = true
		}
	}
	return len(chunk), false
}

// behindString are the bytes behind a string on its line: what JSON has there, and what begins a
// value or a string before which only a comma is missing.
var behindString = [256]bool{',': true, ':': true, '}': true, ']': true, '{': true, '[': true, '"': true}

func (s *scan) push(c byte) {
	if s.depth < len(s.open) {
		s.open[s.depth] = c
	}
	s.depth++
}

// closeAll takes the brackets at the end of a text that may itself end with brackets, as JSON in a
// string does: as many as are those that are open, from the innermost one. Behind them an object
// follows in a list, or is the next row, and a string in an object.
func (s *scan) closeAll(text []byte, object bool) {
	for n := max(0, s.depth-len(text)); n < s.depth; n++ {
		if object != (n == 0 || s.open[n-1] == '[') {
			continue
		}
		at, end := n, len(text)-1
		for at < s.depth && s.open[at]+2 == text[end] { // the closing one, in ASCII
			at++
			end--
		}
		if at == s.depth {
			s.depth = n
			return
		}
	}
}

// close takes a closing bracket, which closes those inside of it that are open. It reports false for
// a row without the bracket that it closes.
func (s *scan) close(c byte) bool {
	if s.depth > len(s.open) || !s.row {
		s.depth--
		return true
	}
	for n := s.depth - 1; n >= 0; n-- {
		if s.open[n] == c-2 { // the opening one, in ASCII
			s.depth = n
			return true
		}
	}
	return false
}

// isCut reports whether an object that begins now is the next row, since it cannot be in this one: a
// key is due, and no list is open around it, or it begins a line as rows do. In a list it closes the
// objects that are open.
func (s *scan) isCut() bool {
	n := s.depth
	if !s.row || n == 0 || n > len(s.open) || s.open[n-1] != '{' || s.last == ':' {
		return false
	}
	for n > 0 && s.open[n-1] == '{' {
		n--
	}
	if n == 0 || s.indent >= 0 && s.indent <= s.least {
		return true
	}
	s.depth = n
	return false
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
