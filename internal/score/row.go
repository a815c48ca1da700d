package score

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// field is one member of a row: its text, or its value where the row is no text.
type field struct {
	key   string
	raw   string
	value jsonvalue.Value
}

// understand reads a row and finds out which sample it is of.
func (s *scorer) understand(b *scoreBatch, raw *reader.Raw) (shaped, error) {
	v, err := b.split(raw)
	if err != nil {
		return shaped{}, err
	}
	sh, err := s.shaped(b, raw, v)
	if err != nil {
		return sh, err
	}
	return sh, s.resolve(&sh)
}

// split cuts a row into its fields. Where the row is no text, v is its value.
func (b *scoreBatch) split(raw *reader.Raw) (v jsonvalue.Value, err error) {
	b.fields = b.fields[:0]
	if raw.Text != "" {
		if raw.Text[0] != '{' {
			if v, err = item.Parse(raw.Text); err == nil {
				err = &dataset.Error{Code: dataset.CodeUnknownFormat, Msg: fmt.Sprintf("a row is an object, not a JSON %s", v.Kind())}
			}
			return v, err
		}
		return v, item.Members(raw.Text, func(key, raw string, _ bool) error {
			b.fields = append(b.fields, field{key: key, raw: raw})
			return nil
		})
	}
	if v, err = raw.Parse(); err != nil {
		return v, err
	}
	if v.Kind() != jsonvalue.Object {
		return v, &dataset.Error{Code: dataset.CodeUnknownFormat, Msg: fmt.Sprintf("a row is an object, not a JSON %s", v.Kind())}
	}
	for _, m := range v.Members() {
		b.fields = append(b.fields, field{key: m.Key, value: m.Value})
	}
	return v, nil
}

// shaped reads a row of any shape.
func (s *scorer) shaped(b *scoreBatch, raw *reader.Raw, v jsonvalue.Value) (shaped, error) {
	own := b.has("completion")
	if own && raw.Text != "" {
		it, err := item.Read(raw.Text)
		if err != nil {
			return shaped{}, err
		}
		return shaped{item: it, rawPrompt: b.prompt()}, nil
	}
	if raw.Text != "" {
		var err error
		if v, err = item.Parse(raw.Text); err != nil {
			return shaped{}, err
		}
	}
	if !own {
		return shape(v)
	}
	it, err := item.FromValue(v)
	if err != nil {
		return shaped{}, err
	}
	return shaped{item: it, prompt: promptOf(v)}, nil
}

func (b *scoreBatch) has(key string) bool {
	for i := range b.fields {
		if b.fields[i].key == key {
			return true
		}
	}
	return false
}

// prompt is the text of the prompt of a row in our own layout, parsed only where
// it is needed.
func (b *scoreBatch) prompt() string {
	for _, key := range promptKeys[:2] {
		for i := range b.fields {
			if b.fields[i].key == key {
				return b.fields[i].raw
			}
		}
	}
	return ""
}

// resolve finds the sample of an item that names none by its prompt.
func (s *scorer) resolve(sh *shaped) error {
	it := &sh.item
	if it.SampleID != "" || it.Inline(item.Reference) != "" && it.Inline(item.Tools) != "" {
		return nil
	}
	prompt := sh.prompt
	if sh.rawPrompt != "" {
		v, err := item.Parse(sh.rawPrompt)
		if err != nil {
			return err
		}
		prompt = single(v)
	}
	if s.lookup(it, prompt) || it.Inline(item.Reference) != "" {
		return nil
	}
	switch {
	case prompt.IsNull():
		return &dataset.Error{Code: codeNoSample, Msg: "the row names no sample; give sample_id, or tools and reference, or the prompt of a sample"}
	case s.plan.Samples == nil:
		return &dataset.Error{Code: codeNoSample, Msg: "the row has a prompt, and there are no samples to look it up in; give --data"}
	}
	return &dataset.Error{Code: codeNoSample, Msg: "no sample of --data, or more than one, has exactly this prompt; give sample_id, or tools and reference"}
}

// lookup sets the sample that has one of the texts of a prompt.
func (s *scorer) lookup(it *item.Item, prompt jsonvalue.Value) bool {
	if s.plan.Samples == nil || prompt.IsNull() {
		return false
	}
	for _, text := range promptTexts(prompt) {
		if id, ok := s.plan.Samples.ByPrompt(text); ok {
			it.SampleID = id
			return true
		}
	}
	return false
}

// key is the same text for equal values of a column, "" where the row has none.
func (b *scoreBatch) key(column string) string {
	for i := range b.fields {
		f := &b.fields[i]
		if f.key != column {
			continue
		}
		v := f.value
		if f.raw != "" {
			var err error
			if v, err = item.Parse(f.raw); err != nil {
				return ""
			}
		}
		if !v.IsNull() {
			return "g" + v.Key()
		}
	}
	return ""
}

// codeOf and messageOf read an error of reading a row.
func codeOf(err error) string {
	var row *dataset.Error
	var own *item.Error
	switch {
	case errors.As(err, &row):
		return row.Code
	case errors.As(err, &own):
		return own.Code
	}
	return dataset.CodeBadJSON
}

func messageOf(err error) string {
	var own *item.Error
	text := err.Error()
	if errors.As(err, &own) {
		text = own.Message
	}
	if !utf8.ValidString(text) {
		text = fmt.Sprintf("%+q", text)
	}
	return text
}
