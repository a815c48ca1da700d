package jsonvalue

import (
	"fmt"
	"slices"
	"strings"
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

// The values for zero fields of Options.
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

// Error says what is wrong with a text, and where.
type Error struct {
	Code   string // one of the Code constants
	Offset int    // in bytes from the start of the text
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Msg, e.Offset) }

// Parse reads one JSON text (RFC 8259). White space around the value is allowed; anything
// else is an error. The Value keeps s alive.
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
	wide  bool // a copied string is not only ASCII

	// The parts of all open objects and arrays, one after the other. When an object or
	// array is closed, its parts are copied into memory of their exact size.
	members []Member
	items   []Value
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
		return textValue(String, text), err
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
			return textValue(Bool, lit), nil
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
	base := len(p.members)       // earlier ones belong to the enclosing objects
	var seen map[string]struct{} // made only for large objects
	p.space()
	if p.i < len(p.s) && p.s[p.i] == '}' {
		p.i++
		return objectValue([]Member{}), nil
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
		if seen, err = p.checkKey(p.members[base:], seen, key, at); err != nil {
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
		p.members = append(p.members, Member{key, val})
		done, err := p.next('}')
		if err != nil {
			return Value{}, err
		}
		if done {
			members := slices.Clone(p.members[base:])
			p.members = p.members[:base]
			return objectValue(members), nil
		}
	}
}

// checkKey refuses a duplicate key. Small objects are searched, large ones indexed, so that
// hostile objects take linear time.
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
		return arrayValue([]Value{}), nil
	}
	base := len(p.items)
	for {
		p.space()
		val, err := p.value(depth)
		if err != nil {
			return Value{}, err
		}
		p.items = append(p.items, val)
		done, err := p.next(']')
		if err != nil {
			return Value{}, err
		}
		if done {
			items := slices.Clone(p.items[base:])
			p.items = p.items[:base]
			return arrayValue(items), nil
		}
	}
}

// next consumes the comma or the closing bracket behind an element.
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
	return textValue(Number, s[start:i]), nil
}

// excerpt quotes the beginning of a text for a message. Control characters are escaped, so
// that hostile data cannot control a terminal.
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
