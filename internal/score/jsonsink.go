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
	"github.com/voi-rl/voi/reward"
)

// jsonSink writes JSON lines: the text of a row as it came, and our columns
// before its last brace.
type jsonSink struct {
	plan    *plan
	layout  layout
	columns *columns
	keys    [][]string // of each profile, `,"name":`
	w       io.Writer
	closer  io.Closer // of a codec; nil without one
}

func newJSONSink(p *plan, c *columns, w io.Writer) (*jsonSink, error) {
	s := &jsonSink{plan: p, layout: newLayout(p), columns: c, w: w}
	for _, names := range c.profiles {
		keys := make([]string, len(names))
		for i, name := range names {
			keys[i] = "," + string(jsonvalue.AppendString(nil, name)) + ":"
		}
		s.keys = append(s.keys, keys)
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

func (s *jsonSink) limits() (int, int64) { return batchRows, batchBytes }

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
		b.out = s.results(b.out, row, b)
		if comma == start+1 { // the row has no columns of its own
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

// stepKey is the column of the step that the name of a file says.
const stepKey = `,"` + rollout.StepKey + `":`

// results appends our columns, each with a comma before it.
func (s *jsonSink) results(dst []byte, row *outRow, b *writeBatch) []byte {
	if row.rec.is(flagStep) {
		dst = append(append(dst, stepKey...), row.step...)
	}
	for i, at := range s.layout.offsets {
		keys, width := s.keys[i], s.layout.widths[i]
		ok := row.rec.ok(at)
		number := func(k int, f float64, ok bool) {
			dst = append(dst, keys[k]...)
			if ok {
				dst = jsonvalue.AppendFloat(dst, f)
			} else {
				dst = append(dst, "null"...)
			}
		}
		text := func(k int, text []byte) {
			dst = append(dst, keys[k]...)
			if len(text) == 0 {
				text = []byte("null")
			}
			dst = append(dst, text...)
		}
		number(0, row.rec.reward(at), ok)
		for k := range width {
			number(1+k, row.rec.component(at, k), ok)
		}
		text(1+width, quotedActions[row.rec.action(at)])
		text(2+width, b.texts[2*i])
		text(3+width, b.texts[2*i+1])
		mean, std := row.stats[2*i], row.stats[2*i+1]
		number(4+width, mean, mean == mean)
		number(5+width, std, mean == mean)
		number(6+width, reward.Advantage(row.rec.reward(at), mean, std, s.plan.Advantage), ok)
	}
	return dst
}

// quotedActions are the actions as JSON, at last nothing for none.
var quotedActions = func() (all [len(completion.Actions) + 1][]byte) {
	for i, a := range completion.Actions {
		all[i] = jsonvalue.AppendString(nil, string(a))
	}
	return all
}()
