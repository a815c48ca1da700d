package yamlvalue

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// converter turns the nodes of one document into values.
type converter struct {
	depth int // allowed
	nodes int // left
	most  int
	open  map[*yaml.Node]bool // aliases that are being expanded
}

func (c *converter) value(n *yaml.Node, depth int) (jsonvalue.Value, error) {
	if depth > c.depth {
		return jsonvalue.Value{}, &Error{n.Line, fmt.Sprintf("nested deeper than %d", c.depth)}
	}
	if n.Kind != yaml.AliasNode {
		if c.nodes--; c.nodes < 0 {
			return jsonvalue.Value{}, &Error{n.Line, fmt.Sprintf("more than %d values in one text", c.most)}
		}
	}
	switch n.Kind {
	case yaml.MappingNode:
		return c.mapping(n, depth)
	case yaml.SequenceNode:
		items := make([]jsonvalue.Value, len(n.Content))
		for i, item := range n.Content {
			var err error
			if items[i], err = c.value(item, depth+1); err != nil {
				return jsonvalue.Value{}, err
			}
		}
		return jsonvalue.NewArray(items...), nil
	case yaml.AliasNode:
		// An alias is expanded each time, so that aliases that multiply reach the limit on
		// values.
		if c.open[n.Alias] {
			return jsonvalue.Value{}, &Error{n.Line, fmt.Sprintf("the alias %.50q stands inside what it stands for", n.Value)}
		}
		c.open[n.Alias] = true
		defer delete(c.open, n.Alias)
		return c.value(n.Alias, depth)
	}
	return scalar(n)
}

// mapping makes an object. A duplicate key is an error, as in JSON.
func (c *converter) mapping(n *yaml.Node, depth int) (jsonvalue.Value, error) {
	members := make([]jsonvalue.Member, 0, len(n.Content)/2)
	seen := make(map[string]bool, len(n.Content)/2)
	var fill []jsonvalue.Value
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		v, err := c.value(n.Content[i+1], depth+1)
		if err != nil {
			return v, err
		}
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode:
			return jsonvalue.Value{}, &Error{key.Line, "a key has to be a plain name"}
		case key.ShortTag() == "!!merge":
			if v.Kind() == jsonvalue.Array {
				fill = append(fill, v.Items()...)
			} else {
				fill = append(fill, v)
			}
			continue
		case seen[key.Value]:
			return jsonvalue.Value{}, &Error{key.Line, fmt.Sprintf("the key %.50q stands twice", key.Value)}
		}
		seen[key.Value] = true
		members = append(members, jsonvalue.Member{Key: key.Value, Value: v})
	}
	for _, from := range fill {
		for _, m := range from.Members() {
			if !seen[m.Key] {
				seen[m.Key] = true
				members = append(members, m)
			}
		}
	}
	return jsonvalue.NewObject(members...), nil
}

// scalar reads a value without parts. A number that is valid JSON keeps its text, because a
// float64 may lose digits.
func scalar(n *yaml.Node) (jsonvalue.Value, error) {
	switch n.ShortTag() {
	case "!!null":
		return jsonvalue.Value{}, nil
	case "!!bool":
		var b bool
		if err := n.Decode(&b); err == nil {
			return jsonvalue.NewBool(b), nil
		}
	case "!!int", "!!float":
		if v, err := jsonvalue.Parse(n.Value, jsonvalue.Options{}); err == nil && v.Kind() == jsonvalue.Number {
			return v, nil
		}
		var whole int64
		if err := n.Decode(&whole); err == nil && n.ShortTag() == "!!int" {
			return jsonvalue.NewInt(whole), nil
		}
		var f float64
		if err := n.Decode(&f); err == nil {
			if v, err := jsonvalue.Parse(strconv.FormatFloat(f, 'g', -1, 64), jsonvalue.Options{}); err == nil {
				return v, nil
			}
			return jsonvalue.Value{}, &Error{n.Line, fmt.Sprintf("%.50q is no number of JSON", n.Value)}
		}
	}
	return jsonvalue.NewString(n.Value), nil
}
