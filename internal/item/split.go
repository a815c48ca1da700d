package item

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// MaxDepth is the deepest nesting of a part that is parsed.
const MaxDepth = jsonvalue.DefaultDepth

// Members cuts the text of a JSON object into its members, in order, without parsing their
// values: raw is the text of a value, deep says that it is nested deeper than MaxDepth.
// Only the text between values is checked; a value is parsed where it is used. The error is
// that of each, or an *Error with code bad_json (too_deep for an endless heap of brackets).
func Members(text string, each func(key, raw string, deep bool) error) error {
	return Request(text, nil, each, nil)
}

// Request is Members with a special rule for the members named in lists. If such a member
// is an array, begin is called with its key, and then element with each of its elements. So
// a large request is scanned only once.
func Request(text string, lists []string, each func(key, raw string, deep bool) error, begin func(key string) (element func(raw string, deep bool) error, err error)) error {
	c := cutter{s: text}
	return c.members(lists, func(string, string) int { return 0 }, each, begin)
}

// members is Request with taken. taken may read a value by itself, from the text that
// begins with it; it returns the value's length, or 0 where it did not read it.
func (c *cutter) members(lists []string, taken func(key, rest string) int, each func(key, raw string, deep bool) error, begin func(key string) (element func(raw string, deep bool) error, err error)) error {
	if c.space(); !c.eat('{') {
		return c.broken("an object is expected")
	}
	for first := true; ; first = false {
		c.space()
		if first && c.eat('}') {
			return c.end()
		}
		key, err := c.key()
		if err != nil {
			return err
		}
		if c.space(); !c.eat(':') {
			return c.broken("a colon is expected after a key")
		}
		c.space()
		if slices.Contains(lists, key) && c.eat('[') {
			element, err := begin(key)
			if err == nil {
				err = c.elements(element)
			}
			if err != nil {
				return err
			}
			c.space()
		} else if n := taken(key, c.s[c.i:]); n > 0 {
			c.i += n
			if err := each(key, c.s[c.i-n:c.i], false); err != nil {
				return err
			}
			c.space()
		} else if err := c.element(func(raw string, deep bool) error { return each(key, raw, deep) }); err != nil {
			return err
		}
		if c.eat('}') {
			return c.end()
		}
		if !c.eat(',') {
			return c.broken("a comma or the end of the object is expected")
		}
	}
}

// Elements is Members for an array.
func Elements(text string, each func(raw string, deep bool) error) error {
	c := cutter{s: text}
	if c.space(); !c.eat('[') {
		return c.broken("an array is expected")
	}
	if err := c.elements(each); err != nil {
		return err
	}
	return c.end()
}

// elements cuts the rest of an array.
func (c *cutter) elements(each func(raw string, deep bool) error) error {
	if c.space(); c.eat(']') {
		return nil
	}
	for {
		if err := c.element(each); err != nil {
			return err
		}
		if c.eat(']') {
			return nil
		}
		if !c.eat(',') {
			return c.broken("a comma or the end of the array is expected")
		}
	}
}

// Whole returns the single value in a text.
func Whole(text string) (raw string, deep bool, err error) {
	c := cutter{s: text}
	err = c.element(func(r string, d bool) error { raw, deep = r, d; return nil })
	if err == nil {
		err = c.end()
	}
	return raw, deep, err
}

// cutter finds the ends of JSON values by their brackets and quotes.
type cutter struct {
	s string
	i int
}

func (c *cutter) broken(what string) error {
	return &Error{Code: CodeBadJSON, Message: fmt.Sprintf("%s at byte %d of the text", what, c.i), broken: true}
}

func (c *cutter) space() {
	for c.i < len(c.s) {
		switch c.s[c.i] {
		case ' ', '\t', '\n', '\r':
			c.i++
		default:
			return
		}
	}
}

func (c *cutter) eat(b byte) bool {
	if c.i < len(c.s) && c.s[c.i] == b {
		c.i++
		return true
	}
	return false
}

// end checks that nothing follows.
func (c *cutter) end() error {
	if c.space(); c.i < len(c.s) {
		return c.broken("nothing may follow the value")
	}
	return nil
}

// element cuts one value with the white space around it.
func (c *cutter) element(each func(raw string, deep bool) error) error {
	c.space()
	start := c.i
	depth, err := c.skip()
	if err != nil {
		return err
	}
	if c.i == start {
		return c.broken("a value is expected")
	}
	if err := each(c.s[start:c.i], depth > MaxDepth); err != nil {
		return err
	}
	c.space()
	return nil
}

// key reads a key; nearly all keys have no escapes.
func (c *cutter) key() (string, error) {
	if c.i >= len(c.s) || c.s[c.i] != '"' {
		return "", c.broken("a key in double quotes is expected")
	}
	start := c.i
	if !c.skipString() {
		return "", c.broken("the text ends inside a key")
	}
	raw := c.s[start:c.i]
	for i := 1; i < len(raw)-1; i++ {
		if b := raw[i]; b == '\\' || b < ' ' || b > '~' {
			v, err := parse(raw, 1)
			return v.Str(), err
		}
	}
	return raw[1 : len(raw)-1], nil
}

// skip passes over one value and returns how deep its brackets nest.
func (c *cutter) skip() (deepest int, err error) {
	for depth := 0; c.i < len(c.s); {
		switch c.s[c.i] {
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
			c.i++
		case '}', ']':
			if depth == 0 {
				return deepest, nil
			}
			depth--
			c.i++
		case '"':
			if !c.skipString() {
				return deepest, c.unended(deepest)
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return deepest, nil
			}
			c.i++
			continue
		default:
			c.i++
			if depth == 0 {
				c.atom()
				return deepest, nil
			}
			continue
		}
		if depth == 0 {
			return deepest, nil
		}
	}
	return deepest, c.unended(deepest)
}

// atom passes over the rest of a number or a word.
func (c *cutter) atom() {
	for c.i < len(c.s) && strings.IndexByte(",]} \t\n\r\"[{:", c.s[c.i]) < 0 {
		c.i++
	}
}

func (c *cutter) unended(deepest int) error {
	if deepest > MaxDepth {
		return &Error{Code: CodeTooDeep, Message: fmt.Sprintf("the text is nested deeper than %d, and has no end", MaxDepth), broken: true}
	}
	return c.broken("the text ends inside a value")
}

// skipString passes over a string. A quote ends it unless an odd number of backslashes
// stands before the quote. Each run of backslashes is looked at only once.
func (c *cutter) skipString() bool {
	for from := c.i + 1; ; {
		k := strings.IndexByte(c.s[from:], '"')
		if k < 0 {
			c.i = len(c.s)
			return false
		}
		quote := from + k
		slashes := 0
		for quote-1-slashes > c.i && c.s[quote-1-slashes] == '\\' {
			slashes++
		}
		from = quote + 1
		if slashes%2 == 0 {
			c.i = from
			return true
		}
	}
}
