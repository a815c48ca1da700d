package score

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
)

// field is one member of a row: its text, or its value where the row is no text.
type field struct {
	key   string
	raw   string
	value jsonvalue.Value
}

// understand reads a row and finds its sample.
func (s *scorer) understand(b *scoreBatch, raw *reader.Raw) (sh shaped, err error) {
	b.fields = b.fields[:0]
	if raw.Text != "" {
		sh, err = b.text(raw.Text)
	} else {
		sh, err = b.value(raw, s.plan.Group)
	}
	if err != nil {
		return sh, err
	}
	return sh, s.resolve(&sh)
}

// text reads a row that is a JSON text. In voi's own format it parses only the fields it
// needs. The completion is valid until the next row is read.
func (b *scoreBatch) text(text string) (shaped, error) {
	if text[0] != '{' {
		v, err := item.Parse(text)
		if err != nil {
			return shaped{}, err
		}
		return shaped{}, noObject(v)
	}
	it, bad := b.items.Read(text, func(key, raw string) { b.fields = append(b.fields, field{key: key, raw: raw}) })
	if b.has("completion") {
		if bad != nil {
			return shaped{}, bad
		}
		return shaped{item: it, rawPrompt: b.prompt()}, nil
	}
	v, err := item.Parse(text)
	if err != nil {
		return shaped{}, err
	}
	return shape(v)
}

// value reads a row of a Parquet file.
func (b *scoreBatch) value(raw *reader.Raw, groups []string) (shaped, error) {
	v, err := raw.Parse()
	if err == nil {
		err = raw.Odd(func(column string) bool { return rollout.IsColumn(column) || slices.Contains(groups, column) })
	}
	if err != nil {
		return shaped{}, err
	}
	if v.Kind() != jsonvalue.Object {
		return shaped{}, noObject(v)
	}
	for _, m := range v.Members() {
		b.fields = append(b.fields, field{key: m.Key, value: m.Value})
	}
	if !b.has("completion") {
		return shape(v)
	}
	it, bad := item.FromValue(v)
	if bad != nil {
		return shaped{}, bad
	}
	return shaped{item: it, prompt: rollout.Prompt(v.Field)}, nil
}

func noObject(v jsonvalue.Value) error {
	return &dataset.Error{Code: dataset.CodeUnknownFormat, Msg: fmt.Sprintf("a row is an object, not a JSON %s", v.Kind())}
}

func (b *scoreBatch) has(key string) bool {
	_, ok := b.field(key)
	return ok
}

// prompt returns the JSON text of the prompt of a row in voi's own format. It is parsed
// only where it is needed.
func (b *scoreBatch) prompt() string {
	for _, key := range rollout.PromptKeys[:2] {
		for i := range b.fields {
			if b.fields[i].key == key {
				return b.fields[i].raw
			}
		}
	}
	return ""
}

// resolve finds the sample of an item without an id, by its prompt.
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
		prompt = rollout.Single(v)
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

// lookup sets the sample that one of the texts of a prompt belongs to.
func (s *scorer) lookup(it *item.Item, prompt jsonvalue.Value) bool {
	if s.plan.Samples == nil || prompt.IsNull() {
		return false
	}
	for _, text := range rollout.PromptTexts(prompt) {
		if id, ok := s.plan.Samples.ByPrompt(text); ok {
			it.SampleID = id
			return true
		}
	}
	return false
}

// field returns a column of the row; ok is false where the row has none.
func (b *scoreBatch) field(column string) (f field, ok bool) {
	for i := range b.fields {
		if b.fields[i].key == column {
			return b.fields[i], true
		}
	}
	return f, false
}

// nullKey is the key of an absent value.
var nullKey = jsonvalue.Value{}.Key()

// key returns the same text for equal values of a column.
func (b *scoreBatch) key(f field) string {
	if f.raw == "" {
		return f.value.Key()
	}
	v, err := item.Parse(f.raw)
	if err != nil {
		return nullKey // scoring reports the error
	}
	return v.Key()
}

// codeOf and messageOf return the code and the message of an error of reading a row.
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
