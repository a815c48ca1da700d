package score

import (
	"strings"
	"unsafe"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file reads a row of our own layout in one pass, its completion into
// memory that is used again. It knows what nearly all rows are like and nothing
// else: what it does not take, item.ReadWith reads, and what it takes, ReadWith
// reads the same (FuzzFastAgrees). Without it a row of 2 KB costs 1.4 times the
// processor time under certainty, 1.3 times under guarded.

// fast reads the item of a row, and its fields; ok is false where the row has
// to be read the long way. The completion lasts until the next row is read.
func (b *scoreBatch) fast(text string) (it item.Item, ok bool) {
	if len(text) > batchBytes {
		return it, false
	}
	b.texts = b.texts[:0]
	f := fastReader{s: text, b: b}
	if !f.eat('{') {
		return it, false
	}
	for {
		if !f.member(&it) {
			return it, false
		}
		switch {
		case f.eat(','):
		case f.eat('}'):
			return it, f.i == len(text) && f.completed
		default:
			return it, false
		}
	}
}

// fastReader is how far a row has been read.
type fastReader struct {
	s         string
	i         int
	b         *scoreBatch
	completed bool
}

func (f *fastReader) space() {
	for f.i < len(f.s) && (f.s[f.i] == ' ' || f.s[f.i] == '\t') {
		f.i++
	}
}

func (f *fastReader) eat(c byte) bool {
	f.space()
	if f.i < len(f.s) && f.s[f.i] == c {
		f.i++
		f.space()
		return true
	}
	return false
}

// maxShort is the length up to which a string is looked through byte by byte.
const maxShort = 64

// maxFastFields bounds the fields that are held against each other for repeats.
const maxFastFields = 24

// member reads one field into the item.
func (f *fastReader) member(it *item.Item) bool {
	if f.i >= len(f.s) || f.s[f.i] != '"' {
		return false
	}
	key, plain, ok := f.quoted()
	if !ok || !plain || f.b.has(key) || len(f.b.fields) == maxFastFields || !f.eat(':') || f.i >= len(f.s) {
		return false
	}
	start := f.i
	if key == "completion" {
		if !f.completion(it) {
			return false
		}
	} else if !f.other(key, it) {
		return false
	}
	f.b.fields = append(f.b.fields, field{key: key, raw: f.s[start:f.i]})
	return true
}

// quoted passes over a string; plain says that it stands for its own text.
func (f *fastReader) quoted() (text string, plain, ok bool) {
	start := f.i
	for i := start + 1; i < len(f.s) && i < start+maxShort; i++ {
		c := f.s[i]
		if c == '"' {
			f.i = i + 1
			return f.s[start+1 : i], true, true
		}
		if c < ' ' || c > '~' || c == '\\' {
			break
		}
	}
	buf, n, _, ok := jsonvalue.AppendUnquoted(f.b.scratch[:0], f.s[f.i:])
	f.b.scratch = buf
	f.i += n
	if !ok {
		return "", false, false
	}
	return f.s[start+1 : f.i-1], len(buf) == n-2, true
}

func (f *fastReader) completion(it *item.Item) bool {
	if f.s[f.i] != '"' {
		return false
	}
	text, n, ascii, ok := jsonvalue.AppendUnquoted(f.b.texts, f.s[f.i:])
	f.b.texts = text
	f.i += n
	f.completed = true
	it.Completion, it.ASCII = unsafe.String(unsafe.SliceData(text), len(text)), ascii
	return ok
}

// other reads a field that is not the completion.
func (f *fastReader) other(key string, it *item.Item) bool {
	start := f.i
	switch c := f.s[f.i]; {
	case c == '"':
		text, plain, ok := f.quoted()
		if !ok {
			return false
		}
		switch key {
		case "sample_id":
			it.SampleID = text
			return plain && text != ""
		case "finish_reason":
			it.FinishReason = text
			return plain
		case "begins_with":
			return false // takes a part of the completion off
		}
	case c == '{' || c == '[':
		return false // rare, and worth the long way
	default:
		for f.i < len(f.s) && strings.IndexByte(",} \t", f.s[f.i]) < 0 {
			f.i++
		}
		if f.i == start {
			return false // there is no value
		}
	}
	return f.scalar(key, f.s[start:f.i], it)
}

// scalar takes the value of a field that is neither nested nor a completion.
func (f *fastReader) scalar(key, raw string, it *item.Item) bool {
	if raw == "null" {
		return true
	}
	switch key {
	case "sample_id", "finish_reason", "begins_with": // of a type that needs a closer look
		return false
	case "group_id":
		return f.group(raw, it)
	}
	if _, inline := item.FieldNamed(key); inline {
		return false
	}
	if raw == "true" || raw == "false" || raw != "" && raw[0] == '"' {
		return true
	}
	return isNumber(raw)
}

// group reads the id of a group, which mostly is that of the row before.
func (f *fastReader) group(raw string, it *item.Item) bool {
	last := &f.b.grouped
	if raw != last.raw {
		v, err := item.Parse(raw)
		if err != nil {
			return false
		}
		last.raw, last.id = strings.Clone(raw), v.Key()
	}
	it.Group = last.id
	return true
}

// isNumber reports whether a text is a JSON number that is a plain one: digits,
// and perhaps a sign and a fraction.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, fraction, has := strings.Cut(s, ".")
	if whole == "" || has && fraction == "" || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && i != len(whole) {
			return false
		}
	}
	return true
}
