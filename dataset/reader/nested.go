package reader

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// nested splits files of recorded runs that are one large object. A list inside it
// (runListKey) is read element by element; the members of an object with runs by name are
// read one by one. Any other object is one row, as for values.
type nested struct {
	values
	inside bool // an object is open
	start  int64
	body   []byte  // the members of the object so far
	head   *Beside // the text before the list that is being read
	kind   objectKind
	cut    bool // a member was rejected, so that the object is no row
}

type objectKind uint8

const (
	plainObject objectKind = iota
	holdsList              // its runs are in a list
	holdsRuns              // each of its members is a run
)

// runListKey is the member with the runs in a results file of tau2-bench.
const runListKey = "simulations"

// runMarks are keys of a member that is a run.
var runMarks = []string{"traj", "trajectory"}

// Beside holds the members of an object before the list whose elements are rows.
type Beside struct {
	text  string
	once  sync.Once
	value domains.Value
}

// Field returns a member. It is null if there is none, or if the text before the list is no
// JSON or too large. It is safe for concurrent use.
func (b *Beside) Field(key string) domains.Value {
	if b == nil {
		return domains.Value{}
	}
	b.once.Do(func() { b.value, _ = jsonvalue.Parse(b.text, jsonvalue.Options{MaxNodes: maxDocumentNodes}) })
	return b.value.Field(key)
}

// splitRuns is splitJSON for files of recorded runs: ReAct's logs are text, and one object
// may contain all runs.
func splitRuns(br *bufio.Reader, maxBytes int) (splitter, error) {
	if head, _ := br.Peek(len(bom)); bytes.Equal(head, bom) {
		_, _ = br.Discard(len(bom))
	}
	head, _ := br.Peek(br.Size())
	text := bytes.TrimLeft(head, blank)
	if len(text) > 0 && text[0] != '{' && text[0] != '[' && isLog(text) {
		return &logs{br: br, max: maxBytes}, nil
	}
	whole, err := startsValue(br)
	if err != nil {
		return nil, err
	}
	endless := len(head) == br.Size() && bytes.IndexByte(text, '\n') < 0
	if len(text) > 0 && text[0] == '{' && (whole || endless || isRuns(text)) && !anyKey(text, rowKeys) {
		return &nested{values: values{br: br, max: maxBytes, line: 1}}, nil
	}
	return splitJSON(br, maxBytes)
}

// isRuns reports whether an object contains several runs, from its beginning.
func isRuns(text []byte) bool {
	_, first, _ := bytes.Cut(text, []byte{':'})
	return anyKey(text, []string{runListKey}) || holdsRun(string(bytes.TrimLeft(first, blank)))
}

// anyKey reports whether an object has one of the keys at its beginning.
func anyKey(text []byte, keys []string) bool {
	return slices.ContainsFunc(outerKeys(text), func(key string) bool { return slices.Contains(keys, key) })
}

// rowKeys are keys of objects that are one run.
var rowKeys = []string{"messages", "steps", "nodes", "traces", "traj", "trajectory", "history", "responses_create_params", "question", "conversations", "schema_version"}

// outerKeys returns the keys of the outermost object, as far as the text goes.
func outerKeys(text []byte) (keys []string) {
	depth, wantKey := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			depth++
			wantKey = depth == 1 && c == '{'
		case '}', ']':
			if depth--; depth == 0 {
				return keys
			}
		case ',':
			wantKey = depth == 1
		case '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			if wantKey && end < len(text) {
				keys = append(keys, string(text[i+1:end]))
			}
			wantKey, i = false, end
		}
	}
	return keys
}

func (n *nested) next() (item, error) {
	for {
		c, err := n.space()
		if errors.Is(err, io.EOF) && (n.inside || n.list) {
			n.inside, n.list = false, false
			return n.bad("the file ends inside an object; it may be cut off: fetch it again"), nil
		}
		if err != nil {
			return item{}, err
		}
		switch {
		case n.list:
			it, found, err := n.element(c)
			if it.head = n.head; found || err != nil {
				return it, err
			}
		case !n.inside && c == '{':
			n.skip()
			n.inside, n.start, n.body, n.kind, n.cut = true, n.line, n.body[:0], plainObject, false
		case !n.inside:
			return n.value("\n")
		default:
			it, found, err := n.member(c)
			if found || err != nil {
				return it, err
			}
		}
	}
}

