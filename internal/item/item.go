package item

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
	"github.com/voi-rl/voi/reward"
)

// The limits of an item.
const (
	MaxBytes = 16 << 20 // of text; longer items are too_large

	maxNodes = 1 << 18 // values in one field
	// A call's arguments may nest as deep in chat messages as in a text (F8). In messages
	// they stand up to five levels deeper.
	messagesDepth = MaxDepth + 5
)

// Field is a field of an item's sample. Its value stays JSON text until a sample is made of
// it; for most items the sample is in the cache already.
type Field int

// The inline fields.
const (
	Messages Field = iota
	Tools
	Reference
	Domains
	Labels
	Reading
	fields
)

var fieldNames = [fields]string{"messages", "tools", "reference", "domains", "labels", "reading"}

// String returns the key of the field.
func (f Field) String() string { return fieldNames[f] }

// FieldNamed returns the inline field with that key.
func FieldNamed(key string) (f Field, ok bool) {
	i := slices.Index(fieldNames[:], key)
	return Field(i), i >= 0
}

// Item is one completion and the fields that name or hold its sample.
type Item struct {
	Completion   string           // the text, where Chat is nil
	ASCII        bool             // Completion is known to be ASCII; false where that was not checked
	Chat         *jsonvalue.Value // the completion as chat messages
	FinishReason string           // "" where none is given
	SampleID     string           // "" where none is given
	Group        string           // the same for equal group ids; "" where none is given
	Prompt       *string          // the prompt that Completion begins with, for TakePrompt to remove; nil: none

	inline [fields]string // JSON text, "" where the field is absent or null
}

// Input returns the completion in the form that package reward scores. In messages that go
// on after the decision, the finish reason is left out: the token limit then cut a later
// message.
func (it *Item) Input() reward.Input {
	if it.Chat != nil && completion.Continues(*it.Chat) {
		return reward.Input{Messages: it.Chat}
	}
	return reward.Input{Completion: it.Completion, ASCII: it.ASCII, Messages: it.Chat, FinishReason: it.FinishReason}
}

// TakePrompt removes the prompt in front of the completion, and the end-of-turn tokens
// behind it. Some trainers send prompt and completion as one text.
func (it *Item) TakePrompt() *Error {
	if it.Prompt == nil {
		return nil
	}
	if it.Chat != nil {
		return errorf(CodeBadRequest, "begins_with is for a completion that is a text, and this one is messages; leave it out")
	}
	answer, found := rollout.Answer(it.Completion, *it.Prompt)
	if !found {
		return errorf(CodeBadRequest, "the text does not begin with its prompt, so that it cannot be told where the completion begins")
	}
	it.Completion, it.Prompt = answer, nil
	return nil
}

// Inline returns the JSON text of an inline field, "" where it is absent.
func (it *Item) Inline(f Field) string { return it.inline[f] }

// HasInline reports whether the item holds any field of its sample.
func (it *Item) HasInline() bool { return it.inline != [fields]string{} }

// SetInline sets an inline field to a JSON text; the text is parsed when a sample is made
// of it. "", white space and null mean that the field is absent.
func (it *Item) SetInline(f Field, raw string) *Error {
	if strings.TrimSpace(raw) == "" {
		it.inline[f] = ""
		return nil
	}
	raw, deep, err := Whole(raw)
	if err != nil {
		return asError(err)
	}
	return it.setInline(f, raw, deep)
}

// setInline is SetInline for a value that was cut out of a larger text.
func (it *Item) setInline(f Field, raw string, deep bool) *Error {
	if deep {
		return errorf(CodeTooDeep, "%s is nested deeper than %d", f, MaxDepth)
	}
	if raw == "null" {
		raw = ""
	}
	it.inline[f] = raw
	return nil
}

// Read reads the JSON text of an item (protocol.md, ITEM). It ignores unknown fields, as
// long as they are JSON. Inline fields are not parsed yet. The Item shares the memory of
// the text.
func Read(text string) (Item, *Error) { return new(Reader).Read(text, nil) }

