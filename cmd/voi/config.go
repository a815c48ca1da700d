package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v4"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// maxConfigBytes bounds a configuration file.
const maxConfigBytes = 1 << 16

// applyConfig sets every flag that the command line did not set to its value in the
// configuration file, if there is one. An unknown key is an error with its line; a key of
// another command is skipped.
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
	in := io.Reader(nil)
	if path == "-" {
		in = cmd.InOrStdin()
		cmd.SetIn(taken{})
	}
	keys, err := readConfig(path, in)
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

// taken is stdin after the configuration was read from it. Who else reads it has no input.
type taken struct{}

func (taken) Read([]byte) (int, error) {
	return 0, usagef("stdin held the configuration (--config -), and cannot be the input, too; give one of them as a file")
}

// configKey is one key of a configuration file. A list sets its flag once for each element.
type configKey struct {
	name   string
	line   int
	values []string
}

// readConfig reads a file, or in if it is not nil.
func readConfig(path string, in io.Reader) ([]configKey, error) {
	text, err := []byte(nil), error(nil)
	if in == nil {
		text, err = infile.Read(path, maxConfigBytes)
	} else if text, err = io.ReadAll(io.LimitReader(in, maxConfigBytes+1)); err == nil && len(text) > maxConfigBytes {
		err = fmt.Errorf("it is longer than %d bytes", maxConfigBytes)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	root, err := yamlvalue.Root(string(text))
	var placed *yamlvalue.Error
	switch {
	case errors.As(err, &placed) && placed.Line > 0:
		return nil, fmt.Errorf("the configuration %s:%d: %s", path, placed.Line, placed.Msg)
	case err != nil:
		return nil, fmt.Errorf("the configuration %s: %w", path, err)
	case root == nil || root.ShortTag() == "!!null":
		return nil, nil
	case root.Kind != yaml.MappingNode:
		return nil, fmt.Errorf("the configuration %s:%d: expected lines of the form 'flag: value'", path, root.Line)
	}
	keys := make([]configKey, len(root.Content)/2)
	for i := range keys {
		name, value := root.Content[2*i], root.Content[2*i+1]
		for _, earlier := range keys[:i] {
			if earlier.name == name.Value {
				return nil, fmt.Errorf("the configuration %s:%d: the key %q stands twice, first in line %d", path, name.Line, name.Value, earlier.line)
			}
		}
		keys[i] = configKey{name: name.Value, line: name.Line}
		nodes := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			nodes = value.Content
		}
		for _, node := range nodes {
			if node.Kind != yaml.ScalarNode || node.ShortTag() == "!!null" {
				return nil, fmt.Errorf("the configuration %s:%d: %s has to be a plain value or a list of them", path, name.Line, name.Value)
			}
			keys[i].values = append(keys[i].values, node.Value)
		}
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
