package reward

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// field is a key of a YAML mapping, or an element of a sequence, with its line.
type field struct {
	key  string
	line int
	node ast.Node
}

// lineError is an error at a line of a profile; line 0 is the whole of it.
type lineError struct {
	line int
	msg  string
}

func (e *lineError) Error() string { return e.msg }

func lineErrorf(line int, format string, args ...any) error {
	return &lineError{line, fmt.Sprintf(format, args...)}
}

// readYAML reads a text that holds one mapping.
func readYAML(text []byte) (fields []field, err error) {
	// The parser is not ours and profiles are anybody's: what makes it panic is
	// not YAML.
	defer func() {
		if fault := recover(); fault != nil {
			fields, err = nil, fmt.Errorf("not YAML: %v", fault)
		}
	}()
	if err := yamlvalue.CheckNesting(string(text)); err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, yamlError(err)
	}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case body != nil:
			return nil, lineErrorf(lineOf(doc.Body), "a second YAML document; a profile is one")
		default:
			body = doc.Body
		}
	}
	if body == nil {
		return nil, errors.New("the text is empty; a profile has terms: [{component, weight}, ...]")
	}
	return field{line: lineOf(body), node: body}.fields()
}

// yamlError is the parser's error in one line, with its place.
func yamlError(err error) error {
	var placed interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &placed) && placed.GetToken() != nil && placed.GetToken().Position != nil {
		return lineErrorf(placed.GetToken().Position.Line, "not YAML: %s", placed.GetMessage())
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("not YAML: %s", first)
}

func lineOf(n ast.Node) int {
	if n != nil {
		if t := n.GetToken(); t != nil && t.Position != nil {
			return t.Position.Line
		}
	}
	return 0
}

// fields returns the keys of a mapping.
func (f field) fields() ([]field, error) {
	var pairs []*ast.MappingValueNode
	switch n := f.node.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		return nil, lineErrorf(f.line, "%sexpected keys with values", f.prefix())
	}
	fields := make([]field, len(pairs))
	for i, pair := range pairs {
		key, ok := pair.Key.(*ast.StringNode)
		if !ok {
			return nil, lineErrorf(lineOf(pair.Key), "a key has to be a plain name")
		}
		fields[i] = field{key: key.Value, line: lineOf(key), node: pair.Value}
	}
	return fields, nil
}

// items returns the elements of a sequence.
func (f field) items() ([]field, error) {
	list, ok := f.node.(*ast.SequenceNode)
	if !ok {
		return nil, lineErrorf(f.line, "%sexpected a list", f.prefix())
	}
	items := make([]field, len(list.Values))
	for i, n := range list.Values {
		items[i] = field{line: lineOf(n), node: n}
		if items[i].line == 0 {
			items[i].line = f.line
		}
	}
	return items, nil
}

// text returns a plain value as it is written.
func (f field) text() (string, error) {
	switch n := f.node.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return "", lineErrorf(f.line, "%sexpected a plain value", f.prefix())
}

// pair returns a list of two numbers, the first no greater than the second.
func (f field) pair() (lo, hi float64, err error) {
	items, err := f.items()
	if err != nil {
		return 0, 0, err
	}
	var ends [2]float64
	for i, item := range items {
		text, err := item.text()
		if err != nil || len(items) != len(ends) {
			return 0, 0, lineErrorf(f.line, "%sexpected two numbers, [LEAST, GREATEST]", f.prefix())
		}
		if ends[i], err = parseNumber(text); err != nil {
			return 0, 0, lineErrorf(f.line, "%s%v", f.prefix(), err)
		}
	}
	if len(items) != len(ends) || ends[0] > ends[1] {
		return 0, 0, lineErrorf(f.line, "%sexpected two numbers, [LEAST, GREATEST]", f.prefix())
	}
	return ends[0], ends[1], nil
}

func (f field) prefix() string {
	if f.key == "" {
		return ""
	}
	return f.key + ": "
}

// checkKeys refuses a key that is unknown or stands twice.
func checkKeys(fields []field, known []string, where string) error {
	for i, f := range fields {
		if !slices.Contains(known, f.key) {
			return lineErrorf(f.line, "%s has no key %q%s; it has %s", where, f.key, nearest.DidYouMean(f.key, known), strings.Join(known, ", "))
		}
		for _, earlier := range fields[:i] {
			if earlier.key == f.key {
				return lineErrorf(f.line, "the key %q stands twice, first in line %d", f.key, earlier.line)
			}
		}
	}
	return nil
}