// Reader reads one item after another and reuses its memory: a completion that is a text is
// valid only until the next Read.
type Reader struct {
	reading reading
	text    []byte // of the completion
}

// Read works as the function Read does. It also calls each, if not nil, with the key and
// the text of every member, in order.
func (rd *Reader) Read(text string, each func(key, raw string)) (Item, *Error) {
	r := &rd.reading
	r.Item, r.each, r.text, r.taken, r.completed, r.failed, r.known, r.set = Item{}, each, rd.text, false, false, nil, 0, nil
	err := r.object(text, "completion and a sample")
	if err == nil && !r.completed {
		err = errorf(CodeBadRequest, "the item has no completion; give a text or a list of chat messages")
	}
	if err == nil {
		err = r.TakePrompt()
	}
	rd.text = r.text
	return r.checked(err)
}

// ReadLabel is Read for the JSON text of a label: an item without its completion, as
// trainers keep it in one column. A reference alone ({"action", "tool_calls"}) is a label,
// too. A completion in the label is an error, because another completion is to be scored.
func ReadLabel(text string) (Item, *Error) {
	isReference := false
	r := reading{each: func(key, _ string) { isReference = isReference || key == "action" }}
	err := r.object(text, "the fields of a sample")
	if err == nil && r.completed {
		err = errorf(CodeBadRequest, "the label holds a completion; give the fields of a sample only")
	}
	if err == nil && isReference && r.inline[Reference] == "" {
		r.inline[Reference] = text
	}
	return r.checked(err)
}

// object reads the members of an item. Where the error is not Broken, the text may still be
// JSON.
func (r *reading) object(text, what string) *Error {
	if len(text) > MaxBytes {
		return errorf(CodeTooLarge, "the item has %d bytes; at most %d are scored", len(text), MaxBytes)
	}
	if text == "" || text[0] != '{' {
		v, err := Parse(text)
		if err != nil {
			return asError(err)
		}
		return errorf(CodeBadRequest, "the item is of type %s; give an object with %s", v.Kind(), what)
	}
	c := cutter{s: text}
	if err := c.members(nil, r.take, r.member, nil); err != nil {
		return asError(err)
	}
	return r.failed
}

// checked returns the item that was read. After an error it also checks that the inline
// fields are JSON, because no later step reads them.
func (r *reading) checked(err *Error) (Item, *Error) {
	if err != nil && !err.broken {
		if broken := r.check(); broken != nil {
			err = broken
		}
	}
	return r.Item, err
}

// FromValue is Read for a parsed value.
func FromValue(v jsonvalue.Value) (Item, *Error) {
	if v.Kind() != jsonvalue.Object {
		return Item{}, errorf(CodeBadRequest, "the item is of type %s; give an object with completion and a sample", v.Kind())
	}
	r := reading{}
	for _, m := range v.Members() {
		f, inline := FieldNamed(m.Key)
		switch {
		case inline && !m.Value.IsNull():
			r.inline[f] = m.Value.JSON()
		case !inline:
			if err := r.plain(m.Key, m.Value); err != nil {
				return r.Item, err
			}
		}
	}
	if !r.completed {
		return r.Item, errorf(CodeBadRequest, "the item has no completion; give a text or a list of chat messages")
	}
	return r.Item, r.TakePrompt()
}

// reading is the state of Read. An error that leaves the text JSON is kept until all of the
// text has been read: a later fault may show that the text is no JSON at all.
type reading struct {
	Item
	each      func(key, raw string)
	text      []byte // memory for the completion
	taken     bool   // the completion has been read, and member has not seen it yet
	completed bool
	failed    *Error

	keys  [manyKeys]string // the first keys that were seen
	known int
	set   map[string]bool // all keys that were seen, where they are many
}

func (r *reading) fail(err *Error) {
	if r.failed == nil {
		r.failed = err
	}
}

// check returns an error where an inline field is no JSON. It is for items that are not
// scored.
func (it *Item) check() *Error {
	if _, err := it.values(); err != nil && err.broken {
		return err
	}
	return nil
}