// member reads one member of the open object, or its end.
func (n *nested) member(c byte) (it item, found bool, err error) {
	if c == ',' || c == '}' {
		n.skip()
		if c == ',' {
			return item{}, false, nil
		}
		n.inside = false
		if n.kind != plainObject || n.cut {
			return item{}, false, nil
		}
		return item{line: n.start, text: "{" + string(n.body) + "}"}, true, nil
	}
	key, err := n.value(":" + blank)
	if err != nil {
		return item{}, false, err
	}
	c, err = n.space()
	if err != nil && !errors.Is(err, io.EOF) {
		return item{}, false, err
	}
	if c != ':' || key.err != nil || !strings.HasPrefix(key.text, `"`) {
		n.inside = false
		return n.bad("a member of the object is no \"key\": value; the rest is read as rows of its own"), true, nil
	}
	n.skip()
	if c, err = n.space(); err != nil {
		return item{}, false, nil // next reports the end of the file
	}
	if c == '[' && key.text == `"`+runListKey+`"` {
		n.skip()
		n.list, n.comma, n.count = true, false, 0
		n.kind, n.head = holdsList, &Beside{text: "{" + string(n.body) + "}"}
		return item{}, false, nil
	}
	val, err := n.value(memberEnds)
	if err != nil {
		return item{}, false, err
	}
	if len(n.body) == 0 && n.kind == plainObject && holdsRun(val.text) {
		n.kind = holdsRuns
	}
	if n.kind == holdsRuns {
		name, err := jsonvalue.Parse(key.text, jsonvalue.Options{ReplaceInvalid: true})
		if err == nil {
			val.key = name.Str()
		}
		return val, true, nil
	}
	if n.cut || n.kind == holdsList && val.err == nil { // members behind the list are not kept
		return item{}, false, nil
	}
	if val.err != nil {
		n.cut = true
		return val, true, nil
	}
	if len(n.body)+len(key.text)+len(val.text) > n.max {
		n.cut = true
		return item{line: n.start, err: tooLarge(int64(len(n.body)+len(val.text)), n.max)}, true, nil
	}
	if len(n.body) > 0 {
		n.body = append(n.body, ',')
	}
	n.body = append(append(append(n.body, key.text...), ':'), val.text...)
	return item{}, false, nil
}

// holdsRun reports whether a text is an object with a key of a run.
func holdsRun(text string) bool {
	return strings.HasPrefix(text, "{") && anyKey([]byte(text), runMarks)
}

// logs splits a text of ReAct's: a log begins with its question, or the whole text is one
// log.
type logs struct {
	br     *bufio.Reader
	max    int
	line   int64
	opened string // the line that begins the next log
	at     int64
}

// logStarts begin a log; every log contains logMarks.
var (
	logStarts = [...]string{"Question:", "### Instruction", "Task:"}
	logMarks  = [...]string{"Thought", "Action"}
)

func isLog(text []byte) bool {
	for _, mark := range logMarks {
		if !bytes.HasPrefix(text, []byte(mark)) && !bytes.Contains(text, []byte("\n"+mark)) {
			return false
		}
	}
	return true
}

func (l *logs) next() (item, error) {
	text := []byte(l.opened)
	start, size := l.at, len(l.opened)
	l.opened = ""
	for {
		part, err := l.br.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
			return item{}, err
		}
		ended := errors.Is(err, io.EOF)
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.line++
		}
		begins := slices.ContainsFunc(logStarts[:], func(s string) bool { return bytes.HasPrefix(part, []byte(s)) })
		if begins && len(bytes.TrimSpace(text)) > 0 {
			l.opened, l.at = string(part), l.line
			return l.item(text, size, start), nil
		}
		if size == 0 && len(part) > 0 {
			start = l.line
		}
		if size += len(part); size <= l.max {
			text = append(text, part...)
		}
		if ended {
			if len(bytes.TrimSpace(text)) == 0 {
				return item{}, io.EOF
			}
			return l.item(text, size, start), nil
		}
	}
}

func (l *logs) item(text []byte, size int, line int64) item {
	if size > l.max {
		return item{line: line, err: tooLarge(int64(size), l.max)}
	}
	if !bytes.Equal(text, bytes.ToValidUTF8(text, nil)) {
		return item{line: line, err: rowError(dataset.CodeBadUTF8, "", "the log is not UTF-8; save it as UTF-8")}
	}
	return item{line: line, value: jsonvalue.ObjectOf(runMarks[0], string(text))}
}
