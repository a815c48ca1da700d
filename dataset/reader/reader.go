package reader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
	"sync/atomic"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Raw is one row, split off and not yet parsed.
type Raw struct {
	File string // the path given to Open
	Line int64  // where the row starts, from 1; in Parquet the number of the row
	Row  int64  // its index among the samples of the file, from 0: a session has one for each decision
	Text string // the JSON text; "" for a row of Parquet, for YAML, and for a row that Next had to drop

	Key  string  // the key of a row that is a member of an object of runs
	Head *Beside // the members beside the list that the row is an element of; nil if there is none

	value domains.Value // of a row of Parquet, or a YAML document
	odd   []oddColumn   // columns of a row of Parquet with values that JSON cannot express
	err   error         // why Next dropped the row

	part   int  // the index of this sample in its row, from 0
	parted bool // the row gives several samples
}

// Begins reports whether this is the first sample of its row; a session gives several.
func (raw *Raw) Begins() bool { return raw.part == 0 }

// Odd returns the error of the first used column whose cell is no JSON value (NaN, bytes, a
// map with a repeated key). Parse gives a substitute text for such a cell. A row is valid
// if it does not use such a column.
func (raw *Raw) Odd(used func(column string) bool) error {
	for _, o := range raw.odd {
		if used(o.column) {
			return o.err
		}
	}
	return nil
}

// oddColumn is a column of a row whose cell is no JSON value.
type oddColumn struct {
	column string
	err    *dataset.Error
}

// length is the number of bytes of the row as JSON, at least 1.
func (raw *Raw) length() int {
	if raw.Text == "" { // of Parquet, or YAML
		return len(raw.value.JSON())
	}
	return len(raw.Text)
}

// Size estimates the memory of the row, in bytes.
func (raw *Raw) Size() int { return len(raw.Text) + 256 }

// maxNodes bounds the values of one row: a Value takes some 100 bytes.
const maxNodes = 1 << 18

// maxDocumentNodes bounds the values of a document: 10 MB of OpenAPI have about half a
// million.
const maxDocumentNodes = 1 << 20

// Parse returns the row as a JSON value. Errors are *dataset.Error.
func (raw *Raw) Parse() (domains.Value, error) { return raw.parse(maxNodes) }

// ParseDocument is Parse for a row that is a whole file, such as an API description. It may
// have four times as many values.
func (raw *Raw) ParseDocument() (domains.Value, error) { return raw.parse(maxDocumentNodes) }

func (raw *Raw) parse(nodes int) (domains.Value, error) {
	if raw.err != nil || raw.Text == "" {
		return raw.value, raw.err
	}
	v, err := jsonvalue.Parse(raw.Text, jsonvalue.Options{MaxNodes: nodes})
	if err != nil {
		return v, jsonError(err)
	}
	return v, nil
}

// jsonError gives an error of jsonvalue its rejection code.
func jsonError(err error) error {
	var je *jsonvalue.Error
	if !errors.As(err, &je) {
		return rowError(dataset.CodeBadJSON, "", "%v", err)
	}
	code := je.Code
	if code == jsonvalue.CodeTrailing {
		code = dataset.CodeBadJSON
	}
	return rowError(code, "", "%v", err)
}

// Reader reads the rows of one file. Next and Close are for one goroutine; Decode and
// Progress are for any number.
type Reader struct {
	ctx       context.Context
	name      string
	split     splitter
	rows      int64
	line      int64 // of the last row
	answers   *answers
	turns     Turns
	functions *functions
	sessions  bool
	runs      bool
	empty     bool          // no rows are no error
	waiting   []Raw         // the further samples of the last row
	read      *atomic.Int64 // bytes read of the file itself
	size      int64         // of the file, -1 if unknown
	closers   []func() error
	failed    error // the last error of Next, if it ends the file
}

// splitter finds the rows of one container. It returns io.EOF at the end.
type splitter interface {
	next() (item, error)
}

// item is a row from a splitter: text, or a value, or the reason why it was dropped.
type item struct {
	text  string
	line  int64
	value domains.Value
	odd   []oddColumn
	err   error

	key  string
	head *Beside
}

// ErrEmpty is the error of a file without rows.
var ErrEmpty = errors.New("holds no rows; give a file with one JSON object a line")

