package score

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
)

// jsonSink writes JSON lines: the text of a row unchanged, with our columns inserted before
// its last brace.
type jsonSink struct {
	plan    *plan
	layout  layout
	columns *columns
	keys    []string // of our columns, `,"name":`
	w       io.Writer
	closer  io.Closer // of a codec; nil without one
}

func newJSONSink(p *plan, c *columns, w io.Writer) (*jsonSink, error) {
	s := &jsonSink{plan: p, layout: newLayout(p), columns: c, w: w}
	for _, names := range c.profiles {
		for _, name := range names {
			s.keys = append(s.keys, ","+string(jsonvalue.AppendString(nil, name))+":")
		}
	}
	switch p.format.codec {
	case "gz":
		z := gzip.NewWriter(w)
		s.w, s.closer = z, z
	case "zst":
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		s.w, s.closer = z, z
	}
	return s, nil
}

func (s *jsonSink) write(b *writeBatch) error {
	_, err := s.w.Write(b.out)
	return err
}

func (s *jsonSink) close() error {
	if s.closer == nil {
		return nil
	}
	return s.closer.Close()
}

func (s *jsonSink) encode(b *writeBatch) (err error) {
	for i := range b.rows {
		row := &b.rows[i]
		start := len(b.out)
		if row.rec.is(flagRewrite) {
			if b.out, err = s.rewrite(b.out, b.in, row); err != nil {
				return err
			}
		} else {
			text := row.raw.Text
			b.out = append(b.out, text[:len(text)-1]...)
		}
		if b.texts, err = row.rec.texts(&s.layout, b.texts[:0]); err != nil {
			return err
		}
		comma := len(b.out)
		if row.rec.is(flagStep) {
			b.out = append(append(b.out, stepKey...), row.step...)
		}
		to := jsonCells{b.out, s.keys}
		b.results(s.plan, &s.layout, row, &to)
		b.out = to.dst
		if comma == start+1 { // the row has no columns
			b.out = append(b.out[:comma], b.out[comma+1:]...)
		}
		b.out = append(b.out, '}', '\n')
	}
	return nil
}

// rewrite appends a row whose text cannot be copied, up to its last brace.
func (s *jsonSink) rewrite(dst []byte, in *input, row *outRow) ([]byte, error) {
	dst = append(dst, '{')
	first := true
	key := func(name string) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(jsonvalue.AppendString(dst, s.columns.outName(name)), ':')
	}
	if row.raw.Text != "" {
		return dst, item.Members(row.raw.Text, func(name, raw string, _ bool) error {
			key(name)
			var err error
			dst, err = appendRaw(dst, raw)
			return err
		})
	}
	v, err := row.raw.Parse()
	if err != nil {
		return dst, err
	}
	for _, name := range in.columns {
		key(name)
		dst = v.Field(name).AppendJSON(dst)
	}
	return dst, nil
}

// appendRaw appends a value on one line and in UTF-8.
func appendRaw(dst []byte, raw string) ([]byte, error) {
	if strings.IndexByte(raw, '\n') < 0 && utf8.ValidString(raw) {
		return append(dst, raw...), nil
	}
	v, err := jsonvalue.Parse(raw, jsonvalue.Options{MaxDepth: 2 * jsonvalue.DefaultDepth, ReplaceInvalid: true})
	if err != nil {
		return dst, fmt.Errorf("a value that was scored is none any more: %w", err)
	}
	return v.AppendJSON(dst), nil
}

// stepKey is the column for a step in the file's name.
const stepKey = `,"` + rollout.StepKey + `":`

// jsonCells appends our columns, each behind its key.
type jsonCells struct {
	dst  []byte
	keys []string // still to come
}

func (c *jsonCells) key() {
	c.dst, c.keys = append(c.dst, c.keys[0]...), c.keys[1:]
}

func (c *jsonCells) number(f float64, ok bool) {
	if c.key(); ok {
		c.dst = jsonvalue.AppendFloat(c.dst, f)
	} else {
		c.dst = append(c.dst, "null"...)
	}
}

func (c *jsonCells) action(n int) { c.text(quotedActions[n]) }

func (c *jsonCells) text(json []byte) {
	if c.key(); len(json) == 0 {
		json = []byte("null")
	}
	c.dst = append(c.dst, json...)
}

// quotedActions are the actions as JSON; the last one is empty, for no action.
var quotedActions = func() (all [len(completion.Actions) + 1][]byte) {
	for i, a := range completion.Actions {
		all[i] = jsonvalue.AppendString(nil, string(a))
	}
	return all
}()
