package jsonvalue

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Options bound what Parse accepts. The zero Options are the strict defaults.
type Options struct {
	MaxDepth int // nesting of arrays and objects; 0 means DefaultDepth
	MaxNodes int // values in all; 0 means DefaultNodes

	// ReplaceInvalid replaces bytes that are not UTF-8, and lone surrogate
	// escapes, by U+FFFD. By default they are errors.
	ReplaceInvalid bool
}

// The bounds that hold where Options leave them zero.
const (
	DefaultDepth = 128
	DefaultNodes = 1 << 20
)

// The codes of an Error.
const (
	CodeSyntax    = "bad_json"
	CodeDepth     = "too_deep"
	CodeNodes     = "too_large"
	CodeDuplicate = "duplicate_key"
	CodeUTF8      = "bad_utf8"
	CodeTrailing  = "trailing_text"
)

// Error says what is wrong with a text that is not JSON, and where.
type Error struct {
	Code   string // one of the Code constants
	Offset int    // in bytes from the start of the text
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Msg, e.Offset) }

// Parse reads one JSON text (RFC 8259): surrounding white space is allowed,
// anything else after the value is an error. The Value keeps s alive.
func Parse(s string, opt Options) (Value, error) {
	if opt.MaxDepth <= 0 {
		opt.MaxDepth = DefaultDepth
	}
	if opt.MaxNodes <= 0 {
		opt.MaxNodes = DefaultNodes
	}
	p := parser{s: s, opt: opt, nodes: opt.MaxNodes}
	p.space()
	v, err := p.value(0)
	if err != nil {
		return Value{}, err
	}
	p.space()
	if p.i < len(s) {
		return Value{}, p.errorf(CodeTrailing, "text after the JSON value: %s", excerpt(s[p.i:]))
	}
	return v, nil
}

type parser struct {
	s     string
	i     int
	nodes int
	opt   Options
}

func (p *parser) errorf(code, format string, args ...any) error {
	return &Error{Code: code, Offset: p.i, Msg: fmt.Sprintf(format, args...)}
}

func (p *parser) space() {
	for p.i < len(p.s) {
		switch p.s[p.i] {
		case ' ', '\t', '\n', '\r':
			p.i++
		default:
			return
		}
	}
}

func (p *parser) value(depth int) (Value, error) {
	if p.nodes--; p.nodes < 0 {
		return Value{}, p.errorf(CodeNodes, "more than %d values in one JSON text", p.opt.MaxNodes)
	}
	if p.i >= len(p.s) {
		return Value{}, p.errorf(CodeSyntax, "the JSON text ends where a value should be")
	}
	switch c := p.s[p.i]; {
	case c == '{' || c == '[':
		if depth >= p.opt.MaxDepth {
			return Value{}, p.errorf(CodeDepth, "nested deeper than %d", p.opt.MaxDepth)
		}
		p.i++
		if c == '{' {
			return p.object(depth + 1)
		}
		return p.array(depth + 1)
	case c == '"':
		text, err := p.str()
		return Value{kind: String, text: text}, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	default:
		return p.literal()
	}
}

func (p *parser) literal() (Value, error) {
	rest := p.s[p.i:]
	for _, lit := range [...]string{"null", "true", "false"} {
		if strings.HasPrefix(rest, lit) {
			p.i += len(lit)
			if lit == "null" {
				return Value{}, nil
			}
			return Value{kind: Bool, text: lit}, nil
		}
	}
	for _, lit := range [...]string{"NaN", "Infinity"} {
		if strings.HasPrefix(rest, lit) {
			return Value{}, p.errorf(CodeSyntax, "%s is not JSON; write null or a number", lit)
		}
	}
	return Value{}, p.errorf(CodeSyntax, "no JSON value begins with %s", excerpt(rest))
}

func (p *parser) object(depth int) (Value, error) {
	var members []Member
	var seen map[string]struct{} // made only for large objects
	p.space()
	if p.i < len(p.s) && p.s[p.i] == '}' {
		p.i++
		return Value{kind: Object, members: []Member{}}, nil
	}
	for {
		p.space()
		if p.i >= len(p.s) || p.s[p.i] != '"' {
			return Value{}, p.errorf(CodeSyntax, "expected a key in double quotes, not %s", excerpt(p.s[p.i:]))
		}
		at := p.i
		key, err := p.str()
		if err != nil {
			return Value{}, err
		}
		if seen, err = p.checkKey(members, seen, key, at); err != nil {
			return Value{}, err
		}
		p.space()
		if p.i >= len(p.s) || p.s[p.i] != ':' {
			return Value{}, p.errorf(CodeSyntax, "expected ':' after a key, not %s", excerpt(p.s[p.i:]))
		}
		p.i++
		p.space()
		val, err := p.value(depth)
		if err != nil {
			return Value{}, err
		}
		members = append(members, Member{key, val})
		done, err := p.next('}')
		if err != nil {
			return Value{}, err
		}
		if done {
			return Value{kind: Object, members: members}, nil
		}
	}
}

// checkKey refuses a key that the object has already. Small objects are
// searched, large ones indexed, so that hostile objects stay linear.
func (p *parser) checkKey(members []Member, seen map[string]struct{}, key string, at int) (map[string]struct{}, error) {
	dup := false
	if len(members) < smallObject {
		for i := range members {
			dup = dup || members[i].Key == key
		}
	} else {
		if seen == nil {
			seen = make(map[string]struct{}, 2*smallObject)
			for i := range members {
				seen[members[i].Key] = struct{}{}
			}
		}
		_, dup = seen[key]
		seen[key] = struct{}{}
	}
	if dup {
		p.i = at
		return seen, p.errorf(CodeDuplicate, "the key %s occurs twice in one object", excerpt(key))
	}
	return seen, nil
}

