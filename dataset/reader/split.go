package reader

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/voi-rl/voi/dataset"
)

var bom = []byte("\xEF\xBB\xBF")

// splitJSON chooses the splitter of a text from its beginning: for '[' a list, element by
// element; for an object over several lines, values; for YAML, one document; else lines.
func splitJSON(br *bufio.Reader, maxBytes int) (splitter, error) {
	if head, _ := br.Peek(len(bom)); bytes.Equal(head, bom) {
		_, _ = br.Discard(len(bom)) // it is in the buffer
	}
	whole, err := startsValue(br)
	if err != nil {
		return nil, err
	}
	if whole {
		return &values{br: br, max: maxBytes, line: 1}, nil
	}
	head, _ := br.Peek(br.Buffered())
	if text := bytes.TrimLeft(head, " \t\r\n"); len(text) == 0 || text[0] == '{' {
		return &lines{br: br, max: maxBytes}, nil // its next line may take long to come
	}
	// The buffer is filled, so that the text decides, and not the pieces in which it comes.
	if head, _ = br.Peek(br.Size()); isYAML(head) {
		return &document{br: br, max: maxBytes}, nil
	}
	return &lines{br: br, max: maxBytes}, nil
}

// startsValue reports whether the text begins with a list, or with an object over several
// lines. It looks no further than br's buffer: an object with a longer first line counts as
// one line.
func startsValue(br *bufio.Reader) (bool, error) {
	for want := 1; ; want = br.Buffered() + 1 {
		_, err := br.Peek(want) // one more read, if there is more
		head, _ := br.Peek(br.Buffered())
		if known, whole := opening(head, err != nil); known {
			return whole, nil
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
			return false, err
		}
		if err != nil {
			return false, nil
		}
	}
}

// opening examines the beginning of a text; all says that there is no more.
func opening(head []byte, all bool) (known, whole bool) {
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 {
		return all, false
	}
	if head[0] != '{' {
		return true, head[0] == '['
	}
	first, rest, ended := bytes.Cut(head, []byte{'\n'})
	if !ended {
		return all, false
	}
	after := bytes.TrimLeft(rest, " \t\r\n")
	if len(after) == 0 && !all {
		return false, false
	}
	if len(after) == 0 {
		return true, false
	}
	// A value on a separate line is indented. At the margin it is the next row, and the
	// first row was truncated after a colon.
	margin := len(after) == len(rest) || rest[len(rest)-len(after)-1] == '\n'
	if next := after[0]; margin && (next == '{' || next == '[') && bytes.HasSuffix(bytes.TrimRight(first, " \t\r"), []byte{':'}) {
		return true, false
	}
	return true, continues(first, after[0])
}

// continues reports whether a line of JSON is incomplete and can continue with next. A
// damaged line cannot continue, so that one bad first line does not swallow the rows after
// it.
func continues(line []byte, next byte) bool {
	var open []byte
	var last byte
	quoted, escaped := false, false
	for _, c := range line {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = c == '\\', c != '"'
			last = '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			open, last = append(open, c), c
		case c == '}' || c == ']':
			if len(open) == 0 {
				return false
			}
			open, last = open[:len(open)-1], c
		case c != ' ' && c != '\t' && c != '\r':
			last = c
		}
	}
	if quoted || len(open) == 0 {
		return false
	}
	object := open[len(open)-1] == '{'
	switch next {
	case '}', ']':
		return last != ',' && last != ':'
	case ',', ':':
		return last != ',' && last != ':' && last != '{' && last != '['
	case '"':
		return last == '{' || last == '[' || last == ',' || last == ':'
	default:
		return last == ':' || !object && (last == '[' || last == ',')
	}
}

// tooLarge is the error of a row that is too long.
func tooLarge(got int64, most int) error {
	return rowError(dataset.CodeTooLarge, "", "the row is %d bytes long, the bound is %d; split it, or take large texts out of it", got, most)
}
