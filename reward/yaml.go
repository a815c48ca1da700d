package reward

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// field is a key of a YAML mapping or an element of a sequence, with its line.
type field struct {
	key  string
	line int
	node *yaml.Node
}

// lineErrorf is an error at a line of a profile; line 0 is the whole profile.
func lineErrorf(line int, format string, args ...any) error {
	return &yamlvalue.Error{Line: line, Msg: fmt.Sprintf(format, args...)}
}

// readYAML reads a text that holds one mapping.
func readYAML(text []byte) ([]field, error) {
	root, err := yamlvalue.Root(string(text))
	if err != nil {
		return nil, err
	}
	if root == nil {
		return nil, errors.New("the text is empty; a profile has terms: [{component, weight}, ...]")
	}
	return field{line: root.Line, node: root}.fields()
}

// fields returns the keys of a mapping.
func (f field) fields() ([]field, error) {
	if f.node.Kind != yaml.MappingNode {
		return nil, lineErrorf(f.line, "%sexpected keys with values", f.prefix())
	}
	fields := make([]field, len(f.node.Content)/2)
	for i := range fields {
		key, value := f.node.Content[2*i], f.node.Content[2*i+1]
		if key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str" {
			return nil, lineErrorf(key.Line, "a key has to be a plain name")
		}
		fields[i] = field{key: key.Value, line: key.Line, node: value}
	}
	return fields, nil
}

// items returns the elements of a sequence.
func (f field) items() ([]field, error) {
	if f.node.Kind != yaml.SequenceNode {
		return nil, lineErrorf(f.line, "%sexpected a list", f.prefix())
	}
	items := make([]field, len(f.node.Content))
	for i, n := range f.node.Content {
		items[i] = field{line: n.Line, node: n}
	}
	return items, nil
}

// text returns a plain value as it is written. Aliases and null are errors.
func (f field) text() (string, error) {
	if f.node.Kind != yaml.ScalarNode || f.node.ShortTag() == "!!null" {
		return "", lineErrorf(f.line, "%sexpected a plain value", f.prefix())
	}
	if f.node.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return strings.TrimSpace(f.node.Value), nil
	}
	return f.node.Value, nil
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

// checkKeys refuses unknown and repeated keys.
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
