package synthetic

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"
)

//go:embed grammar/*.yaml
var files embed.FS

// grammar is the content of the files.
type grammar struct {
	pools  map[string][]string
	common common
	fields []*field
}

// common holds phrases for any request.
type common struct {
	Openers, Closers                                      map[string][]string // by register
	Asides, Repairs, Later, Acknowledged, Suggest, Accept []string
	Decline, Swapped, Excluded, Both, Choose, Chosen      []string
	Refuse                                                []string
}

// field is one file: the tools of one topic, and questions on it that need no tool.
type field struct {
	HeldOut bool `yaml:"held_out"`
	Tools   []*tool
	Chat    []struct{ Q, A string }
}

// tool is a tool with the phrases that tell its parameters.
type tool struct {
	Name, Description string
	Parameters        ordered[parameter]
	Want              []string            // requests; "{...}" stands for the values that are told
	Tell              map[string][]string // by parameter: the text behind a request
	Say               map[string][]string // ... a separate sentence
	Ask               map[string][]string // ... a question for it
	Other             []string            // sentences about other people and other times
	Swap              []string            // two parameters that people mix up
	Lookup            *lookup

	field *field
}

// lookup is a tool that lists the possible values of a parameter.
type lookup struct {
	Tool, Description string
	Parameter         string // of the tool
	Of                string // the pool of names for the things
}

// parameter describes the values of a parameter.
type parameter struct {
	Kind           string // one of kinds, or a pool
	Description    string
	Optional       bool
	From, To, Step int
	Values         ordered[[]string] // of a choice: the phrases for each
	True, False    []string          // of a flag
}

// ordered is a YAML mapping in the order of its keys.
type ordered[T any] []entry[T]

type entry[T any] struct {
	key   string
	value T
}

func (o *ordered[T]) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: it is no mapping", n.Line)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		var v T
		if err := n.Content[i+1].Decode(&v); err != nil {
			return err
		}
		*o = append(*o, entry[T]{n.Content[i].Value, v})
	}
	return nil
}

func (o ordered[T]) get(key string) (v T) {
	if i := slices.IndexFunc(o, func(e entry[T]) bool { return e.key == key }); i >= 0 {
		v = o[i].value
	}
	return v
}

// load parses the embedded grammar once. A fault in it is a fault of the program, which the
// tests find first.
var load = sync.OnceValue(func() *grammar {
	g := &grammar{}
	names, err := fs.Glob(files, "grammar/*.yaml")
	for _, name := range names {
		var into any = &field{}
		switch name {
		case "grammar/pools.yaml":
			into = &g.pools
		case "grammar/common.yaml":
			into = &g.common
		default:
			g.fields = append(g.fields, into.(*field))
		}
		var text []byte
		if text, err = files.ReadFile(name); err != nil {
			break
		}
		decoder := yaml.NewDecoder(strings.NewReader(string(text)))
		decoder.KnownFields(true)
		if err = decoder.Decode(into); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
			break
		}
	}
	for _, f := range g.fields {
		for _, t := range f.Tools {
			t.field = f
		}
	}
	if err != nil {
		panic(err)
	}
	return g
})
