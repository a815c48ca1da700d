package yamlvalue

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Error says what is wrong with a text that is not YAML, and where.
type Error struct {
	Line int // from 1; 0 is the whole text
	Msg  string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
}

// Parse reads a text that holds one YAML document, within the bounds of opt as
// jsonvalue.Parse has them. An empty document is null. Errors are *Error.
func Parse(text string, opt jsonvalue.Options) (v jsonvalue.Value, err error) {
	if opt.MaxDepth <= 0 {
		opt.MaxDepth = jsonvalue.DefaultDepth
	}
	if opt.MaxNodes <= 0 {
		opt.MaxNodes = jsonvalue.DefaultNodes
	}
	if !utf8.ValidString(text) {
		return v, &Error{Msg: "it holds bytes that are not UTF-8; save it as UTF-8"}
	}
	// The parser is not ours and the texts are anybody's: what makes it panic
	// is not YAML.
	defer func() {
		if fault := recover(); fault != nil {
			v, err = jsonvalue.Value{}, &Error{Msg: fmt.Sprintf("not YAML: %v", fault)}
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var doc, more yaml.Node
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return v, nil
	} else if err != nil {
		return v, parseError(err)
	}
	if err := decoder.Decode(&more); err == nil {
		return v, &Error{more.Line, "a second YAML document; give one a file"}
	} else if !errors.Is(err, io.EOF) {
		return v, parseError(err)
	}
	c := converter{depth: opt.MaxDepth, nodes: opt.MaxNodes, most: opt.MaxNodes, open: map[*yaml.Node]bool{}}
	return c.value(&doc, 0)
}

// parseError is the parser's error in one line.
func parseError(err error) error {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return &Error{Msg: "not YAML: " + strings.TrimPrefix(first, "yaml: ")}
}