// Next returns the next row. It returns io.EOF after the last one, and a *ReadError if the
// file cannot be read further. A text file without any row is an error, too, but
// under Options.Empty.
func (r *Reader) Next() (Raw, error) {
	if r.failed != nil {
		return Raw{}, r.failed
	}
	if err := r.ctx.Err(); err != nil {
		return Raw{}, r.fail(fmt.Errorf("reading %s: %w", r.name, err))
	}
	if len(r.waiting) > 0 {
		raw := r.waiting[0]
		r.waiting = r.waiting[1:]
		raw.Row = r.rows
		r.rows++
		return raw, nil
	}
	it, err := r.split.next()
	switch {
	case errors.Is(err, io.EOF) && r.rows == 0 && !r.empty && !r.parquet():
		return Raw{}, r.fail(&ReadError{File: r.name, Err: ErrEmpty})
	case errors.Is(err, io.EOF):
		return Raw{}, r.fail(io.EOF)
	case err != nil:
		return Raw{}, r.fail(&ReadError{File: r.name, Line: r.line, Offset: r.read.Load(), Err: err})
	}
	raw := Raw{File: r.name, Line: it.line, Row: r.rows, Text: it.text, value: it.value, odd: it.odd, err: it.err, Key: it.key, Head: it.head}
	r.rows++
	r.line = it.line
	if r.runs {
		return raw, nil // a session is one run
	}
	if n := r.parts(&raw); n > 1 {
		if size := raw.length(); n > MaxSessionBytes/size {
			raw.Text, raw.err = "", rowError(dataset.CodeTooLarge, "", "the row has %d decisions in %d bytes, and each would be a sample with all that was before it; cut the row into sessions of fewer turns", n, size)
			return raw, nil
		}
		raw.Text, raw.parted = strings.Clone(raw.Text), true // the caller may reuse its memory
		for part := 1; part < n; part++ {
			next := raw
			next.part = part
			r.waiting = append(r.waiting, next)
		}
	}
	return raw, nil
}

// All returns the remaining rows; an error is the last element.
func (r *Reader) All() iter.Seq2[Raw, error] {
	return func(yield func(Raw, error) bool) {
		for {
			raw, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(raw, err) || err != nil {
				return
			}
		}
	}
}

// parquet reports whether the file is Parquet, which is valid without rows, as an idle rank
// writes it.
func (r *Reader) parquet() bool {
	_, ok := r.split.(*parquetRows)
	return ok
}

// NextInto is Next for a caller that reads many rows and keeps few. The text of the row is
// appended to arena, as far as its capacity allows, and is valid until that memory is
// reused.
func (r *Reader) NextInto(arena *[]byte) (Raw, error) {
	if l, ok := r.split.(*lines); ok {
		l.arena = arena
		defer func() { l.arena = nil }()
	}
	return r.Next()
}

func (r *Reader) fail(err error) error {
	r.failed = err
	return err
}

// Progress returns the number of bytes read, and the size of the file, -1 if unknown
// (stdin).
func (r *Reader) Progress() (read, size int64) { return r.read.Load(), r.size }

// AnswersFile returns the path of the possible answers that are joined to the rows, "" if
// there are none. They are an input like the file itself.
func (r *Reader) AnswersFile() string {
	if r.answers == nil {
		return ""
	}
	return r.answers.path
}

// FunctionsSum is the SHA-256, in hex, of the function documents for sessions, "" if there
// are none.
func (r *Reader) FunctionsSum() string {
	if r.functions == nil {
		return ""
	}
	return r.functions.sum
}

// Close releases the file.
func (r *Reader) Close() error {
	var errs []error
	for i := len(r.closers) - 1; i >= 0; i-- {
		errs = append(errs, r.closers[i]())
	}
	r.closers = nil
	r.fail(errors.New("the reader is closed"))
	return errors.Join(errs...)
}

// ReadError says that a file cannot be opened or read further, and where.
type ReadError struct {
	File   string
	Line   int64 // of the last row that was read, 0 before the first
	Offset int64 // bytes of the file read so far
	Err    error
}

func (e *ReadError) Error() string {
	if e.Line == 0 && e.Offset == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s: reading on after line %d (%d bytes of the file read): %v", e.File, e.Line, e.Offset, e.Err)
}

func (e *ReadError) Unwrap() error { return e.Err }

// Faulty reports whether an error is a fault of what was read, and not of the reading: the
// same input fails again, and one without the fault is another input.
func Faulty(err error) bool {
	var e *ReadError
	return errors.As(err, &e) && !errors.As(e.Err, new(*fs.PathError)) && !errors.Is(e.Err, context.Canceled) && !errors.Is(e.Err, context.DeadlineExceeded)
}