// mostRoom bounds the bytes that are reserved for a completion before it is read.
const mostRoom = 4 << 10

// take unquotes a text completion while the item is cut, in one pass. Most completions are
// large texts.
func (r *reading) take(key, rest string) int {
	if key != "completion" {
		return 0
	}
	text, n, ascii, ok := jsonvalue.AppendUnquoted(slices.Grow(r.text[:0], min(len(rest), mostRoom)), rest)
	if !ok {
		return 0
	}
	r.text, r.Completion, r.ASCII, r.taken = text, unsafe.String(unsafe.SliceData(text), len(text)), ascii, true
	return n
}

func (r *reading) member(key, raw string, deep bool) error {
	if r.each != nil {
		r.each(key, raw)
	}
	if r.repeated(key) {
		r.fail(errorf(CodeBadJSON, "the key %q occurs twice in the item", shorten(key)))
	}
	if f, ok := FieldNamed(key); ok {
		if err := r.setInline(f, raw, deep); err != nil {
			r.fail(err)
		}
		return nil
	}
	depth := MaxDepth
	if key == "completion" {
		if r.taken {
			r.taken, r.completed = false, true
			return nil
		}
		depth, deep = messagesDepth, false
	}
	if deep {
		r.fail(errorf(CodeTooDeep, "%s is nested deeper than %d", shorten(key), MaxDepth))
		return nil
	}
	v, err := parse(raw, depth)
	if err != nil {
		if bad := asError(err); bad.broken {
			return bad
		}
		r.fail(asError(err))
		return nil
	}
	if err := r.plain(key, v); err != nil {
		r.fail(err)
	}
	return nil
}

const manyKeys = 16

// repeated notes a key and reports whether it occurred before.
func (r *reading) repeated(key string) bool {
	if r.known < manyKeys {
		if slices.Contains(r.keys[:r.known], key) {
			return true
		}
		r.keys[r.known] = key
		r.known++
		return false
	}
	if r.set == nil {
		r.set = make(map[string]bool, 2*manyKeys)
		for _, k := range r.keys {
			r.set[k] = true
		}
	}
	twice := r.set[key]
	r.set[key] = true
	return twice
}

// plain sets a field that is not kept as text.
func (r *reading) plain(key string, v jsonvalue.Value) *Error {
	if v.IsNull() {
		return nil
	}
	switch key {
	case "completion":
		return r.completion(v)
	case "sample_id":
		id, ok := idText(v)
		if !ok {
			return errorf(CodeBadRequest, "sample_id is no id (%s); give a text that is not empty, or leave the field out", shorten(v.JSON()))
		}
		r.SampleID = id
	case "group_id":
		r.Group = v.Key()
	case "begins_with":
		if v.Kind() != jsonvalue.String {
			return errorf(CodeBadRequest, "begins_with is of type %s; give the text of the prompt that the completion begins with", v.Kind())
		}
		prompt := v.Str()
		r.Prompt = &prompt
	case "finish_reason":
		if v.Kind() != jsonvalue.String {
			return errorf(CodeBadRequest, "finish_reason is of type %s; give a text, as in \"length\"", v.Kind())
		}
		r.FinishReason = v.Str()
	}
	return nil
}

func (r *reading) completion(v jsonvalue.Value) *Error {
	switch v.Kind() {
	case jsonvalue.String:
		r.Completion = v.Str()
	case jsonvalue.Array, jsonvalue.Object:
		r.Chat = &v
	default:
		return errorf(CodeBadRequest, "completion is of type %s; give a text or a list of chat messages", v.Kind())
	}
	r.completed = true
	return nil
}

// idText returns an id as a text; a whole number becomes its digits.
func idText(v jsonvalue.Value) (string, bool) {
	switch v.Kind() {
	case jsonvalue.String:
		return v.Str(), v.Str() != ""
	case jsonvalue.Number:
		return v.NumberText(), true
	}
	return "", false
}

// shorten cuts a key of the input for a message.
func shorten(key string) string {
	const most = 64
	if len(key) > most {
		return key[:most] + "..."
	}
	return key
}
