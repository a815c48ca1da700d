package trajectory

import (
	"fmt"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Effect says whether a tool changes the world.
type Effect uint8

// The effects.
const (
	Unknown Effect = iota // neither the configuration nor the tool says so
	ReadOnly
	Changes // the tool is critical (NOD, A.2)
)

// Critical says which tools change the outside world (T2): those in a configuration,
// or else those with such MCP annotations.
type Critical struct {
	listed        map[string]Effect
	preconditions map[string][]string
	ask           []string
}

// askTools ask the user, in addition to configured ones.
var askTools = []string{"ask_user", "ask_human"}

// NewCritical reads configurations; later ones win. Each is a YAML or JSON value:
//
//	critical: [NAME, ...]     tools that change the world
//	read_only: [NAME, ...]    tools that do not
//	ask: [NAME, ...]          tools that ask the user, beside ask_user and ask_human
//	preconditions: {NAME: [NAME, ...]}   tools that must have succeeded before
func NewCritical(configurations ...domains.Value) (*Critical, error) {
	c := &Critical{listed: map[string]Effect{}, preconditions: map[string][]string{}, ask: askTools}
	for _, v := range configurations {
		if !v.IsNull() && v.Kind() != jsonvalue.Object {
			return nil, fmt.Errorf("it is of type %s; give lists under critical, read_only, ask or preconditions", v.Kind())
		}
		for _, m := range v.Members() {
			names, ok := m.Value.Strings()
			switch {
			case m.Key == "preconditions" && m.Value.Kind() == jsonvalue.Object:
				for _, p := range m.Value.Members() {
					if c.preconditions[p.Key], ok = p.Value.Strings(); !ok {
						return nil, fmt.Errorf("preconditions.%s is no list of names of tools", p.Key)
					}
				}
			case !ok:
				return nil, fmt.Errorf("%s is no list of names of tools", m.Key)
			case m.Key == "critical":
				c.list(names, Changes)
			case m.Key == "read_only":
				c.list(names, ReadOnly)
			case m.Key == "ask":
				c.ask = append(slices.Clip(c.ask), names...)
			default:
				return nil, fmt.Errorf("the key %q is unknown; use critical, read_only, ask or preconditions", m.Key)
			}
		}
	}
	return c, nil
}

func (c *Critical) list(names []string, e Effect) {
	for _, name := range names {
		c.listed[name] = e
	}
}

// Effect returns the effect of a tool. annotated is Trajectory.Annotated.
func (c *Critical) Effect(tool string, annotated domains.Value) Effect {
	if e, ok := c.listed[tool]; ok {
		return e
	}
	if slices.Contains(c.ask, tool) {
		return ReadOnly
	}
	a := annotated.Field(tool)
	readOnly, destructive := a.Field("readOnlyHint"), a.Field("destructiveHint")
	switch {
	case destructive.Bool(), readOnly.Kind() == jsonvalue.Bool && !readOnly.Bool():
		return Changes
	case readOnly.Bool():
		return ReadOnly
	}
	return Unknown
}

// Asks reports whether a tool asks the user.
func (c *Critical) Asks(tool string) bool { return slices.Contains(c.ask, tool) }

// Annotations collects the MCP annotations of tools by the tools' names; null if no
// tool has any. v is any input of ParseTools.
func Annotations(v domains.Value) domains.Value {
	if v.Kind() == jsonvalue.String {
		v, _ = domains.ParseValue(v.Str())
	}
	if list := v.Field("tools"); !list.IsNull() {
		v = list
	}
	var m jsonvalue.Members
	seen := map[string]bool{}
	for _, tool := range v.Items() {
		if tool.Kind() == jsonvalue.String {
			tool, _ = domains.ParseValue(tool.Str())
		}
		name, a := tool.Field("name").Str(), tool.Field("annotations")
		if name == "" {
			name = tool.Field("function").Field("name").Str()
		}
		if a.Kind() == jsonvalue.Object && name != "" && !seen[name] {
			seen[name] = true
			m.Add(name, a)
		}
	}
	if m == nil {
		return domains.Value{}
	}
	return jsonvalue.NewObject(m...)
}
