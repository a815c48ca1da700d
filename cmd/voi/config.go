package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// maxConfigBytes bounds a configuration file: it holds flags, not data.
const maxConfigBytes = 1 << 16

// applyConfig sets every flag that the command line left alone to its value in
// the configuration file, if there is one. A key that no command knows is an
// error with its line; one that only another command knows is left to it.
func applyConfig(cmd *cobra.Command) error {
	path, err := cmd.Flags().GetString("config")
	if err != nil {
		return err
	}
	if path == "" {
		path = os.Getenv("VOI_CONFIG")
	}
	if path == "" {
		return nil
	}
	keys, err := readConfig(path)
	if err != nil {
		return usageError{err}
	}
	known := knownKeys(cmd.Root())
	for _, key := range keys {
		if !slices.Contains(known, key.name) {
			return usagef("%s:%d: no command has the key %q%s", path, key.line, key.name, nearest.DidYouMean(key.name, known))
		}
		flag := cmd.Flags().Lookup(key.name)
		if flag == nil || flag.Changed {
			continue
		}
		for _, value := range key.values {
			if err := flag.Value.Set(value); err != nil {
				return usagef("%s:%d: %s: %q is not a value of it: %v", path, key.line, key.name, value, err)
			}
		}
		flag.Changed = true
	}
	return nil
}

// configKey is one key of a configuration file. A list sets its flag once for
// each element.
type configKey struct {
	name   string
	line   int
	values []string
}

func readConfig(path string) ([]configKey, error) {
	text, err := infile.Read(path, maxConfigBytes)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	if err := yamlvalue.CheckNesting(string(text)); err != nil {
		return nil, fmt.Errorf("the configuration %s: %w", path, err)
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, fmt.Errorf("the configuration %s is not YAML: %w", path, err)
	}
	var keys []configKey
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		found, err := documentKeys(doc.Body)
		if err != nil {
			return nil, fmt.Errorf("the configuration %s: %w", path, err)
		}
		keys = append(keys, found...)
	}
	return keys, nil
}

func documentKeys(body ast.Node) ([]configKey, error) {
	var pairs []*ast.MappingValueNode
	switch n := body.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	case *ast.CommentGroupNode, *ast.NullNode:
		return nil, nil
	default:
		return nil, errors.New("expected lines of the form 'flag: value'")
	}
	var keys []configKey
	for _, pair := range pairs {
		key := configKey{name: pair.Key.GetToken().Value, line: pair.Key.GetToken().Position.Line}
		nodes := []ast.Node{pair.Value}
		if list, ok := pair.Value.(*ast.SequenceNode); ok {
			nodes = list.Values
		}
		for _, node := range nodes {
			if _, ok := node.(ast.ScalarNode); !ok {
				return nil, fmt.Errorf("line %d: %s has to be a plain value or a list of them", key.line, key.name)
			}
			key.values = append(key.values, node.GetToken().Value)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func knownKeys(root *cobra.Command) []string {
	var known []string
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "config" && f.Name != "help" {
				known = append(known, f.Name)
			}
		})
	}
	slices.Sort(known)
	return slices.Compact(known)
}
