package reader

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The limits of a call in Python's notation.
const (
	maxPyCall  = 1 << 16 // bytes
	maxPyDepth = 32      // nested lists and dictionaries
)

// pythonCall reads a call in Python's notation: a name, perhaps with dots, whose last part
// is the tool's name, and literals as arguments. An argument without a name gets the name
// at its position in names.
func pythonCall(text string, names func(tool string) []string) (domains.Call, error) {
	p := &python{s: text}
	if len(text) > maxPyCall {
		return domains.Call{}, fmt.Errorf("the call has %d bytes; at most %d are read", len(text), maxPyCall)
	}
	name := p.word()
	for p.take('.') {
		name = p.word()
	}
	if name == "" || !p.take('(') {
		return domains.Call{}, p.wrong("a call such as name(parameter='value')")
	}
	var args []jsonvalue.Member
	var order []string // of the parameters, looked up for the first argument without a name
	given := map[string]bool{}
	for !p.take(')') {
		key, v, err := p.argument()
		if err != nil {
			return domains.Call{}, err
		}
		if key == "" {
			if order == nil {
				order = names(name)
			}
			if len(args) >= len(order) {
				return domains.Call{}, fmt.Errorf("%s has no parameter at the place %d; name the argument", name, len(args)+1)
			}
			key = order[len(args)]
		}
		if given[key] {
			return domains.Call{}, fmt.Errorf("%s is given twice to %s", excerpt(key), name)
		}
		given[key] = true
		args = append(args, jsonvalue.Member{Key: key, Value: v})
		if !p.take(',') && !p.at(')') {
			return domains.Call{}, p.wrong("a comma or the closing bracket")
		}
	}
	if p.space(); p.i < len(p.s) {
		return domains.Call{}, p.wrong("the end of the call")
	}
	return domains.Call{Name: name, Arguments: jsonvalue.NewObject(args...)}, nil
}

// python parses Python's literals.
type python struct {
	s     string
	i     int
	depth int
}

func (p *python) wrong(want string) error {
	return fmt.Errorf("at byte %d of the call %s stands %s; expected %s", p.i, excerpt(p.s), excerpt(p.s[min(p.i, len(p.s)):]), want)
}

func (p *python) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *python) at(c byte) bool {
	p.space()
	return p.i < len(p.s) && p.s[p.i] == c
}

func (p *python) take(c byte) bool {
	ok := p.at(c)
	if ok {
		p.i++
	}
	return ok
}

func (p *python) word() string {
	p.space()
	start := p.i
	for p.i < len(p.s) {
		r, size := utf8.DecodeRuneInString(p.s[p.i:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		p.i += size
	}
	return p.s[start:p.i]
}

// argument reads "key=value" or a value.
func (p *python) argument() (key string, v domains.Value, err error) {
	p.space()
	start := p.i
	if key = p.word(); key != "" && p.at('=') {
		p.i++
		v, err = p.value()
		return key, v, err
	}
	p.i = start
	v, err = p.value()
	return "", v, err
}

func (p *python) value() (domains.Value, error) {
	p.space()
	if p.i >= len(p.s) {
		return domains.Value{}, p.wrong("a value")
	}
	if p.depth++; p.depth > maxPyDepth {
		return domains.Value{}, fmt.Errorf("the call nests deeper than %d", maxPyDepth)
	}
	defer func() { p.depth-- }()
	switch c := p.s[p.i]; {
	case c == '\'' || c == '"':
		return p.text()
	case c == '[' || c == '(':
		p.i++
		return p.items(map[byte]byte{'[': ']', '(': ')'}[c])
	case c == '{':
		p.i++
		return p.object()
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return p.number()
	}
	start := p.i
	switch p.word() {
	case "True", "true":
		return jsonvalue.NewBool(true), nil
	case "False", "false":
		return jsonvalue.NewBool(false), nil
	case "None", "null":
		return domains.Value{}, nil
	}
	p.i = start
	return domains.Value{}, p.wrong("a text, a number, True, False, None, a list or a dictionary")
}

func (p *python) items(end byte) (domains.Value, error) {
	items := []domains.Value{}
	for !p.take(end) {
		v, err := p.value()
		if err != nil {
			return v, err
		}
		items = append(items, v)
		if !p.take(',') && !p.at(end) {
			return v, p.wrong("a comma or the end of the list")
		}
	}
	return jsonvalue.NewArray(items...), nil
}

func (p *python) object() (domains.Value, error) {
	members, seen := []jsonvalue.Member{}, map[string]bool{}
	for !p.take('}') {
		key, err := p.value()
		if err != nil {
			return key, err
		}
		if key.Kind() != jsonvalue.String || seen[key.Str()] || !p.take(':') {
			return key, p.wrong("a key of its own, a text, and a colon")
		}
		v, err := p.value()
		if err != nil {
			return v, err
		}
		seen[key.Str()] = true
		members = append(members, jsonvalue.Member{Key: key.Str(), Value: v})
		if !p.take(',') && !p.at('}') {
			return v, p.wrong("a comma or the end of the dictionary")
		}
	}
	return jsonvalue.NewObject(members...), nil
}

// number reads a number. Forms that only Python has (1_000, .5, 0x1) are converted to JSON,
// or refused.
func (p *python) number() (domains.Value, error) {
	start := p.i
	for p.i < len(p.s) && strings.IndexByte("+-.0123456789eE_", p.s[p.i]) >= 0 {
		p.i++
	}
	text := strings.ReplaceAll(strings.TrimPrefix(p.s[start:p.i], "+"), "_", "")
	digits := strings.TrimPrefix(text, "-")
	if strings.HasPrefix(digits, ".") {
		digits = "0" + digits
	}
	if strings.HasSuffix(digits, ".") {
		digits += "0"
	}
	v, err := domains.ParseValue(text[:len(text)-len(strings.TrimPrefix(text, "-"))] + digits)
	if err != nil || v.Kind() != jsonvalue.Number {
		p.i = start
		return v, p.wrong("a number")
	}
	return v, nil
}

// escapes are the escapes with one letter.
var escapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': "\\", '\'': "'", '"': `"`, '0': "\x00", 'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v", '\n': ""}

func (p *python) text() (domains.Value, error) {
	quote := p.s[p.i]
	p.i++
	var b strings.Builder
	for p.i < len(p.s) && p.s[p.i] != quote {
		c := p.s[p.i]
		if c != '\\' {
			b.WriteByte(c)
			p.i++
			continue
		}
		if p.i+1 >= len(p.s) {
			break
		}
		width := map[byte]int{'x': 2, 'u': 4, 'U': 8}[p.s[p.i+1]]
		plain, known := escapes[p.s[p.i+1]]
		switch {
		case width > 0:
			if p.i+2+width > len(p.s) {
				return domains.Value{}, p.wrong("an escape of a sign")
			}
			r, err := strconv.ParseUint(p.s[p.i+2:p.i+2+width], 16, 31)
			if err != nil || !utf8.ValidRune(rune(r)) {
				return domains.Value{}, p.wrong("an escape of a sign")
			}
			b.WriteRune(rune(r))
			p.i += width
		case known:
			b.WriteString(plain)
		default: // Python keeps the backslash
			b.WriteString(p.s[p.i : p.i+2])
		}
		p.i += 2
	}
	if p.i >= len(p.s) || !utf8.ValidString(b.String()) {
		return domains.Value{}, p.wrong("the end of the text")
	}
	p.i++
	return jsonvalue.NewString(b.String()), nil
}
