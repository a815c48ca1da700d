package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/voi-rl/voi/internal/infile"
)

// newJSONLayout returns a layout with labels whose files are JSON lines, one for each
// sample. encode appends a line with its end, and restore reads a line back. The format has
// no room for metadata.
func newJSONLayout(name string, columns []Column, encode func(dst []byte, e *Entry) ([]byte, error), restore func(line []byte) (carried, error)) *Layout {
	l := &Layout{Name: name, Extension: "jsonl", Tools: ToolsColumn, Carries: true, Columns: columns}
	l.NewFile = func(w io.Writer, _ map[string]string) LayoutFile { return &jsonFile{encode, w} }
	l.entries = func(ctx context.Context, s *shardReader, fn func(*Entry, error) error) error {
		return eachLine(ctx, s, func(line []byte) error {
			c, err := restore(line)
			if err != nil {
				return fn(nil, err)
			}
			e, err := c.entry()
			if err != nil {
				return fn(nil, fmt.Errorf("label: %w", err))
			}
			again, err := encode(nil, e)
			if err != nil {
				return fn(nil, err)
			}
			if !bytes.Equal(again, line) {
				return fn(e, errOtherRow)
			}
			return fn(e, nil)
		})
	}
	return l
}

type jsonFile struct {
	encode func(dst []byte, e *Entry) ([]byte, error)
	w      io.Writer
}

func (f *jsonFile) NewGroup() Group { return &jsonGroup{file: f} }
func (f *jsonFile) Close() error    { return nil }

// jsonGroup holds the lines of a group until Commit.
type jsonGroup struct {
	file *jsonFile
	text []byte
}

func (g *jsonGroup) Add(e *Entry) (rows int, err error) {
	g.text, err = g.file.encode(g.text, e)
	return 1, err
}

func (g *jsonGroup) Flush() error { return nil }

func (g *jsonGroup) Commit() error {
	_, err := g.file.w.Write(g.text)
	g.text = nil
	return err
}

// maxLine bounds a line that is read: it contains tools and messages twice, directly and,
// escaped, in the label.
const maxLine = 4 * MaxLabelBytes

// eachLine reads the lines of a file, with their ends.
func eachLine(ctx context.Context, s *shardReader, fn func(line []byte) error) error {
	if _, err := s.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := infile.NewLines(infile.UntilDone(ctx, s.f), maxLine)
	for {
		line, long, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading %s: %w", s.path, err)
		case long:
			return fmt.Errorf("%s has a line of more than %d bytes", s.path, maxLine)
		case r.Cut():
			return fmt.Errorf("the last line of %s does not end", s.path)
		}
		if err := fn([]byte(line + "\n")); err != nil {
			return err
		}
	}
}