func (p *parser) array(depth int) (Value, error) {
	p.space()
	if p.i < len(p.s) && p.s[p.i] == ']' {
		p.i++
		return Value{kind: Array, items: []Value{}}, nil
	}
	var items []Value
	for {
		p.space()
		val, err := p.value(depth)
		if err != nil {
			return Value{}, err
		}
		items = append(items, val)
		done, err := p.next(']')
		if err != nil {
			return Value{}, err
		}
		if done {
			return Value{kind: Array, items: items}, nil
		}
	}
}

// next consumes the comma or the closing bracket after an element.
func (p *parser) next(end byte) (done bool, err error) {
	p.space()
	if p.i >= len(p.s) {
		return false, p.errorf(CodeSyntax, "the JSON text ends before '%c'", end)
	}
	c := p.s[p.i]
	if c != ',' && c != end {
		return false, p.errorf(CodeSyntax, "expected ',' or '%c', not %s", end, excerpt(p.s[p.i:]))
	}
	p.i++
	return c == end, nil
}

func (p *parser) number() (Value, error) {
	s, start, i := p.s, p.i, p.i
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	first := i
	ok := digits() && (s[first] != '0' || i == first+1)
	if ok && i < len(s) && s[i] == '.' {
		i++
		ok = digits()
	}
	if ok && i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		ok = digits()
	}
	if !ok {
		return Value{}, p.errorf(CodeSyntax, "not a JSON number: %s", excerpt(s[start:]))
	}
	p.i = i
	return Value{kind: Number, text: s[start:i]}, nil
}

// str reads a string from its opening quote. A string without escapes shares
// the memory of the text.
func (p *parser) str() (string, error) {
	p.i++
	start := p.i
	for i := start; i < len(p.s); {
		c := p.s[i]
		switch {
		case c == '"':
			p.i = i + 1
			return p.s[start:i], nil
		case c == '\\' || c < 0x20:
			return p.escaped(start, i)
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRuneInString(p.s[i:])
			if r == utf8.RuneError && n == 1 {
				return p.escaped(start, i)
			}
			i += n
		}
	}
	p.i = len(p.s)
	return "", p.errorf(CodeSyntax, "the JSON text ends inside a string")
}

// escaped goes on from i in a string that must be copied.
func (p *parser) escaped(start, i int) (string, error) {
	buf := append(make([]byte, 0, i-start+32), p.s[start:i]...)
	for i < len(p.s) {
		c := p.s[i]
		switch {
		case c == '"':
			p.i = i + 1
			return string(buf), nil
		case c == '\\':
			p.i = i
			var err error
			if buf, err = p.escape(buf); err != nil {
				return "", err
			}
			i = p.i
		case c < 0x20:
			p.i = i
			return "", p.errorf(CodeSyntax, "a control character (0x%02x) in a string; escape it", c)
		case c < utf8.RuneSelf:
			buf = append(buf, c)
			i++
		default:
			r, n := utf8.DecodeRuneInString(p.s[i:])
			if r == utf8.RuneError && n == 1 && !p.opt.ReplaceInvalid {
				p.i = i
				return "", p.errorf(CodeUTF8, "a byte that is not UTF-8 (0x%02x) in a string; save the file as UTF-8", c)
			}
			buf = utf8.AppendRune(buf, r)
			i += n
		}
	}
	p.i = len(p.s)
	return "", p.errorf(CodeSyntax, "the JSON text ends inside a string")
}

const escapes = "\"\"\\\\//b\bf\fn\nr\rt\t"

// escape reads the escape sequence at p.i and appends what it stands for.
func (p *parser) escape(buf []byte) ([]byte, error) {
	if p.i+1 >= len(p.s) {
		return nil, p.errorf(CodeSyntax, "the JSON text ends inside a string")
	}
	c := p.s[p.i+1]
	if c != 'u' {
		for j := 0; j < len(escapes); j += 2 {
			if escapes[j] == c {
				p.i += 2
				return append(buf, escapes[j+1]), nil
			}
		}
		return nil, p.errorf(CodeSyntax, "unknown escape %s in a string", excerpt(p.s[p.i:p.i+2]))
	}
	r, ok := hex4(p.s, p.i+2)
	if !ok {
		return nil, p.errorf(CodeSyntax, "\\u needs four hexadecimal digits")
	}
	n := 6
	if utf16.IsSurrogate(r) {
		pair := rune(utf8.RuneError)
		if strings.HasPrefix(p.s[p.i+6:], "\\u") {
			if low, ok := hex4(p.s, p.i+8); ok {
				pair = utf16.DecodeRune(r, low)
			}
		}
		if pair != utf8.RuneError {
			n = 12
		} else if !p.opt.ReplaceInvalid {
			return nil, p.errorf(CodeUTF8, "a lone surrogate escape %s stands for no character", p.s[p.i:p.i+6])
		}
		r = pair
	}
	p.i += n
	return utf8.AppendRune(buf, r), nil
}

func hex4(s string, i int) (r rune, ok bool) {
	if i+4 > len(s) {
		return 0, false
	}
	for _, c := range []byte(s[i : i+4]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// excerpt quotes the beginning of a text for a message, control characters
// escaped, so that hostile data cannot write to a terminal.
func excerpt(s string) string {
	const most = 24
	if s == "" {
		return "the end of the text"
	}
	if len(s) > most {
		cut := most
		for cut > most-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
			cut--
		}
		return fmt.Sprintf("%+q...", s[:cut])
	}
	return fmt.Sprintf("%+q", s)
}
