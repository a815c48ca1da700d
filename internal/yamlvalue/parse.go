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

// Error says what is wrong with a text, and where.
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

// Parse reads a text with one YAML document, within the limits of opt, which mean the same
// as in jsonvalue.Parse. An empty document is null. Errors are *Error.
func Parse(text string, opt jsonvalue.Options) (v jsonvalue.Value, err error) {
	if opt.MaxDepth <= 0 {
		opt.MaxDepth = jsonvalue.DefaultDepth
	}
	if opt.MaxNodes <= 0 {
		opt.MaxNodes = jsonvalue.DefaultNodes
	}
	root, err := Root(text)
	if root == nil || err != nil {
		return v, err
	}
	defer refusePanic(&err)
	c := converter{depth: opt.MaxDepth, nodes: opt.MaxNodes, most: opt.MaxNodes, open: map[*yaml.Node]bool{}}
	return c.value(root, 0)
}

// maxTags is the largest number of directives for tags. The parser compares each one with all others.
const maxTags = 1000

// Root reads a text with one YAML document and returns its top node, nil for an empty
// document. It is for readers whose errors name lines. The parser bounds the nesting.
// Aliases are not expanded, so a reader that refuses aliases needs no other limit. Errors
// are *Error.
func Root(text string) (root *yaml.Node, err error) {
	if !utf8.ValidString(text) {
		return nil, &Error{Msg: "it holds bytes that are not UTF-8; save it as UTF-8"}
	}
	if n := strings.Count(text, "%TAG"); n > maxTags {
		return nil, &Error{Msg: fmt.Sprintf("it has %%TAG %d times; have at most %d, or write the tags in full", n, maxTags)}
	}
	defer refusePanic(&err)
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var doc, more yaml.Node
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, parseError(err)
	}
	if err := decoder.Decode(&more); err == nil {
		return nil, &Error{more.Line, "a second YAML document; give one a file"}
	} else if !errors.Is(err, io.EOF) {
		return nil, parseError(err)
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

// refusePanic turns a panic into an error. The parser is a library and the texts are
// untrusted: a text that makes it panic counts as invalid.
func refusePanic(err *error) {
	if fault := recover(); fault != nil {
		*err = &Error{Msg: fmt.Sprintf("not YAML: %v", fault)}
	}
}

// parseError is the parser's error in one line, with its place.
func parseError(err error) error {
	if placed := (*yaml.LoadError)(nil); errors.As(err, &placed) && placed.Mark.Line > 0 {
		msg := placed.Message
		if placed.ContextMsg != "" {
			msg = fmt.Sprintf("%s (%s that begins in line %d)", msg, placed.ContextMsg, placed.ContextMark.Line)
		}
		return &Error{placed.Mark.Line, "not YAML: " + msg}
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return &Error{Msg: "not YAML: " + strings.TrimPrefix(first, "yaml: ")}
}
